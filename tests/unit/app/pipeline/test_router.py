"""The Router over fakes: what a person gets in each case of the contract's error table that Quick mode can meet."""

import threading
from concurrent.futures import Future

import pytest

from app.messages.answer import Answer
from index import errors
from models.errors import ModelMissing, RuntimeFailed
from models.runtimes.fake import FakeRuntime, Script

from .pipeline_bench import GOOD, FakeSearch, hit


def test_a_good_answer_streams_is_checked_and_cites_its_passage(bench):
    run = bench(answers=FakeRuntime(scripts=[GOOD]))

    answer = run.ask()

    assert answer.status == "answered"
    assert "25 euros" in answer.text
    assert answer.report is not None
    assert answer.report.verdict == "supported"
    citation = answer.report.sentences[0].citations[0]
    assert citation.source.endswith("fees.md")
    assert "25 euros" in citation.quote
    assert "".join(e.text for e in run.events if e.kind == "tokens").strip() == answer.text


def test_evidence_is_shown_before_the_model_says_anything(bench):
    run = bench(answers=FakeRuntime(scripts=[GOOD]))
    run.ask()
    kinds = run.kinds()
    assert kinds.index("passages_found") < kinds.index("tokens")


def test_nothing_of_the_quote_line_is_streamed(bench):
    run = bench(answers=FakeRuntime(scripts=["Quote: Guest cards are issued at the front desk.\nAnswer: It is 25 euros."]))
    run.ask()
    assert "front desk" not in "".join(e.text for e in run.events if e.kind == "tokens")


def test_without_consent_nothing_is_searched_and_no_model_is_loaded(bench):
    runtime = FakeRuntime(scripts=[GOOD])
    run = bench(answers=runtime, consent=False)

    answer = run.ask()

    assert answer.error is not None
    assert answer.error.code == "CONSENT_REQUIRED"
    assert run.search.asked == []
    assert not runtime.loaded


@pytest.mark.parametrize("text", ["", "x" * 501, "fee\x00"])
def test_an_invalid_question_says_what_to_change(bench, text):
    answer = bench().ask(text)
    assert answer.error is not None
    assert answer.error.code == "QUERY_INVALID"
    assert answer.error.details.retryable is False
    assert answer.text == answer.error.message


def test_nothing_found_is_said_without_asking_the_model_and_shows_the_closest_matches(bench):
    runtime = FakeRuntime(scripts=[GOOD])
    run = bench(answers=runtime, search=FakeSearch([(hit(relevance=0.01),)]), min_answerability=0.4)

    answer = run.ask("Who was the first emperor of Rome?")

    assert answer.status == "not_found"
    assert runtime.calls == []
    assert [p.source for p in answer.closest] == [hit().source_path]
    assert answer.passages == ()
    assert answer.report is None


def test_a_search_that_may_pass_is_tried_again(bench):
    search = FakeSearch([errors.Retryable("busy"), (hit(),)])
    answer = bench(search=search, answers=FakeRuntime(scripts=[GOOD])).ask()
    assert answer.status == "answered"
    assert len(search.asked) == 2


def test_no_search_is_started_behind_one_that_hangs(bench):
    search = FakeSearch(["hang"])
    answer = bench(search=search).ask()
    assert answer.error is not None
    assert answer.error.code == "RETRIEVAL_FAILED"
    assert answer.error.details.retryable is True
    assert len(search.asked) == 1


def test_a_search_that_could_not_start_is_tried_again_within_the_evidence_budget(bench):
    search = FakeSearch(["queued", (hit(),)])
    answer = bench(search=search, answers=FakeRuntime(scripts=[GOOD])).ask()
    assert answer.status == "answered"
    assert search.hung[0].cancelled()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.IndexBusy("The index is being rebuilt."), "INDEX_BUSY"),
        (errors.IndexDamaged("The index cannot be read."), "INDEX_DAMAGED"),
        (errors.Defect("broken"), "RETRIEVAL_FAILED"),
    ],
)
def test_each_failure_of_the_index_has_its_own_code_and_no_model_call(bench, error, code):
    runtime = FakeRuntime(scripts=[GOOD])
    answer = bench(search=FakeSearch([error]), answers=runtime).ask()
    assert answer.error is not None
    assert answer.error.code == code
    assert runtime.calls == []


