"""Waiting for work that a person may stop with Ctrl-C."""

from __future__ import annotations

from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TypeVar

from app.engine.jobs import Job
from app.terminal import Terminal
from index.errors import IndexError_

_T = TypeVar("_T")


def result_or_stop(job: Job[_T], terminal: Terminal, note: str) -> _T:
    """The job's result. Raises what it raises; on KeyboardInterrupt the job is cancelled and awaited, and ``note`` says what is left of it."""
    try:
        return job.result()
    except KeyboardInterrupt:
        job.cancel()
        # What it waited for (room on the disk, a drive) is no news to somebody who stops it; nor is that it had not begun.
        with suppress(IndexError_, CancelledError):
            job.result()
        terminal.note(note)
        raise
