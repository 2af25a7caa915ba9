"""All files of a collection: found = indexed + skipped + failed, each with its state, its reason and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.library.file_details import FileDetails
from app.ui.library.file_table import FileTable
from app.ui.theme.theme import theme
from app.ui.theme.tokens import L, M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import scrolling
from app.ui.widgets.chip import FilterChip
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.flow import FlowLayout
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.labels import Label
from app.viewmodels.file_wording import STATES, FileState, state_text
from app.viewmodels.library import Library
from app.viewmodels.places import file_name
from app.viewmodels.progress import completeness_text, number, searchable_text
from index.ingest.rows import FileRow, Source

DETAILS_SHARE = 0.42
"""Part of the panel that the chosen file takes at most; at large text its details scroll."""
LEAST_LIST = 60
"""Height that the list keeps: one file can always be seen."""
TYPING_MS = 120
"""A pause in typing after which the list is filtered."""
FILTERS: tuple[FileState | None, ...] = (None, *STATES)


class LedgerPanel(QWidget):
    left = Signal()
    """Back to the questions."""
    opened = Signal(object)
    """FileRow to be read on the right"""
    retry_wanted = Signal(list)
    """Ids"""
    password_wanted = Signal(object)
    """FileRow"""
    forget_wanted = Signal(list)
    """FileRow, one or more"""
    folder_wanted = Signal(object)
    """FileRow to be shown in its folder"""

    def __init__(self, library: Library, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("middle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Documents"))
        self._library = library
        self._source_id = ""
        self.header = PaneHeader("")
        back = IconButton("arrow-left", self.tr("Back to the questions (Esc)"))
        back.clicked.connect(self.left)
        self.header.add_button_before(back)
        self.header.line.setContentsMargins(S, 0, S, 0)
        self.completeness = Label("", look="strong", wrap=True)
        self.searchable = Label("", look="caption", wrap=True)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find by name or folder"))
        self.search.setAccessibleName(self.tr("Find by name or folder"))
        self.search.setClearButtonEnabled(True)
        for clear in self.search.findChildren(QToolButton):
            clear.setAccessibleName(self.tr("Clear"))
        self.search.textChanged.connect(self._typed)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._want)
        self.filters, flow = self._make_filters()
        self.table = FileTable(library.files)
        self.table.activated.connect(self._activated)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.nothing = EmptyState(
            "folder-search", self.tr("No file like this"), self.tr("Choose another state or other words.")
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.table)
        self.stack.addWidget(self.nothing)
        self.details = FileDetails()
        self.details.retry_wanted.connect(self._retry)
        self.details.password_wanted.connect(self.password_wanted)
        self.details.folder_wanted.connect(self.folder_wanted)
        self.details.forget_wanted.connect(self._forget)
        top = QVBoxLayout()
        top.setContentsMargins(L, M, L, M)
        top.setSpacing(S)
        for label in (self.completeness, self.searchable, self.search):
            top.addWidget(label)
        top.addWidget(_whole(flow))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(top)
        column.addWidget(_line())
        column.addWidget(self.stack, 1)
        self.below = scrolling(self.details, self.tr("The chosen file"))
        self.below.hide()
        self.edge = _line()
        self.edge.hide()
        column.addWidget(self.edge)
        column.addWidget(self.below)
        library.current_changed.connect(self._show_current)
        library.current_changed.connect(self._leave_source)
        library.collections_changed.connect(self._show_current)
        library.files.loaded.connect(self._loaded)
        self._show_current()

    def selected(self) -> list[FileRow]:
        nodes = [self._library.files.node(i) for i in self.table.selectionModel().selectedRows()]
        return [n.row for n in nodes if n is not None]

    def show_state(self, state: FileState | None) -> None:
        """Choose a filter, as by its button."""
        self.filters[FILTERS.index(state)].setChecked(True)
        self._want()

    def show_source(self, source: Source | None) -> None:
        """Only what was found below it; None for everything."""
        self._source_id = source.id if source is not None else ""
        if source is not None:
            name = file_name(source.path) or source.path
            self.below_source.set_text(name, self.tr("Only from {folder}. Press to show all.").format(folder=name))
        self.below_source.setVisible(source is not None)
        self._want()

    @Slot()
    def _show_all_sources(self) -> None:
        self.show_source(None)

    def _make_filters(self) -> tuple[list[QToolButton], FlowLayout]:
        group = QButtonGroup(self)
        flow = FlowLayout(spacing=S // 2)
        buttons = []
        for state in FILTERS:
            button = QToolButton()
            button.setCheckable(True)
            button.setChecked(state is None)
            button.setProperty("look", "filter")
            button.setAccessibleName(self._filter_name(state))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            group.addButton(button)
            flow.addWidget(button)
            buttons.append(button)
        group.buttonClicked.connect(self._want)
        self.below_source = FilterChip("folder")
        self.below_source.setAccessibleName(self.tr("Only from one folder"))
        self.below_source.clicked.connect(self._show_all_sources)
        self.below_source.hide()
        flow.addWidget(self.below_source)
        return buttons, flow

    def _filter_name(self, state: FileState | None) -> str:
        return self.tr("All") if state is None else state_text(state)

    @Slot(str)
    def _typed(self, text: str) -> None:  # noqa: ARG002
        self._typing.start()

    @Slot()
    def _want(self) -> None:
        state = next(state for state, button in zip(FILTERS, self.filters, strict=True) if button.isChecked())
        self._library.files.want(state=state, text=self.search.text(), under=self._source_id)

    @Slot()
    def _show_current(self) -> None:
        current = self._library.current
        summary = current.summary if current is not None else None
        self.header.set_texts(self.tr("Documents"), current.name if current is not None else "")
        self.completeness.setText(completeness_text(summary) if summary is not None else "")
        words = searchable_text(summary) if summary is not None else ""
        self.searchable.setText(words)
        self.searchable.setVisible(bool(words))

    @Slot()
    def _leave_source(self) -> None:
        """Another collection, or the source is gone."""
        current = self._library.current
        if self._source_id and (current is None or all(s.id != self._source_id for s in current.sources)):
            self.show_source(None)

    @Slot()
    def _loaded(self) -> None:
        tree = self._library.files.tree
        for state, button in zip(FILTERS, self.filters, strict=True):
            count = tree.found if state is None else tree.counts.get(state, 0)
            name = self._filter_name(state)
            button.setText(f"{name} {number(count)}")
            button.setAccessibleName(f"{name}: {count}")
            button.setVisible(state is None or count > 0 or button.isChecked())
        self.stack.setCurrentIndex(0 if tree.top else 1)
        self._selected()

    @Slot()
    def _selected(self) -> None:
        self.details.show_rows(self.selected())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The details are as high as they need to be, but leave room for the list."""
        self.stack.setMinimumHeight(theme().px(LEAST_LIST))
        chosen = not self.details.isHidden()
        self.below.setVisible(chosen)
        self.edge.setVisible(chosen)
        if chosen:
            wanted = self.details.heightForWidth(self.below.viewport().width())
            self.below.setFixedHeight(
                min(max(wanted, self.details.minimumSizeHint().height()), round(self.height() * DETAILS_SHARE))
            )

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex | QPersistentModelIndex) -> None:
        node = self._library.files.node(index)
        if node is None:
            return
        if node.row.status == "indexed":
            self.opened.emit(node.row)
        elif node.row.reason_code == "password_needed":
            self.password_wanted.emit(node.row)

    @Slot(QPoint)
    def _menu(self, point: QPoint) -> None:
        rows = self.selected()
        if not rows:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        one = rows[0] if len(rows) == 1 else None
        if one is not None and one.status == "indexed":
            menu.addAction(self.tr("Open"), lambda: self.opened.emit(one))
        if one is not None and one.reason_code == "password_needed":
            menu.addAction(self.tr("Give password …"), lambda: self.password_wanted.emit(one))
        menu.addAction(self.tr("Try again"), self._retry)
        if one is not None:
            menu.addAction(self.tr("Show in folder"), lambda: self.folder_wanted.emit(one))
        menu.addSeparator()
        menu.addAction(self.tr("Forget"), self._forget)
        menu.popup(self.table.viewport().mapToGlobal(point))

    @Slot()
    def _retry(self) -> None:
        self.retry_wanted.emit([r.id for r in self.selected()])

    @Slot()
    def _forget(self) -> None:
        self.forget_wanted.emit(self.selected())


def _whole(flow: FlowLayout) -> QWidget:
    """The lines of ``flow`` are never squeezed into each other: the table below gives way."""
    holder = QWidget()
    holder.setLayout(flow)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    holder.setSizePolicy(policy)
    return holder


def _line() -> QFrame:
    line = QFrame()
    line.setObjectName("line")
    return line
