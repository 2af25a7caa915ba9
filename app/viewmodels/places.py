"""Where a passage stands, in words of the person's language."""

from __future__ import annotations

import os

from PySide6.QtCore import QCoreApplication, QDate, QDateTime

from app.viewmodels.dates import day_text
from app.viewmodels.evidence import SourceSign
from index.document import Place
from index.ingest.rows import FileRow


def file_name(source: str) -> str:
    """Last part of a path, in the person's own spelling."""
    return os.path.basename(source)


def place_text(place: Place) -> str:
    """ "page 4", "slide 2", "Fees, B2:B4", "Leave › Carry-over"; empty for a whole document."""
    if place.page is not None:
        return QCoreApplication.translate("Places", "page {number}").format(number=place.page_label or place.page)
    if place.slide is not None:
        return QCoreApplication.translate("Places", "slide {number}").format(number=place.slide)
    if place.sheet is not None:
        return f"{place.sheet}, {place.cells}" if place.cells else place.sheet
    return " › ".join(place.heading_path[-2:])


def source_text(source: str, place: Place) -> str:
    """File name and place in one line."""
    where = place_text(place)
    name = file_name(source)
    return f"{name} · {where}" if where else name


def date_text(row: FileRow) -> str:
    """The day of which a document is: that which it states itself, else that of its file."""
    day = QDate.fromString((row.document_modified or "")[:10], "yyyy-MM-dd")
    if not day.isValid():
        day = QDateTime.fromMSecsSinceEpoch(row.mtime_ns // 1_000_000).date()
    return day_text(day)


def signed_source(source: str, sign: SourceSign) -> str:
    """``source``, and what its chip tells of it."""
    said = {
        "": "",
        "attached": QCoreApplication.translate("Places", "attached"),
        "changed": QCoreApplication.translate("Places", "changed since it was indexed"),
    }[sign]
    return f"{source} ({said})" if said else source
