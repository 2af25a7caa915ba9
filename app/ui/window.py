"""The window: library, questions and evidence side by side; the notice before them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFileDialog, QMainWindow, QSplitter, QStackedWidget

from app.engine.pages import PagePictures
from app.privacy.consent import Notice
from app.ui.ask.panel import AskPanel
from app.ui.evidence.panel import EvidencePanel
from app.ui.library.drop_overlay import DropOverlay, local_paths
from app.ui.library.panel import LibraryPanel
from app.ui.notice.page import NoticePage
from app.ui.window_state import WindowState
from app.viewmodels.conversation import Conversation
from app.viewmodels.library import Library
from app.workers.background import Background

SIDE_WIDTH, EVIDENCE_WIDTH = 268, 380
READER_SHARE = 0.40
"""Part of the window that the evidence takes at least while a document is open, so that a page can be read."""


class MainWindow(QMainWindow):
    notice_accepted = Signal()
    closing = Signal()

    def __init__(
        self,
        conversation: Conversation,
        library: Library,
        background: Background,
        pages: PagePictures,
        state: WindowState,
    ) -> None:
        super().__init__()
        self._conversation, self._library, self._state = conversation, library, state
        self.setWindowTitle("Dossier")
        self.setMinimumSize(QSize(900, 560))
        self.resize(1280, 800)
        self.setAcceptDrops(True)
        self.library_panel = LibraryPanel(library)
        self.ask_panel = AskPanel(conversation)
        self.evidence_panel = EvidencePanel(background, pages)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for pane, width in ((self.library_panel, 220), (self.ask_panel, 380), (self.evidence_panel, 280)):
            pane.setMinimumWidth(width)
            self.splitter.addWidget(pane)
        self.splitter.setStretchFactor(1, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.splitter)
        self.setCentralWidget(self.stack)
        self.notice: NoticePage | None = None
        self.overlay = DropOverlay(self.stack)
        self._connect()
        self._make_shortcuts()
        if not state.restore(self, self.splitter):
            self.splitter.setSizes([SIDE_WIDTH, 1280 - SIDE_WIDTH - EVIDENCE_WIDTH, EVIDENCE_WIDTH])
        self._show_scope()

    def show_notice(self, notice: Notice) -> None:
        page = NoticePage(notice)
        page.accepted.connect(self.notice_accepted)
        page.quit_wanted.connect(self.close)
        self.notice = page
        self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)
        page.accept.setFocus()

    def show_work(self) -> None:
        """The notice is accepted."""
        self.stack.setCurrentWidget(self.splitter)
        if self.notice is not None:
            self.stack.removeWidget(self.notice)
            self.notice.deleteLater()
            self.notice = None
        self.ask_panel.box.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        if self.notice is None and local_paths(event.mimeData()):
            event.acceptProposedAction()
            self.overlay.show_over(self._library.target_name())

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002, N802
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        self.overlay.hide()
        if self.notice is None:
            event.acceptProposedAction()
            self._library.add(local_paths(event.mimeData()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.overlay.setGeometry(self.stack.rect())

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        self._state.save(self, self.splitter)
        super().closeEvent(event)
        self.closing.emit()

    def _connect(self) -> None:
        self.ask_panel.asked.connect(self._ask)
        self.ask_panel.opened.connect(self.evidence_panel.open)
        self.ask_panel.turn_shown.connect(self.evidence_panel.follow)
        self.evidence_panel.reader_shown.connect(self._make_room)
        self._conversation.cleared.connect(self.evidence_panel.clear)
        self._library.current_changed.connect(self._show_scope)
        self._library.collections_changed.connect(self._show_scope)
        self.library_panel.folder_wanted.connect(self._choose_folder)
        self.library_panel.files_wanted.connect(self._choose_files)

    def _make_shortcuts(self) -> None:
        for keys, slot in (
            ("Ctrl+L", self.ask_panel.box.setFocus),
            ("Ctrl+O", self._choose_folder),
            ("Ctrl+N", self._conversation.clear),
            ("Esc", self._escape),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(slot)

    @Slot()
    def _escape(self) -> None:
        """Stop what is being written; else leave the reader."""
        if self._conversation.busy:
            self._conversation.stop()
        elif self.evidence_panel.reading:
            self.evidence_panel.show_list()

    @Slot(str, bool)
    def _ask(self, text: str, thorough: bool) -> None:
        current = self._library.current
        if current is not None and current.id is not None:
            self._conversation.ask(text, [current.id], depth="thorough" if thorough else "quick")

    @Slot()
    def _show_scope(self) -> None:
        current = self._library.current
        summary = current.summary if current is not None else None
        files = summary.indexed if summary is not None else 0
        name = current.name if current is not None else ""
        self.ask_panel.header.set_texts(
            name or self.tr("No documents yet"), self.tr("%n document(s)", "", files) if name else ""
        )
        self.ask_panel.box.set_scope(
            self.tr("in {collection}").format(collection=name) if name else self.tr("Add documents first")
        )
        self.ask_panel.box.set_ready(self._conversation.ready and files > 0)

    def refresh_scope(self) -> None:
        """After the engine has come."""
        self._show_scope()

    @Slot(bool)
    def _make_room(self, reading: bool) -> None:
        """A page needs more width than a list of passages; the person's own widths are kept where they suffice."""
        sizes = self.splitter.sizes()
        wanted = round(sum(sizes) * READER_SHARE)
        if reading and sizes[2] < wanted:
            taken = min(wanted - sizes[2], sizes[1] - 380)
            if taken > 0:
                self.splitter.setSizes([sizes[0], sizes[1] - taken, sizes[2] + taken])

    @Slot()
    def _choose_folder(self) -> None:
        if self.notice is None:
            self._choose(QFileDialog.FileMode.Directory, self.tr("Choose a folder"))

    @Slot()
    def _choose_files(self) -> None:
        if self.notice is None:
            self._choose(QFileDialog.FileMode.ExistingFiles, self.tr("Choose files"))

    def _choose(self, mode: QFileDialog.FileMode, title: str) -> None:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(self._chosen)
        dialog.open()

    @Slot(list)
    def _chosen(self, names: list[str]) -> None:
        self._library.add([Path(name) for name in names])
