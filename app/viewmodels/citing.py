"""Words of a document with their source, for the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.viewmodels.places import source_text
from index.document import Place


def cited_text(words: str, source: str, place: Place) -> str:
    """The words in quotation marks, the file and the place; the source alone without words."""
    where = source_text(source, place)
    words = words.strip()
    if not words:
        return where
    return QCoreApplication.translate("Citing", "“{words}” ({source})").format(words=words, source=where)