def test_a_stalled_model_gets_one_more_try(bench):
    runtime = FakeRuntime(scripts=[Script(GOOD, first_token_delay=30), GOOD])
    answer = bench(answers=runtime).ask()
    assert answer.status == "answered"
    assert len(runtime.calls) == 2


def test_a_broken_model_is_replaced_by_the_fallback_and_the_answer_says_so(bench):
    broken = FakeRuntime(scripts=[Script(error=RuntimeFailed("out of memory"))], model_id="big")
    small = FakeRuntime(scripts=[GOOD], model_id="small")
    run = bench(answers=broken, fallback=small)

    answer = run.ask()

    assert answer.status == "answered"
    assert answer.metadata.model == "small"
    assert answer.metadata.degraded
    assert any("out of memory" in w for w in answer.metadata.warnings)
    assert broken.closed == 1


def test_text_of_a_failed_try_is_withdrawn(bench):
    failing = Script("Quote: a\nAnswer: Wrong words here", error=RuntimeFailed("gone"), error_after=5)
    run = bench(answers=FakeRuntime(scripts=[failing]), fallback=FakeRuntime(scripts=[GOOD]))
    answer = run.ask()
    assert "withdrawn" in run.kinds()
    assert "Wrong" not in answer.text


def test_without_any_model_the_evidence_is_quoted_word_for_word(bench):
    run = bench(answers=FakeRuntime(load_error=ModelMissing("none")), fallback=None)

    answer = run.ask()

    assert answer.status == "evidence_only"
    assert "The fee for a guest card is 25 euros a year." in answer.text
    assert answer.report is not None
    for sentence in answer.report.sentences:
        assert answer.text[sentence.span.start : sentence.span.end] == sentence.text
        assert sentence.citations
    assert len(answer.metadata.warnings) == 2


def test_stopping_keeps_what_was_written_and_ends_soon(bench):
    script = Script("Quote: a\nAnswer: " + " ".join(f"Card number {n} costs 25 euros." for n in range(60)), token_delay=0.02)
    run = bench(answers=FakeRuntime(scripts=[script]))

    answer = run.ask(cancelled=lambda: "Card number 1 costs" in "".join(e.text for e in run.events if e.kind == "tokens"))

    assert answer.status == "cancelled"
    assert "Card number 0 costs 25 euros." in answer.text
    assert "Card number 59 costs" not in answer.text


def test_the_same_sentence_again_and_again_is_cut(bench):
    loop = "Quote: a\nAnswer: " + "The fee for a guest card is 25 euros a year. " * 30
    answer = bench(answers=FakeRuntime(scripts=[loop])).ask()
    assert answer.text == "The fee for a guest card is 25 euros a year."


def test_a_figure_that_stands_in_no_passage_is_not_shown_at_all(bench):
    invented = "Quote: The fee for a guest card is 70 euros.\nAnswer: The fee for a guest card is 70 euros."
    answer = bench(answers=FakeRuntime(scripts=[invented])).ask()
    assert answer.status == "not_found"
    assert "70" not in answer.text


def test_a_misread_line_gives_way_to_the_line_itself(bench):
    misread = "Quote: The fee for a guest card is 25 euros a year.\nAnswer: The fee for a guest card is 52 euros a year."
    answer = bench(answers=FakeRuntime(scripts=[misread])).ask()
    assert answer.status == "answered"
    assert answer.text == "The fee for a guest card is 25 euros a year."
    assert answer.report is not None
    assert answer.report.verdict == "supported"


