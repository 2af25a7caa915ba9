"""How long work on model files reports itself and is asked to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Step = Literal["waiting", "download", "join", "convert", "copy", "verify", "done"]


@dataclass(frozen=True)
class SetupProgress:
    """One report. ``done_bytes`` of ``total_bytes`` belong to this step alone; ``total_bytes`` 0 means that the end is unknown."""

    model_id: str
    step: Step
    done_bytes: int
    total_bytes: int


ProgressReport = Callable[[SetupProgress], None]
CancelFlag = Callable[[], bool]


def silent(progress: SetupProgress) -> None:
    """A report that nobody reads."""


def never() -> bool:
    """The cancel flag of work that nobody stops."""
    return False
