"""Status and reason of a file in words of the person's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from app.viewmodels.translating import QT_TRANSLATE_NOOP
from index.ingest.rows import FileRow, FileStatus

_REASONS: dict[str, tuple[str, str]] = {
    "password_needed": (
        QT_TRANSLATE_NOOP("FileReasons", "Needs a password."),
        QT_TRANSLATE_NOOP("FileReasons", "Save a copy without a password and import that."),
    ),
    "unreadable": (
        QT_TRANSLATE_NOOP("FileReasons", "Cannot be read."),
        QT_TRANSLATE_NOOP("FileReasons", "Open it in its own program and save it anew."),
    ),
    "unsupported": (
        QT_TRANSLATE_NOOP("FileReasons", "This kind of file is not read."),
        QT_TRANSLATE_NOOP("FileReasons", "Save it as PDF, DOCX, HTML or text and import that."),
    ),
    "no_text": (
        QT_TRANSLATE_NOOP("FileReasons", "No text in it."),
        QT_TRANSLATE_NOOP("FileReasons", "If it is a scan, scan it at a higher resolution."),
    ),
    "vanished": (
        QT_TRANSLATE_NOOP("FileReasons", "Not there any more."),
        QT_TRANSLATE_NOOP("FileReasons", "Check the folder, then import again."),
    ),
    "locked": (
        QT_TRANSLATE_NOOP("FileReasons", "Open in another program."),
        QT_TRANSLATE_NOOP("FileReasons", "It is tried again at the next import."),
    ),
    "quarantined": (
        QT_TRANSLATE_NOOP("FileReasons", "Set aside: the program ended twice while reading it."),
        QT_TRANSLATE_NOOP("FileReasons", "Save it anew in its own program and import it again."),
    ),
    "parser_crashed": (
        QT_TRANSLATE_NOOP("FileReasons", "Set aside: reading it failed."),
        QT_TRANSLATE_NOOP("FileReasons", "Save it anew in its own program and import it again."),
    ),
    "parser_timeout": (
        QT_TRANSLATE_NOOP("FileReasons", "Set aside: reading it took too long."),
        QT_TRANSLATE_NOOP("FileReasons", "Split it or save it anew."),
    ),
    "parser_memory": (
        QT_TRANSLATE_NOOP("FileReasons", "Set aside: reading it needs too much memory."),
        QT_TRANSLATE_NOOP("FileReasons", "Split it or save it anew."),
    ),
}
"""By the ledger's reason code; for any other the ledger's own sentence is shown."""


def status_text(status: FileStatus) -> str:
    if status == "queued":
        return QCoreApplication.translate("FileStatus", "waiting")
    if status == "indexed":
        return QCoreApplication.translate("FileStatus", "indexed")
    if status == "skipped":
        return QCoreApplication.translate("FileStatus", "skipped")
    return QCoreApplication.translate("FileStatus", "failed")


def reason_text(row: FileRow) -> str:
    """Why a file is not (wholly) indexed and what to do; for an indexed one how much of it is there."""
    if row.status == "queued":
        return QCoreApplication.translate("FileStatus", "Waiting to be read")
    if row.status == "indexed":
        return _indexed_text(row)
    known = _REASONS.get(row.reason_code or "")
    if known is not None:
        return " ".join(QCoreApplication.translate("FileReasons", part) for part in known)
    return " ".join(part for part in (row.message, row.next_step) if part)


class FileCounts(QObject):
    """Plurals: lupdate finds their number only in ``self.tr``."""

    def pages(self, count: int) -> str:
        return self.tr("%n page(s)", "", count)

    def passages(self, count: int) -> str:
        return self.tr("%n passage(s)", "", count)

    def without_text(self, numbers: tuple[int, ...]) -> str:
        """Names the first six."""
        pages = ", ".join(str(p) for p in numbers[:6]) + (" …" if len(numbers) > 6 else "")
        return self.tr("no text on page(s) {pages}", "", len(numbers)).format(pages=pages)


def _indexed_text(row: FileRow) -> str:
    counts = FileCounts()
    parts = [counts.pages(row.pages)] if row.pages else []
    parts.append(counts.passages(row.passages))
    if row.pages_without_text:
        parts.append(counts.without_text(row.pages_without_text))
    return " · ".join(parts)
