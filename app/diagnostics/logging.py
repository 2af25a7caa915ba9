"""The log: JSON lines in a rotating file of the data folder, and nothing of a person or a document in it (invariant I5).

Log with a literal message and the fields of ``app.privacy.redaction``::

    log.info("document indexed", extra={"file_id": file_id, "pages": 12, "elapsed_ms": 830})

Every record is taken apart and put together again here; its own text is never used as it is. Loggers of other packages are kept
from WARNING up, as logger name, level and exception types alone. Nothing is printed: the handler of the file is the only one.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO, get_args

from app.messages.answer import AnswerStatus, ErrorCode
from app.messages.trace import TraceStep
from app.privacy.consent import ConsentRequired
from app.privacy.redaction import register_words, safe_exception, safe_fields, safe_message
from app.settings.errors import ConfigurationError
from index.errors import IndexError_
from models.errors import ModelError

OWN_PACKAGES = ("app", "index", "models")
LOG_NAME = "dossier.log"
CRASH_NAME = "crash.log"
MAX_BYTES = 2_000_000
BACKUPS = 4
_PRIVATE_FILE = 0o600

log = logging.getLogger(__name__)
_Coded = IndexError_ | ModelError | ConfigurationError
_CALM_SENTENCE = "Dossier stopped because of a fault of its own. What happened is in the log, without any of your text.\n"


class RedactingFormatter(logging.Formatter):
    """Makes one JSON object a line of a record, through ``app.privacy.redaction`` alone."""

    def format(self, record: logging.LogRecord) -> str:
        """One line without a line break. Raises nothing for any record."""
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
        }
        if is_own(record.name):
            entry["message"] = safe_message(record)
            entry["place"] = f"{Path(record.pathname).name}:{record.lineno}"
            entry.update(safe_fields(record))
        else:
            entry["message"] = "message of another package, text withheld"
        if record.exc_info and record.exc_info[1] is not None:
            entry["exception"] = safe_exception(record.exc_info[1])
        return json.dumps(entry, ensure_ascii=True)


class _OwnFromInfo(logging.Filter):
    """Own records from the chosen level, those of others from WARNING."""

    def __init__(self, own_level: int) -> None:
        super().__init__()
        self._own_level = own_level

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= (self._own_level if is_own(record.name) else logging.WARNING)


class PrivateRotatingFile(RotatingFileHandler):
    """A rotating file that only its owner can read."""

    def _open(self) -> TextIO:  # type: ignore[override]
        return _open_private(Path(self.baseFilename))


def is_own(name: str) -> bool:
    """Whether a logger belongs to the program."""
    return name.partition(".")[0] in OWN_PACKAGES or name == "__main__"


def configure_logging(logs: Path, level: int = logging.INFO, words: Iterable[str] = ()) -> None:
    """Send all logging of the process to ``logs/dossier.log``, in place of every handler that the root logger has.

    ``words`` are those that code fields may hold beside the error codes and steps of the program: ids of the model catalogue.
    ``logs`` must exist. Also routes warnings and uncaught exceptions there, and native crashes (places in code only) to
    ``logs/crash.log``. Safe to call again, with another folder as well. Raises OSError when a file cannot be opened.
    """
    global _session
    close_logging()
    handler = PrivateRotatingFile(logs / LOG_NAME, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8")
    handler.setFormatter(RedactingFormatter())
    handler.addFilter(_OwnFromInfo(level))
    register_words(*error_codes(), *words)
    _session = _Session(handler, _open_private(logs / CRASH_NAME))
    _session.start(min(level, logging.WARNING))


def close_logging() -> None:
    """Close the files and give the process its former handlers and hooks back. Safe to call twice."""
    global _session
    if _session is not None:
        _session.stop()
        _session = None


def error_codes() -> set[str]:
    """Every error code, answer status and trace step of the program: what its log may call by name."""
    words = {*get_args(ErrorCode), *get_args(AnswerStatus), *get_args(TraceStep), ConsentRequired.code}
    for root in (IndexError_, ModelError, ConfigurationError):
        words |= {kind.code for kind in _family(root)}
    return words


def _family(root: type[_Coded]) -> Iterator[type[_Coded]]:
    yield root
    for kind in root.__subclasses__():
        yield from _family(kind)


class _Session:
    """What ``configure_logging`` changes in the process, and what was there before."""

    def __init__(self, handler: logging.Handler, crashes: TextIO) -> None:
        root = logging.getLogger()
        self._handler = handler
        self._crashes = crashes
        self._old_handlers = root.handlers[:]
        self._old_level = root.level
        self._old_raise = logging.raiseExceptions
        self._old_hook = sys.excepthook
        self._old_thread_hook = threading.excepthook
        self._old_faults = faulthandler.is_enabled()

    def start(self, level: int) -> None:
        root = logging.getLogger()
        for handler in self._old_handlers:
            root.removeHandler(handler)
        root.addHandler(self._handler)
        root.setLevel(level)
        # A failing handler would print the record's own text on stderr.
        logging.raiseExceptions = False
        logging.captureWarnings(True)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        faulthandler.enable(self._crashes)

    def stop(self) -> None:
        root = logging.getLogger()
        root.removeHandler(self._handler)
        # A full disk refuses the last lines; that must not be how the program ends.
        with suppress(OSError):
            self._handler.close()
        # Without any handler the library prints warnings of others on stderr, with their text.
        for handler in self._old_handlers or [logging.NullHandler()]:
            root.addHandler(handler)
        root.setLevel(self._old_level)
        logging.raiseExceptions = self._old_raise
        logging.captureWarnings(False)
        # An exception that ends the program is raised on through its ``finally`` blocks, so it arrives after this; only a hook that
        # somebody set (a test runner) is put back, since Python's own prints the exception's text.
        if self._old_hook is not sys.__excepthook__:
            sys.excepthook = self._old_hook
        threading.excepthook = self._old_thread_hook
        faulthandler.disable()
        with suppress(OSError):
            self._crashes.close()
        if self._old_faults and sys.__stderr__ is not None:
            faulthandler.enable(sys.__stderr__)

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        root = logging.getLogger()
        if self._handler not in root.handlers:
            root.addHandler(self._handler)
        log.error("uncaught exception", exc_info=(kind, error, trace))
        if sys.stderr is not None:
            sys.stderr.write(_CALM_SENTENCE)

    def _uncaught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            log.error("uncaught exception in a thread", exc_info=(args.exc_type, args.exc_value, args.exc_traceback))
        # Python's own hook prints the exception's text; one that somebody set (a test runner) must still hear of it.
        if self._old_thread_hook is not threading.__excepthook__:
            self._old_thread_hook(args)


def _open_private(path: Path) -> TextIO:
    """Append to a file that only its owner can read, from its first byte."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _PRIVATE_FILE)
    if os.name == "posix":
        os.fchmod(descriptor, _PRIVATE_FILE)
    return os.fdopen(descriptor, "a", encoding="utf-8")


_session: _Session | None = None
