"""Breakers, token bucket, generator slot, idempotency, and the degradation in its order."""

import threading
from datetime import UTC, datetime

import pytest

from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from app.engine.question_queue import AT_ONCE, QuestionQueue
from app.messages.answer import Answer
from app.messages.base import new_correlation_id
from app.pipeline.resilience import BreakerOpen, CircuitBreaker, TokenBucket
from app.pipeline.slot import GeneratorSlot
from app.settings.schema import BreakersSettings, TokenBucketSettings
from index import errors
from models.errors import Cancelled, RuntimeFailed
from models.runtimes.fake import FakeRuntime

from .bench import GOOD, FakeClock, Say, Slow, hit


def open_after(breaker, failures):
    for _ in range(failures):
        breaker.enter()
        breaker.failure()


def refuses(breaker):
    try:
        breaker.enter()
    except BreakerOpen:
        return True
    breaker.release()
    return False


@pytest.mark.row("resilience", "Retriever breaker")
def test_ten_failed_searches_in_a_row_are_followed_by_sixty_seconds_of_rest(bench):
    run = bench(outcomes=[errors.Defect("broken")])
    for _ in range(10):
        assert run.ask().error.code == "RETRIEVAL_FAILED"
    assert len(run.search.asked) == 10
    answer = run.ask()
    assert len(run.search.asked) == 10
    assert answer.error.code == "RETRIEVAL_FAILED"
    assert answer.error.details.retry_after_ms == 60_000
    assert "60 seconds" in answer.text
    run.clock.sleep(59)
    run.ask()
    assert len(run.search.asked) == 10


@pytest.mark.row("resilience", "half-open")
def test_after_the_rest_one_search_decides(bench):
    run = bench(outcomes=[*[errors.Defect("broken")] * 11, (hit(),)])
    for _ in range(10):
        run.ask()
    run.clock.sleep(61)
    assert run.ask().status == "error"
    assert run.ask().status == "error"
    assert len(run.search.asked) == 11
    run.clock.sleep(61)
    assert run.ask().status == "answered"
    assert run.ask().status == "answered"


@pytest.mark.row("resilience", "half-open")
def test_half_open_lets_one_call_through_and_no_second_beside_it():
    clock = FakeClock()
    breaker = CircuitBreaker(BreakersSettings().retriever, clock)
    open_after(breaker, 10)
    clock.sleep(61)
    breaker.enter()
    assert refuses(breaker)
    breaker.release()
    assert not refuses(breaker)


def test_a_success_in_between_starts_the_row_anew():
    breaker = CircuitBreaker(BreakersSettings().retriever, FakeClock())
    open_after(breaker, 9)
    breaker.enter()
    breaker.success()
    open_after(breaker, 9)
    assert not refuses(breaker)


@pytest.mark.row("resilience", "Generator breaker")
def test_five_failures_within_thirty_seconds_are_followed_by_two_minutes_with_the_fallback(bench):
    run = bench(answers=(RuntimeFailed("gone"),), fallback=(GOOD,))
    for _ in range(5):
        assert run.ask().metadata.model == "fallback"
    assert len(run.answers.calls) == 5
    answer = run.ask()
    assert len(run.answers.calls) == 5
    assert answer.status == "answered"
    assert any("left alone" in w for w in answer.metadata.warnings)
    run.clock.sleep(121)
    run.ask()
    assert len(run.answers.calls) == 6


@pytest.mark.row("resilience", "Generator breaker")
def test_failures_further_apart_than_thirty_seconds_do_not_add_up():
    clock = FakeClock()
    breaker = CircuitBreaker(BreakersSettings().generator, clock)
    for _ in range(20):
        open_after(breaker, 1)
        clock.sleep(8)
    assert not refuses(breaker)
    open_after(breaker, 2)
    assert refuses(breaker)


@pytest.mark.parametrize("error", [errors.IndexBusy("busy"), errors.IndexDamaged("damaged")])
def test_what_a_person_must_repair_or_await_does_not_open_a_breaker(bench, error):
    run = bench(outcomes=[error])
    codes = {run.ask().error.code for _ in range(12)}
    assert codes <= {"INDEX_BUSY", "INDEX_DAMAGED"}


@pytest.mark.row("resilience", "token bucket")
def test_a_hundred_requests_pass_a_second_and_no_more():
    clock = FakeClock()
    bucket = TokenBucket(TokenBucketSettings(), clock)
    assert sum(bucket.take() == 0 for _ in range(150)) == 100
    clock.sleep(1.0)
    assert sum(bucket.take() == 0 for _ in range(150)) == 100
    clock.sleep(3600)
    assert sum(bucket.take() == 0 for _ in range(150)) == 100


