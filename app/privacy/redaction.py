"""What may stand in a log: constant messages, numbers, ids and codes. Everything else becomes its length and a short mark.

The mark is a keyed hash with a key of this process only: equal texts can be told to be equal within one run, and a guess cannot be
checked against the file afterwards.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import secrets
import sys
import traceback
from pathlib import PurePath
from types import FrameType, TracebackType
from uuid import UUID

Plain = str | int | float | bool | None

_KEY = secrets.token_bytes(16)
_MAX_PLACES = 30

NUMBER_FIELDS = frozenset(
    {
        "size",
        "bytes",
        "count",
        "total",
        "found",
        "kept",
        "pages",
        "files",
        "tokens",
        "passages",
        "attempt",
        "indexed",
        "failed",
        "warnings",
        "elapsed_ms",
        "total_ms",
        "budget_ms",
        "wait_ms",
        "tokens_per_second",
        "version",
        "exit_code",
        "pid",
        "fallbacks",
        "refused",
        "degraded",
    }
)
"""Extra fields that hold a number or a truth value."""

ID_FIELDS = frozenset({"correlation_id", "file_id", "collection_id", "chunk_id", "job_id"})
"""Extra fields that hold an id made by us: hexadecimal, with ``-`` and ``:<number>`` parts."""

CODE_FIELDS = frozenset({"code", "stage", "step", "status", "model_id", "embedder_id", "error"})
"""Extra fields that hold a known word: codes, stages and steps of the source, ids of the catalogue, names of exception classes."""

_ID = re.compile(r"[0-9a-fA-F]{8,64}(?:-[0-9a-fA-F]{1,16})*(?::\d{1,9})*")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,63}")
_vocabulary: set[str] = set()


def register_words(*words: str) -> None:
    """Add words of our own source or catalogue to what code fields may hold; never a word that a person or a document gave.

    Raises ValueError for what is no single word.
    """
    for word in words:
        if not _WORD.fullmatch(word):
            raise ValueError("a word for the log is made of letters, digits, '_', '.', '-', at most 64")
    _vocabulary.update(words)


def mark(text: str | bytes) -> str:
    """Length and keyed hash in place of a text, such as ``[42 characters #1f3a9c]``."""
    data = text.encode("utf-8", errors="surrogatepass") if isinstance(text, str) else text
    digest = hashlib.blake2b(data, key=_KEY, digest_size=3).hexdigest()
    return f"[{len(text)} {'characters' if isinstance(text, str) else 'bytes'} #{digest}]"


def safe_argument(value: object) -> Plain:
    """An argument of a log message: numbers, truth values, None, UUIDs and known words as they are, everything else marked."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, str) and _is_known(value):
        return value
    if isinstance(value, str | bytes):
        return mark(value)
    if isinstance(value, PurePath):
        return mark(str(value))
    return f"[{type(value).__name__}]"


def safe_field(name: str, value: object) -> Plain:
    """A whitelisted extra field. A value that does not look like what the field is for is marked."""
    if name in NUMBER_FIELDS and (value is None or isinstance(value, bool | int | float)):
        return value
    if name in ID_FIELDS and _ID.fullmatch(str(value)):
        return str(value)
    return safe_argument(value)


def safe_fields(record: logging.LogRecord) -> dict[str, Plain]:
    """The whitelisted extra fields of ``record``; others are left out, and their number is given as ``dropped_fields``."""
    allowed = NUMBER_FIELDS | ID_FIELDS | CODE_FIELDS
    extra = {key: value for key, value in vars(record).items() if key not in _STANDARD_FIELDS}
    result: dict[str, Plain] = {key: safe_field(key, value) for key, value in extra.items() if key in allowed}
    if len(extra) > len(result):
        result["dropped_fields"] = len(extra) - len(result)
    return result


def safe_message(record: logging.LogRecord) -> str:
    """The message with its arguments made safe.

    The message itself must be a literal of the function that logs: a text put together at run time (f-string, concatenation, a
    variable) is found by looking at that function's constants, and marked. Raises nothing, whatever the arguments are.
    """
    message = record.msg
    if not isinstance(message, str) or not _is_literal(message, record):
        return mark(message) if isinstance(message, str) else f"[{type(message).__name__}]"
    if not record.args:
        return message
    arguments = record.args
    try:
        if isinstance(arguments, dict):
            return message % {key: _Shown(value) for key, value in arguments.items()}
        return message % tuple(_Shown(value) for value in arguments)
    except (TypeError, ValueError, KeyError, OverflowError):
        return f"{message} [{len(arguments)} arguments do not fit]"


def safe_exception(error: BaseException) -> list[str]:
    """The chain of an exception, outermost first: type names and places in code, without messages and source lines."""
    lines: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        lines.append(f"{type(current).__module__}.{type(current).__qualname__}")
        lines += [f"  {place}" for place in _places(current.__traceback__)]
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines


class _Shown:
    """A safe argument under any conversion: ``%s`` and ``%r`` show it, number formats get the number."""

    def __init__(self, value: object) -> None:
        self._value = safe_argument(value)

    def __str__(self) -> str:
        return str(self._value)

    __repr__ = __str__

    def __int__(self) -> int:
        return int(self._number())

    __index__ = __int__

    def __float__(self) -> float:
        return float(self._number())

    def _number(self) -> int | float:
        if isinstance(self._value, int | float):
            return self._value
        raise TypeError("not a number")


def _is_known(word: str) -> bool:
    """A registered word, or the name of an exception class that is loaded (``type(error).__name__``)."""
    if word in _vocabulary:
        return True
    if not word.isidentifier():
        return False
    pending: list[type[BaseException]] = [BaseException]
    seen: set[type[BaseException]] = set()
    while pending:
        kind = pending.pop()
        if kind.__name__ == word:
            return True
        if kind not in seen:
            seen.add(kind)
            pending += kind.__subclasses__()
    return False


def _is_literal(message: str, record: logging.LogRecord) -> bool:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        here = (code.co_name, frame.f_lineno, os.path.normcase(code.co_filename))
        if here == (record.funcName, record.lineno, os.path.normcase(record.pathname)):
            return message in code.co_consts
        frame = frame.f_back
    return False


def _places(trace: TracebackType | None) -> list[str]:
    """Innermost ``_MAX_PLACES`` places. Source lines are not looked up: a literal in them could be anything."""
    places = [
        f"{PurePath(frame.f_code.co_filename).name}:{line} {frame.f_code.co_name}" for frame, line in traceback.walk_tb(trace)
    ]
    return places[-_MAX_PLACES:]


_STANDARD_FIELDS = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}
