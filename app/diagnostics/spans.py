"""The way of each question as OpenTelemetry spans in ``logs/spans.jsonl``: ids, counts and times, no text (contract, section 5).

The SDK's own span and exporter interface, and nothing else of it: no provider, no processor, no network exporter. One trace a question,
whose id is the question's correlation id; one span a step below a span of the whole.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.diagnostics.logging import PrivateRotatingFile
from app.messages.answer import Answer
from app.messages.trace import TraceEvent

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter

SPANS_NAME = "spans.jsonl"
MAX_BYTES = 2_000_000
BACKUPS = 4
_MS = 1_000_000
_NAMES = {
    "model": "gen_ai.request.model",
    "tokens": "gen_ai.usage.input_tokens",
    "completion_tokens": "gen_ai.usage.output_tokens",
    "error": "error.type",
}
"""OpenTelemetry's own names where it has one; the others are ``dossier.<field>``."""
_CODE = re.compile(r"[A-Za-z0-9_.:,\-]{0,200}")

_log = logging.getLogger(__name__)
Attribute = str | int | float | bool


class SpanFile:
    """Appends the spans of an answer to a rotating file that only its owner can read. Never fails an answer."""

    def __init__(self, logs: Path) -> None:
        self._path = logs / SPANS_NAME
        self._lock = threading.Lock()

    def write(self, answer: Answer) -> None:
        """Safe on every thread. A full disk, or an installation without the SDK, costs the spans and nothing else."""
        try:
            with self._lock:
                _exporter(self._path).export(spans_of(answer, time.time_ns()))
        except (OSError, ImportError) as error:
            _log.warning("spans_not_written", extra={"error": type(error).__name__})


def _exporter(path: Path) -> SpanExporter:
    """The SDK's exporter interface over a rotating file. Made here, so that the SDK is imported with the first answer, not before."""
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

    class FileExporter(SpanExporter):
        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            handler = PrivateRotatingFile(path, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8")
            try:
                for span in spans:
                    handler.handle(logging.makeLogRecord({"msg": span.to_json(indent=None)}))
            finally:
                handler.close()
            return SpanExportResult.SUCCESS

    return FileExporter()


def spans_of(answer: Answer, ended_ns: int) -> list[ReadableSpan]:
    """The span of the whole question, then one for each step that ended. ``ended_ns``: Unix time of the answer."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import SpanContext, Status, StatusCode, TraceFlags

    resource = Resource({"service.name": "dossier"})
    began = ended_ns - round(answer.metadata.latency_ms.get("total", 0.0) * _MS)

    def context() -> SpanContext:
        return SpanContext(answer.correlation_id.int, secrets.randbits(64) | 1, False, TraceFlags(TraceFlags.SAMPLED))

    root = context()
    whole: dict[str, Attribute] = {
        "dossier.status": answer.status,
        "dossier.provenance": answer.provenance,
        "dossier.degraded": answer.metadata.degraded,
        "dossier.warnings": len(answer.metadata.warnings),
        "dossier.passages": len(answer.passages),
    }
    if answer.metadata.codes:
        whole["dossier.codes"] = ",".join(answer.metadata.codes)
    made = [
        ReadableSpan(
            "dossier.question",
            root,
            None,
            resource,
            whole,
            start_time=began,
            end_time=ended_ns,
            status=Status(StatusCode.UNSET),
        )
    ]
    for event in answer.trace:
        if event.status in ("done", "failed", "skipped"):
            end = began + round(event.at_ms * _MS)
            failed = event.status == "failed"
            made.append(
                ReadableSpan(
                    f"dossier.{event.step}",
                    context(),
                    root,
                    resource,
                    attributes_of(event),
                    start_time=end - round(event.elapsed_ms * _MS),
                    end_time=end,
                    status=Status(StatusCode.ERROR if failed else StatusCode.UNSET),
                )
            )
    return made


def attributes_of(event: TraceEvent) -> dict[str, Attribute]:
    """Counts, times and codes of a step. A value that is no code is left out, whoever put it there; ``texts`` never come here."""
    attributes: dict[str, Attribute] = {"dossier.step_status": event.status}
    for name, value in event.fields.items():
        if value is None or (isinstance(value, str) and not _CODE.fullmatch(value)):
            continue
        attributes[_NAMES.get(name, f"dossier.{name}")] = value
    return attributes
