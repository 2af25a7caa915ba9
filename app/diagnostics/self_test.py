"""Steps that prove that an installation works: each does real work and looks at its result, and the report names what is missing.

The steps are made by ``app.commands.self_test``, which knows the parts of the program; here is what carries them out, and the
proofs that they have in common.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.settings.errors import ConfigurationError
from index.errors import IndexError_
from models.errors import ModelError

REINSTALL = "Install Dossier again; a part of it is missing or damaged."
_UNIT_TOLERANCE = 1e-3
"""How far the length of an embedding may be from 1: float32 sums of 384 squares are off by less than 1e-5."""


class StepFailed(Exception):
    """A step's result is not what it has to be. ``message`` says what is missing, ``next_step`` what to do."""

    def __init__(self, message: str, next_step: str = REINSTALL) -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step


@dataclass(frozen=True)
class Step:
    """``run`` gives a few words about what it found, or raises. ``needs`` are names of steps without which it cannot begin."""

    name: str
    run: Callable[[], str]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepResult:
    """One line of the report. ``message`` is what was found, or what is wrong; ``next_step`` is empty when ``ok``."""

    name: str
    ok: bool
    elapsed_ms: float
    message: str
    next_step: str = ""


def run_steps(steps: Sequence[Step], report: Callable[[StepResult], None]) -> list[StepResult]:
    """Carry out all steps in their order, also after a failure; ``report`` gets each result as it comes. Raises nothing of a step's."""
    results: dict[str, StepResult] = {}
    for step in steps:
        missing = [name for name in step.needs if name not in results or not results[name].ok]
        if missing:
            result = StepResult(step.name, False, 0.0, f"Not tried, because “{missing[0]}” failed.", "Repair that one first.")
        else:
            result = _run(step)
        results[step.name] = result
        report(result)
    return list(results.values())


def _run(step: Step) -> StepResult:
    began = time.perf_counter()
    message, next_step, ok = "", "", False
    try:
        message, ok = step.run(), True
    except StepFailed as error:
        message, next_step = error.message, error.next_step
    except (IndexError_, ModelError, ConfigurationError) as error:
        message, next_step = error.message, error.next_step
    except ImportError as error:
        message, next_step = f"{error.name or 'A module'} cannot be loaded: {_first_line(error)}", REINSTALL
    except Exception as error:  # noqa: BLE001 - the boundary: whatever else a part of the program raises is a fault of this installation
        message, next_step = f"{type(error).__name__}: {_first_line(error)}", REINSTALL
    return StepResult(step.name, ok, (time.perf_counter() - began) * 1000, message, next_step)


def _first_line(error: BaseException) -> str:
    """Nothing of a person is in it: the self-test works on texts of its own."""
    return (str(error).strip().splitlines() or ["no reason given"])[0]


# --- proofs ------------------------------------------------------------------------------------------------------------------


def require(condition: bool, message: str, next_step: str = REINSTALL) -> None:
    """Raises StepFailed with ``message`` unless ``condition`` holds."""
    if not condition:
        raise StepFailed(message, next_step)


def plain(text: str) -> str:
    """Lower case, white space as single blanks: how texts are compared here."""
    return re.sub(r"\s+", " ", text).strip().casefold()


def require_text(found: str, wanted: str, what: str) -> None:
    """``wanted`` stands in ``found``, line breaks and case aside. Raises StepFailed, which shows what stands there instead."""
    if plain(wanted) not in plain(found):
        shown = plain(found)[:120] or "nothing"
        raise StepFailed(f"{what} gave the wrong text: “{shown}” instead of “{wanted}”.")


def require_nearer(
    query: npt.NDArray[np.float32], near: npt.NDArray[np.float32], far: npt.NDArray[np.float32]
) -> tuple[float, float]:
    """Cosines of ``query`` with both texts' vectors (shape (d,)), the first one higher. Raises StepFailed also for vectors that have
    not the length 1."""
    vectors = np.stack([query, near, far])
    lengths = np.linalg.norm(vectors, axis=1)
    if not np.isfinite(vectors).all() or np.abs(lengths - 1).max() > _UNIT_TOLERANCE:
        raise StepFailed(f"The embedding model gives vectors of the wrong length ({lengths.max():.3f} instead of 1).")
    close, away = float(query @ near), float(query @ far)
    if close <= away:
        raise StepFailed(f"The embedding model takes the unrelated text for the closer one ({close:.3f} and {away:.3f}).")
    return close, away
