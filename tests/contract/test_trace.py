"""The trace: its events, what they may hold, that they stay with the answer, and the spans in the local file."""

import json
import stat
import sys

import pytest

from app.commands.trace_lines import trace_lines
from app.diagnostics import spans
from app.diagnostics.spans import SpanFile
from app.messages.answer import HistoryMessage
from app.messages.trace import TraceEvent
from index import errors

from .bench import GOOD, Say, Slow, hit

CANARY = "Xanthippe-Canary"
ANSWERED = [
    "intent_analysis", "retrieving", "reranking", "grounding_check", "prompt", "generating", "validating", "sources", "answer",
]  # fmt: skip


def way(answer, status="done"):
    return [e.step for e in answer.trace if e.status == status]


def fields(answer, step, status="done"):
    return next(e.fields for e in answer.trace if e.step == step and e.status == status)


@pytest.mark.row("trace", "events in their order")
def test_an_answer_carries_each_step_with_its_times(bench):
    answer = bench(answers=(Say(GOOD, first_s=1.2),)).ask()
    assert way(answer) == ANSWERED
    assert way(answer, "skipped") == ["query_planning"]
    assert [e.at_ms for e in answer.trace] == sorted(e.at_ms for e in answer.trace)
    generating = next(e for e in answer.trace if e.step == "generating" and e.status == "done")
    assert generating.elapsed_ms >= 1200
    assert answer.metadata.latency_ms["generating"] == generating.elapsed_ms


@pytest.mark.row("trace", "events in their order")
def test_each_step_begins_before_it_ends(bench):
    run = bench()
    run.ask()
    events = [(e.step, e.status) for e in run.events if e.kind == "trace"]
    for step in ANSWERED:
        assert events.index((step, "running")) < events.index((step, "done"))


@pytest.mark.row("trace", "kept with the answer")
def test_the_trace_heard_live_is_the_trace_that_stays_with_the_answer(bench):
    run = bench()
    answer = run.ask()
    assert list(answer.trace) == [e for e in run.events if e.kind == "trace"]
    assert type(answer).model_validate_json(answer.model_dump_json()).trace == answer.trace


@pytest.mark.row("trace", "fields")
def test_each_step_tells_what_the_contract_wants_of_it(bench):
    answer = bench(outcomes=[tuple(hit(number=n, relevance=0.9 - n / 10) for n in range(6))]).ask()
    expected = {"queries": 1, "total": 6, "found": 4, "cache": "miss", "cache_reason": "new", "index_version": "col:1"}
    assert fields(answer, "retrieving").items() >= expected.items()
    assert fields(answer, "reranking") == {"kept": 4, "of": 6}
    assert set(fields(answer, "grounding_check")) >= {"sufficient", "confidence", "reason"}
    assert set(fields(answer, "prompt")) >= {"passages", "tokens", "dropped", "history"}
    assert set(fields(answer, "sources")) == {"documents", "citations"}
    assert fields(answer, "answer")["status"] == "answered"


@pytest.mark.row("trace", "retries")
def test_each_further_try_is_an_event(bench):
    answer = bench(outcomes=[errors.Retryable("busy"), Slow(5.0, started=False), (hit(),)]).ask()
    failed = [(e.fields["code"], e.fields["attempt"]) for e in answer.trace if e.step == "retrieving" and e.status == "failed"]
    assert failed == [("RETRIEVAL_FAILED", 1), ("RETRIEVAL_TIMEOUT", 2)]


@pytest.mark.row("trace", "failed steps")
def test_a_failed_step_says_how_it_failed(bench):
    answer = bench(outcomes=[errors.Defect("broken")]).ask()
    assert fields(answer, "retrieving", "failed") == {"opening_ms": 0.0, "error": "Defect"}


