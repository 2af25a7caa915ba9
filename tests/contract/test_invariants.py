"""Invariants of the contract's section 4 that the whole pipeline has to keep: I1, I4, I6, I8, I10."""

import re

import pytest

from app.messages.retrieval import RetrievalFilters
from index import errors
from models.errors import RuntimeFailed

from .bench import ASKED, GOOD, Say, hit

GUEST = "The fee for a guest card is 25 euros a year."
MEMBER = "The fee for a member card is 60 euros a year."
SIBLINGS = (
    hit(GUEST, number=0, heading="Guest cards", relevance=0.9),
    hit(MEMBER, number=1, heading="Member cards", relevance=0.85),
)


def supported(answer):
    """Texts of the sentences that are shown as supported."""
    return [s.text for s in answer.report.sentences if s.verdict == "supported"] if answer.report else []


@pytest.mark.row("invariants", "I1 no contamination")
@pytest.mark.parametrize("depth", ["quick", "thorough"])
def test_only_the_collections_of_the_question_are_searched(bench, depth):
    run = bench(outcomes=[SIBLINGS])
    run.ask("What is the fee for a guest card and when is it due?", depth=depth)
    assert {collections for _, collections, *_ in run.search.asked} == {("col",)}


@pytest.mark.row("invariants", "I1 no contamination")
@pytest.mark.parametrize(("asked", "foreign"), [("guest", "60 euros"), ("member", "25 euros")])
def test_the_figure_of_a_sibling_subject_is_never_shown_as_supported(bench, asked, foreign):
    mixed = f"Quote: x\nAnswer: The fee for a {asked} card is {foreign} a year."
    answer = bench(outcomes=[SIBLINGS], answers=(mixed,)).ask(f"What is the fee for a {asked} card?")
    assert not any(foreign in text for text in supported(answer) if f"{asked} card" in text)


@pytest.mark.row("invariants", "I4 answers stream")
def test_the_answer_arrives_in_many_pieces_before_it_is_complete(bench):
    run = bench()
    answer = run.ask()
    pieces = [e.text for e in run.events if e.kind == "tokens"]
    assert len(pieces) > 5
    assert "".join(pieces).strip() == answer.text


@pytest.mark.row("invariants", "I4 answers stream")
def test_strict_mode_alone_withholds_what_is_not_checked_yet(bench):
    run = bench(strict=True)
    assert run.ask().status == "answered"
    assert "tokens" not in run.kinds()


@pytest.mark.row("invariants", "I6 empty retrieval")
@pytest.mark.parametrize("mode", ["documents_only", "open"])
def test_a_model_that_is_asked_without_passages_is_told_so(bench, mode):
    run = bench(outcomes=[()], answers=("I do not know.",), mode=mode)
    run.ask()
    assert all("NO_CONTEXT_FOUND: " in c[-1].content for c in run.answers.calls)
    assert len(run.answers.calls) == (mode == "open")


@pytest.mark.row("invariants", "I8 figures stand in their passage")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    "claim",
    [
        "The fee for a guest card is 26 euros a year.",
        "The fee for a guest card is 250 euros a year.",
        "The fee for a guest card is 25 dollars a year.",
        "The fee for a guest card is 25 euros a month.",
        "The fee for a guest card was set on 3 May 2021 at 25 euros a year.",
        "Mr Albrecht says that the fee for a guest card is 25 euros a year.",
        "The fee for a guest card is 25 euros a year, 7 euros more than last year.",
        "The fee for two guest cards is 55 euros a year.",
    ],
)
def test_what_no_cited_passage_states_is_not_shown_as_supported(bench, claim, strict):
    run = bench(outcomes=[(hit(GUEST),)], answers=(f"Quote: x\nAnswer: {claim}",), strict=strict)
    assert claim not in supported(run.ask())


@pytest.mark.row("invariants", "I8 figures stand in their passage")
def test_each_number_of_a_supported_sentence_stands_in_what_it_cites(bench):
    run = bench(outcomes=[SIBLINGS], answers=(f"Quote: {MEMBER}\nAnswer: {GUEST} {MEMBER}",))
    answer = run.ask("What is the fee for a member card?")
    assert supported(answer)
    for sentence in answer.report.sentences:
        if sentence.verdict == "supported":
            cited = " ".join(c.quote for c in sentence.citations)
            assert set(re.findall(r"\d+", sentence.text)) <= set(re.findall(r"\d+", cited))


@pytest.mark.row("invariants", "I10 provenance")
def test_a_citation_leads_to_the_passage_its_place_and_the_very_characters(bench):
    found = hit(number=3, name="prices.md")
    answer = bench(outcomes=[(found,)]).ask()
    citation = answer.report.sentences[0].citations[0]
    assert (citation.doc_id, citation.chunk_id, citation.source) == (found.file_id, found.chunk_id, found.source_path)
    assert citation.place == found.place
    assert found.content[citation.start : citation.end] == citation.quote
    assert answer.provenance == "documents"
    assert all(p.provenance == "documents" for p in answer.passages)


@pytest.mark.row("invariants", "I10 provenance")
@pytest.mark.parametrize("outcomes", [[()], [errors.Defect("broken")]])
def test_words_of_the_model_alone_are_called_that_and_cite_nothing(bench, outcomes):
    answer = bench(outcomes=outcomes, answers=("It is 30 euros.",), mode="open").ask()
    assert answer.provenance == "model"
    assert answer.text.startswith("Not from your documents")
    assert (answer.report, answer.passages, answer.metadata.sources_used) == (None, (), ())


@pytest.mark.row("invariants", "I10 provenance")
@pytest.mark.parametrize(
    "faults",
    [{}, {"answers": (RuntimeFailed("x"),)}, {"answers": (Say(GOOD, first_s=60.0), GOOD)}, {"strict": True}],
)
def test_whatever_fails_on_the_way_each_citation_belongs_to_a_passage_on_screen(bench, faults):
    answer = bench(outcomes=[SIBLINGS], **faults).ask(ASKED)
    shown = {p.chunk_id for p in answer.passages}
    cited = {c.chunk_id for s in answer.report.sentences for c in s.citations}
    assert cited
    assert cited <= shown


def test_a_question_without_a_collection_searches_none(bench):
    run = bench()
    question = run.ask_object().model_copy(update={"filters": RetrievalFilters()})
    run.router.answer(question, run.events.append, lambda: False)
    assert {collections for _, collections, *_ in run.search.asked} == {()}
