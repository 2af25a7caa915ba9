"""The self-test carries on after a failure, names what is missing, and believes no result that it has not looked at."""

from __future__ import annotations

import numpy as np
import pytest

from app.diagnostics.self_test import Step, StepFailed, StepResult, require_nearer, require_text, run_steps
from index.errors import ParserCrashed
from models.errors import ModelMissing


def failing(error: Exception) -> Step:
    def run() -> str:
        raise error

    return Step("failing", run)


def results_of(*steps: Step) -> list[StepResult]:
    return run_steps(steps, lambda _: None)


def test_a_step_that_passes_says_what_it_found_and_how_long_it_took() -> None:
    (result,) = results_of(Step("read", lambda: "52 characters"))
    assert result.ok
    assert result.message == "52 characters"
    assert result.next_step == ""
    assert result.elapsed_ms >= 0


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StepFailed("The program has no test file for PDF."), "no test file for PDF"),
        (ModelMissing("smollm2-135m is not installed."), "smollm2-135m is not installed"),
        (ParserCrashed("The reader ended unexpectedly."), "ended unexpectedly"),
        (ModuleNotFoundError("No module named 'rapidocr'", name="rapidocr"), "rapidocr cannot be loaded"),
        (FileNotFoundError(2, "No such file", "model.npz.xz"), "model.npz.xz"),
        (ValueError(), "ValueError: no reason given"),
    ],
)
def test_a_step_that_fails_says_what_is_missing_and_what_to_do(error: Exception, said: str) -> None:
    (result,) = results_of(failing(error))
    assert not result.ok
    assert said in result.message
    assert result.next_step


def test_the_rest_is_tried_after_a_failure_except_what_needs_it() -> None:
    tried: list[str] = []
    found = results_of(
        failing(StepFailed("No.")),
        Step("needs it", lambda: tried.append("needs it") or "", needs=("failing",)),
        Step("needs that", lambda: tried.append("needs that") or "", needs=("needs it",)),
        Step("alone", lambda: tried.append("alone") or ""),
    )
    assert tried == ["alone"]
    assert [r.ok for r in found] == [False, False, False, True]
    assert "“failing” failed" in found[1].message


def test_each_result_is_reported_as_it_comes() -> None:
    order: list[str] = []

    def noted(name: str) -> Step:
        return Step(name, lambda: order.append(f"run {name}") or "")

    run_steps([noted("a"), noted("b")], lambda result: order.append(f"report {result.name}"))
    assert order == ["run a", "report a", "run b", "report b"]


def test_an_interruption_by_the_person_ends_it() -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        results_of(Step("long", interrupted))


def test_text_is_compared_without_line_breaks_and_case_but_with_every_character() -> None:
    require_text("The HARBOUR\n ledger", "the harbour ledger", "The reader")
    with pytest.raises(StepFailed, match="berth 4101"):
        require_text("The harbour ledger names berth 4107.", "berth 4101", "The reader")
    with pytest.raises(StepFailed, match="nothing"):
        require_text("  ", "berth", "The reader")


def unit(*values: float) -> np.ndarray:
    vector = np.array(values, dtype=np.float32)
    return vector / np.linalg.norm(vector)


def test_the_related_text_must_be_the_nearer_one() -> None:
    query, near, far = unit(1, 0.1, 0), unit(1, 0, 0), unit(0, 1, 0)
    close, away = require_nearer(query, near, far)
    assert close > away
    with pytest.raises(StepFailed, match="unrelated text"):
        require_nearer(query, far, near)


@pytest.mark.parametrize("broken", [np.zeros(3, np.float32), np.full(3, np.nan, np.float32), np.full(3, 2, np.float32)])
def test_vectors_of_another_length_than_one_are_refused(broken: np.ndarray) -> None:
    with pytest.raises(StepFailed, match="wrong length"):
        require_nearer(unit(1, 0, 0), broken, unit(0, 1, 0))
