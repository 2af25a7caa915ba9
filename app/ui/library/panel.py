"""The left side: collections, the files of the chosen one with their status, and the running import."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from app.ui.library.collection_list import CollectionList
from app.ui.library.file_delegate import ICONS, FileDelegate
from app.ui.library.import_card import ImportCard
from app.ui.theme.theme import theme
from app.ui.theme.tokens import L, M, S
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import row
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels.library import Library
from app.viewmodels.progress import completeness_text, number
from index.ingest.rows import FileStatus

FILTERS: tuple[FileStatus | None, ...] = (None, "indexed", "skipped", "failed")


class LibraryPanel(QWidget):
    folder_wanted = Signal()
    files_wanted = Signal()

    def __init__(self, library: Library, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Library"))
        self._library = library
        self.header = PaneHeader("Dossier")
        self.add = IconButton("plus", self.tr("Add documents (Ctrl+O)"))
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setMenu(self._make_menu())
        self.header.add_button_before(IconLabel("dossier", size=22))
        self.header.add_button(self.add)
        self.collections = CollectionList()
        self.collections.chosen.connect(library.select)
        self.name = QLineEdit()
        self.name.setPlaceholderText(self.tr("Name of the collection"))
        self.name.setAccessibleName(self.tr("Name of the new collection"))
        self.name.hide()
        self.name.returnPressed.connect(self._plan)
        self.name.editingFinished.connect(self.name.hide)
        self.completeness = Label("", look="caption", wrap=True)
        self.filters, filter_line = self._make_filters()
        self.files = self._make_files()
        self.stack = QStackedWidget()
        self.stack.addWidget(self._make_empty())
        self.stack.addWidget(self.files)
        self.import_card = ImportCard()
        self.import_card.cancelled.connect(library.cancel_import)
        self.import_card.paused.connect(library.pause_import)
        self.state_icon = IconLabel("hourglass", size=14)
        self.state = ElidedLabel("", look="caption")
        self._lay_out(filter_line)
        library.collections_changed.connect(self._show_collections)
        library.current_changed.connect(self._show_current)
        library.import_started.connect(self.import_card.show_started)
        library.import_progressed.connect(self.import_card.show_progress)
        library.import_ended.connect(self.import_card.show_ended)
        self._show_collections()
        self._show_current()

    def set_state(self, icon: str, colour: str, text: str) -> None:
        """The line at the foot: whether the models are ready."""
        self.state_icon.set_icon(icon, colour)
        self.state.setText(text)

    def _lay_out(self, filter_line: QHBoxLayout) -> None:
        top = QVBoxLayout()
        top.setContentsMargins(S // 2, M, S // 2, 0)
        top.setSpacing(S // 2)
        top.addWidget(self.collections)
        top.addWidget(self.name)
        self.details = QWidget()
        inner = QVBoxLayout(self.details)
        inner.setContentsMargins(L, M, L, S)
        inner.setSpacing(S)
        inner.addWidget(self.completeness)
        inner.addLayout(filter_line)
        foot = row(self.state_icon, self.state, spacing=6)
        foot.setStretch(1, 1)
        foot.setContentsMargins(L, S, L, M)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(top)
        column.addWidget(self.details)
        column.addWidget(self.stack, 1)
        column.addWidget(self.import_card)
        column.addLayout(foot)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Add a folder …"), self.folder_wanted.emit)
        menu.addAction(self.tr("Add files …"), self.files_wanted.emit)
        menu.addSeparator()
        menu.addAction(self.tr("New collection …"), self._ask_name)
        return menu

    def _make_filters(self) -> tuple[list[QToolButton], QHBoxLayout]:
        group = QButtonGroup(self)
        buttons = []
        line = row(spacing=2)
        for status in FILTERS:
            button = QToolButton()
            button.setCheckable(True)
            button.setChecked(status is None)
            button.setProperty("look", "filter")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(14, 14))
            self._name_filter(button, status, 0)
            group.addButton(button)
            line.addWidget(button)
            buttons.append(button)
        line.addStretch()
        group.buttonClicked.connect(self._filtered)
        theme().changed.connect(self._show_current)
        return buttons, line

    def _filter_name(self, status: FileStatus | None) -> str:
        if status is None:
            return self.tr("All")
        return {"indexed": self.tr("Indexed"), "skipped": self.tr("Skipped"), "failed": self.tr("Failed")}[status]

    def _make_files(self) -> QListView:
        view = QListView()
        view.setAccessibleName(self.tr("Files"))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setModel(self._library.files)
        view.setItemDelegate(FileDelegate(view))
        view.setMouseTracking(True)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        theme().changed.connect(view.viewport().update)
        return view

    def _make_empty(self) -> EmptyState:
        empty = EmptyState(
            "folder-plus",
            self.tr("Nothing here yet"),
            self.tr("Drop a folder or files anywhere on this window. Your originals stay where they are and are only read."),
        )
        folder = TextButton(self.tr("Choose a folder …"), look="primary")
        folder.clicked.connect(self.folder_wanted)
        files = TextButton(self.tr("Choose files …"))
        files.clicked.connect(self.files_wanted)
        empty.buttons.addWidget(folder)
        empty.buttons.addWidget(files)
        return empty

    @Slot()
    def _ask_name(self) -> None:
        self.name.clear()
        self.name.show()
        self.name.setFocus()

    @Slot()
    def _plan(self) -> None:
        self._library.plan(self.name.text())
        self.name.hide()

    @Slot(QToolButton)
    def _filtered(self, button: QToolButton) -> None:
        self._library.filter_by(FILTERS[self.filters.index(button)])

    @Slot()
    def _show_collections(self) -> None:
        current = self._library.current
        self.collections.show_rows(self._library.rows, current.name if current is not None else None)
        self._show_current()

    @Slot()
    def _show_current(self) -> None:
        current = self._library.current
        summary = current.summary if current is not None else None
        found = summary is not None and summary.found > 0
        self.details.setVisible(found)
        self.stack.setCurrentIndex(1 if found else 0)
        if summary is not None:
            self.completeness.setText(completeness_text(summary))
            for status, button in zip(FILTERS, self.filters, strict=True):
                count = summary.found if status is None else int(getattr(summary, status))
                self._name_filter(button, status, count)

    def _name_filter(self, button: QToolButton, status: FileStatus | None, count: int) -> None:
        """Icon and number: words would not fit beside each other in every language."""
        name = self._filter_name(status)
        button.setText(f"{name} {number(count)}" if status is None else number(count))
        button.setToolTip(name)
        button.setAccessibleName(f"{name}: {count}")
        if status is not None:
            icon, colour = ICONS[status]
            button.setIcon(theme().icon(icon, colour if count else "muted", 14))
