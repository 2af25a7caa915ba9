"""Pinned facts in the pipeline (I1, I10, section 7), the subject of a question (I2), and its scope (section 6)."""

import pytest

from app.facts.book import FactsUnread
from app.messages.retrieval import RetrievalFilters
from app.rules.subject import Subject

from .bench import ASKED, fact, hit

PINNED = "A guest card costs 25 euros for each year."
OLD = "The fee for a guest card is 20 euros a year."
STALE_GOOD = "Quote: The fee for a guest card is 20 euros a year.\nAnswer: The fee for a guest card is 20 euros a year."


def cited(answer):
    return [c for s in answer.report.sentences for c in s.citations] if answer.report else []


@pytest.mark.row("invariants", "I1 no contamination")
@pytest.mark.parametrize("depth", ["quick", "thorough"])
def test_a_fact_of_a_sibling_collection_reaches_neither_the_prompt_nor_the_answer(bench, depth):
    run = bench(outcomes=[(hit(OLD),)], answers=(STALE_GOOD,), facts=[fact(PINNED, collection="sibling")])
    answer = run.ask("What is the fee for a guest card and when is it due?", depth=depth)
    assert {collections for _, collections in run.stages.facts.asked} == {("col",)}
    assert all("25 euros" not in message.content for call in run.answers.calls for message in call)
    assert "25" not in answer.text
    assert all(p.fact is None for p in answer.passages)


@pytest.mark.row("invariants", "I10 provenance")
def test_a_fact_is_read_before_the_passages_and_cited_at_its_source(bench):
    run = bench(
        outcomes=[(hit("Guest cards are issued at the front desk."),)],
        answers=(f"Quote: {PINNED}\nAnswer: {PINNED}",),
        facts=[fact(PINNED)],
    )
    answer = run.ask()
    prompt = run.answers.calls[0][-1].content
    assert prompt.index("<fact, confirmed: Guest card fee, from rules.md>") < prompt.index("<excerpt 1")
    assert answer.provenance == "facts"
    (citation,) = cited(answer)
    assert (citation.doc_id, citation.source, citation.start, citation.quote) == ("rules.md", "docs/rules.md", 100, PINNED)
    assert [p.provenance for p in answer.passages] == ["facts", "documents"]
    assert answer.passages[0].fact.label == "Guest card fee"


@pytest.mark.row("facts", "outranks passages")
def test_a_fact_outranks_what_the_model_read_elsewhere_and_the_passage_is_shown_as_a_disagreement(bench):
    run = bench(outcomes=[(hit(OLD),)], answers=(STALE_GOOD,), facts=[fact(PINNED)])
    answer = run.ask()
    assert answer.text.startswith(PINNED)
    assert "Another passage says: “The fee for a guest card is 20 euros a year.”" in answer.text
    assert [c.doc_id for c in cited(answer)] == ["rules.md", "f0"]


@pytest.mark.row("facts", "outranks passages")
def test_the_models_own_words_stand_where_they_give_the_facts_value(bench):
    words = "The fee for a guest card is 25 euros a year."
    run = bench(
        outcomes=[(hit(),)],
        answers=(f"Quote: {PINNED}\nAnswer: {words}",),
        facts=[fact("The fee for a guest card is 25 euros a year.")],
    )
    answer = run.ask()
    assert answer.text == words
    assert cited(answer)[0].chunk_id == "fact:1"


@pytest.mark.row("facts", "outranks passages")
@pytest.mark.parametrize(
    "question",
    [
        "What is the fee for a guest card for children of employees?",
        "What is the difference between the guest card fee and the member fee?",
    ],
)
def test_a_question_that_asks_for_more_than_the_fact_is_not_answered_by_it_alone(bench, question):
    run = bench(outcomes=[(hit(OLD),)], answers=(STALE_GOOD,), facts=[fact(PINNED)])
    assert not run.ask(question).text.startswith(PINNED)


@pytest.mark.row("facts", "conflict shown")
def test_two_facts_of_one_name_that_differ_are_both_shown(bench):
    other = "For a guest card 20 euros are due."
    facts = [fact(PINNED), fact(other, id="2", value="20 euros", name="old.md")]
    answer = bench(outcomes=[()], answers=(f"Quote: {PINNED}\nAnswer: {PINNED}",), facts=facts).ask()
    assert PINNED in answer.text
    assert other in answer.text
    assert {c.doc_id for c in cited(answer)} == {"rules.md", "old.md"}


@pytest.mark.row("facts", "stale is not used")
def test_a_stale_fact_is_not_used_and_the_answer_says_so(bench):
    run = bench(facts=[fact(PINNED, stale="changed")])
    answer = run.ask()
    assert all(PINNED not in m.content for call in run.answers.calls for m in call)
    assert answer.metadata.warnings == ("The pinned fact “Guest card fee” is not used: its sentence has changed or is gone.",)


