"""The way of a question as lines of the terminal: each step with its time, its counts, and what it searched for."""

from __future__ import annotations

from app.messages.trace import TraceEvent

_FIRST = ("cache", "cache_reason", "code", "error")
"""What tells a warm way from a cold one, and a straight from a broken one, stands first."""


def trace_lines(event: TraceEvent) -> list[str]:
    """Empty for a step that only begins."""
    if event.status == "running":
        return []
    names = sorted(event.fields, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    fields = " ".join(f"{name}={_plain(event.fields[name])}" for name in names)
    lines = [f"{event.at_ms:9.0f} ms  {event.step:<16} {event.status:<8} {event.elapsed_ms:9.1f} ms  {fields}".rstrip()]
    for name, texts in event.texts.items():
        lines += [f"{'':>14}{name}: {text}" for text in texts]
    return lines


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
