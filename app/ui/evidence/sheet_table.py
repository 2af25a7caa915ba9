"""The grid of a sheet: cited cells as marked with a pen, and the names of the columns in the header."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from app.ui.theme.theme import theme
from app.ui.theme.tokens import S
from app.viewmodels.sheet_model import HeaderRole, HitRole, MarkRole, SheetModel
from index.parsers.cells import column_name


class SheetTable(QTableView):
    copy_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(CellDelegate(self))
        self.setHorizontalHeader(ColumnHeader(self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setHighlightSections(False)
        self._fit()
        theme().changed.connect(self._fit)

    @Slot()
    def _fit(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme().px(26))
        self.setFont(theme().font())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.matches(QKeySequence.StandardKey.Copy) or (shift and control and event.key() == Qt.Key.Key_C):
            self.copy_wanted.emit(shift)
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)


class CellDelegate(QStyledItemDelegate):
    """Cited cells as marked with a pen, found ones tinted, column names strong."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        rect: QRect = option.rect
        state = option.state
        colours = theme()
        marked, hit = bool(index.data(MarkRole)), int(index.data(HitRole) or 0)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        back, front = "surface", "text"
        if bool(index.data(HeaderRole)):
            back = "side"
        if marked:
            back, front = "mark", "mark_text"
        if hit:
            back, front = ("accent", "on_accent") if hit == 2 else ("accent_soft", "text")
        if chosen:
            back, front = ("selected", "text") if not marked else ("mark", "mark_text")
        painter.save()
        painter.fillRect(rect, colours.colour(back))
        text = str(index.data() or "")
        if text:
            strong = bool(index.data(HeaderRole))
            painter.setFont(colours.font(strong=strong))
            painter.setPen(colours.colour(front))
            inner = rect.adjusted(S, 0, -S, 0)
            shown = colours.metrics(strong=strong).elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), shown)
        if chosen or state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colours.colour("accent"), 1 if chosen else 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()


class ColumnHeader(QHeaderView):
    """The letter of each column, and below it what the sheet calls the column: it stays when the rows scroll."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setAccessibleName(self.tr("Columns"))

    def _titled(self) -> bool:
        model = self.model()
        return isinstance(model, SheetModel) and model.outline is not None and bool(model.outline.header)

    def sizeHint(self) -> QSize:  # noqa: N802
        size = super().sizeHint()
        lines = theme().metrics("caption").height() + (theme().metrics().height() if self._titled() else 0)
        return QSize(size.width(), lines + S)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        model = self.model()
        if not isinstance(model, SheetModel):
            return
        painter.save()
        painter.fillRect(rect, theme().colour("side"))
        painter.setPen(theme().colour("border_strong"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(theme().colour("border"))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        caption = theme().metrics("caption").height()
        letter = QRect(rect.left() + S // 2, rect.top() + S // 2, rect.width() - S, caption)
        painter.setPen(theme().colour("muted"))
        painter.setFont(theme().font("caption"))
        painter.drawText(letter, int(Qt.AlignmentFlag.AlignCenter), column_name(logicalIndex))
        title = model.column_title(logicalIndex)
        if title:
            below = QRect(rect.left() + S, letter.bottom(), rect.width() - 2 * S, rect.bottom() - letter.bottom())
            painter.setPen(theme().colour("text"))
            painter.setFont(theme().font(strong=True))
            words = theme().metrics(strong=True).elidedText(title, Qt.TextElideMode.ElideRight, below.width())
            painter.drawText(below, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), words)
        painter.restore()
