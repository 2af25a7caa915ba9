"""Icons from resources/icons, drawn in a colour of the theme at any size."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.settings.paths import resources_dir


@cache
def _source(name: str) -> str:
    """Raises OSError for a name without a file."""
    return (resources_dir() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@cache
def pixmap(name: str, colour: str, size: int, ratio: float = 1.0, room: int = 0) -> QPixmap:
    """``size`` and ``room``, empty space to the right of the icon, in device-independent pixels. Kept, since the same few icons are
    drawn again and again."""
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))
    picture = QPixmap(QSize(round((size + room) * ratio), round(size * ratio)))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, picture.height(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def icon(name: str, colour: str, disabled: str, size: int = 18, room: int = 0) -> QIcon:
    """For buttons; the disabled colour is drawn by us because Qt's grey is unreadable on dark."""
    made = QIcon()
    for ratio in (1.0, 2.0):
        made.addPixmap(pixmap(name, colour, size, ratio, room), QIcon.Mode.Normal)
        made.addPixmap(pixmap(name, disabled, size, ratio, room), QIcon.Mode.Disabled)
    return made