@pytest.mark.row("resilience", "generator slot")
def test_questions_have_the_model_one_after_the_other_in_their_order():
    slot, order, heard = GeneratorSlot(), [], {}
    first_in, first_out = threading.Event(), threading.Event()

    def first():
        with slot.held(lambda: False, lambda ahead: None):
            first_in.set()
            first_out.wait(5)
            order.append(0)

    def later(number):
        with slot.held(lambda: False, heard.setdefault(number, []).append):
            order.append(number)

    threads = [threading.Thread(target=first)]
    threads[0].start()
    assert first_in.wait(5)
    for number in (1, 2, 3):
        threads.append(threading.Thread(target=later, args=(number,)))
        threads[-1].start()
        while len(slot._queue) < number + 1:
            pass
    while any(not heard.get(n) for n in (1, 2, 3)):
        pass
    first_out.set()
    for thread in threads:
        thread.join(5)
    assert order == [0, 1, 2, 3]
    assert [heard[n][0] for n in (1, 2, 3)] == [1, 2, 3]
    assert all(heard[n][-1] == 0 for n in (1, 2, 3))


@pytest.mark.row("resilience", "generator slot")
def test_a_waiting_question_can_be_stopped_and_its_time_in_the_queue_is_not_its_own(bench):
    run = bench(answers=(Say(GOOD, token_s=0.1),))
    stop = threading.Event()
    with run.stages.slot.held(lambda: False, lambda ahead: None):
        asking = threading.Thread(target=lambda: answers.append(run.ask(cancelled=stop.is_set)))
        answers = []
        asking.start()
        while "queued" not in run.kinds():
            pass
        stop.set()
        asking.join(5)
    assert answers[0].status == "cancelled"
    assert [e.ahead for e in run.events if e.kind == "queued"] == [1]
    assert "passages_found" in run.kinds()
    assert run.answers.calls == []


class Waiting:
    """A router whose questions take as long as the test wants."""

    def __init__(self):
        self.go = threading.Event()
        self.asked = []
        self.refusal = None

    def admit(self, question):
        return self.refusal

    def answer(self, question, listen, cancelled):
        self.asked.append(question)
        while not self.go.wait(0.01) and not cancelled():
            pass
        return Answer(correlation_id=question.correlation_id, status="cancelled" if cancelled() else "answered", text="x")


@pytest.fixture
def queue():
    router, answered = Waiting(), []
    made = QuestionQueue(router, answered.append, lambda: None)
    yield made, router, answered
    router.go.set()
    assert made.finish(5)


@pytest.mark.row("resilience", "generator slot")
def test_more_questions_than_fit_wait_visibly_and_one_of_them_can_be_taken_back_at_once(bench, queue):
    made, router, _ = queue
    run, heard = bench(), {}
    jobs = [made.ask(run.ask_object(), heard.setdefault(n, []).append) for n in range(AT_ONCE + 2)]
    assert [e.ahead for e in heard[AT_ONCE]] == [AT_ONCE] * 2
    assert [e.ahead for e in heard[AT_ONCE + 1]] == [AT_ONCE + 1]
    jobs[AT_ONCE].cancel()
    assert jobs[AT_ONCE].result(0).status == "cancelled"
    assert heard[AT_ONCE + 1][-1].ahead == AT_ONCE
    router.go.set()
    assert [job.result(5).status for job in jobs] == ["answered"] * AT_ONCE + ["cancelled", "answered"]
    assert len(router.asked) == AT_ONCE + 1
    assert made.unfinished() == 0


