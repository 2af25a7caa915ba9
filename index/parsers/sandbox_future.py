"""The future of a parser process's work, and what its end means."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from index.document import ParsedDocument
from index.errors import Defect, IndexError_, ParserCrashed, ParserOutOfMemory, ParserTimeout
from index.parsers.base import ParseOptions
from index.parsers.sandbox_child import MEMBER_TIMEOUT, OUT_OF_MEMORY

_MAX_LOST = 5
"""Members that may each cost a child before the whole container is given up."""
CANNOT_START = "The process that reads documents cannot be started."
_MAX_POOLS = 3
"""Pools that may break around one document; where none can be started at all, the import must end."""


class ParseFuture(Future[ParsedDocument]):
    """Starts a child's work, and starts it anew without a member at which a child was lost."""

    def __init__(
        self, schedule: Callable[[Path, ParseOptions, Path], Any], path: Path, options: ParseOptions, trail_file: Path
    ) -> None:
        super().__init__()
        self._schedule = schedule
        self._path = path
        self._options = options
        self._trail_file = trail_file
        self._inner: Any = None
        self._pools = 1

    def start(self) -> None:
        self._inner = inner = self._schedule(self._path, self._options, self._trail_file)
        inner.add_done_callback(self._settle)

    def start_or_end(self) -> None:
        """With the reason as its result where no process can be started."""
        try:
            self.start()
        except ParserCrashed as error:
            self._finish(error)

    def cancel(self) -> bool:
        cancelled = super().cancel()
        if cancelled and self._inner is not None:
            self._inner.cancel()  # after us: it reports to ``_settle`` before it returns
        return cancelled

    def _settle(self, inner: Any) -> None:
        """Take the child's result over, with every failure as one of our errors."""
        if inner is not self._inner:
            return  # of a pool that was given up
        try:
            result = inner.result()
        except CancelledError:
            self._finish(ParserCrashed("Parsing was stopped.", next_step="Import the file again."))
        except BrokenProcessPool:
            self.begin_again()
        except BaseException as error:  # noqa: BLE001 - the boundary to the child: each kind is classified
            failure = classify(error)
            if not self._went_on(failure):
                self._finish(failure)
        else:
            self._finish(result)

    def waits(self) -> bool:
        """Whether its work is queued and no child has begun it."""
        return self._inner is not None and not self.done() and not self._inner.running() and not self._inner.done()

    def is_read(self) -> bool:
        """Whether a child is at work on it."""
        return self._inner is not None and bool(self._inner.running())

    def let_go(self) -> None:
        """Whatever becomes of the child's work, it is not the result any more."""
        self._inner = None

    def begin_again(self) -> None:
        """The document is not to blame for a pool that broke while it waited: another pool reads it."""
        self._pools += 1
        if self.cancelled():
            return
        self.let_go()
        try:
            if self._pools <= _MAX_POOLS:
                self.start()
                return
        except (RuntimeError, ParserCrashed):  # the pool is closing, or there is no room for another
            pass
        self._finish(ParserCrashed(CANNOT_START))

    def _went_on(self, failure: IndexError_) -> bool:
        """Whether the container is being parsed once more without the member at which the child was lost."""
        lost = self._options.lost_members
        member = _read_trail(self._trail_file)
        if not isinstance(failure, Defect) or not member or len(lost) >= _MAX_LOST or self.cancelled():
            return False
        self._options = self._options.model_copy(update={"lost_members": (*lost, (member, failure.code))})
        try:
            self.start()
        except (RuntimeError, ParserCrashed):
            return False  # the pool is closing, or there is no room for another
        return True

    def _finish(self, outcome: ParsedDocument | IndexError_) -> None:
        self._trail_file.unlink(missing_ok=True)
        if not self.set_running_or_notify_cancel():
            return
        if isinstance(outcome, IndexError_):
            self.set_exception(outcome)
        else:
            self.set_result(outcome)


def _read_trail(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return ""


def classify(error: BaseException) -> IndexError_:
    """What happened to a child, as one of our errors."""
    from pebble import ProcessExpired

    if isinstance(error, IndexError_):
        return error
    if isinstance(error, TimeoutError):
        return ParserTimeout("Reading the document took longer than allowed.")
    if isinstance(error, ProcessExpired) and error.exitcode == MEMBER_TIMEOUT:
        return ParserTimeout("Reading a part of the document took longer than allowed.")
    if isinstance(error, MemoryError) or (isinstance(error, ProcessExpired) and error.exitcode == OUT_OF_MEMORY):
        return ParserOutOfMemory("Reading the document needed more memory than allowed.")
    if isinstance(error, ProcessExpired):
        return ParserCrashed(f"The reader ended unexpectedly on this document (exit code {error.exitcode}).")
    return ParserCrashed(f"The reader failed on this document ({type(error).__name__}).")
