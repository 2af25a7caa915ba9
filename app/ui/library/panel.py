"""The left side: collections, the folders of the chosen one, how complete it is, and the running import."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from app.engine.watching import WatchNotice
from app.ui.library.collection_list import CollectionList
from app.ui.library.import_card import ImportCard
from app.ui.library.source_list import SourceList
from app.ui.library.undo_bar import UndoBar
from app.ui.theme.tokens import L, M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import LinkButton, row, scrolling
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.labels import IconLabel, Label, repolish
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.library import Library
from app.viewmodels.progress import completeness_text, searchable_text
from app.viewmodels.watch_wording import watch_text
from app.workers.failures import Failure


class LibraryPanel(QWidget):
    folder_wanted = Signal()
    files_wanted = Signal()
    documents_wanted = Signal()
    """The whole list of files"""
    trouble_wanted = Signal()
    """The files that an import skipped or could not read"""
    delete_wanted = Signal(str)
    """Name of a collection"""
    rebuild_wanted = Signal(str)
    """Name of the collection that is to be searched with another embedding model"""
    names_wanted = Signal(str)
    """Name of the collection whose other names are asked for"""

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
        self.collections.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.collections.customContextMenuRequested.connect(self._collection_menu)
        self.collections.rename_wanted.connect(self.ask_name)
        self.collections.delete_wanted.connect(self.delete_wanted)
        self.name = QLineEdit()
        self.name.setPlaceholderText(self.tr("Name of the collection"))
        self.name.setAccessibleName(self.tr("Name of the collection"))
        self.name.hide()
        self.name.returnPressed.connect(self._named)
        self.name.editingFinished.connect(self.name.hide)
        self._renamed: str | None = None
        self.completeness = Label("", look="caption", wrap=True)
        self.searchable = Label("", look="caption", wrap=True)
        self.documents = LinkButton(self.tr("Show all documents"))
        self.documents.clicked.connect(self.documents_wanted)
        self.sources = SourceList()
        self.stack = QStackedWidget()
        self.stack.addWidget(scrolling(self._make_empty(), self.tr("Library")))
        self.stack.addWidget(scrolling(self._make_details(), self.tr("Folders")))
        self.import_card = ImportCard()
        self.import_card.cancelled.connect(library.cancel_import)
        self.import_card.paused.connect(library.pause_import)
        self.import_card.files_wanted.connect(self.trouble_wanted)
        self.undo_bar = UndoBar(library.undo)
        self.note = Label("", look="bad", wrap=True)
        self.state_icon = IconLabel("hourglass", size=14)
        self.state = Label("", look="caption", wrap=True)
        self._lay_out()
        library.collections_changed.connect(self._show_collections)
        library.current_changed.connect(self._show_current)
        library.import_started.connect(self.import_card.show_started)
        library.background_started.connect(self.import_card.show_background)
        library.background_gone.connect(self.import_card.hide)
        library.noticed.connect(self._show_notice)
        library.import_progressed.connect(self.import_card.show_progress)
        library.import_ended.connect(self.import_card.show_ended)
        library.change_failed.connect(self._show_failure)
        self._show_collections()

    def set_state(self, icon: str, colour: str, text: str) -> None:
        """The line at the foot: whether the models are ready."""
        self.state_icon.set_icon(icon, colour)
        self.state.setText(text)

    def _lay_out(self) -> None:
        top = QVBoxLayout()
        top.setContentsMargins(S // 2, M, S // 2, 0)
        top.setSpacing(S // 2)
        top.addWidget(self.collections)
        top.addWidget(self.name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(top)
        column.addWidget(self.stack, 1)
        column.addWidget(self.import_card)
        column.addWidget(self.undo_bar)
        column.addWidget(self._make_note())
        line = QFrame()
        line.setObjectName("line")
        column.addWidget(line)
        column.addLayout(self._make_foot())

    def _make_foot(self) -> QHBoxLayout:
        foot = row(self.state_icon, self.state, spacing=6)
        foot.setStretch(1, 1)
        foot.setContentsMargins(L, S, L, S)
        return foot

    def _make_note(self) -> QWidget:
        holder = QWidget()
        close = IconButton("x", self.tr("Close"), size=16)
        close.clicked.connect(holder.hide)
        line = row(self.note, close)
        line.setStretch(0, 1)
        line.setContentsMargins(L, S, S, S)
        holder.setLayout(line)
        holder.hide()
        self.note_line = holder
        return holder

    def _make_details(self) -> QWidget:
        details = QWidget()
        column = QVBoxLayout(details)
        column.setContentsMargins(0, M, 0, 0)
        column.setSpacing(S // 2)
        inner = QVBoxLayout()
        inner.setContentsMargins(L, 0, L, 0)
        inner.setSpacing(2)
        inner.addWidget(self.completeness)
        inner.addWidget(self.searchable)
        column.addLayout(inner)
        line = row(self.documents)
        line.setContentsMargins(L, 0, L, 0)
        column.addLayout(line)
        self.folders = Label(self.tr("Added from"), look="section")
        self.folders.setContentsMargins(L, S, L, 2)
        column.addWidget(self.folders)
        column.addWidget(self.sources)
        column.addStretch()
        return details

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Add a folder …"), self.folder_wanted.emit)
        menu.addAction(self.tr("Add files …"), self.files_wanted.emit)
        menu.addSeparator()
        menu.addAction(self.tr("New collection …"), self.ask_name)
        self.rename_action = menu.addAction(self.tr("Rename this collection …"), self.rename_current)
        self.names_action = menu.addAction(self.tr("Names in questions …"), self._names_of_current)
        self.rebuild_action = menu.addAction(self.tr("Another embedding model …"), self._rebuild_current)
        self.delete_action = menu.addAction(self.tr("Delete this collection …"), self._delete_current)
        menu.aboutToShow.connect(self._menu_opens)
        return menu

    def _make_empty(self) -> EmptyState:
        return EmptyState(
            "folder-plus",
            self.tr("Nothing here yet"),
            self.tr("Your collections and their folders will appear here."),
        )

    @Slot()
    def _menu_opens(self) -> None:
        for action in (self.rename_action, self.names_action, self.rebuild_action, self.delete_action):
            action.setEnabled(self._library.current is not None)

    @Slot(QPoint)
    def _collection_menu(self, point: QPoint) -> None:
        item = self.collections.itemAt(point)
        if item is not None:
            name = item.text()
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(self.tr("Rename “{collection}” …").format(collection=name), lambda: self.ask_name(name))
            menu.addAction(self.tr("Names in questions …"), lambda: self.names_wanted.emit(name))
            menu.addAction(self.tr("Another embedding model …"), lambda: self.rebuild_wanted.emit(name))
            menu.addAction(self.tr("Delete “{collection}” …").format(collection=name), lambda: self.delete_wanted.emit(name))
            menu.popup(self.collections.viewport().mapToGlobal(point))

    @Slot()
    def _names_of_current(self) -> None:
        if self._library.current is not None:
            self.names_wanted.emit(self._library.current.name)

    @Slot()
    def _rebuild_current(self) -> None:
        if self._library.current is not None:
            self.rebuild_wanted.emit(self._library.current.name)

    @Slot()
    def _delete_current(self) -> None:
        if self._library.current is not None:
            self.delete_wanted.emit(self._library.current.name)

    @Slot()
    def rename_current(self) -> None:
        if self._library.current is not None:
            self.ask_name(self._library.current.name)

    @Slot()
    def ask_name(self, renamed: str | None = None) -> None:
        """Of a new collection, or another one for ``renamed``."""
        self._renamed = renamed
        self.name.setText(renamed or "")
        self.name.selectAll()
        self.name.show()
        self.name.setFocus()

    @Slot()
    def _named(self) -> None:
        if self._renamed is None:
            self._library.plan(self.name.text())
        else:
            self._library.rename_collection(self._renamed, self.name.text())
        self.name.hide()

    @Slot()
    def _show_collections(self) -> None:
        current = self._library.current
        self.collections.show_rows(self._library.rows, current.name if current is not None else None)
        self._show_current()

    @Slot()
    def _show_current(self) -> None:
        current = self._library.current
        summary = current.summary if current is not None else None
        sources = current.sources if current is not None else ()
        found = bool(sources) or (summary is not None and summary.found > 0)
        self.stack.setCurrentIndex(1 if found else 0)
        self.sources.show_sources(sources)
        self.folders.setVisible(bool(sources))
        if summary is not None:
            self.completeness.setText(completeness_text(summary))
            words = searchable_text(summary)
            self.searchable.setText(words)
            self.searchable.setVisible(bool(words))

    @Slot(object)
    def _show_failure(self, failure: Failure) -> None:
        self._say("bad", failure_text(failure))

    @Slot(object)
    def _show_notice(self, notice: WatchNotice) -> None:
        self.warn(watch_text(notice))

    @Slot(str)
    def warn(self, text: str) -> None:
        self._say("warn", text)

    def _say(self, look: str, text: str) -> None:
        self.note.setProperty("look", look)
        repolish(self.note)
        self.note.setText(text)
        self.note_line.show()
