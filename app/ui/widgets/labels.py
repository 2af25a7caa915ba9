"""Labels for plain text. None of them reads its text as markup, since it may come from a document or a file name."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from app.ui.theme.theme import theme


class Label(QLabel):
    """``look`` names a rule of the style sheet."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, look: str = "", wrap: bool = False) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", look)
        self.setWordWrap(wrap)
        self.setText(text)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)


class ElidedLabel(Label):
    """One line; what does not fit is cut with an ellipsis and shown whole as the tool tip."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        look: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        self._whole = ""
        self._mode = mode
        super().__init__("", parent, look=look)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's own name
        self._whole = text
        super().setText(text)
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        shown = self.fontMetrics().elidedText(self._whole, self._mode, self.contentsRect().width())
        self.setToolTip(self._whole if shown != self._whole else "")
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawItemText(
            painter, self.contentsRect(), int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), option.palette, self.isEnabled(), shown,
            self.foregroundRole(),
        )  # fmt: skip
        painter.end()


class IconLabel(QLabel):
    """An icon that says something by itself; ``label`` says it in words."""

    def __init__(
        self, icon_name: str, label: str = "", parent: QWidget | None = None, *, colour: str = "muted", size: int = 18
    ) -> None:
        super().__init__(parent)
        self._name, self._colour, self._size = icon_name, colour, size
        self.setAccessibleName(label)
        self.setToolTip(label)
        self._draw()
        theme().changed.connect(self._draw)

    def set_icon(self, icon_name: str, colour: str, label: str = "") -> None:
        self._name, self._colour = icon_name, colour
        self.setAccessibleName(label)
        self.setToolTip(label)
        self._draw()

    @Slot()
    def _draw(self) -> None:
        size = theme().px(self._size)
        self.setFixedSize(size, size)
        self.setPixmap(theme().pixmap(self._name, self._colour, size, self.devicePixelRatioF()))


def repolish(widget: QWidget) -> None:
    """After a dynamic property of the style sheet changed."""
    style: QStyle = widget.style()
    style.unpolish(widget)
    style.polish(widget)
