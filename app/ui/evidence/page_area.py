"""The pages of a document below each other: scrolled continuously, drawn when they come into sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.ui.evidence.page_painter import PagePainter, on_paper
from app.ui.evidence.page_pointer import PagePointer
from app.ui.theme.tokens import M
from app.viewmodels.page_find import PageFind
from app.viewmodels.page_stack import PageStack
from app.viewmodels.page_store import PageStore
from index.parsers.layer_text import Box, text_extent

STEP = 1.25
SMALLEST, LARGEST = 0.2, 8.0
"""Pixels a point: a fifth of the paper's size to eight times it."""
SETTLE_MS = 90
"""Zooming draws the pictures that are there larger or smaller; new ones are asked for when it has come to rest."""
LINE = 48
"""Pixels that one step of a key or of the wheel scrolls."""
PRINTED = 96 / 72
"""Pixels a point at which words are as large as on paper."""

Fit: TypeAlias = Literal["auto", "width", "text", ""]
"""What the size follows from when the view's width changes: the width of the paper, that of the words on it, or, until a person chooses,
the paper's where its words are as large as printed and else the words', up to that. "": a person's own size."""


@dataclass(frozen=True)
class Mark:
    """One quotation on a page."""

    page: int
    boxes: tuple[Box, ...]


class PageArea(QAbstractScrollArea):
    page_changed = Signal(int)
    """The page that fills the upper part of the view."""
    zoom_changed = Signal()
    marks_changed = Signal()
    copy_wanted = Signal(bool)
    """Copy what is selected; True: with its citation"""
    pin_wanted = Signal()
    find_wanted = Signal()

    def __init__(self, store: PageStore, find: PageFind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store, self.finding = store, find
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("pages")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Always there, so that the width that fits does not depend on the height that follows from it.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self.stack = PageStack()
        self.fits: Fit = "auto"
        self.page = 1
        self.mark = 0
        """Number of the mark that was gone to last, from 0"""
        self._painter = PagePainter(self)
        self.pointer = PagePointer(self)
        self._going: tuple[int, Box | None] | None = None
        self._fitted = ""
        """The document whose size was chosen when its words were there; another sentence of it comes in the same size"""
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLE_MS)
        self._settled.timeout.connect(self._tell_store)
        store.opened.connect(self._opened)
        store.drawn.connect(self._came)
        store.read.connect(self._read)
        find.changed.connect(self.viewport().update)
        find.moved.connect(self._go_to_hit)

    # --- what is shown

    def show_at(self, page: int) -> None:
        """Go there as soon as the document is open, and to its first mark as soon as that is located."""
        self._going = (page, None)
        self.mark = 0
        self.pointer.clear()
        self._painter.forget()

    def marks(self) -> list[Mark]:
        """Those that are located so far, in the order of the pages."""
        layers = ((page, self.store.layer(page)) for page in self.store.marked_pages())
        return [Mark(page, boxes) for page, layer in layers if layer is not None for boxes in layer.marks]

    def visible(self) -> range:
        top = self.verticalScrollBar().value()
        return self.stack.between(top, top + self.viewport().height() - 1)

    def page_rect(self, page: int) -> QRectF:
        """Of the paper, in the viewport; on whole pixels, so that pictures are not blurred."""
        rect = self.stack.rect(page, self.viewport().width())
        left = round(rect.left) - self.horizontalScrollBar().value()
        top = round(rect.top) - self.verticalScrollBar().value()
        return QRectF(left, top, round(rect.width), round(rect.height))

    def page_at(self, point: QPoint) -> tuple[int, float, float]:
        """The page at a point of the viewport, and the point as fractions of it (also beside the paper)."""
        page = self.stack.at(point.y() + self.verticalScrollBar().value())
        rect = self.page_rect(page)
        return page, (point.x() - rect.left()) / rect.width(), (point.y() - rect.top()) / rect.height()

    @property
    def is_zooming(self) -> bool:
        return self._settled.isActive()

    # --- moving

    def go_to_page(self, page: int) -> None:
        if len(self.stack):
            page = min(max(page, 1), len(self.stack))
            self.verticalScrollBar().setValue(round(self.stack.rect(page).top) - M)

    def go_to_mark(self, number: int) -> None:
        """Around the ends."""
        marks = self.marks()
        if marks:
            self.mark = number % len(marks)
            self._bring(marks[self.mark].page, marks[self.mark].boxes[0])
            self.viewport().update()
            self.marks_changed.emit()

    def _bring(self, page: int, box: Box) -> None:
        """The box a third below the top, and in sight sideways."""
        place = on_paper(self.page_rect(page), box)
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        down.setValue(round(place.top()) + down.value() - self.viewport().height() // 3)
        if place.left() < 0 or place.right() > self.viewport().width():
            across.setValue(round(place.left()) + across.value() - 2 * M)

    @Slot()
    def _go_to_hit(self) -> None:
        if self.finding.current is not None:
            page, _, boxes = self.finding.hits[self.finding.current]
            if boxes:
                self._bring(page, boxes[0])
            self.viewport().update()

    # --- zoom

    def zoom(self, factor: float, at: QPoint | None = None) -> None:
        """Larger or smaller; what lies at the point (the middle of the view by default) stays there."""
        self.fits = ""
        self._set_scale(self.stack.scale * factor, at or self.viewport().rect().center())

    def fit_width(self) -> None:
        self.fits = "width"
        self._refit()

    def fit_page(self) -> None:
        if len(self.stack):
            self.fits = ""
            view = self.viewport()
            self._set_scale(self.stack.fit_page(self.page, view.width(), view.height()), QPoint(0, 0))
            self.go_to_page(self.page)

    def fit_text(self) -> None:
        """The margins of the paper out of sight: in a narrow pane the words come as large as they can."""
        self.fits = "text"
        self._refit()

    def _refit(self) -> None:
        """As large as ``fits`` wants it, with the words in the middle where the paper is wider than the view."""
        self._set_scale(self._fitting(), QPoint(0, self.viewport().height() // 3))
        extent = self._extent()
        if extent is not None and self.fits != "width":
            rect = self.stack.rect(self.page, self.viewport().width())
            middle = rect.left + sum(extent) / 2 * rect.width
            self.horizontalScrollBar().setValue(round(middle - self.viewport().width() / 2))

    def _extent(self) -> tuple[float, float] | None:
        """Where the words of the page begin and end, in shares of its width; None before they are read, and without any."""
        layer = self.store.layer(self.page)
        return text_extent(layer.layer) if layer is not None else None

    def _fitting(self) -> float:
        width = self.stack.fit_width(self.viewport().width())
        extent = self._extent()
        if self.fits == "width" or extent is None or (self.fits == "auto" and width >= PRINTED):
            return width
        paper = self.stack.rect(self.page).width / self.stack.scale
        words = (self.viewport().width() - 3 * M) / max(paper * (extent[1] - extent[0]), 1.0)
        return words if self.fits == "text" else max(width, min(words, PRINTED))

    def _set_scale(self, scale: float, at: QPoint) -> None:
        if not len(self.stack):
            return
        page, x, y = self.page_at(at)
        self.stack.set_scale(min(max(scale, SMALLEST), LARGEST))
        self._set_ranges()
        rect = self.stack.rect(page, self.viewport().width())
        self.verticalScrollBar().setValue(round(rect.top + y * rect.height) - at.y())
        self.horizontalScrollBar().setValue(round(rect.left + x * rect.width) - at.x())
        self._settled.start()
        self.viewport().update()
        self.zoom_changed.emit()

    def _set_ranges(self) -> None:
        size, down, across = self.viewport().size(), self.verticalScrollBar(), self.horizontalScrollBar()
        off, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(off if self.fits else needed)
        down.setRange(0, max(0, round(self.stack.height) - size.height()))
        down.setPageStep(max(size.height() - LINE, 1))
        down.setSingleStep(LINE)
        across.setRange(0, max(0, round(self.stack.width) - size.width()) if self.fits != "width" else 0)
        across.setPageStep(size.width())
        across.setSingleStep(LINE)

    # --- what comes

    @Slot()
    def _opened(self) -> None:
        outline = self.store.outline
        if outline is None:
            return
        scale = self.stack.scale
        self.stack = PageStack(outline.sizes, M)
        known = bool(self._fitted) and self._fitted == self.store.source
        self.stack.set_scale(self._fitting() if self.fits and not known else scale)
        self._set_ranges()
        self._follow_going()
        self._scrolled()
        self._tell_store()
        self.zoom_changed.emit()

    def _follow_going(self) -> None:
        """To the page that was asked for, then to its first mark."""
        if self._going is None:
            return
        marks = self.marks()
        if marks:
            self.go_to_mark(next((n for n, m in enumerate(marks) if m.page == self._going[0]), 0))
            self._going = None
        elif self.stack.at(self.verticalScrollBar().value() + 2 * M) != self._going[0]:
            self.go_to_page(self._going[0])

    @Slot(int)
    def _came(self, page: int) -> None:
        if page in self.visible():
            self.viewport().update(self.page_rect(page).toAlignedRect())

    @Slot(int)
    def _read(self, page: int) -> None:
        if self.fits and self._fitted != self.store.source and page == self.page:
            self._fitted = self.store.source
            self._refit()
        self._follow_going()
        self.marks_changed.emit()
        self.pointer.read(page)
        self._describe()
        if page in self.visible():
            self.viewport().update()

    @Slot()
    def _tell_store(self) -> None:
        if len(self.stack):
            self.store.want(self.visible(), self.stack.scale * self.devicePixelRatioF())

    def _scrolled(self) -> None:
        if not len(self.stack):
            return
        if not self._settled.isActive():
            self._tell_store()
        page = self.stack.at(self.verticalScrollBar().value() + self.viewport().height() // 3)
        if page != self.page:
            self.page = page
            self.page_changed.emit(page)
            self._describe()

    def _describe(self) -> None:
        """A screen reader reads the page's words, not its picture."""
        layer = self.store.layer(self.page)
        self.setAccessibleDescription(layer.layer.text if layer is not None else "")

    # --- Qt

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002, N802
        # A person who scrolls has left the place that was being gone to, unless it is the program that scrolls.
        self._scrolled()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if len(self.stack):
            if self.fits:
                self._refit()
            else:
                self._set_ranges()
                self._tell_store()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(480, 600)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self.viewport())
        self._painter.paint(painter, event.rect())
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        self._going = None
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(STEP ** (event.angleDelta().y() / 120), event.position().toPoint())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if not alt and (self.pointer.key(event) or self._key(event)):
            event.accept()
        else:
            event.ignore()  # Esc, and the keys of the reader and the window

    def _key(self, event: QKeyEvent) -> bool:
        key, down = event.key(), self.verticalScrollBar()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = {Qt.Key.Key_Plus: STEP, Qt.Key.Key_Equal: STEP, Qt.Key.Key_Minus: 1 / STEP}
            if key in steps:
                self.zoom(steps[Qt.Key(key)])
            elif key == Qt.Key.Key_0:
                self.fit_width()
            elif key == Qt.Key.Key_9:
                self.fit_text()
            elif key == Qt.Key.Key_Home:
                down.setValue(0)
            elif key == Qt.Key.Key_End:
                down.setValue(down.maximum())
            else:
                return False
            return True
        page_step = down.pageStep()
        if key == Qt.Key.Key_Space:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            down.setValue(down.value() + (-page_step if back else page_step))
            return True
        moves = {
            Qt.Key.Key_PageDown: page_step, Qt.Key.Key_PageUp: -page_step, Qt.Key.Key_Down: LINE, Qt.Key.Key_Up: -LINE,
            Qt.Key.Key_Home: -down.maximum(), Qt.Key.Key_End: down.maximum(),
        }  # fmt: skip
        if key in moves:
            self._going = None
            down.setValue(down.value() + moves[Qt.Key(key)])
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            across = self.horizontalScrollBar()
            across.setValue(across.value() + (LINE if key == Qt.Key.Key_Right else -LINE))
        else:
            return False
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self._going = None
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self.pointer.move(event.position().toPoint(), event.buttons())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self.pointer.double_click(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        self.pointer.menu(event.globalPos())

    def scroll_towards(self, point: QPointF) -> None:
        """While text is selected beyond the edge of the view."""
        beyond = point.y() - min(max(point.y(), 0.0), float(self.viewport().height()))
        down = self.verticalScrollBar()
        down.setValue(down.value() + round(beyond / 3))
