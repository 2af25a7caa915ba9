"""The window: library, questions and evidence side by side; the notice before them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal
from uuid import UUID

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFileDialog, QMainWindow, QSplitter, QStackedWidget, QWidget

from app.engine.pages import PagePictures
from app.privacy.consent import Notice
from app.settings.paths import resources_dir
from app.ui.ask.panel import AskPanel
from app.ui.conversations.desk import ConversationDesk
from app.ui.evidence.panel import EvidencePanel
from app.ui.library.asking import ConfirmSheet, PasswordSheet
from app.ui.library.drop_overlay import DropOverlay, local_paths, model_of
from app.ui.library.ledger_panel import LedgerPanel
from app.ui.library.panel import LibraryPanel
from app.ui.library.preview_sheet import PreviewSheet
from app.ui.library.questions import Asking
from app.ui.notice.page import NoticePage
from app.ui.palette.commands import WindowCommands
from app.ui.palette.palette import Palette
from app.ui.theme.theme import theme
from app.ui.widgets.sheet import Sheet
from app.ui.window_state import Place, WindowState
from app.viewmodels.attachments import Attachments
from app.viewmodels.conversation import Conversation
from app.viewmodels.conversations import Conversations
from app.viewmodels.evidence import of_file
from app.viewmodels.library import Library
from app.viewmodels.palette import Entry
from app.viewmodels.progress import per_mille
from app.viewmodels.scope import Scope
from app.workers.background import Background
from index.ingest.progress import ImportProgress
from index.ingest.rows import FileRow, Source

SIDE_WIDTH, EVIDENCE_WIDTH = 268, 380
READER_SHARE = 0.40
"""Part of the window that the evidence takes at least while a document is open, so that a page can be read."""


SAVE_MS = 1000
WIDEST = 1.3
"""Panes grow with larger text up to this; beyond it their text wraps."""


def pane_widths(total: int) -> list[int]:
    """Of library, middle and evidence in a window of this width, for the text in force."""
    wide = min(theme().px(100) / 100, WIDEST)
    side, evidence = round(SIDE_WIDTH * wide), EVIDENCE_WIDTH
    return [side, total - side - evidence, evidence]


class MainWindow(QMainWindow):
    notice_accepted = Signal()
    closing = Signal()
    model_given = Signal(object)
    """Path of a GGUF file that was dropped or chosen"""

    def __init__(
        self,
        conversation: Conversation,
        conversations: Conversations,
        attachments: Attachments,
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
        self.ledger_panel = LedgerPanel(library)
        self.middle = QStackedWidget()
        self.middle.addWidget(self.ask_panel)
        self.middle.addWidget(self.ledger_panel)
        self.evidence_panel = EvidencePanel(background, pages)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for pane in (self.library_panel, self.middle, self.evidence_panel):
            self.splitter.addWidget(pane)
        self.splitter.setStretchFactor(1, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.splitter)
        self.setCentralWidget(self.stack)
        self.notice: NoticePage | None = None
        self._instead: QWidget | None = None
        self.overlay = DropOverlay(self.stack)
        self.preview_sheet = PreviewSheet(library, self.stack)
        self.confirm_sheet = ConfirmSheet(self.stack)
        self.password_sheet = PasswordSheet(self.stack)
        self.palette_box = Palette(self.stack)
        self.talks = ConversationDesk(
            conversation, conversations, attachments, self.ask_panel, self.middle, self.stack
        )  # fmt: skip
        self.sheets: tuple[Sheet | Palette, ...] = (
            self.palette_box, self.preview_sheet, self.confirm_sheet, self.password_sheet, self.talks.password_sheet
        )  # fmt: skip
        self._scope = Scope(library, self)
        self.ask_panel.box.use_scope(self._scope)
        self._fit()
        theme().changed.connect(self._fit)
        self._connect(background)
        self._make_shortcuts()
        if not state.restore(self, self.splitter):
            self.splitter.setSizes(pane_widths(1280))
        self._keep_place()
        self._show_scope()

    def show_notice(self, notice: Notice) -> None:
        page = NoticePage(notice)
        page.accepted.connect(self.notice_accepted)
        page.quit_wanted.connect(self.close)
        self.notice = page
        self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)
        page.accept.setFocus()

    def show_instead(self, page: QWidget) -> None:
        """``page`` in the place of the panes, until ``show_work``."""
        self._leave_notice()
        if self._instead is not page:
            self._leave_page()
            self._instead = page
            self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)

    def show_work(self) -> None:
        """The notice is accepted, and nothing else stands before the work."""
        self.stack.setCurrentWidget(self.splitter)
        self._leave_notice()
        self._leave_page()
        self.ask_panel.box.setFocus()

    @property
    def working(self) -> bool:
        """Neither the notice nor another page stands in the place of the panes."""
        return self.notice is None and self._instead is None

    def _leave_notice(self) -> None:
        if self.notice is not None:
            self.stack.removeWidget(self.notice)
            self.notice.deleteLater()
            self.notice = None

    def _leave_page(self) -> None:
        if self._instead is not None:
            self.stack.removeWidget(self._instead)
            self._instead.deleteLater()
            self._instead = None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        paths = local_paths(event.mimeData())
        if self.notice is None and paths and (self.working or model_of(paths)):
            event.acceptProposedAction()
            self.overlay.show_over(self._library.target_name(), model=model_of(paths) is not None)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002, N802
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        self.overlay.hide()
        if self.notice is None:
            event.acceptProposedAction()
            self.take(local_paths(event.mimeData()))

    def take(self, paths: Sequence[Path]) -> None:
        """What was dropped or handed over: a model is brought in, everything else is looked at."""
        model = model_of(paths)
        if model is not None:
            self.model_given.emit(model)
        self._library.look_at([p for p in paths if p != model])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.overlay.setGeometry(self.stack.rect())
        self._saving.start()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        self._save_place()
        super().closeEvent(event)
        self.closing.emit()

    def come_to_front(self) -> None:
        """The person started the program a second time: that is a wish to see this window, not a stolen focus."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def _keep_place(self) -> None:
        """Where the person was is there again, and is written down while they work: a crash loses a second."""
        place = self._state.place()
        self._library.prefer(place.collection)
        self.ask_panel.box.set_text(place.draft)
        self._saving = QTimer(self)
        self._saving.setSingleShot(True)
        self._saving.setInterval(SAVE_MS)
        self._saving.timeout.connect(self._save_place)
        self.ask_panel.box.text.textChanged.connect(self._saving.start)
        self.splitter.splitterMoved.connect(self._saving.start)
        self._library.current_changed.connect(self._saving.start)
        self._conversation.kept_changed.connect(self._saving.start)
        self._conversation.cleared.connect(self._saving.start)

    @Slot()
    def _save_place(self) -> None:
        current = self._library.current
        draft = self.ask_panel.box.text.toPlainText()
        self._state.save(
            self, self.splitter, Place(current.name if current is not None else "", draft, str(self.talks.last() or ""))
        )

    def _connect(self, background: Background) -> None:
        self.ask_panel.asked.connect(self._ask)
        self.ask_panel.opened.connect(self.evidence_panel.open)
        self.ask_panel.turn_shown.connect(self.evidence_panel.follow)
        self.evidence_panel.reader_shown.connect(self._make_room)
        self._conversation.cleared.connect(self.evidence_panel.clear)
        self.talks.left.connect(self.show_questions)
        self.talks.attachments.changed.connect(self._show_scope)
        self._scope.changed.connect(self._show_scope)
        self.library_panel.folder_wanted.connect(self._choose_folder)
        self.library_panel.files_wanted.connect(self._choose_files)
        self.library_panel.documents_wanted.connect(self.show_documents)
        self.library_panel.sources.documents_wanted.connect(self._show_source)
        self.library_panel.trouble_wanted.connect(self._show_trouble)
        self.ask_panel.documents_wanted.connect(self.show_documents)
        self.ask_panel.empty.folder_wanted.connect(self._choose_folder)
        self.ask_panel.empty.files_wanted.connect(self._choose_files)
        self.ask_panel.empty.samples_wanted.connect(self._try_samples)
        self._library.suggestions.changed.connect(self.ask_panel.empty.show_suggestions)
        self.ledger_panel.left.connect(self.show_questions)
        self.ledger_panel.opened.connect(self._read)
        found = WindowCommands(self._library, self._commands, self._read, self)
        for find in (found.own, found.collections, found.documents):
            self.palette_box.add_source(find)
        self._library.import_progressed.connect(self._show_progress)
        self._library.import_ended.connect(self._show_no_progress)
        self._ask_before = Asking(self._library, self.confirm_sheet, self.password_sheet, background, self)
        self._ask_before.connect_to(self.library_panel, self.ledger_panel)

    def _make_shortcuts(self) -> None:
        for keys, slot in (
            ("Ctrl+K", self._open_palette),
            ("Ctrl+L", self.show_questions),
            ("Ctrl+O", self._choose_folder),
            ("Ctrl+N", self._conversation.clear),
            ("Ctrl+D", self.show_documents),
            ("Ctrl+H", self.talks.show_list),
            ("Ctrl+Shift+A", self.talks.choose),
            ("Ctrl+Z", self._library.undo.take_back),
            ("Esc", self._escape),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(slot)

    def last_conversation(self) -> UUID | None:
        """The one that was shown when the program ended."""
        kept = self._state.place().conversation
        try:
            return UUID(kept) if kept else None
        except ValueError:
            return None

    def _commands(self) -> list[Entry]:
        """Of the palette, with their shortcuts as this system writes them."""
        current = self._library.current
        entries = [
            Entry(self.tr("Ask a question"), self.show_questions, "text-search", keys=_keys("Ctrl+L")),
            Entry(self.tr("Show all documents"), self.show_documents, "files", keys=_keys("Ctrl+D")),
            Entry(self.tr("Conversations"), self.talks.show_list, "history", keys=_keys("Ctrl+H")),
            Entry(self.tr("Attach documents …"), self.talks.choose, "paperclip", keys=_keys("Ctrl+Shift+A")),
            Entry(self.tr("New conversation"), self._conversation.clear, "square-pen", keys=_keys("Ctrl+N")),
            Entry(self.tr("Add a folder …"), self._choose_folder, "folder-plus", keys=_keys("Ctrl+O")),
            Entry(self.tr("Add files …"), self._choose_files, "file-plus"),
            Entry(self.tr("New collection …"), self.library_panel.ask_name, "plus"),
        ]
        if current is not None:
            entries.append(Entry(self.tr("Rename this collection …"), self.library_panel.rename_current, "pencil", keys="F2"))
            entries.append(Entry(self.tr("Show the files that failed"), self._show_trouble, "circle-alert"))
        if self._library.undo.open:
            entries.insert(0, Entry(self.tr("Undo"), self._library.undo.take_back, "undo-2", keys=_keys("Ctrl+Z")))
        if self._library.importing:
            entries.append(Entry(self.tr("Stop the import"), self._library.cancel_import, "x"))
        return entries

    @Slot()
    def _open_palette(self) -> None:
        if self.working and not any(s.isVisible() for s in self.sheets if s is not self.palette_box):
            self.palette_box.open()

    @Slot()
    def _escape(self) -> None:
        """Leave what asks; else stop what is being written; else leave the reader; else go back to the questions."""
        sheet = next((s for s in self.sheets if s.isVisible()), None)
        if sheet is not None:
            sheet.dismiss()
        elif self._conversation.busy:
            self._conversation.stop()
        elif self.evidence_panel.reading:
            self.evidence_panel.show_list()
        elif self.middle.currentWidget() is not self.ask_panel:
            self.show_questions()

    @Slot()
    def show_documents(self) -> None:
        """The list of files in the middle."""
        if self.working:
            self.middle.setCurrentWidget(self.ledger_panel)
            self.ledger_panel.search.setFocus()

    @Slot()
    def show_questions(self) -> None:
        self.middle.setCurrentWidget(self.ask_panel)
        self.ask_panel.box.setFocus()

    @Slot()
    def _show_trouble(self) -> None:
        """What failed; what was skipped where nothing failed."""
        counts = self._library.current.summary if self._library.current is not None else None
        self.ledger_panel.show_state("failed" if counts is not None and counts.failed else "skipped")
        self.show_documents()

    @Slot(object)
    def _show_progress(self, progress: ImportProgress) -> None:
        """In the title, which every task bar shows; a protocol of one desktop for it would be one more socket (I7)."""
        done = per_mille(progress)
        self.setWindowTitle("Dossier" if done is None else f"{done // 10} % · Dossier")

    @Slot(object)
    def _show_no_progress(self, outcome: object) -> None:  # noqa: ARG002
        self.setWindowTitle("Dossier")

    @Slot(object)
    def _show_source(self, source: Source) -> None:
        self.ledger_panel.show_source(source)
        self.show_documents()

    @Slot(object)
    def _read(self, row: FileRow) -> None:
        self.evidence_panel.open(of_file(row))

    @Slot()
    def _fit(self) -> None:
        """Panes as narrow as their text can bear."""
        wide = theme().px(100) / 100
        for pane, width in ((self.library_panel, 220), (self.middle, 380), (self.evidence_panel, 280)):
            pane.setMinimumWidth(round(width * min(wide, WIDEST)))

    @Slot(str, bool)
    def _ask(self, text: str, thorough: bool) -> None:
        self._scope.follow_named(text)
        filters = self._scope.filters()
        attached = self.talks.attachments.ready_ids
        if filters.collections or attached:
            self.show_questions()
            depth: Literal["quick", "thorough"] = "thorough" if thorough else "quick"
            before = [document] if (document := self.evidence_panel.document()) is not None else []
            ask = partial(
                self._conversation.ask, text, filters.collections, depth=depth, documents=before, filters=filters,
                attachments=attached,
            )  # fmt: skip
            self._library.removals.after(ask)

    @Slot()
    def _show_scope(self) -> None:
        current = self._library.current
        summary = current.summary if current is not None else None
        files = summary.indexed if summary is not None else 0
        name = current.name if current is not None else ""
        self.ask_panel.header.set_texts(
            name or self.tr("No documents yet"), self.tr("%Ln document(s)", "", files) if name else ""
        )
        self.ask_panel.matches.search_in(self._scope.filters())
        self.ask_panel.empty.show_documents(there=files > 0)
        attachments = self.talks.attachments
        something = self._scope.files > 0 or bool(attachments.ready_ids)
        self.ask_panel.box.set_ready(self._conversation.ready and something and not attachments.reading)

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
    def _try_samples(self) -> None:
        """Ten short documents of the program itself, in a collection of their own."""
        name = self.tr("Samples")
        if self._library.add([resources_dir() / "samples"], name):
            self._library.plan(name)

    @Slot()
    def choose_model(self) -> None:
        self._choose(QFileDialog.FileMode.ExistingFile, self.tr("Choose a model file"), self.tr("Model files (*.gguf)"))

    @Slot()
    def _choose_folder(self) -> None:
        if self.working:
            self._choose(QFileDialog.FileMode.Directory, self.tr("Choose a folder"))

    @Slot()
    def _choose_files(self) -> None:
        if self.working:
            self._choose(QFileDialog.FileMode.ExistingFiles, self.tr("Choose files"))

    def _choose(self, mode: QFileDialog.FileMode, title: str, kinds: str = "") -> None:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        if kinds:
            dialog.setNameFilter(kinds)
        dialog.filesSelected.connect(self._chosen)
        dialog.open()

    @Slot(list)
    def _chosen(self, names: list[str]) -> None:
        self.take([Path(name) for name in names])


def _keys(text: str) -> str:
    return QKeySequence(text).toString(QKeySequence.SequenceFormat.NativeText)