@pytest.mark.row("resilience", "idempotency")
def test_one_correlation_id_from_many_threads_is_one_answer(bench, queue):
    made, router, answered = queue
    asked, jobs = bench().ask_object(), []
    threads = [threading.Thread(target=lambda: jobs.append(made.ask(asked, lambda e: None))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    router.go.set()
    assert len({id(job.result(5)) for job in jobs}) == 1
    assert made.ask(asked, lambda e: None).result(0) is jobs[0].result(0)
    assert (len(router.asked), len(answered)) == (1, 1)


@pytest.mark.row("resilience", "idempotency")
def test_a_refused_question_may_come_again_under_its_id(bench, queue):
    made, router, _ = queue
    asked = bench().ask_object()
    router.refusal = Answer(correlation_id=new_correlation_id(), status="error", text="busy")
    assert made.ask(asked, lambda e: None).result(0).text == "busy"
    router.refusal = None
    router.go.set()
    assert made.ask(asked, lambda e: None).result(5).status == "answered"


@pytest.mark.row("degradation", "1 Retriever fails")
@pytest.mark.parametrize("mode", ["documents_only", "open"])
def test_a_failed_retriever_is_answered_as_the_mode_says(bench, mode):
    answer = bench(outcomes=[errors.Defect("broken")], answers=("Perhaps 30 euros.",), mode=mode).ask()
    assert answer.status == {"documents_only": "error", "open": "answered"}[mode]
    assert answer.provenance == {"documents_only": "documents", "open": "model"}[mode]


@pytest.mark.row("degradation", "2 Validator times out")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("answers", [(GOOD,), None])
def test_an_embedder_that_dies_after_the_search_costs_neither_the_answer_nor_the_evidence(bench, answers, strict):
    run = bench(answers=answers, strict=strict)

    def died(texts, **asking):
        raise RuntimeFailed("the embedding process ended")

    run.search.embed = run.search.embed_tokens = died
    answer = run.ask()
    assert answer.status == ("answered" if answers else "evidence_only")
    assert "25 euros" in answer.text
    if answers and answer.report.unvalidated:
        assert "VALIDATION_TIMEOUT" in answer.metadata.codes


@pytest.mark.row("degradation", "3 Generator fails")
def test_a_failed_generator_goes_to_the_fallback_then_to_the_evidence(bench):
    assert bench(answers=(RuntimeFailed("x"),), fallback=(GOOD,)).ask().metadata.model == "fallback"
    assert bench(answers=None, fallback=None).ask().status == "evidence_only"


@pytest.mark.row("degradation", "4 earlier answer")
@pytest.mark.parametrize("mode", ["documents_only", "open"])
def test_when_all_fails_an_earlier_answer_comes_with_its_date_while_the_documents_are_unchanged(bench, mode):
    run = bench(outcomes=[(hit(),), errors.Defect("broken")], answers=(GOOD, RuntimeFailed("gone")), mode=mode,
                retrieval={"cache_seconds": 0})  # fmt: skip
    first = run.ask()
    second = run.ask()
    assert second.text == first.text
    assert second.correlation_id != first.correlation_id
    assert second.report.correlation_id == second.correlation_id
    assert (datetime.now(UTC) - second.metadata.earlier_from).total_seconds() < 60
    assert any("earlier answer of" in w for w in second.metadata.warnings)
    assert second.metadata.degraded


@pytest.mark.row("degradation", "4 earlier answer")
@pytest.mark.parametrize("changed", ["col:2", errors.IndexDamaged("unreadable")])
def test_no_earlier_answer_comes_when_the_documents_changed_or_nobody_can_tell(bench, changed):
    run = bench(outcomes=[(hit(),), errors.Defect("broken")], retrieval={"cache_seconds": 0})
    run.ask()
    run.search.index_version = changed
    assert run.ask().status == "error"


@pytest.mark.row("degradation", "4 earlier answer")
def test_an_earlier_answer_is_for_the_same_question_and_filters_only(bench):
    run = bench(outcomes=[(hit(),), errors.Defect("broken")], retrieval={"cache_seconds": 0})
    run.ask()
    assert run.ask("What is the fee for a member card?").status == "error"


@pytest.mark.row("degradation", "nothing silent")
@pytest.mark.parametrize(
    "faults",
    [
        {"outcomes": [errors.Defect("x")], "mode": "open"},
        {"answers": (RuntimeFailed("x"),), "fallback": (GOOD,)},
        {"answers": (Say(GOOD, first_s=60.0), GOOD)},
        {"answers": None},
        {"answers": ("Quote: x\nAnswer: It is 70 euros.",), "strict": True},
    ],
)
def test_each_step_down_is_a_warning_on_the_answer_a_code_and_an_event(bench, faults):
    run = bench(**faults)
    answer = run.ask()
    assert answer.metadata.warnings
    assert answer.metadata.codes
    assert answer.metadata.degraded
    assert run.steps("answer")[0].fields["degraded"] is True


def test_stopping_while_a_search_runs_ends_at_once(bench):
    run = bench(outcomes=[Slow(60.0)])
    answer = run.ask(cancelled=lambda: bool(run.search.asked))
    assert answer.status == "cancelled"
    assert run.clock() - 1000.0 <= 0.1


def test_stopping_while_the_model_is_loaded_does_not_wait_for_it():
    loading = threading.Event()

    class Slow(FakeRuntime):
        def warm_up(self):
            loading.wait(5)
            super().warm_up()

    thread = ModelThread(lambda role: Slow(), OwnerThread("m9"))
    with pytest.raises(Cancelled):
        thread.get("answers", lambda: True)
    loading.set()
    assert thread.get("answers").model_id == "fake"
    assert thread.close(5)