@pytest.mark.row("trace", "no text in fields")
def test_no_text_of_a_person_or_a_document_is_in_the_fields_or_the_spans(bench, tmp_path):
    run = bench(outcomes=[(hit(f"{CANARY} says that the fee for a guest card is 25 euros a year.", name=f"{CANARY}.md"),)])
    answer = run.ask(f"What is the fee of {CANARY}?", history=(HistoryMessage(role="user", text=f"Who is {CANARY}?"),))
    assert CANARY not in json.dumps([e.fields for e in answer.trace])
    SpanFile(tmp_path).write(answer)
    assert CANARY not in (tmp_path / "spans.jsonl").read_text()


@pytest.mark.row("trace", "no text in fields")
def test_even_a_field_that_holds_a_sentence_does_not_get_into_a_span(bench):
    event = TraceEvent(correlation_id=bench().ask_object().correlation_id, step="retrieving", status="done", elapsed_ms=1.0,
                       fields={"query": f"What does {CANARY} cost?", "cache": "hit"}, texts={"queries": (CANARY,)})  # fmt: skip
    assert spans.attributes_of(event) == {"dossier.step_status": "done", "dossier.cache": "hit"}


@pytest.mark.row("trace", "spans")
def test_a_question_is_one_trace_of_its_correlation_id_with_a_span_a_step(bench, tmp_path):
    answer = bench(answers=(Say(GOOD, first_s=1.2),)).ask()
    SpanFile(tmp_path).write(answer)
    lines = [json.loads(line) for line in (tmp_path / "spans.jsonl").read_text().splitlines()]
    whole, *steps = lines
    assert whole["name"] == "dossier.question"
    assert {line["context"]["trace_id"] for line in lines} == {f"0x{answer.correlation_id.hex}"}
    assert {step["parent_id"] for step in steps} == {whole["context"]["span_id"]}
    assert [step["name"] for step in steps if step["attributes"]["dossier.step_status"] == "done"] == [
        f"dossier.{step}" for step in ANSWERED
    ]
    generating = next(step for step in steps if step["name"] == "dossier.generating")
    assert generating["attributes"]["gen_ai.request.model"] == "answers"
    assert generating["start_time"] < generating["end_time"]
    assert stat.S_IMODE((tmp_path / "spans.jsonl").stat().st_mode) == 0o600


@pytest.mark.row("trace", "spans")
def test_the_file_of_spans_rotates(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(spans, "MAX_BYTES", 20_000)
    answer, file = bench().ask(), SpanFile(tmp_path)
    for _ in range(20):
        file.write(answer)
    assert len(list(tmp_path.glob("spans.jsonl*"))) == 1 + spans.BACKUPS
    assert all(path.stat().st_size <= 20_000 for path in tmp_path.glob("spans.jsonl*"))


@pytest.mark.parametrize("fault", ["no folder", "no SDK"])
def test_spans_that_cannot_be_written_do_not_fail_an_answer(bench, tmp_path, monkeypatch, caplog, fault):
    if fault == "no SDK":
        monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace.export", None)
    SpanFile(tmp_path / "missing").write(bench().ask())
    assert "spans_not_written" in caplog.text


@pytest.mark.row("trace", "warm and cold differ")
def test_the_printed_way_of_a_warm_question_differs_from_that_of_a_cold_one(bench):
    run = bench(outcomes=[Slow(0.4, (hit(),))])
    cold, warm = (
        next(line for event in run.ask().trace for line in trace_lines(event) if " retrieving " in line) for _ in range(2)
    )
    assert "cache=miss cache_reason=new" in cold
    assert " 400.0 ms" in cold
    assert "cache=hit" in warm
    assert " 0.0 ms" in warm


@pytest.mark.row("trace", "warm and cold differ")
def test_a_changed_index_names_itself_as_the_reason(bench):
    run = bench()
    run.ask()
    run.search.index_version = "col:2"
    lines = [line for event in run.ask().trace for line in trace_lines(event)]
    assert any("cache=miss cache_reason=index_changed" in line for line in lines)
    assert any(line.strip().startswith("queries: What is the fee") for line in lines)
