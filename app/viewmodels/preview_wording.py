"""The count before an import in words: kinds, what is left out and why, how long it will take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from app.viewmodels.progress import number
from app.viewmodels.reasons import reason_text_of
from app.viewmodels.translating import QT_TRANSLATE_NOOP
from index.ingest.estimate import expected_of_kind_s
from index.ingest.kinds import Kind
from index.ingest.preview import ImportPreview

KINDS: dict[Kind, tuple[str, str]] = {
    "pdf": ("file-text", QT_TRANSLATE_NOOP("Kinds", "PDF")),
    "word": ("file-text", QT_TRANSLATE_NOOP("Kinds", "Text documents")),
    "spreadsheet": ("sheet", QT_TRANSLATE_NOOP("Kinds", "Spreadsheets")),
    "presentation": ("presentation", QT_TRANSLATE_NOOP("Kinds", "Presentations")),
    "mail": ("mail", QT_TRANSLATE_NOOP("Kinds", "Mails and calendar")),
    "web": ("globe", QT_TRANSLATE_NOOP("Kinds", "Web pages")),
    "text": ("file-text", QT_TRANSLATE_NOOP("Kinds", "Plain text and data")),
    "book": ("book-open", QT_TRANSLATE_NOOP("Kinds", "Books")),
    "picture": ("image", QT_TRANSLATE_NOOP("Kinds", "Pictures")),
    "archive": ("archive", QT_TRANSLATE_NOOP("Kinds", "Archives")),
    "other": ("file", QT_TRANSLATE_NOOP("Kinds", "Others")),
}
"""Icon and name"""


class PreviewCounts(QObject):
    """Plurals: lupdate finds their number only in ``self.tr``."""

    def to_read(self, count: int) -> str:
        return self.tr("%Ln file(s) to read", "", count)

    def unchanged(self, count: int) -> str:
        return self.tr("%Ln unchanged since the last import", "", count)

    def left_out(self, count: int) -> str:
        return self.tr("%Ln left out", "", count)

    def more(self, count: int) -> str:
        return self.tr("and %Ln more", "", count)

    def minutes(self, count: int) -> str:
        return self.tr("about %Ln minute(s)", "", count)

    def hours(self, count: int) -> str:
        return self.tr("about %Ln hour(s)", "", count)

    def slow(self, count: int) -> str:
        return self.tr("%Ln very large file(s) will take a minute or more each.", "", count)


def kind_text(kind: Kind) -> str:
    return QCoreApplication.translate("Kinds", KINDS[kind][1])


def paths_text(paths: Sequence[Path]) -> str:
    """ "Contracts", "Contracts and 2 more"."""
    if not paths:
        return ""
    first = paths[0].name or str(paths[0])
    return first if len(paths) == 1 else f"{first} {PreviewCounts().more(len(paths) - 1)}"


def size_text(size: int) -> str:
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def headline(preview: ImportPreview) -> str:
    """ "1,204 files to read · 3.4 GB"."""
    text = PreviewCounts().to_read(preview.files)
    return f"{text} · {size_text(preview.bytes)}" if preview.files else text


def kind_rows(preview: ImportPreview) -> list[tuple[str, str, str, str]]:
    """(icon, kind, number, size), the most files first."""
    return [
        (KINDS[kind][0], kind_text(kind), number(count.files), size_text(count.bytes)) for kind, count in preview.kinds.items()
    ]


def skip_rows(preview: ImportPreview) -> list[tuple[str, str]]:
    """(reason, number); folders count as one."""
    return [(reason_text_of(code, skip.message), number(skip.count)) for code, skip in preview.skipped.items()]


def estimate_text(preview: ImportPreview) -> str:
    """Two first guesses, since people can work from the first one on. They are corrected by what the import measures."""
    if not preview.files:
        return ""
    searchable = complete = 0.0
    for kind, count in preview.kinds.items():
        text_s, vectors_s = expected_of_kind_s(kind, count.files, count.bytes)
        searchable, complete = searchable + text_s, complete + text_s + vectors_s
    if complete < 60:
        return QCoreApplication.translate("PreviewCounts", "Takes less than a minute.")
    return QCoreApplication.translate("PreviewCounts", "Searchable in {searchable}, complete in {complete}.").format(
        searchable=_duration(searchable), complete=_duration(complete)
    )


def _duration(seconds: float) -> str:
    if seconds < 60:
        return QCoreApplication.translate("PreviewCounts", "less than a minute")
    if seconds < 5400:
        return PreviewCounts().minutes(round(seconds / 60))
    return PreviewCounts().hours(round(seconds / 3600))
