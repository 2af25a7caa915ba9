"""The way of a question: budgets, tries and ceilings between the stages, and (A)'s three sample risks."""

import ctypes
import random
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.messages import retrieval
from app.pipeline.clock import awake_clock
from app.pipeline.resilience import backoff_s
from app.settings.schema import RetryPolicy, StageBudgets
from index import errors
from models.errors import RuntimeFailed

from .bench import GOOD, Say, Slow, hit

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.row("ways", "user to Router")
def test_evidence_is_shown_before_the_model_is_asked_and_within_its_budget(bench):
    run = bench(outcomes=[Slow(0.8, (hit(),))])
    answer = run.ask()
    kinds = run.kinds()
    assert kinds.index("passages_found") < kinds.index("tokens")
    assert 799 <= answer.metadata.evidence_ms < 3000


@pytest.mark.row("ways", "Router to Retriever")
def test_a_search_is_tried_three_times_at_most_each_with_its_budget_and_growing_pauses(bench):
    run = bench(outcomes=[errors.Retryable("busy")])
    answer = run.ask()
    assert answer.error.code == "RETRIEVAL_FAILED"
    first, second = (b - a for a, b in zip(run.search.at, run.search.at[1:], strict=False))
    assert 0.2 <= first < 0.4
    assert 0.4 <= second < 0.6


@pytest.mark.row("ways", "Router to Retriever")
def test_a_try_begins_only_while_the_evidence_budget_allows_it(bench):
    run = bench(outcomes=[Slow(9.0, started=False)])
    answer = run.ask()
    assert answer.error.code == "RETRIEVAL_FAILED"
    # Tries at 0 s, 1.2 s and 2.6 s or so: a further pause would end beyond 3 s.
    assert all(at - run.search.at[0] <= 3.0 for at in run.search.at)
    slow = bench(outcomes=[Slow(9.0, started=False)], budgets={"evidence_ms": 1100})
    slow.ask()
    assert len(slow.search.asked) == 1


@pytest.mark.row("ways", "Router to Retriever")
def test_no_try_begins_behind_an_abandoned_search(bench):
    run = bench(outcomes=[Slow(60.0)])
    answer = run.ask()
    assert answer.error.code == "RETRIEVAL_FAILED"
    assert answer.metadata.codes == ("RETRIEVAL_TIMEOUT", "RETRIEVAL_FAILED")
    assert len(run.search.asked) == 1
    assert run.clock() - 1000.0 < 1.2


@pytest.mark.row("ways", "Retriever to Generator")
def test_the_first_token_has_1500_ms_and_the_measured_reading_time(bench):
    budgets = StageBudgets()
    assert budgets.first_token_ms(0, 50.0) == 1500
    assert budgets.first_token_ms(1000, 50.0) == 1500 + 1000 / 50.0 * 1.5 * 1000
    run = bench()
    run.answers.prefill_tokens_per_second = 10.0
    run.answers.scripts = type(run.answers.scripts)([Say(GOOD, first_s=9.0)])
    assert run.ask().metadata.codes == ()


@pytest.mark.row("ways", "Retriever to Generator")
def test_after_the_first_token_five_seconds_without_one_are_a_stall(bench):
    assert bench(answers=(Say(GOOD, token_s=4.9),)).ask().metadata.codes == ()
    late = bench(answers=(Say(GOOD, token_s=5.2), GOOD))
    assert late.ask().metadata.codes == ("GENERATION_TIMEOUT",)
    assert len(late.answers.calls) == 2


@pytest.mark.row("ways", "Generator to Validator")
@pytest.mark.parametrize(("passed_ms", "unvalidated"), [(799, False), (801, True)])
def test_the_check_has_800_ms_and_no_second_try(bench, monkeypatch, passed_ms, unvalidated):
    run = bench()
    checks = []

    def clock():
        # Read once at the beginning of a check, then once before each sentence.
        checks.append(len(checks))
        return 1000.0 if len(checks) % 2 else 1000.0 + passed_ms / 1000

    monkeypatch.setattr(run.stages.validator, "_clock", clock)
    answer = run.ask()
    assert answer.report.unvalidated is unvalidated
    assert answer.status == "answered"


@pytest.mark.row("ways", "Router to user")
def test_the_same_wish_twice_is_answered_from_fresh_passages_never_from_a_kept_answer(bench):
    run = bench(answers=(GOOD,))
    run.ask()
    run.ask()
    assert len(run.answers.calls) == 2


@pytest.mark.row("ways", "retry formula")
@pytest.mark.parametrize("attempt", [0, 1, 2])
def test_a_pause_is_the_base_times_two_to_the_attempt_with_up_to_100_ms_of_jitter(attempt):
    random.seed(attempt)
    pauses = [1000 * backoff_s(RetryPolicy(retries=2, base_ms=200), attempt) for _ in range(500)]
    low = 200 * 2**attempt
    assert low <= min(pauses)
    assert max(pauses) <= low + 100
    assert max(pauses) - min(pauses) > 80


