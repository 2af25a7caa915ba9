"""Staged shutdown of the window's side: stop taking work, cancel, end the helpers, then the engine. Runs once."""

from __future__ import annotations

import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)


class Shutdown:
    """Stages run in the order in which they were added, each once, whatever the one before it did."""

    def __init__(self) -> None:
        self._stages: list[tuple[str, Callable[[], object]]] = []
        self._done = False

    def add(self, name: str, stage: Callable[[], object]) -> None:
        """``stage`` returning False means that it did not end within its time."""
        self._stages.append((name, stage))

    def run(self) -> None:
        """Idempotent."""
        if self._done:
            return
        self._done = True
        for name, stage in self._stages:
            try:
                ended = stage()
            except Exception as error:  # noqa: BLE001 - a stage that fails must not keep the later ones from freeing their natives
                _log.error("shutdown_stage_failed", extra={"stage": name, "error": type(error).__name__})
                continue
            if ended is False:
                _log.error("shutdown_stage_late", extra={"stage": name})
