"""Thorough: planner, merge, grounding with one refined round, clarifying question, one sub-question at a time."""

import json

import pytest

from app.messages.base import new_correlation_id
from app.pipeline.language import LANGUAGES, detect_language
from app.pipeline.merging import merge
from app.pipeline.passages import to_passage
from app.pipeline.retriever import RetrievalResponse
from app.pipeline.structured import GROUNDING_GRAMMAR, INTENT_GRAMMAR, PLAN_GRAMMAR
from index import errors
from models.errors import RuntimeFailed

from .bench import ASKED, FEE, GOOD, Say, Slow, hit

TWO = "What is the fee for a guest card and where are guest cards issued?"
LONG = "How many days of leave does a new employee of the harbour office have left after two weeks of parental leave in May?"
COMPARE = "By how much is a member card dearer than a guest card?"
GUEST, MEMBER = "A guest card costs 25 euros a year.", "A member card costs 60 euros a year."
ID = new_correlation_id()


def script(**by_grammar):
    """A model that gives the data that is asked for, and answers with what the prompt's last passage says."""

    def say(messages, settings):
        text = messages[-1].content
        for grammar, name in ((INTENT_GRAMMAR, "intent"), (PLAN_GRAMMAR, "plan"), (GROUNDING_GRAMMAR, "grounding")):
            if settings.grammar == grammar:
                given = by_grammar.get(name, "no data")
                return given if isinstance(given, Exception) else Say(given if isinstance(given, str) else json.dumps(given))
        line = text.split("</excerpt>")[-2].strip().splitlines()[-1]
        return Say(by_grammar.get("answer") or f"Quote: {line}\nAnswer: {line}")

    return say


def response(*passages, **metadata):
    return RetrievalResponse(correlation_id=ID, status="success", documents=passages, metadata=metadata)


def passage(number, relevance, text="x"):
    return to_passage(hit(f"{text} {number}", number=number, relevance=relevance))


def fields(answer, step):
    return [e.fields for e in answer.trace if e.step == step and e.status == "done"]


@pytest.mark.row("thorough", "intent")
def test_a_clear_question_costs_no_call_for_its_intent(bench):
    run = bench(answers=(script(),))
    answer = run.ask(depth="thorough")
    assert len(run.answers.calls) == 1
    assert fields(answer, "query_planning")[0]["intent"] == "simple_qa"


@pytest.mark.row("thorough", "intent")
def test_an_unsure_intent_is_asked_for_under_a_grammar(bench):
    given = {"type": "multi_hop", "reason": "two steps", "requires_decomposition": True}
    plan = {"sub_queries": ["How many days of leave does a new employee have?", "How long is parental leave?"]}
    run = bench(answers=(script(intent=given, plan=plan),))
    answer = run.ask(LONG, depth="thorough")
    assert fields(answer, "query_planning")[0]["intent"] == "multi_hop"
    assert (run.answers.settings[0].max_tokens, run.answers.settings[0].temperature) == (300, 0.1)
    assert [q for q, *_ in run.search.asked] == [LONG, *plan["sub_queries"]]


@pytest.mark.row("thorough", "intent")
@pytest.mark.parametrize("failure", ["not json", "{}", RuntimeFailed("gone"), json.dumps({"type": "essay"})])
def test_a_failed_intent_is_simple_qa_and_the_trace_says_so(bench, failure):
    run = bench(answers=(script(intent=failure),))
    answer = run.ask(LONG, depth="thorough")
    assert fields(answer, "query_planning")[0]["intent"] == "simple_qa"
    assert [f["by"] for f in fields(answer, "intent_analysis") if "by" in f] == ["default"]
    assert len(run.search.asked) == 1


@pytest.mark.row("thorough", "plan")
def test_joined_questions_are_planned_by_rules_without_a_call(bench):
    run = bench(answers=(script(),))
    answer = run.ask(TWO, depth="thorough")
    planned = next(e for e in answer.trace if e.step == "query_planning" and e.status == "done")
    assert planned.texts["sub_queries"] == (TWO, "What is the fee for a guest card?", "where are guest cards issued?")
    assert not any(s.grammar == PLAN_GRAMMAR for s in run.answers.settings)


@pytest.mark.row("thorough", "plan")
@pytest.mark.parametrize("failure", ["no data", RuntimeFailed("gone"), json.dumps({"sub_queries": ["only one"]})])
def test_a_failed_plan_falls_back_to_the_sides_that_rules_see_and_else_to_the_question(bench, failure):
    run = bench(answers=(script(plan=failure),))
    run.ask(COMPARE, depth="thorough")
    assert [q for q, *_ in run.search.asked] == [COMPARE, "member card dearer", "dearer guest card"] or len(
        run.search.asked
    ) >= 1
    assert run.search.asked[0][0] == COMPARE


