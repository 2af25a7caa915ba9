"""Selecting on pages with the mouse and the keyboard, and what is done with what is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu

from app.ui.widgets.keys import key_text
from app.viewmodels.page_selection import LayerPoints, Selection, Spot, selected_text
from index.parsers.layer_text import PageLayer

if TYPE_CHECKING:
    from app.ui.evidence.page_area import PageArea

_SCROLL_MS = 30


class PagePointer(QObject):
    def __init__(self, area: PageArea) -> None:
        super().__init__(area)
        self._area = area
        self.selection: Selection | None = None
        self._points: dict[int, LayerPoints] = {}
        self._unit = "character"
        self._first: tuple[Spot, Spot] | None = None
        """The word or line with which the selection began"""
        self._clicked_at = QPoint()
        self._clicks = 0
        self._where = QPoint()
        self._scrolling = QTimer(self)
        self._scrolling.setInterval(_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)

    def clear(self) -> None:
        self.selection, self._first = None, None
        self._points.clear()

    def read(self, page: int) -> None:
        """The text of a page has come, or has come anew."""
        self._points.pop(page, None)

    def text(self) -> str:
        """What is selected, as it goes to the clipboard."""
        return selected_text(self.selection, self._layer) if self.selection is not None else ""

    # --- mouse

    def press(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not len(self._area.stack):
            return
        point = event.position().toPoint()
        near = (point - self._clicked_at).manhattanLength() < QApplication.startDragDistance()
        if self._clicks == 2 and near:
            self._begin(point, "line")
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.selection is not None:
            self._unit, self._first = "character", None
            self._extend(point)
        else:
            self._begin(point, "character")
        self._clicks = 1

    def double_click(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and len(self._area.stack):
            self._clicked_at, self._clicks = event.position().toPoint(), 2
            QTimer.singleShot(QApplication.doubleClickInterval(), self, self._forget_clicks)
            self._begin(self._clicked_at, "word")

    def move(self, point: QPoint, buttons: Qt.MouseButton) -> None:
        if not len(self._area.stack):
            return
        if buttons & Qt.MouseButton.LeftButton and self.selection is not None:
            self._where = point
            inside = self._area.viewport().rect().contains(point)
            self._scrolling.stop() if inside else self._scrolling.start()
            self._extend(point)
            return
        page, x, y = self._area.page_at(point)
        points = self._points_of(page)
        over = points is not None and points.over_text(x, y)
        self._area.viewport().setCursor(Qt.CursorShape.IBeamCursor if over else Qt.CursorShape.ArrowCursor)

    def release(self, event: QMouseEvent) -> None:
        self._scrolling.stop()
        if event.button() == Qt.MouseButton.LeftButton and self.selection is not None:
            if self.selection.anchor == self.selection.focus:
                self.selection = None
            self._area.viewport().update()

    def _begin(self, point: QPoint, unit: str) -> None:
        self._unit = unit
        page, x, y = self._area.page_at(point)
        # On a scan the words are read now, for the next try.
        self._area.store.recognise(page)
        spot = self._spot(point)
        self._first = self._around(spot)
        self.selection = Selection(*self._first)
        self._area.viewport().update()

    def _extend(self, point: QPoint) -> None:
        assert self.selection is not None
        begin, end = self._around(self._spot(point))
        if self._first is None:
            self.selection = Selection(self.selection.anchor, end)
        elif begin < self._first[0]:
            self.selection = Selection(self._first[1], begin)
        else:
            self.selection = Selection(self._first[0], max(end, self._first[1]) if self._unit != "character" else end)
        self._area.viewport().update()

    def _spot(self, point: QPoint) -> Spot:
        page, x, y = self._area.page_at(point)
        points = self._points_of(page)
        return Spot(page, points.spot(x, y) if points is not None else 0)

    def _around(self, spot: Spot) -> tuple[Spot, Spot]:
        points = self._points_of(spot.page)
        if points is None or self._unit == "character":
            return spot, spot
        start, end = points.word(spot.at) if self._unit == "word" else points.line(spot.at)
        return Spot(spot.page, start), Spot(spot.page, end)

    @Slot()
    def _scroll(self) -> None:
        self._area.scroll_towards(QPointF(self._where))
        if self.selection is not None:
            self._extend(self._where)

    @Slot()
    def _forget_clicks(self) -> None:
        self._clicks = 0

    # --- keyboard

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was about selecting."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._area.copy_wanted.emit(False)
            return True
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_page(self._area.page)
            return True
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        by_word = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if shift and by_word and event.key() == Qt.Key.Key_C:
            self._area.copy_wanted.emit(True)
            return True
        if shift and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if event.key() == Qt.Key.Key_Right else -1, by_word)
            return True
        return False

    def select_page(self, page: int) -> None:
        layer = self._layer(page)
        if layer is not None and layer.text:
            self.selection = Selection(Spot(page, 0), Spot(page, len(layer.text)))
            self._first = None
            self._area.viewport().update()

    def _step(self, by: int, by_word: bool) -> None:
        """The end of the selection one character or word further; without one it begins at the top of the page in sight."""
        if self.selection is None:
            start = Spot(self._area.page, 0)
            self.selection = Selection(start, start)
        page, at = self.selection.focus
        points = self._points_of(page)
        if points is None:
            return
        length = len(points.layer.text)
        if by_word:
            at = points.word(at + by)[1 if by > 0 else 0]
        at = min(max(at if by_word else at + by, 0), length)
        self.selection = Selection(self.selection.anchor, Spot(page, at))
        self._area.viewport().update()

    # --- menu

    def menu(self, where: QPoint) -> None:
        menu = QMenu(self._area)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, shortcut, cited, ready in (
            (self.tr("Copy"), "Ctrl+C", False, bool(self.text())),
            (self.tr("Copy with its source"), "Ctrl+Shift+C", True, bool(self.text())),
        ):
            action = QAction(f"{text}\t{key_text(shortcut)}", menu)
            action.setEnabled(ready)
            action.triggered.connect(self._copy_cited if cited else self._copy)
            menu.addAction(action)
        pin = QAction(self.tr("Pin as a fact …") + "\t" + key_text("Ctrl+Shift+P"), menu)
        pin.triggered.connect(self._area.pin_wanted)
        menu.addAction(pin)
        menu.addSeparator()
        whole = QAction(self.tr("Select the text of the page") + "\t" + key_text("Ctrl+A"), menu)
        whole.triggered.connect(self._select_all)
        menu.addAction(whole)
        menu.popup(where)

    @Slot()
    def _copy(self) -> None:
        self._area.copy_wanted.emit(False)

    @Slot()
    def _copy_cited(self) -> None:
        self._area.copy_wanted.emit(True)

    @Slot()
    def _select_all(self) -> None:
        self.select_page(self._area.page)

    # --- layers

    def _layer(self, page: int) -> PageLayer | None:
        found = self._area.store.layer(page)
        return found.layer if found is not None else None

    def _points_of(self, page: int) -> LayerPoints | None:
        if page not in self._points:
            layer = self._layer(page)
            if layer is None:
                return None
            self._points[page] = LayerPoints(layer)
        return self._points[page]