@pytest.mark.row("ways", "three generations")
def test_there_are_never_more_than_three_generations(bench):
    stuck = Say(GOOD, first_s=60.0)
    run = bench(answers=(stuck,), fallback=(stuck,))
    answer = run.ask()
    assert answer.status == "evidence_only"
    assert len(run.answers.calls) + len(run.fallback.calls) == 3


@pytest.mark.row("ways", "three generations")
def test_a_retry_and_a_regeneration_share_the_three(bench):
    wrong = "Quote: x\nAnswer: The fee for a guest card is 70 euros."
    run = bench(answers=(Say(GOOD, first_s=60.0), wrong, wrong, wrong), fallback=(wrong,), strict=True)
    run.ask()
    assert len(run.answers.calls) + len(run.fallback.calls) == 3


@pytest.mark.row("ways", "total ceiling")
def test_beyond_the_total_ceiling_the_evidence_stands_alone(bench):
    endless = Say("Quote: a\nAnswer: " + " ".join(f"Word{n}." for n in range(400)), token_s=1.0)
    run = bench(answers=(endless,), fallback=(GOOD,))
    answer = run.ask()
    assert answer.status == "evidence_only"
    assert "25 euros" in answer.text
    assert "withdrawn" in run.kinds()
    assert 120 <= run.clock() - 1000.0 < 122
    assert any("time for this question" in w for w in answer.metadata.warnings)
    assert run.fallback.calls == []
    assert run.steps("generating")[0].fields["budget_ms"] == 120_000


@pytest.mark.row("ways", "clock without sleep")
def test_budgets_are_read_from_a_clock_that_stands_still_while_the_machine_sleeps(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    assert awake_clock() is time.monotonic
    ticks = iter([10_000_000, 25_000_000])

    def unbiased(target):
        target._obj.value = next(ticks)

    kernel = SimpleNamespace(QueryUnbiasedInterruptTime=unbiased)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    clock = awake_clock()
    assert (clock(), clock()) == (1.0, 2.5)


@pytest.mark.row("ways", "clock without sleep")
def test_a_wall_clock_that_jumps_by_an_hour_between_two_looks_fails_no_question(bench, monkeypatch):
    jumps = iter([timedelta(0), timedelta(hours=1)])
    real = retrieval.utc_now

    def jumping():
        return real() + next(jumps, timedelta(hours=1))

    run = bench()
    monkeypatch.setattr(retrieval, "utc_now", jumping)
    assert run.ask().status == "answered"


@pytest.mark.row("ways", "clock without sleep")
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system cannot stop a process")
def test_a_process_that_stood_still_in_the_middle_of_an_answer_ends_it_and_answers_the_next():
    command = [sys.executable, "-m", "tests.contract.suspended"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "writing\n"
        child.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        child.send_signal(signal.SIGCONT)
        ends = child.stdout.read().split()
    assert child.returncode == 0
    assert len(ends) == 2
    assert set(ends) <= {"answered", "evidence_only"}


@pytest.mark.row("risks", "legitimately empty retrieval")
def test_an_empty_retrieval_is_no_failure(bench):
    run = bench(outcomes=[()])
    answer = run.ask()
    assert answer.status == "not_found"
    assert answer.error is None
    assert answer.metadata.codes == ()
    assert run.answers.calls == []


@pytest.mark.row("risks", "oversized answer")
def test_a_model_that_does_not_stop_is_cut_at_a_sentence_end_and_freed(bench):
    sentence = "Guest cards are issued at the front desk number {} on weekdays. "
    run = bench(answers=("Quote: x\nAnswer: " + "".join(sentence.format(n) for n in range(200)),))
    run.ask()
    assert len(run.streamed()) <= 1950


@pytest.mark.row("risks", "cascading timeouts")
def test_timeouts_of_every_stage_one_after_the_other_end_in_the_evidence_within_the_ceiling(bench):
    stuck = Say(GOOD, first_s=600.0)
    run = bench(outcomes=[Slow(3.0, started=False), (hit(),)], answers=(stuck,), fallback=(stuck,))
    answer = run.ask()
    assert answer.status == "evidence_only"
    assert set(answer.metadata.codes) == {"RETRIEVAL_TIMEOUT", "GENERATION_TIMEOUT"}
    assert run.clock() - 1000.0 < 120


def test_a_broken_fallback_after_a_broken_model_leaves_the_evidence(bench):
    run = bench(answers=(RuntimeFailed("gone"),), fallback=(RuntimeFailed("gone too"),))
    assert run.ask().status == "evidence_only"
