"""One calm line that says what is being done."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer, Slot
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import S
from app.ui.widgets.labels import Label

DOTS = 3


class BusyDots(QWidget):
    """Three dots, one of them darker in turn; still while hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(26, 10))
        self._step = 0
        self._timer = QTimer(self)
        self._timer.setInterval(350)
        self._timer.timeout.connect(self._advance)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        self._timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        self._timer.stop()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for dot in range(DOTS):
            painter.setBrush(theme().colour("accent" if dot == self._step else "border_strong"))
            painter.setPen(theme().colour("accent" if dot == self._step else "border_strong"))
            painter.drawEllipse(dot * 9 + 1, 2, 5, 5)
        painter.end()

    @Slot()
    def _advance(self) -> None:
        self._step = (self._step + 1) % DOTS
        self.update()


class BusyLine(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(S)
        self.dots = BusyDots()
        self.label = Label("", look="muted")
        line.addWidget(self.dots)
        line.addWidget(self.label)
        line.addStretch()

    def set_text(self, text: str) -> None:
        self.label.setText(text)