def test_a_line_quoted_for_a_figure_of_the_models_own_is_marked_as_perhaps_a_part(bench):
    calculated = "Quote: Cards may be kept for 30 days.\nAnswer: With two extensions somebody can borrow the reading device for 90 days in all."
    run = bench(search=FakeSearch([(hit("Cards may be kept for 30 days."),)]), answers=FakeRuntime(scripts=[calculated]))
    answer = run.ask("For how many days may cards be kept?")
    assert answer.text == "Cards may be kept for 30 days."
    assert answer.report is not None
    assert answer.report.verdict == "partly_supported"
    assert any("Quoted because" in f.message for f in answer.report.sentences[0].findings)


def test_the_asked_difference_is_added_to_an_answer_that_has_both_figures(bench):
    both = "A guest card costs 25 euros a year. A member card costs 60 euros a year."
    said = f"Quote: A guest card costs 25 euros a year.\nQuote: A member card costs 60 euros a year.\nAnswer: {both}"
    run = bench(search=FakeSearch([(hit(both),)], alike=True), answers=FakeRuntime(scripts=[said]))
    answer = run.ask("By how many euros is a member card dearer than a guest card?")
    assert answer.text == f"{both}\n60 euros − 25 euros = 35 euros"
    assert answer.report is not None
    assert answer.report.verdict == "supported"


def test_a_quotation_that_is_not_in_the_documents_is_no_answer(bench):
    made_up = "Quote: Guest cards are free for children.\nAnswer: Guest cards cost 99 euros."
    answer = bench(answers=FakeRuntime(scripts=[made_up])).ask()
    assert answer.status == "not_found"


def test_a_lead_in_is_no_quotation(bench):
    run = bench(
        search=FakeSearch([(hit("Fees for a guest card:\nThe fee is set by the board."),)]),
        answers=FakeRuntime(scripts=["Quote: Fees for a guest card:\nAnswer: The fee for a guest card is 80 euros."]),
    )
    assert run.ask().status == "not_found"


def test_half_an_answer_to_a_comparison_is_completed_from_the_passages(bench):
    both = "A guest card costs 25 euros a year. A member card costs 60 euros a year."
    half = "Quote: A guest card costs 25 euros a year.\nAnswer: A guest card costs 25 euros a year."
    run = bench(search=FakeSearch([(hit(both),)], alike=True), answers=FakeRuntime(scripts=[half]))
    answer = run.ask("By how much is a member card dearer than a guest card?")
    assert "25 euros" in answer.text
    assert "60 euros" in answer.text
    assert "60 euros − 25 euros = 35 euros" in answer.text
    assert answer.report is not None
    assert answer.report.verdict == "supported"


def test_a_comparison_asks_for_several_quotations(bench):
    runtime = FakeRuntime(scripts=[GOOD, GOOD])
    run = bench(answers=runtime)
    run.ask("What is the fee for a guest card?")
    run.ask("What is the difference between the fee for a guest card and for a member card?")
    one, several = (s.grammar.splitlines()[0] for s in runtime.settings)
    assert one.count('q "') == 1
    assert several.count('q "') == 3


def test_thorough_searches_the_question_and_its_parts(bench):
    run = bench(answers=FakeRuntime(scripts=[GOOD]))
    run.ask("What is the fee for a guest card and where is it issued?", depth="thorough")
    assert [asked[0] for asked in run.search.asked] == [
        "What is the fee for a guest card and where is it issued?",
        "What is the fee for a guest card?",
        "where is it issued? (fee guest card)",
    ]


def test_every_answer_survives_json(bench):
    answer = bench(answers=FakeRuntime(scripts=[GOOD])).ask()
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


def test_the_trace_holds_steps_and_counts_but_no_text(bench):
    run = bench(answers=FakeRuntime(scripts=[GOOD]))
    run.ask()
    events = [e for e in run.events if e.kind == "trace"]
    done = [e.step for e in events if e.status == "done"]
    assert done == [
        "intent_analysis",
        "retrieving",
        "reranking",
        "grounding_check",
        "prompt",
        "generating",
        "validating",
        "sources",
        "answer",
    ]
    texts = " ".join(str(v) for e in events for v in e.fields.values())
    assert "guest" not in texts


