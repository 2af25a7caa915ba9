"""A box over the window in which everything is found by typing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.theme.theme import theme
from app.ui.theme.tokens import RADIUS_S, XL, L, M, S
from app.ui.widgets.card import Card
from app.ui.widgets.labels import Label
from app.viewmodels.palette import Entry, Find, best

WIDTH = 560
ROW_HEIGHT = 36
VEIL = 0.4
ENTRY_ROLE = int(Qt.ItemDataRole.UserRole)


class Palette(QWidget):
    """Arrows choose, Enter does it, Esc leaves; the focus goes back to where it was."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Command palette"))
        self._sources: list[Find] = []
        self._before: QWidget | None = None
        self.card = Card(self, look="sheet", margin=M, spacing=S)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find a command, a collection or a document"))
        self.field.setAccessibleName(self.tr("Find a command, a collection or a document"))
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Found"))
        self.list.setItemDelegate(_EntryDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._run)
        self.nothing = Label(self.tr("Nothing like this."), look="muted", wrap=True)
        for widget in (self.field, self.list, self.nothing):
            self.card.column.addWidget(widget)
        parent.installEventFilter(self)
        theme().changed.connect(self._fit)
        self.hide()

    def add_source(self, find: Find) -> None:
        self._sources.append(find)

    @Slot()
    def open(self) -> None:
        if self.isVisible():
            self.dismiss()
            return
        self._before = QApplication.focusWidget()
        self.field.clear()
        self._search("")
        self.raise_()
        self.show()
        self._fit()
        self.field.setFocus()

    @Slot()
    def dismiss(self) -> None:
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None

    def entries(self) -> list[Entry]:
        return [self.list.item(row).data(ENTRY_ROLE) for row in range(self.list.count())]

    @Slot(str)
    def _search(self, typed: str) -> None:
        self.list.clear()
        for entry in best((e for find in self._sources for e in find(typed)), typed):
            item = QListWidgetItem(entry.title)
            item.setData(ENTRY_ROLE, entry)
            spoken = ", ".join(part for part in (entry.title, entry.note, entry.keys) if part)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setVisible(self.list.count() > 0)
        self.nothing.setVisible(self.list.count() == 0)
        self._fit()

    @Slot(QListWidgetItem)
    def _run(self, item: QListWidgetItem | None) -> None:
        entry: Entry | None = item.data(ENTRY_ROLE) if item is not None else None
        self.dismiss()
        if entry is not None:
            entry.run()

    @Slot()
    def _fit(self) -> None:
        parent = self.parentWidget()
        if parent is None or not self.isVisible():
            return
        self.setGeometry(parent.rect())
        width = min(theme().px(WIDTH), self.width() - 2 * L)
        top = min(theme().px(80), self.height() // 8)
        room = self.height() - top - XL - self.field.sizeHint().height() - 2 * M - S
        rows = min(self.list.count(), max(1, (room - 6) // theme().px(ROW_HEIGHT)))
        self.list.setFixedHeight(rows * theme().px(ROW_HEIGHT) + 6)
        self.card.column.invalidate()
        self.card.setGeometry(QRect((self.width() - width) // 2, top, width, self.card.sizeHint().height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        # The kind of event first: at the end of the program others come when Python has let go of the parts already.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self.field:
            return self._key(event)
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._fit()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self.list.count():
            self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(self.list.currentItem())
        elif event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() not in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):  # the keyboard stays inside
            return False
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if not self.card.geometry().contains(event.position().toPoint()):
            self.dismiss()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        veil = theme().colour("side")
        veil.setAlphaF(VEIL)
        painter.fillRect(self.rect(), veil)
        painter.end()


class _EntryDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002, N802
        return QSize(100, theme().px(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        area: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().colour("selected" if selected else "hover"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), RADIUS_S, RADIUS_S)
        size = theme().px(16)
        icon = theme().pixmap(entry.icon, "accent" if selected else "muted", size, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.left() + S, area.top() + (area.height() - size) // 2, icon)
        small = theme().metrics("caption")
        side = entry.keys or entry.note
        taken = small.horizontalAdvance(side) + S if side else 0
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().colour("muted"))
        vertical = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area.adjusted(0, 0, -S, 0), int(Qt.AlignmentFlag.AlignRight | vertical), side)
        left = S + size + S
        painter.setFont(theme().font("body"))
        painter.setPen(theme().colour("text"))
        words = theme().metrics("body").elidedText(entry.title, Qt.TextElideMode.ElideMiddle, area.width() - left - taken - S)
        painter.drawText(area.adjusted(left, 0, 0, 0), int(Qt.AlignmentFlag.AlignLeft | vertical), words)
        painter.restore()
