"""The small pictures inside an answer: numbered chips and the marks of the sentences."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter

from app.messages.validation import SentenceVerdict
from app.ui.theme.theme import theme
from app.viewmodels.evidence import SourceSign

MARKS: dict[SentenceVerdict, tuple[str, str]] = {
    "supported": ("check", "supported"),
    "partly_supported": ("circle-alert", "partly"),
    "unsupported": ("circle-x", "unsupported"),
}
"""Icon and colour; form and colour differ, so that the marks can be told apart without colour."""


SIGN = 0.6
"""Of a chip's height: the small picture in it"""
SIGNS: dict[SourceSign, tuple[str, str, str]] = {
    "": ("", "accent", "accent_soft"),
    "attached": ("paperclip", "accent", "accent_soft"),
    "changed": ("history", "partly", "partly_soft"),
}
"""Picture, and the colours of the number and of the chip"""


def chip_size() -> tuple[int, int]:
    """Width for one digit, and height, by the font in force."""
    height = _line_height() + 3
    return round(height * 1.2), height


def chip_width(number: int, sign: SourceSign = "") -> int:
    width, height = chip_size()
    return width + (len(str(number)) - 1) * height // 2 + (round(height * SIGN) if sign else 0)


def _line_height() -> int:
    return QFontMetrics(theme().font("caption")).height()


def chip(number: int, verdict: SentenceVerdict | None, ratio: float, sign: SourceSign = "") -> QImage:
    """A rounded chip with a number, in the theme's colours; the sentence's first chip has its mark before it; one of an attached
    document has a paper clip in it, one of a document that has changed since it was indexed a clock.

    One picture for both, because Qt breaks lines after every picture, whatever stands between them.
    """
    width, height = chip_width(number, sign), chip_size()[1]
    before = height if verdict is not None else 0
    image = _blank(before + width, height, ratio)
    painter = QPainter(image)
    if verdict is not None:
        _draw_mark(painter, verdict, ratio)
    painter.translate(before, 0)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    icon, colour, ground = SIGNS[sign]
    painter.setBrush(theme().colour(ground))
    area = QRectF(1, 1, width - 2, height - 2)
    painter.drawRoundedRect(area, height / 3, height / 3)
    painter.setPen(theme().colour(colour))
    painter.setFont(theme().font("caption", strong=True))
    if icon:
        edge = round(height * SIGN)
        picture = theme().pixmap(icon, colour, edge, ratio)
        target = QRectF(height * 0.25, (height - edge) / 2, edge, edge)
        painter.drawPixmap(target, picture, QRectF(0, 0, picture.width(), picture.height()))
        area.setLeft(target.right() - 1)
    painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), str(number))
    painter.end()
    return image


def mark(verdict: SentenceVerdict, ratio: float) -> QImage:
    """For a sentence without a chip."""
    size = chip_size()[1]
    image = _blank(size, size, ratio)
    painter = QPainter(image)
    _draw_mark(painter, verdict, ratio)
    painter.end()
    return image


def _draw_mark(painter: QPainter, verdict: SentenceVerdict, ratio: float) -> None:
    icon_name, colour = MARKS[verdict]
    size = chip_size()[1]
    inner = round(size * 0.8)
    edge = (size - inner) / 2
    picture = theme().pixmap(icon_name, colour, inner, ratio)
    painter.drawPixmap(QRectF(edge, edge, inner, inner), picture, QRectF(0, 0, picture.width(), picture.height()))


def _blank(width: int, height: int, ratio: float) -> QImage:
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image
