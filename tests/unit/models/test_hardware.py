from __future__ import annotations

import signal
import sys
import time

import pytest

from models import hardware
from models.hardware import Memory, judge_fit, run_probe, thread_budget
from models.installed import GgufFacts

GB = 1_000_000_000


def test_the_machine_has_memory_and_cores() -> None:
    now = hardware.memory()

    assert 0 < now.available <= now.total
    assert hardware.physical_cores() >= 1


@pytest.mark.parametrize(("cores", "generation"), [(1, 1), (2, 2), (3, 3), (4, 3), (8, 7), (32, 8)])
def test_from_four_cores_on_one_is_left_to_the_window(cores: int, generation: int) -> None:
    budget = thread_budget(cores)

    assert budget.generation == generation
    assert 1 <= budget.import_embedding <= cores


@pytest.mark.parametrize(
    ("total", "available", "verdict"),
    [(16 * GB, 12 * GB, "fits"), (8 * GB, 2 * GB, "tight"), (2 * GB, 2 * GB, "too large")],
)
def test_a_model_fits_is_tight_or_is_too_large(total: int, available: int, verdict: str) -> None:
    fit = judge_fit(1_117_320_768, 4096, GgufFacts(architecture="qwen2", kv_bytes_per_token=28_672), Memory(total, available))

    assert fit.verdict == verdict
    assert "GB" in fit.reason


def test_a_longer_context_needs_more_memory() -> None:
    facts = GgufFacts(architecture="qwen2", kv_bytes_per_token=28_672)
    now = Memory(16 * GB, 12 * GB)

    longer, shorter = judge_fit(GB, 32_768, facts, now), judge_fit(GB, 4096, facts, now)

    assert longer.need_bytes - shorter.need_bytes == (32_768 - 4096) * 28_672


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_illegal_instruction_in_the_child_becomes_a_sentence() -> None:
    probe = run_probe(signal.raise_signal, signal.SIGILL)

    assert not probe.ok
    assert "newer processor" in probe.sentence


def test_other_ends_of_the_child_are_told_apart() -> None:
    assert run_probe(int).ok
    assert "exit code 3" in run_probe(sys.exit, 3).sentence
    assert "within" in run_probe(time.sleep, 60, seconds=0.5).sentence
