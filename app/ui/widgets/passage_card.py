"""A passage in short: its number, file, place, date, how well it fits, and its first words. Pressing it opens the original."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.engine.changed import FileState
from app.messages.retrieval import Passage
from app.ui.theme.theme import theme
from app.ui.theme.tokens import S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import CardButton, row
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.places import file_name, place_text

SNIPPET_CHARACTERS = 220
KIND_ICONS = {
    "pdf": "file-text", "docx": "file-text", "doc": "file-text", "odt": "file-text", "rtf": "file-text", "md": "file-text",
    "txt": "file-text", "epub": "book-open", "xlsx": "sheet", "xls": "sheet", "ods": "sheet", "csv": "sheet", "pptx": "presentation",
    "ppt": "presentation", "odp": "presentation", "eml": "mail", "msg": "mail", "mbox": "mail", "html": "globe", "png": "image",
    "jpg": "image", "tiff": "image", "heic": "image", "bmp": "image", "gif": "image", "webp": "image",
}  # fmt: skip


class PassageCard(CardButton):
    opened = Signal(object)
    """EvidenceTarget"""
    pin_wanted = Signal(object)
    """EvidenceTarget of which a sentence is to be pinned"""

    def __init__(
        self, target: EvidenceTarget, passage: Passage, parent: QWidget | None = None, *, pinned_from: bool = False
    ) -> None:
        """``pinned_from``: with a button for a fact; never for what was attached, which belongs to no collection."""
        name = file_name(target.source)
        super().__init__("", parent)
        marked = self.tr("attached") if target.attached else ""
        self._place = " · ".join(part for part in (place_text(target.place), marked) if part)
        self._name = self.tr("Passage {number}: {file}, {place}").format(number=target.number, file=name, place=self._place)
        self.target = target
        self.meter = RelevanceMeter(passage.relevance_score)
        head = row(
            IconLabel("paperclip" if target.attached else KIND_ICONS.get(target.kind, "file"), size=16),
            ElidedLabel(name, look="strong", mode=Qt.TextElideMode.ElideMiddle),
        )
        head.setStretch(1, 1)
        if target.number is not None:
            self.badge = _Badge(target.number)
            head.insertWidget(0, self.badge, 0, Qt.AlignmentFlag.AlignVCenter)
        if pinned_from and not target.attached and passage.fact is None:
            self.pin = IconButton(
                "pin", self.tr("Pin a sentence of passage {number} as a fact").format(number=target.number), size=16
            )
            self.pin.clicked.connect(self._pin)
            head.addWidget(self.pin)
        self.column.addLayout(head)
        self.where = ElidedLabel(self._place, look="caption")
        below = row(self.where, self.meter)
        below.setStretch(0, 1)
        self.column.addLayout(below)
        self.column.addSpacing(S // 2)
        self.snippet = Label(snippet(target, passage), wrap=True)
        self.column.addWidget(self.snippet)
        self.state = Label("", look="warn", wrap=True)
        self.column.addWidget(self.state)
        self.set_known("", "changed" if target.changed else "as_indexed")
        self.clicked.connect(self._open)

    def set_known(self, date: str, state: FileState) -> None:
        """What the library and the disk say of the file, looked up in the background."""
        where = " · ".join(part for part in (self._place, date) if part)
        self.where.setText(where)
        words = {
            "as_indexed": "",
            "changed": self.tr("The file has changed since it was indexed."),
            "gone": self.tr("The file is not where it was; its indexed text can be read."),
        }[state]
        self.state.setText(words)
        self.state.setVisible(bool(words))
        self.setAccessibleName(". ".join(part for part in (self._name, date, self.meter.accessibleName(), words) if part))
        self.setAccessibleDescription(self.snippet.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        # A button's arrows go to the next button; here that would be the card's own, and the list goes from card to card.
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _open(self) -> None:
        self.opened.emit(self.target)

    @Slot()
    def _pin(self) -> None:
        self.pin_wanted.emit(self.target)


class RelevanceMeter(QWidget):
    """The calibrated relevance as a short bar: a hint, not a mark out of ten. The number is its tool tip."""

    def __init__(self, relevance: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._relevance = min(max(relevance, 0.0), 1.0)
        words = self.tr("Relevance {percent} %").format(percent=round(self._relevance * 100))
        self.setAccessibleName(words)
        self.setToolTip(self.tr("{relevance}: how likely the passage answers the question").format(relevance=words))
        self.setFixedSize(self.sizeHint())
        theme().changed.connect(self._fit)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(theme().px(36), theme().px(16))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        height = theme().px(4)
        bar = QRectF(0, (self.height() - height) / 2, self.width(), height)
        painter.setBrush(theme().colour("pressed"))
        painter.drawRoundedRect(bar, height / 2, height / 2)
        if self._relevance > 0:
            bar.setWidth(max(bar.width() * self._relevance, float(height)))
            painter.setBrush(theme().colour("accent"))
            painter.drawRoundedRect(bar, height / 2, height / 2)
        painter.end()

    @Slot()
    def _fit(self) -> None:
        self.setFixedSize(self.sizeHint())


class _Badge(QLabel):
    """The number that the chips in the answer show."""

    def __init__(self, number: int) -> None:
        super().__init__(str(number))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFont(theme().font("caption", strong=True))
        self._paint()
        theme().changed.connect(self._paint)

    @Slot()
    def _paint(self) -> None:
        colours = theme().colours
        # As wide for each digit, so that the names below each other begin at one line.
        self.setMinimumWidth(theme().px(22))
        self.setStyleSheet(
            f"background: {colours.accent_soft}; color: {colours.accent}; border-radius: 6px; padding: 1px 6px; font-weight: 600;"
        )


def snippet(target: EvidenceTarget, passage: Passage) -> str:
    """The cited words where there are some, else the passage's beginning, in one line of at most SNIPPET_CHARACTERS."""
    cited = target.quotes[0] if target.quotes and target.quotes[0] != passage.content else passage.content
    words = " ".join(cited.split())
    if len(words) <= SNIPPET_CHARACTERS:
        return words
    return words[:SNIPPET_CHARACTERS].rsplit(" ", 1)[0] + " …"