@pytest.mark.row("thorough", "plan")
def test_the_models_sub_questions_are_cleaned_and_repetitions_left_out(bench):
    plan = {"sub_queries": [COMPARE, "What does a\u200b guest   card cost?", "???", "What does a member card cost?"]}
    run = bench(answers=(script(plan=plan),))
    run.ask(COMPARE, depth="thorough")
    assert [q for q, *_ in run.search.asked] == [COMPARE, "What does a guest card cost?", "What does a member card cost?"]


@pytest.mark.row("thorough", "retrieval")
def test_each_sub_query_has_enough_candidates_and_a_failed_one_counts_as_empty(bench):
    broken = {"where are guest cards issued?": errors.Retryable("busy")}
    run = bench(answers=(script(),), by_query=broken)
    answer = run.ask(TWO, depth="thorough")
    assert answer.status == "answered"
    assert any("One part of the question" in w for w in answer.metadata.warnings)
    assert all(limit >= 15 for *_, limit in run.search.asked)


@pytest.mark.row("ways", "user to Router")
def test_thorough_shows_evidence_before_it_asks_the_model_for_a_plan(bench):
    run = bench(answers=(script(),), outcomes=[Slow(0.4, (hit(),))])
    answer = run.ask(COMPARE, depth="thorough")
    assert answer.metadata.evidence_ms == pytest.approx(400)
    way = [(e.kind, getattr(e, "step", "")) for e in run.events]
    assert way.index(("passages_found", "")) < way.index(("trace", "query_planning"))


@pytest.mark.row("thorough", "retrieval")
def test_when_the_whole_question_cannot_be_searched_the_search_has_failed(bench):
    run = bench(answers=(script(),), by_query={TWO: Slow(60.0)})
    assert run.ask(TWO, depth="thorough").error.code == "RETRIEVAL_FAILED"


@pytest.mark.row("thorough", "merge")
def test_merging_goes_in_turn_by_rank_folds_duplicates_and_keeps_one_of_each():
    whole = response(*(passage(n, 0.9 - n / 100) for n in range(10)))
    first = response(passage(3, 0.99), passage(20, 0.5))
    weak = response(passage(30, 0.01))
    merged = merge([whole, first, weak], 4)
    numbers = [p.chunk_id for p in merged.documents]
    assert numbers == ["c0", "c1", "c3", "c30"]
    wide = merge([whole, first, weak], 6)
    assert [p.chunk_id for p in wide.documents] == ["c0", "c1", "c2", "c3", "c20", "c30"]
    assert [p.relevance_score for p in merged.documents] == sorted((p.relevance_score for p in merged.documents), reverse=True)
    # Ranked by what it has to do with the whole question, not with the part that found it.
    assert merged.documents[2].relevance_score == pytest.approx(0.87)
    assert "c20" in [p.chunk_id for p in merged.closest] or len(merged.closest) == 4


@pytest.mark.row("thorough", "merge")
def test_at_most_four_times_the_kept_passages_are_ranked_anew():
    lists = [response(*(passage(10 * k + n, 0.9 - n / 20) for n in range(10))) for k in range(4)]
    late = response(*(passage(100 + n, 0.99 - n / 100) for n in range(10)))
    merged = merge([*lists, late], 2)
    assert len(merged.documents) == 2


@pytest.mark.row("thorough", "grounding")
def test_sufficient_passages_cost_no_call(bench):
    hits = tuple(hit(f"{FEE} {n}", number=n, relevance=0.8) for n in range(3))
    run = bench(outcomes=[hits], answers=(script(),), min_answerability=0.0)
    answer = run.ask(depth="thorough")
    assert fields(answer, "grounding_check")[0]["by"] == "fast_path"
    assert len(run.answers.calls) == 1


@pytest.mark.row("thorough", "grounding")
def test_insufficient_passages_get_one_refined_round_and_no_second(bench):
    judged = {"sufficient": False, "confidence": 0.2, "reason": "other words", "refined_query": "price of a visitor pass"}
    foreign = (hit("Berths are washed twice a week.", relevance=0.1),)
    run = bench(outcomes=[foreign], answers=(script(grounding=judged),), min_answerability=1.1)
    answer = run.ask(depth="thorough")
    assert [q for q, *_ in run.search.asked] == [ASKED, "price of a visitor pass"]
    assert [f["by"] for f in fields(answer, "grounding_check")] == ["model", "rules"]
    assert answer.status == "not_found"
    assert sum(s.grammar == GROUNDING_GRAMMAR for s in run.answers.settings) == 1
    excerpt = run.answers.prompt(0)
    assert len(excerpt) < 1500


@pytest.mark.row("thorough", "grounding")
@pytest.mark.parametrize("failure", ["no data", RuntimeFailed("gone"), Say(GOOD, first_s=600.0)])
def test_a_check_that_fails_leaves_the_rules_word_and_says_not_checked(bench, failure):
    run = bench(
        outcomes=[(hit("Berths are washed twice a week.", relevance=0.1),)],
        answers=(lambda messages, settings: failure if not isinstance(failure, str) else Say(failure),),
        min_answerability=1.1,
    )
    answer = run.ask(depth="thorough")
    assert fields(answer, "grounding_check")[0]["by"] == "not_checked"
    assert answer.status == "not_found"


