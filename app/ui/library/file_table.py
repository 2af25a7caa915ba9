"""The table of files: one view for 20,000 rows, drawn by a delegate, without a widget for any of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from app.ui.theme.theme import theme
from app.ui.theme.tokens import M, S
from app.viewmodels.file_tree import Node
from app.viewmodels.file_wording import FileState
from app.viewmodels.files import NODE_ROLE, REASON_ROLE, FilesModel
from app.viewmodels.places import file_name

ICON = 16
ICONS: dict[FileState, tuple[str, str]] = {
    "complete": ("circle-check", "supported"),
    "searchable": ("text-search", "accent"),
    "waiting": ("clock", "muted"),
    "skipped": ("circle-minus", "muted"),
    "failed": ("circle-alert", "unsupported"),
}
"""Form and colour differ, so that they can be told apart without colour."""

Index = QModelIndex | QPersistentModelIndex


class FileTable(QTreeView):
    def __init__(self, model: FilesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Files"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setModel(model)
        self.setItemDelegate(_FileDelegate(self))
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAllColumnsShowFocus(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        header = self.header()
        header.setAccessibleName(self.tr("Sort by"))
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._recall)
        self._kept: tuple[set[str], set[str], int] = (set(), set(), 0)
        self._current = ""
        self._fit()
        theme().changed.connect(self._fit)

    @Slot()
    def _fit(self) -> None:
        """Columns as wide as their titles and numbers in the font in force; little ones give way to the names at large text."""
        self.setIndentation(theme().px(18))
        wide = theme().metrics("caption", strong=True)
        titles = [str(self.model().headerData(c, Qt.Orientation.Horizontal)) for c in range(4)]
        for column, sample in ((1, "Durchsuchbar"), (2, "99,999"), (3, "999,999")):
            words = (titles[column], sample)
            self.setColumnWidth(column, max(wide.horizontalAdvance(w) for w in words) + 2 * M + S)
        self.doItemsLayout()

    def resizeEvent(self, event: object) -> None:  # noqa: N802
        super().resizeEvent(event)  # type: ignore[arg-type]
        names = self.viewport().width() - sum(self.header().sectionSizeHint(c) for c in (1, 2, 3))
        for column in (2, 3):
            self.setColumnHidden(column, names < theme().px(180))

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:  # noqa: N802
        """An arrow for a container, nothing else: no lines."""
        node = self._model().node(index)
        if node is not None and node.children:
            size = theme().px(14)
            name = "chevron-down" if self.isExpanded(index) else "chevron-right"
            arrow = theme().pixmap(name, "muted", size, self.devicePixelRatioF())
            painter.drawPixmap(rect.right() - size, rect.top() + (rect.height() - size) // 2, arrow)

    @Slot()
    def _remember(self) -> None:
        model = self._model()
        folded_out = {n.row.id for i, n in enumerate(model.tree.nodes) if n.children and self.isExpanded(model.find_at(i))}
        chosen = {n.row.id for i in self.selectionModel().selectedRows() if (n := model.node(i)) is not None}
        self._kept = (folded_out, chosen, self.verticalScrollBar().value())
        current = model.node(self.currentIndex())
        self._current = current.row.id if current is not None else ""

    @Slot()
    def _recall(self) -> None:
        model, (folded_out, chosen, scroll) = self._model(), self._kept
        flags = self.selectionModel().SelectionFlag
        for at, node in enumerate(model.tree.nodes):
            if node.children and node.row.id in folded_out:
                self.setExpanded(model.find_at(at), True)
            if node.row.id == self._current:
                self.selectionModel().setCurrentIndex(model.find_at(at), flags.NoUpdate)
            if node.row.id in chosen:
                self.selectionModel().select(model.find_at(at), flags.Select | flags.Rows)
        self.verticalScrollBar().setValue(scroll)

    def _model(self) -> FilesModel:
        model = self.model()
        assert isinstance(model, FilesModel)
        return model


class _FileDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002, N802
        name, below = theme().metrics("body"), theme().metrics("caption")
        return QSize(80, S + name.lineSpacing() + 1 + below.lineSpacing() + S)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        node: Node | None = index.data(NODE_ROLE)
        if node is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme().colour("selected"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme().colour("hover"))
        if index.column() == 0:
            self._paint_name(painter, area, node, str(index.data(REASON_ROLE)))
        else:
            painter.setFont(theme().font("caption"))
            bad = index.column() == 1 and node.state == "failed"
            painter.setPen(theme().colour("unsupported" if bad else "muted"))
            side = Qt.AlignmentFlag.AlignRight if index.column() >= 2 else Qt.AlignmentFlag.AlignLeft
            painter.drawText(area.adjusted(S, 0, -S, 0), int(side | Qt.AlignmentFlag.AlignVCenter), str(index.data()))
        painter.restore()

    @staticmethod
    def _paint_name(painter: QPainter, area: QRect, node: Node, words: str) -> None:
        size = theme().px(ICON)
        icon_name, colour = ICONS[node.state]
        name, below = theme().metrics("body"), theme().metrics("caption")
        picture = theme().pixmap(icon_name, colour, size, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.left() + S, area.top() + S + (name.lineSpacing() - size) // 2, picture)
        left = area.left() + S + size + S
        width = area.right() - S - left
        painter.setFont(theme().font("body"))
        painter.setPen(theme().colour("text"))
        title = name.elidedText(file_name(node.row.path), Qt.TextElideMode.ElideMiddle, width)
        vertical = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRect(left, area.top() + S, width, name.lineSpacing()), vertical, title)
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().colour("unsupported" if node.state == "failed" else "muted"))
        text = below.elidedText(words, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, area.top() + S + name.lineSpacing() + 1, width, below.lineSpacing()), vertical, text)
