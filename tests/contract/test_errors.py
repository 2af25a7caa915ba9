"""The error table: every code is provoked, and a person gets what the table says."""

import pytest

from app.pipeline.validator import Validator
from index import errors
from models.errors import GenerationStalled, ModelTooLarge, RuntimeFailed

from .bench import FEE, GOOD, WRONG, Say, Slow, hit

CAPACITY = 100


@pytest.mark.row("errors", "QUERY_INVALID")
@pytest.mark.parametrize(("text", "says"), [("", "empty"), ("x" * 501, "501 characters"), ("fee\x00", "control characters")])
def test_an_invalid_question_is_told_what_to_change_and_goes_nowhere(bench, text, says):
    run = bench()
    answer = run.ask(text)
    assert answer.error.code == "QUERY_INVALID"
    assert answer.error.details.retryable is False
    assert says in answer.text
    assert run.search.asked == []


@pytest.mark.row("errors", "RETRIEVAL_TIMEOUT")
def test_a_try_over_its_budget_is_repeated_and_nothing_of_it_is_visible(bench):
    run = bench(outcomes=[Slow(5.0, started=False), (hit(),)])
    answer = run.ask()
    assert answer.status == "answered"
    assert answer.metadata.warnings == ()
    assert answer.metadata.codes == ("RETRIEVAL_TIMEOUT",)
    failed = run.steps("retrieving", "failed")
    assert [e.fields["code"] for e in failed] == ["RETRIEVAL_TIMEOUT"]
    assert len(run.search.asked) == 2


@pytest.mark.row("errors", "RETRIEVAL_FAILED")
def test_when_all_tries_fail_documents_only_says_so_and_offers_another_try(bench):
    run = bench(outcomes=[errors.Retryable("busy")])
    answer = run.ask()
    assert answer.error.code == "RETRIEVAL_FAILED"
    assert answer.error.details.retryable is True
    assert "could not be searched" in answer.text
    assert "Try again" in answer.text
    assert len(run.search.asked) == 3
    assert run.answers.calls == []


@pytest.mark.row("errors", "RETRIEVAL_FAILED")
def test_when_all_tries_fail_open_mode_answers_under_the_banner(bench):
    run = bench(outcomes=[errors.Defect("broken")], answers=("A guest card often costs about 30 euros.",), mode="open")
    answer = run.ask()
    assert answer.status == "answered"
    assert answer.text == "Not from your documents\n\nA guest card often costs about 30 euros."
    assert answer.provenance == "model"
    assert answer.report is None
    assert answer.metadata.codes == ("RETRIEVAL_FAILED",)
    assert any("could not be searched" in w for w in answer.metadata.warnings)


@pytest.mark.row("errors", "GENERATION_TIMEOUT")
@pytest.mark.parametrize("slow", [Say(GOOD, first_s=60.0), Say(GOOD, stall_after=8)])
def test_a_model_without_a_token_in_time_is_asked_once_more_while_the_person_sees_that_it_works(bench, slow):
    run = bench(answers=(slow, GOOD))
    answer = run.ask()
    assert answer.status == "answered"
    assert answer.metadata.codes == ("GENERATION_TIMEOUT",)
    working = [e for e in run.events if e.kind == "still_working"]
    assert [e.attempt for e in working] == [2]
    assert len(run.answers.calls) == 2


@pytest.mark.row("errors", "GENERATION_TIMEOUT")
def test_the_second_try_can_be_cancelled(bench):
    run = bench(answers=(Say(GOOD, first_s=60.0),))
    answer = run.ask(cancelled=lambda: "still_working" in run.kinds())
    assert answer.status == "cancelled"
    assert len(run.answers.calls) == 1


@pytest.mark.row("errors", "GENERATION_FAILED")
@pytest.mark.parametrize("error", [RuntimeFailed("gone"), ModelTooLarge("out of memory")])
def test_a_failed_model_is_replaced_by_the_fallback_at_once(bench, error):
    run = bench(answers=(error,), fallback=(GOOD,))
    answer = run.ask()
    assert answer.status == "answered"
    assert answer.metadata.model == "fallback"
    assert answer.metadata.codes == ("GENERATION_FAILED",)
    assert len(run.answers.calls) == 1


@pytest.mark.row("errors", "GENERATION_FAILED")
def test_without_a_fallback_the_evidence_stands_alone_under_a_plain_sentence(bench):
    run = bench(answers=(RuntimeFailed("gone"),), fallback=None)
    answer = run.ask()
    assert answer.status == "evidence_only"
    assert answer.text.startswith("No answer could be written. These are the passages found:")
    assert "25 euros a year" in answer.text
    assert len(answer.metadata.warnings) == 2


