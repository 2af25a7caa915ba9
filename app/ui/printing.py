"""HTML of ours as PDF or OpenDocument text (which Word opens), laid out by Qt. Works without a display, and on any one thread."""

from __future__ import annotations

import os
from typing import ClassVar

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QUrl
from PySide6.QtGui import QGuiApplication, QPageLayout, QPageSize, QPdfWriter, QTextDocument, QTextDocumentWriter

MARGIN_MM = 20.0
RESOLUTION = 300
POINTS = 10.5


def printed(html: str, title: str, ending: str) -> bytes:
    """The content of a PDF file, or with any other ``ending`` than "pdf" of an ODT file."""
    _Qt.ensure()
    document = _Still()
    font = document.defaultFont()
    font.setPointSizeF(POINTS)
    document.setDefaultFont(font)
    document.setHtml(html)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if ending == "pdf":
        _write_pdf(document, buffer, title)
    else:
        QTextDocumentWriter(buffer, QByteArray(b"odf")).write(document)
    return bytes(buffer.data().data())


def _write_pdf(document: QTextDocument, buffer: QBuffer, title: str) -> None:
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    page = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter))
    writer.setTitle(title)
    document.print_(writer)


class _Still(QTextDocument):
    """Fetches nothing, whatever its text says."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002, N802
        return None


class _Qt:
    """In the terminal there is no Qt yet: one without a screen, for the fonts."""

    kept: ClassVar[QGuiApplication | None] = None

    @classmethod
    def ensure(cls) -> None:
        if QGuiApplication.instance() is None:
            os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
            cls.kept = QGuiApplication(["dossier"])
