"""The window: library, questions and evidence side by side; the notice before them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget

from app.engine.pages import PagePictures
from app.settings.paths import resources_dir
from app.ui.ask.panel import AskPanel
from app.ui.conversations.desk import ConversationDesk
from app.ui.evidence.panel import EvidencePanel
from app.ui.file_choice import FileChoice
from app.ui.front import Front
from app.ui.library.asking import ConfirmSheet, PasswordSheet
from app.ui.library.drop_overlay import DropOverlay, local_paths, model_of
from app.ui.library.ledger_panel import LedgerPanel
from app.ui.library.panel import LibraryPanel
from app.ui.library.preview_sheet import PreviewSheet
from app.ui.library.questions import Asking
from app.ui.notice.page import NoticePage
from app.ui.palette.commands import Acts, WindowCommands
from app.ui.palette.palette import Palette
from app.ui.theme.theme import theme
from app.ui.widgets.sheet import Sheet
from app.ui.window_state import Place, PlaceKeeper, WindowState
from app.viewmodels.attachments import Attachments
from app.viewmodels.conversation import Conversation
from app.viewmodels.conversations import Conversations
from app.viewmodels.evidence import of_file
from app.viewmodels.library import Library
from app.viewmodels.progress import per_mille
from app.viewmodels.scope import Scope
from app.workers.background import Background
from index.ingest.progress import ImportProgress
from index.ingest.rows import FileRow, Source

SIDE_WIDTH, EVIDENCE_WIDTH = 268, 380
READER_SHARE = 0.40
"""Part of the window that the evidence takes at least while a document is open, so that a page can be read."""


WIDEST = 1.3
"""Panes grow with larger text up to this; beyond it their text wraps."""


def pane_widths(total: int) -> list[int]:
    """Of library, middle and evidence in a window of this width, for the text in force."""
    wide = min(theme().px(100) / 100, WIDEST)
    side, evidence = round(SIDE_WIDTH * wide), EVIDENCE_WIDTH
    return [side, total - side - evidence, evidence]


class MainWindow(QMainWindow):
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
        self._conversation, self._library = conversation, library
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
        self.stack = Front(self.splitter)
        self.stack.quit_wanted.connect(self.close)
        self.setCentralWidget(self.stack)
        self.choice = FileChoice(self, lambda: self.working)
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
        self._keeper = self._keep_place(state)
        self._show_scope()

    def show_work(self) -> None:
        """The notice is accepted, and nothing else stands before the work."""
        self.stack.show_panes()
        self.ask_panel.box.setFocus()

    @property
    def notice(self) -> NoticePage | None:
        return self.stack.notice

    @property
    def working(self) -> bool:
        """The panes are shown."""
        return self.stack.working

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
        self._keeper.soon()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        self._keeper.save()
        super().closeEvent(event)
        self.closing.emit()

    def come_to_front(self) -> None:
        """The person started the program a second time: that is a wish to see this window, not a stolen focus."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def _keep_place(self, state: WindowState) -> PlaceKeeper:
        """Where the person was is there again."""
        place = state.place()
        self._conversation_to_come = place.conversation
        self._library.prefer(place.collection)
        self.ask_panel.box.set_text(place.draft)
        keeper = PlaceKeeper(state, self, self.splitter, self._place)
        for moved in (
            self.splitter.splitterMoved, self.ask_panel.box.text.textChanged, self._library.current_changed,
            self._conversation.kept_changed, self._conversation.cleared, self._conversation.waiting_changed,
        ):  # fmt: skip
            moved.connect(keeper.soon)
        return keeper

    def _place(self) -> Place:
        current = self._library.current
        # What was asked and has not begun is not lost either: it stands in the box again.
        waiting = [q.text for q in self._conversation.waiting() if not q.begun]
        draft = "\n".join([*waiting, self.ask_panel.box.text.toPlainText()]).strip()
        return Place(current.name if current is not None else "", draft, self._shown_conversation())

    def _shown_conversation(self) -> str:
        """Its id. The one of the last time is shown when the engine is there; what is written down until then must not forget it."""
        last = self.talks.last()
        if last is not None:
            self._conversation_to_come = ""
        return str(last or self._conversation_to_come)

    def _connect(self, background: Background) -> None:
        self.ask_panel.asked.connect(self._ask)
        self.ask_panel.opened.connect(self.evidence_panel.open)
        self.ask_panel.turn_shown.connect(self.evidence_panel.follow)
        self.evidence_panel.reader_shown.connect(self._make_room)
        self._conversation.cleared.connect(self.evidence_panel.clear)
        self.talks.left.connect(self.show_questions)
        self.talks.attachments.changed.connect(self._show_scope)
        self._scope.changed.connect(self._show_scope)
        self.library_panel.folder_wanted.connect(self.choice.folder)
        self.library_panel.files_wanted.connect(self.choice.files)
        self.library_panel.documents_wanted.connect(self.show_documents)
        self.library_panel.sources.documents_wanted.connect(self._show_source)
        self.library_panel.trouble_wanted.connect(self._show_trouble)
        self.ask_panel.documents_wanted.connect(self.show_documents)
        self.ask_panel.empty.folder_wanted.connect(self.choice.folder)
        self.ask_panel.empty.files_wanted.connect(self.choice.files)
        self.choice.chosen.connect(self.take)
        self.ask_panel.empty.samples_wanted.connect(self._try_samples)
        self._library.suggestions.changed.connect(self.ask_panel.empty.show_suggestions)
        self.ledger_panel.left.connect(self.show_questions)
        self.ledger_panel.opened.connect(self._read)
        found = WindowCommands(self._library, self._acts(), self._read, self)
        for find in (found.own, found.collections, found.documents):
            self.palette_box.add_source(find)
        self._library.import_progressed.connect(self._show_progress)
        self._library.import_ended.connect(self._show_no_progress)
        self._library.import_started.connect(self._show_scope)
        self._library.import_ended.connect(self._show_scope)
        self._ask_before = Asking(self._library, self.confirm_sheet, self.password_sheet, background, self)
        self._ask_before.connect_to(self.library_panel, self.ledger_panel)

    def _make_shortcuts(self) -> None:
        for keys, slot in (
            ("Ctrl+K", self._open_palette),
            ("Ctrl+L", self.show_questions),
            ("Ctrl+E", self.evidence_panel.focus),
            ("Ctrl+O", self.choice.folder),
            ("Ctrl+N", self._conversation.clear),
            ("Ctrl+D", self.show_documents),
            ("Ctrl+H", self.talks.show_list),
            ("Ctrl+Shift+A", self.talks.choose),
            ("Ctrl+Z", self._library.undo.take_back),
            ("Esc", self._escape),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(slot)

    def _acts(self) -> Acts:
        return Acts(
            ask=self.show_questions, evidence=self.evidence_panel.focus, documents=self.show_documents, conversations=self.talks.show_list, attach=self.talks.choose,
            fresh=self._conversation.clear, folder=self.choice.folder, files=self.choice.files, plan=self.library_panel.ask_name,
            rename=self.library_panel.rename_current, trouble=self._show_trouble,
        )  # fmt: skip

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
        self.ask_panel.empty.show_documents(there=files > 0, coming=self._library.importing)
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
