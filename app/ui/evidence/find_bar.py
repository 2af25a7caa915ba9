"""Finding words in what is open: the same line for pages, text and sheets."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import XS, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import Label

PAUSE_MS = 180
"""After the last letter before it is searched."""


class Findable(Protocol):
    """A view in which words can be found."""

    @property
    def can_find(self) -> bool: ...

    def find_words(self, words: str) -> None: ...

    def step(self, by: int) -> None: ...

    def stop_finding(self) -> None: ...

    def found(self) -> tuple[int, int, bool]:
        """(number of the current hit from 1, 0 for none; hits; whether more may come)"""
        ...


class FindBar(QFrame):
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readerTools")
        self.setAccessibleName(self.tr("Find in the document"))
        self._view: Findable | None = None
        self._searched = ""
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in the document"))
        self.field.setAccessibleName(self.tr("Find in the document"))
        self.field.textChanged.connect(self._typed)
        self.count = Label("", look="caption")
        self.before = IconButton("chevron-up", self.tr("Hit before (Shift+Enter)"))
        self.before.clicked.connect(self.step_back)
        self.after = IconButton("chevron-down", self.tr("Next hit (Enter)"))
        self.after.clicked.connect(self.step_on)
        close = IconButton("x", self.tr("Close (Esc)"))
        close.clicked.connect(self.close_bar)
        line = QHBoxLayout(self)
        line.setContentsMargins(S, XS, S, XS)
        line.setSpacing(XS)
        line.addWidget(self.field, 1)
        for widget in (self.count, self.before, self.after, close):
            line.addWidget(widget)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self.hide()
        theme().changed.connect(self.refresh)

    def open(self, view: Findable, words: str = "") -> None:
        """Over this view, with the words that are selected in it."""
        self.use(view)
        self.show()
        if words and "\n" not in words:
            self.field.setText(words)
        self.field.setFocus()
        self.field.selectAll()
        if self.field.text():
            self._search()
        self.refresh()

    def use(self, view: Findable) -> None:
        """The view that is shown now; what is searched goes on in it."""
        if view is not self._view:
            if self._view is not None:
                self._view.stop_finding()
            self._view, self._searched = view, ""
            if self.isVisible() and self.field.text():
                self._pause.start()

    @Slot()
    def close_bar(self) -> None:
        self._pause.stop()
        self._searched = ""
        if self._view is not None:
            self._view.stop_finding()
        self.hide()
        self.left.emit()

    @Slot()
    def step_on(self) -> None:
        self._step(1)

    @Slot()
    def step_back(self) -> None:
        self._step(-1)

    @Slot()
    def refresh(self) -> None:
        """What was found so far."""
        number, count, running = self._view.found() if self._view is not None else (0, 0, False)
        if not self._searched:
            words = ""
        elif count:
            words = self.tr("{number} of {count}").format(number=number, count=f"{count} …" if running else count)
        else:
            words = self.tr("Searching …") if running else self.tr("Not found")
        self.count.setText(words)
        for button in (self.before, self.after):
            button.setEnabled(count > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        if self._view is None:
            return
        if self.field.text().strip() != self._searched:
            self._search()
        else:
            self._view.step(by)
            self.refresh()

    @Slot()
    def _typed(self) -> None:
        self._pause.start()

    @Slot()
    def _search(self) -> None:
        self._pause.stop()
        words = self.field.text().strip()
        if self._view is None or words == self._searched:
            return
        self._searched = words
        if words:
            self._view.find_words(words)
        else:
            self._view.stop_finding()
        self.refresh()