@pytest.mark.row("thorough", "one sub-question at a time")
def test_each_sub_question_is_put_to_the_model_alone_and_the_program_calculates(bench):
    plan = {"sub_queries": ["What does a member card cost?", "What does a guest card cost?"]}
    by_query = {
        plan["sub_queries"][0]: (hit(MEMBER, number=1, relevance=0.8),),
        plan["sub_queries"][1]: (hit(GUEST, number=2, relevance=0.7),),
    }
    run = bench(outcomes=[(hit(MEMBER, number=1), hit(GUEST, number=2))], by_query=by_query, answers=(script(plan=plan),))
    answer = run.ask(COMPARE, depth="thorough")
    questions = [c[-1].content.split("Question: ")[-1].split("\n")[0] for c in run.answers.calls[1:]]
    # The whole question first, as Quick puts it: its answer named one side only.
    assert questions == [COMPARE, *plan["sub_queries"]]
    assert "60 euros" not in run.answers.prompt(3)
    assert (
        "60 euros a year − 25 euros a year = 35 euros a year" in answer.text or "60 euros − 25 euros = 35 euros" in answer.text
    )
    assert answer.report.verdict == "supported"
    cited = {c.chunk_id for s in answer.report.sentences for c in s.citations}
    assert cited == {"c1", "c2"}
    assert cited <= {p.chunk_id for p in answer.passages}


@pytest.mark.row("thorough", "one sub-question at a time")
def test_more_parts_than_generations_are_read_together_each_with_its_own_sentences(bench):
    plan = {"sub_queries": [f"What does a {kind} card cost?" for kind in ("member", "guest", "day", "boat")]}
    costs = {q: (hit(f"A {q.split()[3]} card costs {10 + n} euros.", number=n),) for n, q in enumerate(plan["sub_queries"])}
    run = bench(outcomes=[(hit("Cards are sold at the desk.", number=9),)], by_query=costs, answers=(script(plan=plan),))
    run.ask(COMPARE, depth="thorough")
    assert len(run.answers.calls) == 3
    last = run.answers.prompt()
    assert all(f"{10 + n} euros" in last for n in range(4))


@pytest.mark.row("thorough", "one sub-question at a time")
def test_sub_questions_share_the_three_generations(bench):
    run = bench(answers=(script(),), fallback=(GOOD,))
    run.ask(TWO, depth="thorough")
    assert len(run.answers.calls) + len(run.fallback.calls) <= 3


@pytest.mark.row("thorough", "clarifying question")
def test_a_bare_word_is_asked_back_with_the_documents_own_subjects(bench):
    hits = (
        hit("A", number=0, heading="Guest cards"),
        hit("B", number=1, heading="Parking"),
        hit("C", number=2, relevance=0.1, heading="Boats"),
    )
    run = bench(outcomes=[hits])
    answer = run.ask("fees", depth="thorough")
    assert answer.status == "clarify"
    assert answer.choices == ("Guest cards", "Parking")
    assert answer.text == "Which of these do you mean?\n• Guest cards\n• Parking"
    assert run.answers.calls == []


@pytest.mark.row("thorough", "clarifying question")
def test_the_question_back_can_be_skipped_and_needs_two_choices(bench):
    hits = (hit("A", number=0, heading="Guest cards"), hit("B", number=1, heading="Parking"))
    assert bench(outcomes=[hits]).ask("fees", depth="thorough", clarify=False).status != "clarify"
    assert bench(outcomes=[hits[:1]]).ask("fees", depth="thorough").status != "clarify"


@pytest.mark.row("thorough", "Quick offers it")
def test_quick_offers_thorough_where_rules_see_a_comparison_or_several_questions(bench):
    assert bench().ask(COMPARE).metadata.offer_thorough
    assert bench().ask(TWO).metadata.offer_thorough
    assert not bench().ask().metadata.offer_thorough
    assert not bench(answers=(script(),)).ask(TWO, depth="thorough").metadata.offer_thorough


@pytest.mark.row("thorough", "Quick is one call")
def test_quick_asks_the_model_once(bench):
    for question in (ASKED, COMPARE, TWO, LONG):
        run = bench()
        run.ask(question)
        assert len(run.answers.calls) == 1


def test_stopping_while_the_plan_is_made_ends_the_question(bench):
    run = bench(answers=(lambda messages, settings: Say("{", token_s=100.0),))
    answer = run.ask(COMPARE, depth="thorough", cancelled=lambda: bool(run.answers.calls))
    assert answer.status == "cancelled"


@pytest.mark.row("language", "found locally")
def test_the_answer_is_asked_for_in_the_questions_language(bench):
    run = bench()
    run.ask("Combien coûte la carte d'invité par an ?")
    assert "in French" in run.answers.prompt()
    assert len(LANGUAGES) == 12
    assert detect_language("Wie hoch ist die Gebühr?") == "de"
