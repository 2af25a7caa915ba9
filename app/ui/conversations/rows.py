"""A line of the list of conversations: its name and time, and below the words that were found or written last."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import M, S
from app.ui.widgets.row_background import paint_row_background
from app.viewmodels.dates import day_text

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
TIME_ROLE = ROW_ROLE + 1
BELOW_ROLE = ROW_ROLE + 2
ROW_HEIGHT = 58


def when(moment: datetime) -> str:
    """The time today, else the date."""
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    if local.date() == QDateTime.currentDateTime().date():
        return QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    return day_text(local.date())


class ConversationDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002, N802
        return QSize(100, theme().px(ROW_HEIGHT))

    def createEditor(  # noqa: N802
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Name of the conversation"))
        return editor

    def updateEditorGeometry(  # noqa: N802
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002
    ) -> None:
        area: QRect = option.rect
        editor.setGeometry(area.adjusted(S, (area.height() - theme().px(36)) // 2, -S, -(area.height() - theme().px(36)) // 2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        area: QRect = option.rect
        painter.save()
        paint_row_background(painter, area, option.state)
        inner = area.adjusted(M, S, -M, -S)
        half = inner.height() // 2
        top, below = (
            QRect(inner.left(), inner.top(), inner.width(), half),
            QRect(inner.left(), inner.top() + half, inner.width(), half),
        )
        caption = theme().font("caption")
        time = str(index.data(TIME_ROLE))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(caption)
        painter.setPen(theme().colour("muted"))
        painter.drawText(top, int(Qt.AlignmentFlag.AlignRight | middle), time)
        _draw(painter, below, str(index.data(BELOW_ROLE)), caption)
        strong = theme().font("body", strong=True)
        painter.setFont(strong)
        painter.setPen(theme().colour("text"))
        room = top.width() - QFontMetrics(caption).horizontalAdvance(time) - M
        _draw(painter, QRect(top.left(), top.top(), room, half), str(index.data()), strong)
        painter.restore()


def _draw(painter: QPainter, area: QRect, text: str, font: object) -> None:
    """In one line, cut with an ellipsis."""
    words = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())  # type: ignore[call-overload]
    painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), words)