@pytest.mark.row("facts", "stale is not used")
def test_facts_that_cannot_be_read_cost_a_warning_not_the_answer(bench):
    answer = bench(facts=[FactsUnread()]).ask()
    assert answer.status == "answered"
    assert any("could not be read" in w for w in answer.metadata.warnings)


def test_an_answer_that_rests_on_a_fact_is_never_served_again_without_it(bench):
    run = bench(outcomes=[(hit(),), RuntimeError("x")], facts=[fact(PINNED)])
    run.ask()
    assert run.stages.earlier.find(run.ask_object(), ASKED, "col:1") is None


def test_a_question_limited_to_a_kind_of_document_gets_no_fact_of_another(bench):
    run = bench(facts=[fact(PINNED)])
    question = run.ask_object().model_copy(update={"filters": RetrievalFilters(collections=("col",), source_types=("pdf",))})
    answer = run.router.answer(question, run.events.append, lambda: False)
    assert all(p.fact is None for p in answer.passages)


ACME, BOREAL = Subject("acme", ("Acme", "ACM")), Subject("boreal", ("Boreal North", "Boreal"))


def ask_without_collection(run, text):
    question = run.ask_object(text, depth="thorough").model_copy(update={"filters": RetrievalFilters()})
    return run.router.answer(question, run.events.append, lambda: False)


@pytest.mark.row("invariants", "I2 default subject")
@pytest.mark.parametrize(
    ("text", "collection"),
    [
        ("What is the fee at Acme?", "acme"),
        ("guest cards acm", "acme"),
        ("What is Boreal's fee?", "boreal"),
        ("What is the fee at boreal north?", "boreal"),
    ],
)
def test_a_question_that_names_a_collection_by_name_or_alias_is_answered_in_it(bench, text, collection):
    run = bench(subjects=(ACME, BOREAL), outcomes=[(hit(heading="One"), hit(number=1, heading="Two"))])
    answer = ask_without_collection(run, text)
    assert {collections for _, collections, *_ in run.search.asked} == {(collection,)}
    assert answer.status != "clarify"


@pytest.mark.row("invariants", "I2 default subject")
@pytest.mark.parametrize("text", [ASKED, "guest cards"])
def test_a_question_that_names_none_goes_to_the_default_and_is_not_met_with_a_question(bench, text):
    run = bench(
        subjects=(ACME, Subject("boreal", ("Boreal",), is_default=True)),
        outcomes=[(hit(heading="One"), hit(number=1, heading="Two"))],
    )
    answer = ask_without_collection(run, text)
    assert {collections for _, collections, *_ in run.search.asked} == {("boreal",)}
    assert answer.status != "clarify"


def test_without_a_default_several_collections_are_named_and_nothing_is_searched(bench):
    run = bench(subjects=(ACME, BOREAL))
    answer = ask_without_collection(run, ASKED)
    assert answer.error.code == "QUERY_INVALID"
    assert "Acme, Boreal North" in answer.text
    assert run.search.asked == []


@pytest.mark.row("invariants", "I2 default subject")
def test_the_name_of_the_collection_need_not_stand_in_its_documents(bench):
    """The name counts as known in each of its passages, and in none of another collection."""
    run = bench(subjects=(Subject("col", ("Acme",)),), min_answerability=0.9)
    run.ask("What is the fee for a guest card at Acme?")
    named = run.steps("grounding_check")[0].fields["confidence"]
    (found,) = (e.response for e in run.events if e.kind == "passages_found")
    assert [p.context for p in found.documents] == ["Acme › Fees › Guest cards"]
    run.ask("What is the fee for a guest card?")
    assert named == run.steps("grounding_check")[0].fields["confidence"]


@pytest.mark.row("scope", "said and offered")
@pytest.mark.parametrize("mode", ["documents_only", "open"])
@pytest.mark.parametrize("text", ["Hello", "Was können Sie?", "Danke!", "你是谁？"])
def test_what_is_said_to_the_program_is_answered_without_a_search_or_a_model(bench, text, mode):
    run = bench(mode=mode)
    answer = run.ask(text)
    assert (answer.status, answer.choices, answer.report) == ("clarify", (), None)
    assert run.search.asked == []
    assert run.answers.calls == []


@pytest.mark.row("scope", "said and offered")
def test_what_documents_cannot_know_is_said_and_searched_when_asked_again(bench):
    run = bench()
    answer = run.ask("What is the weather like today?")
    assert answer.status == "clarify"
    assert "searched all the same" in answer.text
    assert run.search.asked == []
    run.ask("What is the weather like today?", clarify=False)
    assert len(run.search.asked) == 1


def test_open_mode_hands_what_documents_cannot_know_to_the_model(bench):
    run = bench(mode="open", outcomes=[()], answers=("I cannot know that.",))
    assert run.ask("Tell me a joke").provenance == "model"
