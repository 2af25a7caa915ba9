"""State, reason and next step of a file in words of the person's language."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject

from app.viewmodels.reasons import next_step_text, reason_text_of
from index.ingest.rows import FileRow

FileState = Literal["waiting", "searchable", "complete", "skipped", "failed"]
"""``searchable``: found by its words, while vectors or text recognition still follow."""
STATES: tuple[FileState, ...] = ("complete", "searchable", "waiting", "skipped", "failed")


def file_state(row: FileRow) -> FileState:
    if row.status in ("skipped", "failed"):
        return row.status
    return "waiting" if row.stage == "refused" else row.stage


def state_text(state: FileState) -> str:
    if state == "waiting":
        return QCoreApplication.translate("FileState", "Waiting")
    if state == "searchable":
        return QCoreApplication.translate("FileState", "Searchable")
    if state == "complete":
        return QCoreApplication.translate("FileState", "Complete")
    if state == "skipped":
        return QCoreApplication.translate("FileState", "Skipped")
    return QCoreApplication.translate("FileState", "Failed")


def why_text(row: FileRow) -> str:
    """What happened, without what to do."""
    state = file_state(row)
    if state == "waiting":
        return _waiting_text(row)
    if state == "searchable":
        if row.needs_ocr:
            return QCoreApplication.translate("FileState", "Found by its words already; text recognition of its scans follows.")
        return QCoreApplication.translate("FileState", "Found by its words already; search by meaning follows.")
    if state == "complete":
        return FileCounts().without_text(row.pages_without_text) if row.pages_without_text else ""
    return reason_text_of(row.reason_code, row.message)


def todo_text(row: FileRow) -> str:
    """What the person can do; empty where there is nothing to do."""
    if row.status in ("skipped", "failed"):
        return next_step_text(row.reason_code, row.next_step)
    return ""


def reason_text(row: FileRow) -> str:
    """Why a file is not (wholly) indexed and what to do; for an indexed one how much of it is there."""
    if row.status == "queued":
        return _waiting_text(row)
    if row.status == "indexed":
        return amount_text(row)
    return " ".join(part for part in (why_text(row), todo_text(row)) if part)


def _waiting_text(row: FileRow) -> str:
    if row.needs_ocr:
        return QCoreApplication.translate("FileState", "Waiting for text recognition.")
    return QCoreApplication.translate("FileState", "Waiting to be read.")


def amount_text(row: FileRow) -> str:
    """ "14 pages · 38 passages · no text on pages 3, 9"."""
    counts = FileCounts()
    parts = [counts.pages(row.pages)] if row.pages else []
    parts.append(counts.passages(row.passages))
    if row.ocr_pages:
        parts.append(counts.recognised(row.ocr_pages))
    if row.pages_without_text:
        parts.append(counts.without_text(row.pages_without_text))
    return " · ".join(parts)


class FileCounts(QObject):
    """Plurals: lupdate finds their number only in ``self.tr``."""

    def pages(self, count: int) -> str:
        return self.tr("%Ln page(s)", "", count)

    def passages(self, count: int) -> str:
        return self.tr("%Ln passage(s)", "", count)

    def recognised(self, count: int) -> str:
        return self.tr("text of %Ln page(s) recognised", "", count)

    def without_text(self, numbers: tuple[int, ...]) -> str:
        """Names the first six."""
        pages = ", ".join(str(p) for p in numbers[:6]) + (" …" if len(numbers) > 6 else "")
        return self.tr("no text on page(s) {pages}", "", len(numbers)).format(pages=pages)
