"""The collections, one a row, with the number of files."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import RADIUS_S, M, S
from app.viewmodels.library import CollectionRow
from app.viewmodels.progress import number

COUNT_ROLE = int(Qt.ItemDataRole.UserRole)
ROW_HEIGHT = 34
MAX_ROWS_SHOWN = 6


class CollectionList(QListWidget):
    chosen = Signal(str)
    """Name of the collection"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Collections"))
        self.setItemDelegate(_CollectionDelegate(self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentItemChanged.connect(self._changed)
        theme().changed.connect(self._fit)

    def show_rows(self, rows: list[CollectionRow], current: str | None) -> None:
        self.blockSignals(True)
        self.clear()
        for row in rows:
            found = row.summary.found if row.summary is not None else 0
            item = QListWidgetItem(row.name)
            item.setData(COUNT_ROLE, found)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, self.tr("{name}, %Ln file(s)", "", found).format(name=row.name))
            self.addItem(item)
            if row.name == current:
                self.setCurrentItem(item)
        self.blockSignals(False)
        self._fit()
        self.setVisible(bool(rows))

    @Slot()
    def _fit(self) -> None:
        self.setFixedHeight(max(1, min(MAX_ROWS_SHOWN, self.count())) * theme().px(ROW_HEIGHT) + 4)
        self.doItemsLayout()

    @Slot(QListWidgetItem, QListWidgetItem)
    def _changed(self, item: QListWidgetItem | None, before: QListWidgetItem | None) -> None:  # noqa: ARG002
        if item is not None:
            self.chosen.emit(item.text())


class _CollectionDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002, N802
        return QSize(100, theme().px(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        area: QRect = option.rect
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().colour("selected" if selected else "hover"))
            painter.drawRoundedRect(area.adjusted(4, 1, -4, -1), RADIUS_S, RADIUS_S)
        if selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.drawRoundedRect(area.adjusted(5, 2, -5, -2), RADIUS_S, RADIUS_S)
        size = theme().px(16)
        icon = theme().pixmap("layers", "accent" if selected else "muted", size, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.left() + M, area.top() + (area.height() - size) // 2, icon)
        count = number(int(index.data(COUNT_ROLE)))
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().colour("muted"))
        right = area.adjusted(0, 0, -M, 0)
        painter.drawText(right, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), count)
        left = M + size + S
        width = area.width() - left - M - QFontMetrics(theme().font("caption")).horizontalAdvance(count) - S
        font = theme().font("body", strong=selected)
        painter.setFont(font)
        painter.setPen(theme().colour("text"))
        name = QFontMetrics(font).elidedText(str(index.data()), Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(area.left() + left, area.top(), width, area.height()), int(Qt.AlignmentFlag.AlignVCenter), name)
        painter.restore()
