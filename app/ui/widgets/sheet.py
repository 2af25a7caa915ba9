"""A card over the window that asks one thing: what to import, whether to delete, a password. Esc leaves it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import XL, L, M
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import Label

VEIL = 0.72
WIDTH = 520


class Sheet(QWidget):
    """Covers its parent. ``body`` takes the content, ``confirm`` and ``leave`` stand below it. The keyboard stays inside."""

    confirmed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget, title: str, confirm: str, *, dangerous: bool = False) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.card = Card(self, look="sheet", margin=XL, spacing=M)
        self.title = Label(title, look="title", wrap=True)
        self.card.column.addWidget(self.title)
        self.body = QVBoxLayout()
        self.body.setSpacing(M)
        self.card.column.addLayout(self.body, 1)
        self.confirm = TextButton(confirm, look="danger" if dangerous else "primary")
        self.confirm.clicked.connect(self._confirm)
        self.leave = TextButton(self.tr("Cancel"))
        self.leave.clicked.connect(self.dismiss)
        buttons = row(self.leave, self.confirm)
        buttons.insertStretch(0)
        buttons.setContentsMargins(0, M, 0, 0)
        self.card.column.addLayout(buttons)
        self._before: QWidget | None = None
        parent.installEventFilter(self)
        theme().changed.connect(self._refit)
        self.hide()

    def open(self, first: QWidget | None = None) -> None:
        """Show it with the focus on ``first``, else on the button that confirms."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.raise_()
        self.show()
        self.fit()
        (first or self.confirm).setFocus()

    @Slot()
    def dismiss(self) -> None:
        if self.isVisible():
            self.shut()
            self.left.emit()

    def shut(self) -> None:
        """Without a word; the focus goes back to where it was."""
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None

    def _room(self) -> QRect:
        parent = self.parentWidget()
        return parent.rect() if parent is not None else QRect(0, 0, WIDTH, WIDTH)

    def card_width(self) -> int:
        return min(theme().px(WIDTH), self._room().width() - 2 * L)

    def height_for(self, width: int) -> int:
        """Of the whole card, so that no wrapped line is cut."""
        layout = self.card.column
        self.body.invalidate()
        layout.invalidate()
        return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()

    @Slot()
    def _refit(self) -> None:
        if self.isVisible():
            self.fit()

    def fit(self) -> None:
        """In the middle, as high as its content, within the window."""
        self.setGeometry(self._room())
        width = self.card_width()
        height = min(self.height_for(width), self.height() - 2 * L)
        self.card.setGeometry(QRect((self.width() - width) // 2, (self.height() - height) * 2 // 5, width, height))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.fit()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            button = focused if isinstance(focused, QAbstractButton) and self.isAncestorOf(focused) else self.confirm
            button.click()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, N802 - Qt's own name
        inside = [
            w
            for w in self.findChildren(QWidget)
            if w.isVisible() and w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.focusProxy() is None
        ]
        if not inside:
            return False
        focused = QApplication.focusWidget()
        at = inside.index(focused) if focused in inside else -1
        inside[(at + (1 if next else -1)) % len(inside)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        veil = theme().colour("side")
        veil.setAlphaF(VEIL)
        painter.fillRect(self.rect(), veil)
        painter.end()

    @Slot()
    def _confirm(self) -> None:
        self.shut()
        self.confirmed.emit()
