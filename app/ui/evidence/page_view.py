"""The picture of a page with the cited words marked; drawn in another process, decoded on another thread."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.engine.pages import PagePicture, PagePictures
from app.ui.theme.theme import theme
from app.ui.theme.tokens import LIGHT, L, M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import row
from app.ui.widgets.labels import Label
from app.viewmodels.evidence import EvidenceTarget
from app.workers.background import Background
from app.workers.failures import Failure

SCALE = 2.0
"""Pixels a point: sharp at the zoom levels below on an ordinary screen, about 2 MB a page."""
ZOOMS = (1.0, 1.25, 1.6, 2.0, 2.5)
"""Of the width that fits."""


class PageView(QWidget):
    shown = Signal()
    failed = Signal(object)
    """Failure"""
    page_changed = Signal()

    def __init__(self, background: Background, pages: PagePictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._pages = pages
        self._target: EvidenceTarget | None = None
        self._asked: Future[PagePicture] | None = None
        self._zoom = 0
        self.page = 1
        self.canvas = PageCanvas()
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidget(self.canvas)
        # Always there, so that the width that fits does not depend on the height that follows from it.
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.area.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.area.setAccessibleName(self.tr("Page"))
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.area, 1)
        column.addLayout(self._make_tools())

    def open(self, target: EvidenceTarget) -> None:
        """The page of the target, fitted to the width, with its words marked."""
        self._target = target
        self._go(target.place.page or 1)

    def _make_tools(self) -> QHBoxLayout:
        self.before = IconButton("chevron-left", self.tr("Page before"))
        self.before.clicked.connect(self._go_before)
        self.after = IconButton("chevron-right", self.tr("Page after"))
        self.after.clicked.connect(self._go_after)
        self.smaller = IconButton("zoom-out", self.tr("Smaller"))
        self.smaller.clicked.connect(self._zoom_out)
        self.larger = IconButton("zoom-in", self.tr("Larger"))
        self.larger.clicked.connect(self._zoom_in)
        self.number = Label("", look="caption")
        line = row(self.before, self.number, self.after, spacing=S)
        line.addStretch()
        line.addWidget(self.smaller)
        line.addWidget(self.larger)
        line.setContentsMargins(M, 4, M, 4)
        return line

    def _go(self, page: int) -> None:
        target = self._target
        if target is None:
            return
        self.page = page
        self.before.setEnabled(page > 1)
        self.number.setText(self.tr("page {number}").format(number=page))
        self.page_changed.emit()
        if self._asked is not None:
            self._asked.cancel()
        quotes = target.quotes if page == target.place.page else ()
        self.canvas.set_waiting()
        try:
            asked = self._pages.picture(target.source, page, SCALE, quotes)
        except RuntimeError:
            return
        self._asked = asked
        self._background.follow(asked, lambda made: self._decode(asked, made), lambda f: self._fail(asked, f))

    def _decode(self, asked: Future[PagePicture], made: PagePicture) -> None:
        if asked is self._asked:
            self._background.run(lambda: QImage.fromData(made.png), lambda image: self._show(asked, image, made))

    def _show(self, asked: Future[PagePicture], image: QImage, made: PagePicture) -> None:
        if asked is not self._asked:
            return
        self.after.setEnabled(self.page < made.pages)
        self.number.setText(self.tr("page {number} of {pages}").format(number=self.page, pages=made.pages))
        self.canvas.set_picture(image, [QRectF(a, b, c - a, d - b) for a, b, c, d in made.marks])
        self._resize()
        QTimer.singleShot(0, self, self._scroll_to_mark)
        self.shown.emit()

    def _fail(self, asked: Future[PagePicture], failure: Failure) -> None:
        if asked is self._asked and self._target is not None:
            if self.page == self._target.place.page:
                self.failed.emit(failure)
            else:
                self._go(self._target.place.page or 1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._resize()

    def _resize(self) -> None:
        width = self.area.viewport().width() - 2 * L
        fits = self._zoom == 0
        off, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.area.setHorizontalScrollBarPolicy(off if fits else needed)
        self.canvas.set_width(max(120, round(width * ZOOMS[self._zoom])))
        self.smaller.setEnabled(self._zoom > 0)
        self.larger.setEnabled(self._zoom < len(ZOOMS) - 1)

    @Slot()
    def _scroll_to_mark(self) -> None:
        marks = self.canvas.marks_in_pixels()
        if marks:
            first = marks[0]
            self.area.verticalScrollBar().setValue(round(first.top()) - self.area.viewport().height() // 3)
            self.area.horizontalScrollBar().setValue(round(first.left()) - L)

    @Slot()
    def _go_before(self) -> None:
        self._go(self.page - 1)

    @Slot()
    def _go_after(self) -> None:
        self._go(self.page + 1)

    @Slot()
    def _zoom_in(self) -> None:
        self._zoom = min(self._zoom + 1, len(ZOOMS) - 1)
        self._resize()
        self._scroll_to_mark()

    @Slot()
    def _zoom_out(self) -> None:
        self._zoom = max(self._zoom - 1, 0)
        self._resize()


class PageCanvas(QWidget):
    """The page as paper with its marks. ``marks`` are fractions of the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Picture of the page"))
        self._image = QImage()
        self.marks: list[QRectF] = []

    def set_waiting(self) -> None:
        self.marks = []
        self.update()

    def set_picture(self, image: QImage, marks: list[QRectF]) -> None:
        self._image, self.marks = image, marks
        found = self.tr("The cited words are marked.") if marks else ""
        self.setAccessibleDescription(found)
        self.update()

    @property
    def has_picture(self) -> bool:
        return not self._image.isNull()

    def set_width(self, width: int) -> None:
        """Width of the paper; the height follows."""
        ratio = self._image.height() / self._image.width() if self.has_picture else 1.414
        self.resize(QSize(width + 2 * L, round(width * ratio) + 2 * L))

    def marks_in_pixels(self) -> list[QRectF]:
        paper = self._paper()
        return [
            QRectF(
                paper.left() + m.left() * paper.width(), paper.top() + m.top() * paper.height(), m.width() * paper.width(),
                m.height() * paper.height(),
            )
            for m in self.marks
        ]  # fmt: skip

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = self._paper()
        painter.fillRect(paper, Qt.GlobalColor.white)
        if self.has_picture:
            painter.drawImage(paper, self._image)
        # Multiplied like a marker pen: the words stay as black as they are, in the dark theme too, since paper stays white.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(LIGHT.mark))
        for mark in self.marks_in_pixels():
            painter.drawRoundedRect(mark.adjusted(-2, -1, 2, 1), 2, 2)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setPen(theme().colour("border_strong"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(paper)
        painter.end()

    def _paper(self) -> QRectF:
        return QRectF(QPoint(L, L), QSize(max(1, self.width() - 2 * L), max(1, self.height() - 2 * L)))
