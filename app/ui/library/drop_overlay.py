"""Covers the window while files are dragged over it and says where they will go."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import RADIUS_L, XXL, M, S
from app.ui.widgets.card import Card
from app.ui.widgets.labels import IconLabel, Label


class DropOverlay(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.tr("Drop to add"))
        card = Card(look="sheet", margin=XXL, spacing=S)
        card.column.addWidget(IconLabel("folder-plus", colour="accent", size=44), 0, Qt.AlignmentFlag.AlignHCenter)
        self.title = Label("", look="title")
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        card.column.addWidget(self.title)
        self.note = Label("", look="muted")
        self.note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        card.column.addWidget(self.note)
        column = QVBoxLayout(self)
        column.addWidget(card, 0, Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def show_over(self, collection: str, *, model: bool = False) -> None:
        """``model``: a GGUF file is being dragged, which goes to the models and not into a collection."""
        parent = self.parentWidget()
        if model:
            self.title.setText(self.tr("Drop to add the model"))
            self.note.setText(self.tr("It is copied into Dossier's own folder and checked."))
        else:
            self.title.setText(self.tr("Drop to add to “{collection}”").format(collection=collection))
            self.note.setText(self.tr("Originals stay where they are and are only read."))
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = theme().colour("side")
        veil.setAlphaF(0.8)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(theme().colour("accent"), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(M, M, -M, -M), RADIUS_L, RADIUS_L)
        painter.end()


def local_paths(data: QMimeData) -> list[Path]:
    """Files and folders of a drag; addresses of other computers are left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


def model_of(paths: Sequence[Path]) -> Path | None:
    """The first model file among what is dragged, by its ending."""
    return next((p for p in paths if p.suffix.lower() == ".gguf"), None)
