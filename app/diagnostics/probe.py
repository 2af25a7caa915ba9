"""Tries a native library in a child process, so that a missing library or an illegal instruction ends there and not here."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection

from app.environment import silence_libraries
from app.privacy.guard import install_guard

PROBE_SECONDS = 60
"""The slowest import here took 2 s from a cold disk; more than this is a hang."""
_WINDOWS_ILLEGAL_INSTRUCTION = 0xC000001D


@dataclass(frozen=True)
class ProbeResult:
    """``problem`` is one sentence, empty when the module loaded; ``version`` is empty when the module does not say."""

    module: str
    version: str = ""
    problem: str = ""


def probe_import(module: str) -> ProbeResult:
    """Import ``module`` in a spawned process, silent and guarded, and say what happened. Raises nothing about the module."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_import_and_report, args=(module, sender), daemon=True)
    process.start()
    sender.close()
    try:
        answer = receiver.recv() if receiver.poll(PROBE_SECONDS) else None
    except EOFError:
        # The child died before it could say anything.
        answer = None
    process.join(timeout=5)
    if process.is_alive():
        process.kill()
        process.join()
        return answer or ProbeResult(module, problem=f"{module} did not load within {PROBE_SECONDS} seconds.")
    receiver.close()
    return answer if isinstance(answer, ProbeResult) else ProbeResult(module, problem=_death(module, process.exitcode))


def _import_and_report(module: str, sender: Connection) -> None:
    silence_libraries()
    install_guard()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)
    try:
        loaded = importlib.import_module(module)
    except ModuleNotFoundError as error:
        sender.send(ProbeResult(module, problem=f"{module} is not installed ({error.name} is missing)."))
    except (ImportError, OSError, RuntimeError) as error:
        # The text names files of the installation, never of a person.
        reason = (str(error).splitlines() or ["no reason given"])[0].rstrip(".")
        sender.send(ProbeResult(module, problem=f"{module} does not load: {reason}."))
    else:
        sender.send(ProbeResult(module, version=str(getattr(loaded, "__version__", ""))))


def _death(module: str, exit_code: int | None) -> str:
    if exit_code is not None and (exit_code == -_illegal_signal() or exit_code & 0xFFFFFFFF == _WINDOWS_ILLEGAL_INSTRUCTION):
        return f"{module} was built for a newer processor than this one (illegal instruction)."
    if exit_code is not None and exit_code < 0 and sys.platform != "win32":
        return f"{module} ended its process with signal {signal.Signals(-exit_code).name}."
    return f"{module} ended its process with code {exit_code}."


def _illegal_signal() -> int:
    return int(signal.SIGILL)
