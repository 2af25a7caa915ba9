"""Paints the pages in sight with what lies on them: marks, words that were found, what is selected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.ui.theme.theme import theme
from app.ui.theme.tokens import LIGHT
from app.viewmodels.page_store import Drawn
from index.parsers.layer_text import Box, boxes_of

if TYPE_CHECKING:
    from app.ui.evidence.page_area import PageArea

_FOUND = "#bfd0ff"
_SELECTED = "#a8c4f5"
"""Paper is white in the dark theme too; black letters on these keep a contrast of more than 9."""


class PagePainter:
    def __init__(self, area: PageArea) -> None:
        self._area = area
        self._images: dict[int, tuple[Drawn, QImage]] = {}

    def forget(self) -> None:
        self._images.clear()

    def paint(self, painter: QPainter, region: QRect) -> None:
        area = self._area
        painter.fillRect(region, theme().colour("side"))
        visible = area.visible()
        for page in visible:
            rect = area.page_rect(page)
            if rect.intersects(QRectF(region)):
                self._page(painter, page, rect)
        self._images = {page: kept for page, kept in self._images.items() if page in visible}

    def _page(self, painter: QPainter, page: int, rect: QRectF) -> None:
        painter.fillRect(rect, Qt.GlobalColor.white)
        image = self._image(page)
        if image is not None:
            ratio = self._area.devicePixelRatioF()
            if abs(image.width() - rect.width() * ratio) < 2 and abs(image.height() - rect.height() * ratio) < 2:
                image.setDevicePixelRatio(ratio)
                painter.drawImage(rect.topLeft(), image)
            else:
                # While one zooms, what is there is enlarged quickly; it comes sharp when the zoom has come to rest.
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not self._area.is_zooming)
                painter.drawImage(rect, image)
        # Multiplied like a marker pen: the words stay as black as they are.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        self._marks(painter, page, rect)
        self._hits(painter, page, rect)
        self._selection(painter, page, rect)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setPen(theme().colour("border_strong"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _image(self, page: int) -> QImage | None:
        drawn = self._area.store.picture(page)
        if drawn is None:
            return None
        kept = self._images.get(page)
        if kept is None or kept[0] is not drawn:
            pixels = drawn.pixels
            # The picture is the store's bytes themselves, which ``kept`` holds on to.
            image = QImage(pixels.data, pixels.width, pixels.height, 4 * pixels.width, QImage.Format.Format_RGB32)
            kept = self._images[page] = (drawn, image)
        return kept[1]

    def _marks(self, painter: QPainter, page: int, rect: QRectF) -> None:
        for number, mark in enumerate(self._area.marks()):
            if mark.page == page:
                _fill(painter, rect, mark.boxes, LIGHT.mark)
                if number == self._area.mark:
                    _edge(painter, rect, mark.boxes)

    def _hits(self, painter: QPainter, page: int, rect: QRectF) -> None:
        for number, boxes in self._area.finding.on(page):
            _fill(painter, rect, boxes, _FOUND)
            if number == self._area.finding.current:
                painter.setPen(QPen(QColor(LIGHT.accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                for box in boxes:
                    painter.drawRoundedRect(on_paper(rect, box).adjusted(-2, -2, 2, 2), 3, 3)

    def _selection(self, painter: QPainter, page: int, rect: QRectF) -> None:
        selection, layer = self._area.pointer.selection, self._area.store.layer(page)
        if selection is not None and layer is not None:
            start, end = selection.on(page, len(layer.layer.text))
            if start < end:
                _fill(painter, rect, boxes_of(layer.layer, start, end), _SELECTED, margin=0)


def on_paper(rect: QRectF, box: Box) -> QRectF:
    """A box (fractions of the page) on the page that fills ``rect``."""
    left, top, right, bottom = box
    return QRectF(
        rect.left() + left * rect.width(),
        rect.top() + top * rect.height(),
        (right - left) * rect.width(),
        (bottom - top) * rect.height(),
    )


def _fill(painter: QPainter, rect: QRectF, boxes: Iterable[Box], colour: str, margin: int = 2) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    for box in boxes:
        painter.drawRoundedRect(on_paper(rect, box).adjusted(-margin, -margin / 2, margin, margin / 2), margin, margin)


def _edge(painter: QPainter, rect: QRectF, boxes: Iterable[Box]) -> None:
    """A line beside the mark that one is at, where there are several."""
    places = [on_paper(rect, box) for box in boxes]
    left = min(place.left() for place in places) - 7
    painter.setPen(QPen(QColor(LIGHT.partly), 3))
    painter.drawLine(
        QRectF(left, min(p.top() for p in places), 0, 0).topLeft(),
        QRectF(left, max(p.bottom() for p in places), 0, 0).topLeft(),
    )