def test_a_question_right_after_the_start_waits_for_the_index_to_open(bench):
    """Loading is no part of a search's budget: a slow start is not a search that failed."""
    search = FakeSearch()
    opening = Future()
    search.preload = lambda: opening
    threading.Timer(0.6, opening.set_result, [None]).start()
    answer = bench(search=search, answers=FakeRuntime(scripts=[GOOD])).ask()
    assert answer.status == "answered"


def test_stopping_works_while_the_index_still_opens(bench):
    search = FakeSearch()
    search.preload = Future
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    assert bench(search=search).ask(cancelled=stop.is_set).status == "cancelled"


def test_a_missing_embedding_model_says_how_to_get_it(bench):
    search = FakeSearch()
    opening = Future()
    opening.set_exception(ModelMissing("The embedding model is not set up on this machine."))
    search.preload = lambda: opening
    answer = bench(search=search).ask()
    assert answer.error is not None
    assert "dossier models setup" in answer.text


def test_an_answer_that_contradicts_the_line_it_rests_on_gives_way_to_the_line(bench):
    text = "A detail may be extended to 240 days by an agreement. After a promotion to a higher level a detail must end at 120 days."
    misread = (
        "Quote: After a promotion to a higher level a detail must end at 120 days.\n"
        "Answer: Yes, a detail may be extended to 240 days after a promotion to a higher level."
    )
    run = bench(search=FakeSearch([(hit(text),)], alike=True), answers=FakeRuntime(scripts=[misread]))
    answer = run.ask("After a promotion to a higher level, may a detail be extended to 240 days?")
    assert answer.text == "After a promotion to a higher level a detail must end at 120 days."


def test_an_answer_to_one_of_two_questions_is_marked_with_the_other_one(bench):
    text = "The guest card costs 25 euros a year. The guest card is issued at the front desk of the north building."
    half = "Quote: The guest card costs 25 euros a year.\nAnswer: The guest card costs 25 euros a year."
    run = bench(search=FakeSearch([(hit(text),)], alike=True), answers=FakeRuntime(scripts=[half]))
    answer = run.ask("What does the guest card cost a year, and at which desk of the north building is it issued?")
    assert answer.report is not None
    assert answer.report.verdict == "partly_supported"
    assert any("at which desk" in f.message for f in answer.report.sentences[0].findings)


def test_of_three_quoted_lines_the_two_with_figures_are_compared(bench):
    text = "The guest desk is open all day. A guest card costs 25 euros. A member card costs 60 euros."
    lines = (
        "Quote: The guest desk is open all day.\nQuote: A guest card costs 25 euros.\nQuote: A member card costs 60 euros.\n"
    )
    wrong = lines + "Answer: A guest card is dearer by 40 euros."
    run = bench(search=FakeSearch([(hit(text),)], alike=True), answers=FakeRuntime(scripts=[wrong]))
    answer = run.ask("By how many euros is a member card dearer than a guest card?")
    assert answer.text.endswith("60 euros − 25 euros = 35 euros")


def test_an_answer_that_does_not_rest_on_its_own_quotation_is_marked(bench):
    text = "The vendor shall replace test cards within 30 days of notice. Extensions are asked for by writing to the program office."
    said = (
        "Quote: Extensions are asked for by writing to the program office.\n"
        "Answer: The vendor shall replace test cards within 30 days of notice."
    )
    run = bench(search=FakeSearch([(hit(text),)], alike=True), answers=FakeRuntime(scripts=[said]))
    answer = run.ask("Within how many days of notice shall the vendor replace test cards?")
    assert answer.report is not None
    assert answer.report.verdict == "partly_supported"


def test_words_without_the_amount_that_was_asked_for_are_no_answer(bench):
    text = "Staff on a trip inside the country get a daily allowance. The amount is set by the ministry."
    said = "Quote: The amount is set by the ministry.\nAnswer: Staff on a trip inside the country get a daily allowance. The amount is set by the ministry."
    run = bench(search=FakeSearch([(hit(text),)], alike=True), answers=FakeRuntime(scripts=[said]))
    assert run.ask("How much euros does the daily allowance pay for a trip inside the country?").status == "not_found"
