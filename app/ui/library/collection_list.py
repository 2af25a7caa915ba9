"""The collections, one a row, with the number of files and whether something is wrong or still to be done."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import M, S
from app.ui.widgets.row_background import paint_row_background
from app.viewmodels.library import CollectionRow
from app.viewmodels.progress import Health, health_of, number

COUNT_ROLE = int(Qt.ItemDataRole.UserRole)
HEALTH_ROLE = COUNT_ROLE + 1
"""Health"""
HEALTH_ICONS: dict[Health, tuple[str, str]] = {"failed": ("circle-alert", "unsupported"), "waiting": ("clock", "muted")}
"""All is well: none"""
ROW_HEIGHT = 34
MAX_ROWS_SHOWN = 6


class CollectionList(QListWidget):
    chosen = Signal(str)
    """Name of the collection"""
    rename_wanted = Signal(str)
    delete_wanted = Signal(str)

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
            health, words = health_of(row.summary)
            item = QListWidgetItem(row.name)
            item.setData(COUNT_ROLE, found)
            item.setData(HEALTH_ROLE, health)
            spoken = self.tr("{name}, %Ln file(s)", "", found).format(name=row.name)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{spoken}. {words}" if words else spoken)
            item.setToolTip(f"{row.name}\n{words}" if words else "")
            self.addItem(item)
            if row.name == current:
                self.setCurrentItem(item)
        self.blockSignals(False)
        self._fit()
        self.setVisible(bool(rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        item = self.currentItem()
        if item is not None and event.key() == Qt.Key.Key_F2:
            self.rename_wanted.emit(item.text())
        elif item is not None and event.key() == Qt.Key.Key_Delete:
            self.delete_wanted.emit(item.text())
        else:
            super().keyPressEvent(event)

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
        painter.save()
        selected = paint_row_background(painter, area, option.state)
        size = theme().px(16)
        icon = theme().pixmap("layers", "accent" if selected else "muted", size, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.left() + M, area.top() + (area.height() - size) // 2, icon)
        count = number(int(index.data(COUNT_ROLE)))
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().colour("muted"))
        right = area.adjusted(0, 0, -M, 0)
        painter.drawText(right, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), count)
        taken = QFontMetrics(theme().font("caption")).horizontalAdvance(count) + S
        health: Health = index.data(HEALTH_ROLE)
        if health in HEALTH_ICONS:
            small = theme().px(14)
            sign = theme().pixmap(*HEALTH_ICONS[health], small, painter.device().devicePixelRatioF())
            painter.drawPixmap(right.right() - taken - small, area.top() + (area.height() - small) // 2, sign)
            taken += small + S
        left = M + size + S
        width = area.width() - left - M - taken
        font = theme().font("body", strong=selected)
        painter.setFont(font)
        painter.setPen(theme().colour("text"))
        name = QFontMetrics(font).elidedText(str(index.data()), Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(area.left() + left, area.top(), width, area.height()), int(Qt.AlignmentFlag.AlignVCenter), name)
        painter.restore()
