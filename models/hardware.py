"""What this machine can carry: memory, cores, processor features, and whether a model fits."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psutil

from models.installed import GgufFacts

_RESERVE_BYTES = 500_000_000
"""What is left for the rest of the program: index, embedder, window (measured: embedder 500 MB while it answers questions)."""
_WEIGHTS_FACTOR = 1.5
"""Peak memory beyond the attention cache over the file's size: llama.cpp repacks 4-bit weights into a second layout. Measured
with a 4096-token context, generic x86 build, whole process: 1.5B 1.117 GB file, peak 1.93 GB; 0.5B 0.49 GB, 0.67 GB; 135M
0.098 GB, 0.27 GB. The estimates are 1.94, 0.94 and 0.39 GB."""
_WORK_BYTES = 150_000_000
_MACHINE_SHARE = 0.8
"""Share of all memory that a model may take while other programs have to make room."""


@dataclass(frozen=True)
class Memory:
    """Bytes. ``available`` is what programs can get without the system swapping."""

    total: int
    available: int


def memory() -> Memory:
    """The machine's memory now."""
    info = psutil.virtual_memory()
    return Memory(total=int(info.total), available=int(info.available))


def physical_cores() -> int:
    """Cores that this process may use, hyper-threads not counted; at least 1."""
    physical = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else physical
    return max(1, min(physical, allowed))


@dataclass(frozen=True)
class ThreadBudget:
    """Threads for the answering model, for embedding an import, and for embedding a question."""

    generation: int
    import_embedding: int
    query_embedding: int


def thread_budget(cores: int | None = None) -> ThreadBudget:
    """From four cores on one stays free for the window; more than eight threads gain nothing, because memory is the limit.
    An import takes half of the cores, so that a question asked meanwhile is still answered."""
    cores = cores if cores is not None else physical_cores()
    generation = cores if cores < 4 else min(cores - 1, 8)
    return ThreadBudget(generation=generation, import_embedding=max(1, cores // 2), query_embedding=1)


def cpu_features() -> frozenset[str]:
    """Of avx, avx2, avx512f, avx512_vnni, fma, f16c, neon: those found. Empty where the system does not tell."""
    machine = platform.machine().lower()
    if machine in ("arm64", "aarch64"):
        return frozenset({"neon"})
    if sys.platform == "win32":
        return _windows_features()
    wanted = {"avx", "avx2", "avx512f", "avx512_vnni", "fma", "f16c"}
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="ignore")
    except OSError:
        return frozenset()
    flags = next((line.split(":", 1)[1] for line in text.splitlines() if line.startswith("flags")), "")
    return frozenset(wanted & set(flags.split()))


def _windows_features() -> frozenset[str]:
    """By IsProcessorFeaturePresent (winnt.h: PF_AVX_INSTRUCTIONS_AVAILABLE 39, AVX2 40, AVX512F 41)."""
    windll = getattr(ctypes, "windll", None)
    if windll is None:
        return frozenset()
    present = windll.kernel32.IsProcessorFeaturePresent
    return frozenset(name for name, number in (("avx", 39), ("avx2", 40), ("avx512f", 41)) if present(number))


@dataclass(frozen=True)
class Fit:
    """``need_bytes`` is the estimated peak of the model alone; ``reason`` is a sentence for a person."""

    verdict: Literal["fits", "tight", "too large"]
    need_bytes: int
    reason: str


def judge_fit(file_bytes: int, context_tokens: int, facts: GgufFacts | None = None, now: Memory | None = None) -> Fit:
    """Estimate the memory of a GGUF of ``file_bytes`` with a context of ``context_tokens`` and compare it with the machine.

    "fits": there is room now. "tight": it fits the machine, but other programs have to make room, and it may be slow.
    "too large": it takes more than 0.8 of all memory.
    """
    now = now or memory()
    cache = (facts.kv_bytes_per_token if facts else 0) * context_tokens
    need = int(file_bytes * _WEIGHTS_FACTOR) + cache + _WORK_BYTES
    said = f"The model needs about {_gb(need)}"
    if need > now.total * _MACHINE_SHARE:
        return Fit("too large", need, f"{said}; this machine has {_gb(now.total)} in all.")
    if need + _RESERVE_BYTES > now.available:
        return Fit("tight", need, f"{said}; {_gb(now.available)} of {_gb(now.total)} are free. Close other programs.")
    return Fit("fits", need, f"{said}; {_gb(now.available)} are free.")


def _gb(count: int) -> str:
    return f"{count / 1e9:.1f} GB"


@dataclass(frozen=True)
class Probe:
    """Whether the native library runs on this processor; ``sentence`` says so to a person."""

    ok: bool
    sentence: str


def run_probe(work: Callable[..., None], *arguments: object, seconds: float = 120.0) -> Probe:
    """Run ``work`` (importable, native) in a spawned child, so that an illegal instruction ends the child and not the program.

    Wheels built for newer processors die that way. A child that takes longer than ``seconds`` is ended.
    """
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments, daemon=True)
    process.start()
    try:
        process.join(seconds)
        if process.is_alive():
            return Probe(False, f"The model library did not start within {seconds:.0f} seconds.")
        return _explain(process.exitcode)
    finally:
        if process.is_alive():
            process.kill()
            process.join()
        process.close()


_ILLEGAL_INSTRUCTION = (-4, 3221225501)
"""Exit codes: SIGILL on Linux and macOS, STATUS_ILLEGAL_INSTRUCTION on Windows."""


def _explain(code: int | None) -> Probe:
    if code == 0:
        return Probe(True, "The model library runs on this processor.")
    if code in _ILLEGAL_INSTRUCTION:
        known = ", ".join(sorted(cpu_features())) or "none of the usual ones"
        return Probe(
            False,
            "The model library was built for a newer processor than this one "
            f"(found here: {known}). Install the build for older processors.",
        )
    return Probe(False, f"The model library could not be loaded in a test process (exit code {code}).")
