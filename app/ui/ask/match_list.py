"""Passages that match what is being typed, in a list above the question box."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.theme.theme import theme
from app.ui.theme.tokens import RADIUS_S, M, S
from app.ui.widgets.labels import Label
from app.viewmodels.matches import Matches

SHOWN_ROWS = 3
"""Rows that are seen at once; the others are scrolled to."""

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_TARGET = Qt.ItemDataRole.UserRole
_SOURCE = Qt.ItemDataRole.UserRole + 1
_SNIPPET = Qt.ItemDataRole.UserRole + 2


class MatchList(QFrame):
    """Hidden while nothing matches. The arrow key down leads from the question into the list, Enter opens the passage, Esc goes back and
    closes the list. The question keeps the focus while a person types."""

    opened = Signal(object)
    """EvidenceTarget"""

    def __init__(self, matches: Matches, question: QPlainTextEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self._matches, self._question = matches, question
        self.heading = Label(self.tr("Passages with these words"), look="caption")
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Passages with these words"))
        self.list.setItemDelegate(_Lines(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTabKeyNavigation(False)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)
        self.list.installEventFilter(self)
        question.installEventFilter(self)
        question.textChanged.connect(self._typed)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, S, S, S)
        column.setSpacing(2)
        column.addWidget(self.heading)
        column.addWidget(self.list)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        matches.changed.connect(self._show)
        theme().changed.connect(self._fit)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if not self.isHidden() and isinstance(event, QKeyEvent) and event.modifiers() in _PLAIN:
            if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
                # The window's own Esc (stop the answer, leave the reader) waits until the list is closed.
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and self._key(watched, event.key()):
                return True
        return super().eventFilter(watched, event)

    def _key(self, watched: QObject, key: int) -> bool:
        """Whether the key meant the list."""
        if key == Qt.Key.Key_Escape:
            self._matches.dismiss()
            self._question.setFocus()
        elif watched is self._question and key == Qt.Key.Key_Down and self._on_last_line():
            self.list.setCurrentRow(0)
            self.list.setFocus()
        elif watched is self.list and key == Qt.Key.Key_Up and self.list.currentRow() <= 0:
            self._question.setFocus()
        elif watched is self.list and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.list.currentItem())
        else:
            return False
        return True

    def _on_last_line(self) -> bool:
        """Whether the arrow has no other meaning in the question."""
        cursor = self._question.textCursor()
        return not cursor.movePosition(cursor.MoveOperation.Down)

    @Slot()
    def _typed(self) -> None:
        self._matches.type(self._question.toPlainText())

    @Slot()
    def _show(self) -> None:
        had_focus = self.list.hasFocus()
        self.list.clear()
        for match in self._matches.rows:
            item = QListWidgetItem(f"{match.source}: {match.snippet}")
            item.setData(_TARGET, match.target)
            item.setData(_SOURCE, match.source)
            item.setData(_SNIPPET, match.snippet)
            item.setToolTip(match.target.source)
            self.list.addItem(item)
        self._fit()
        self.setVisible(bool(self._matches.rows))
        if had_focus and not self._matches.rows:
            self._question.setFocus()

    @Slot()
    def _fit(self) -> None:
        rows = min(SHOWN_ROWS, self.list.count())
        if rows:
            self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth() + 4)

    @Slot(QListWidgetItem)
    def _open(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.opened.emit(item.data(_TARGET))


class _Lines(QStyledItemDelegate):
    """File and place above the words, each in one line that is cut where it does not fit."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        area: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().colour("selected" if selected else "hover"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), RADIUS_S, RADIUS_S)
        line = area.adjusted(S, S // 2, -S, 0)
        for role, font, colour in ((_SOURCE, "caption", "muted"), (_SNIPPET, "body", "text")):
            metrics = theme().metrics(font)
            line.setHeight(metrics.height())
            painter.setFont(theme().font(font))
            painter.setPen(theme().colour(colour))
            painter.drawText(line, 0, metrics.elidedText(index.data(role), Qt.TextElideMode.ElideRight, line.width()))
            line.translate(0, metrics.height())
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802, ARG002
        return QSize(100, theme().metrics("caption").height() + theme().metrics("body").height() + S)
