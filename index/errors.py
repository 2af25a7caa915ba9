"""Errors of the document side, in three families.

IndexError_                     (never raised itself)
├── UserFixable                 the person can do something: message and next step
│   ├── PasswordNeeded          the file is encrypted
│   ├── UnreadableDocument      broken, empty, not what its name says
│   │   └── UnsafeDocument      built to exhaust the program that opens it
│   ├── TooLarge                beyond a limit on size, number or nesting
│   ├── UnsupportedFormat       no parser for this kind of content
│   ├── NoText                  nothing to search in: no text, and OCR found none
│   ├── FileVanished            gone, or its drive is away
│   ├── NoPermission            the person may not read it
│   ├── DiskFull                no room for the index
│   └── IndexDamaged            the index cannot be opened; originals are untouched
├── Retryable                   the same call may succeed later
│   ├── SourceAway              the drive of a whole folder went away during an import
│   ├── FileLocked              another program holds the file
│   └── IndexBusy               the index is being rebuilt
└── Defect                      a bug of ours, or of a library that we call
    ├── ParserCrashed           the child process died
    ├── ParserTimeout           the document took longer than its limit
    └── ParserOutOfMemory       the document needed more than its limit
"""

from __future__ import annotations

from collections.abc import Callable


class IndexError_(Exception):
    """Root of the tree. ``code`` is stable and stored in the ledger; ``next_step`` tells a person what to do."""

    code = "index_error"
    next_step = ""

    def __init__(self, message: str, *, next_step: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if next_step is not None:
            self.next_step = next_step

    def __reduce__(self) -> tuple[object, ...]:
        # Errors travel from parser processes to us by pickle; keyword-only arguments need a helper for that.
        return (_rebuild, (type(self), self.message, self.next_step))


def _rebuild(kind: type[IndexError_], message: str, next_step: str) -> IndexError_:
    return kind(message, next_step=next_step)


class UserFixable(IndexError_):
    code = "user_fixable"


class PasswordNeeded(UserFixable):
    code = "password_needed"
    next_step = "Save a copy without a password, or give the password, then import it again."


class UnreadableDocument(UserFixable):
    code = "unreadable"
    next_step = "Open the file in its own program; if it opens there, save it anew and import it again."


class UnsafeDocument(UnreadableDocument):
    code = "unsafe"
    next_step = "Nothing was unpacked. If you trust the file, unpack it yourself and import the folder."


class TooLarge(UserFixable):
    code = "too_large"
    next_step = "Unpack it and import the folder."


class UnsupportedFormat(UserFixable):
    code = "unsupported"
    next_step = "Save it as PDF, DOCX, HTML, Markdown or text and import that."


class NoText(UserFixable):
    code = "no_text"
    next_step = "If it is a scan, import it again with text recognition, or scan it at a higher resolution."


class FileVanished(UserFixable):
    code = "vanished"
    next_step = "Check that the folder is still there and that you may read it, then import again."


class NoPermission(UserFixable):
    code = "no_permission"
    next_step = "Ask for the right to read it, then import again."


class DiskFull(UserFixable):
    code = "disk_full"
    next_step = "Free some disk space; the import goes on where it stopped."


class IndexDamaged(UserFixable):
    code = "index_damaged"
    next_step = "Import its folders again; your documents are untouched."


class Retryable(IndexError_):
    code = "retryable"


class FileLocked(Retryable):
    code = "locked"
    next_step = "Close the file in the other program; it is tried again at the next import."


class SourceAway(Retryable):
    """``is_back`` looks whether the folder is there again; it may take as long as the drive takes to answer."""

    code = "source_away"
    next_step = "Connect the drive again; the import goes on by itself."

    def __init__(self, message: str, *, is_back: Callable[[], bool] = lambda: True, next_step: str | None = None) -> None:
        super().__init__(message, next_step=next_step)
        self.is_back = is_back


class IndexBusy(Retryable):
    code = "index_busy"
    next_step = "Wait until the running import has finished."


class Defect(IndexError_):
    code = "defect"


class ParserCrashed(Defect):
    code = "parser_crashed"
    next_step = "The file is set aside. Save it anew in its own program and import it again."


class ParserTimeout(Defect):
    code = "parser_timeout"
    next_step = "The file took too long and is set aside. Split it or save it anew."


class ParserOutOfMemory(Defect):
    code = "parser_memory"
    next_step = "The file needs more memory than allowed and is set aside. Split it or save it anew."
