"""A Failure in the person's language."""

from __future__ import annotations

from app.viewmodels.reasons import next_step_text, reason_text_of
from app.workers.failures import Failure


def what_happened(failure: Failure) -> str:
    """Without what to do. Errors with a code of their own are said anew, the others are in the person's language already."""
    return reason_text_of(failure.code, failure.message) if failure.code else failure.message


def failure_text(failure: Failure) -> str:
    """What happened and what to do in one line."""
    todo = next_step_text(failure.code, failure.next_step) if failure.code else failure.next_step
    return " ".join(part for part in (what_happened(failure), todo) if part)