@pytest.mark.row("errors", "VALIDATION_TIMEOUT")
@pytest.mark.row("degradation", "2 Validator times out")
def test_a_check_over_its_budget_leaves_the_answer_marked_unvalidated(bench, monkeypatch):
    run = bench()
    embed = run.search.embed

    def slow(texts, **asking):
        run.clock.sleep(0.9)
        return embed(texts)

    check = Validator.check

    def late(self, *given):
        # 900 ms pass after the check has begun and before its first sentence.
        begun = run.clock()
        ticks = iter([begun])
        monkeypatch.setattr(self, "_clock", lambda: next(ticks, begun + 0.9))
        return check(self, *given)

    monkeypatch.setattr(run.search, "embed", slow)
    monkeypatch.setattr(Validator, "check", late)
    answer = run.ask()
    assert answer.status == "answered"
    assert answer.report.verdict == "unvalidated"
    assert answer.report.unvalidated
    assert answer.metadata.codes == ("VALIDATION_TIMEOUT",)
    assert any("unchecked" in w for w in answer.metadata.warnings)


@pytest.mark.row("errors", "VALIDATION_REJECTED")
def test_strict_mode_writes_once_more_and_shows_what_then_stands(bench):
    run = bench(answers=(WRONG, GOOD), strict=True)
    answer = run.ask()
    assert answer.text == "The fee for a guest card is 25 euros a year."
    assert answer.report.verdict == "supported"
    assert answer.metadata.codes == ("VALIDATION_REJECTED",)
    assert answer.metadata.reasons == ()
    first, second = run.answers.settings
    assert (first.temperature, first.seed) != (second.temperature, second.seed)


@pytest.mark.row("errors", "VALIDATION_REJECTED")
def test_strict_mode_that_says_no_twice_quotes_the_passages_and_gives_the_reasons(bench):
    run = bench(answers=(WRONG,), fallback=(GOOD,), strict=True)
    answer = run.ask()
    assert answer.status == "evidence_only"
    assert answer.text.startswith("No answer could be confirmed.")
    assert "70" not in answer.text
    for sentence in answer.report.sentences:
        assert sentence.text in FEE
        assert sentence.citations
    assert any("70" in reason for reason in answer.metadata.reasons)
    assert len(run.answers.calls) == 2
    assert run.fallback.calls == []
    assert run.streamed() == ""


@pytest.mark.row("errors", "RESPONSE_TOO_LONG")
def test_an_answer_over_2000_characters_is_cut_at_a_sentence_end(bench):
    sentence = "At desk {} the fee for a guest card is 25 euros a year, and it is paid there in cash or by card."
    long = "\n".join(sentence.format(n) for n in range(60))
    quotes = "\n".join(f"Quote: {line}" for line in long.split("\n")[:40])
    run = bench(outcomes=[(hit(long),)], answers=(f"{quotes}\nAnswer: The fee is 99 euros.",), generation={"max_tokens": 2000},
                context=16000)  # fmt: skip
    answer = run.ask()
    assert answer.metadata.codes == ("RESPONSE_TOO_LONG",)
    assert len(answer.text) <= 2000
    assert answer.text.endswith("by card.")
    assert all(s.span.end <= len(answer.text) for s in answer.report.sentences)


@pytest.mark.row("errors", "SYSTEM_OVERLOAD")
def test_an_empty_token_bucket_says_busy_with_the_wait(bench):
    run = bench()
    questions = [run.ask_object() for _ in range(CAPACITY + 1)]
    admitted = [run.router.admit(q) for q in questions]
    assert admitted[:CAPACITY] == [None] * CAPACITY
    refused = admitted[-1]
    assert refused.error.code == "SYSTEM_OVERLOAD"
    assert refused.error.details.retryable is True
    assert refused.error.details.retry_after_ms == 10
    assert "busy" in refused.text
    assert "1 second" in refused.text
    run.clock.sleep(0.01)
    assert run.router.admit(questions[0]) is None


@pytest.mark.row("errors", "CONSENT_REQUIRED")
def test_without_consent_nothing_is_read_searched_or_loaded(bench):
    run = bench(consent=False)
    answer = run.ask("\x00" * 600)
    assert answer.error.code == "CONSENT_REQUIRED"
    assert "notice" in answer.text
    assert run.search.asked == []
    assert run.answers.calls == []


@pytest.mark.row("errors", "INDEX_BUSY")
def test_a_busy_index_says_how_long_to_wait(bench):
    answer = bench(outcomes=[errors.IndexBusy("The index is being rebuilt.")]).ask()
    assert answer.error.code == "INDEX_BUSY"
    assert answer.error.details.retryable is True
    assert answer.error.details.retry_after_ms == 5000


@pytest.mark.row("errors", "INDEX_DAMAGED")
@pytest.mark.parametrize("where", ["search", "version"])
def test_a_damaged_index_offers_repair_and_says_that_the_originals_are_untouched(bench, where):
    run = bench(outcomes=[errors.IndexDamaged("The index cannot be read.")])
    if where == "version":
        run.search.index_version = errors.IndexDamaged("The index cannot be read.")
    answer = run.ask()
    assert answer.error.code == "INDEX_DAMAGED"
    assert answer.error.details.retryable is False
    assert "Import its folders again" in answer.text
    assert "untouched" in answer.text


def test_a_stalled_fallback_ends_in_the_evidence(bench):
    run = bench(answers=(GenerationStalled("still"),), fallback=(Say(GOOD, first_s=60.0),))
    answer = run.ask()
    assert answer.status == "evidence_only"
    assert answer.metadata.codes == ("GENERATION_TIMEOUT",)
