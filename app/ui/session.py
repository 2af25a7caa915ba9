"""One run of the window over one program: what is loaded when, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.engine.pages import PagePictures
from app.privacy.consent import ConsentStore, load_notice
from app.settings.paths import AppPaths
from app.settings.policy import Policy
from app.settings.schema import Settings
from app.ui.facts.desk import FactsDesk
from app.ui.first_start.models_page import ModelsPage
from app.ui.library.rebuild_desk import RebuildDesk
from app.ui.window import MainWindow
from app.ui.window_state import WindowState
from app.viewmodels.attachments import Attachments
from app.viewmodels.conversation import Conversation
from app.viewmodels.conversations import Conversations
from app.viewmodels.facts import Facts
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.library import Library
from app.viewmodels.switches import SwitchedEngine, Switches
from app.workers.attached_library import with_attached
from app.workers.background import Background
from app.workers.failures import Failure
from app.workers.garbage import GuiThreadGarbage
from app.workers.model_loading import ModelLoading
from app.workers.models_setup import MissingModels, ModelImport, StoreLike, look_for_models, searching_models
from app.workers.ports import EngineLike, LibraryLike
from app.workers.shutdown import Shutdown

CLOSE_TIMEOUT_S = 5.0


class ProgramLike(Protocol):
    """``app.bootstrap.Program`` as the window uses it. ``engine`` raises ConsentRequired before the notice is accepted."""

    paths: AppPaths
    settings: Settings
    consent: ConsentStore
    policy: Policy

    @property
    def models(self) -> StoreLike: ...

    def change_settings(self, settings: Settings) -> None: ...

    def ledger(self) -> LibraryLike: ...

    def engine(self) -> EngineLike: ...


class Session(QObject):
    """Builds the window; ``begin`` shows it; ``shut_down`` ends everything that it started, in stages."""

    def __init__(self, program: ProgramLike, language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program = program
        self._language = language
        self.background = Background("window-background", self)
        self.pages = PagePictures()
        self.conversation = Conversation(self)
        self.library = Library(self.background, self.tr("Documents"), self)
        self.conversations = Conversations(self.conversation, self.background, self.library.undo, self)
        self.attachments = Attachments(self.conversation, self.background, self)
        self.models = ModelLoading(self)
        self.models.ready.connect(self._models_ready)
        self.models.failed.connect(self._models_failed)
        self.engine: EngineLike | None = None
        self._opening: Future[EngineLike] | None = None
        self._given: list[Path] = []
        """To be looked at once there is an engine"""
        self.facts = Facts(self.library, self.background, self)
        self.switches = Switches(program.settings, program.policy.is_locked, self)
        self._state = WindowState(program.paths.home)
        self.window = MainWindow(
            self.conversation, self.conversations, self.attachments, self.library, self.background, self.pages,
            self._state,
        )  # fmt: skip
        self.facts_desk = FactsDesk(self.window, self.facts, self.switches)
        self.rebuild_desk = RebuildDesk(self.window, self.library, self.background, lambda: searching_models(program.models))
        self.window.stack.notice_accepted.connect(self._accept)
        self.window.model_given.connect(self._bring_model)
        self.model_import = ModelImport(program, self)
        self.model_import.imported.connect(self._model_came)
        self.model_import.failed.connect(self._model_refused)
        self._models_page: ModelsPage | None = None
        self._garbage = GuiThreadGarbage(self)
        self._shutdown = self._stages()

    def begin(self) -> None:
        """Show the window; load only what the notice allows."""
        if self._program.consent.accepted():
            self.window.show_work()
            self._load()
        else:
            self.window.stack.show_notice(load_notice(self._program.paths, self._language))
        self.window.show()
        self._garbage.start()

    def take(self, paths: Sequence[Path]) -> None:
        """Files that the program was started with: looked at as if they were dropped, after the notice is accepted."""
        self._given += paths
        if self.engine is not None and self._given:
            given, self._given = self._given, []
            self.window.take(given)

    @Slot(list)
    def start_again(self, paths: list[Path]) -> None:
        """The program was started a second time."""
        self.window.come_to_front()
        self.take(paths)

    @Slot()
    def shut_down(self) -> None:
        """Staged and idempotent; waits a bounded time."""
        self._shutdown.run()

    def _stages(self) -> Shutdown:
        shutdown = Shutdown()
        shutdown.add("undo", self.library.undo.settle)
        shutdown.add("typing", self.window.ask_panel.matches.close)
        shutdown.add("questions", self.conversation.close)
        shutdown.add("imports", self.library.close)
        shutdown.add("facts", self.facts.close)
        shutdown.add("models", self.models.close)
        shutdown.add("model import", self.model_import.close)
        shutdown.add("background", lambda: self.background.close(CLOSE_TIMEOUT_S))
        shutdown.add("pages", self.pages.close)
        shutdown.add("engine", self._close_engine)
        shutdown.add("garbage", self._garbage.stop)
        return shutdown

    def _close_engine(self) -> bool:
        """Also one that was opened while the window closed and that nobody has heard of yet."""
        engine, opening = self.engine, self._opening
        if (
            engine is None
            and opening is not None
            and opening.done()
            and not opening.cancelled()
            and opening.exception() is None
        ):
            engine = opening.result()
        return engine is None or engine.close()

    @Slot()
    def _accept(self) -> None:
        self.background.run(lambda: self._program.consent.accept("window"), lambda _: self._accepted(), self._not_stored)

    def _accepted(self) -> None:
        self._load()

    def _not_stored(self, failure: Failure) -> None:
        if self.window.notice is not None:
            self.window.notice.say_problem(failure_text(failure))

    def _load(self) -> None:
        """Nothing is opened that would fail for want of a model: the page for that comes first."""
        self.background.run(lambda: look_for_models(self._program), self._looked, self._failed)

    def _looked(self, missing: MissingModels) -> None:
        if missing.nothing:
            self._open()
            return
        page = self._models_page = self._models_page or self._make_models_page()
        page.show_missing(missing)
        self.window.stack.show_instead(page)

    def _make_models_page(self) -> ModelsPage:
        page = ModelsPage(self._program.paths.models)
        page.again_wanted.connect(self._look_again)
        page.without_wanted.connect(self._open)
        page.file_wanted.connect(self.window.choice.model)
        page.folder_wanted.connect(self._show_models)
        page.stop_wanted.connect(self.model_import.cancel)
        self.model_import.progressed.connect(page.show_progress)
        self.model_import.failed.connect(page.show_failure)
        return page

    @Slot()
    def _look_again(self) -> None:
        self._load()

    @Slot()
    def _show_models(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._program.paths.models)))

    @Slot(object)
    def _bring_model(self, path: Path) -> None:
        """A GGUF file that was dropped or chosen."""
        if self._models_page is not None:
            self._models_page.show_started()
        else:
            self.window.library_panel.set_state("hourglass", "muted", self.tr("Copying the model …"))
        self.model_import.start(path)

    @Slot(str)
    def _model_came(self, model_id: str) -> None:
        """Settings count from the next engine on: while one runs, that is after the next start."""
        if self._models_page is not None:
            self._load()
        else:
            said = self.tr("{model} answers after the next start.").format(model=model_id)
            self.window.library_panel.set_state("circle-check", "supported", said)

    @Slot(object)
    def _model_refused(self, failure: Failure) -> None:
        """The page says it itself."""
        if self._models_page is None:
            self._failed(failure)

    @Slot()
    def _open(self) -> None:
        self.window.show_work()
        self._models_page = None
        self.window.library_panel.set_state("hourglass", "muted", self.tr("Loading the models …"))
        # On one thread, in this order: both make parts of the program that exist once.
        self.background.run(self._program.ledger, self._use_library, self._failed)
        self._opening = self.background.run(self._program.engine, self._use_engine, self._failed)

    def _use_library(self, library: LibraryLike) -> None:
        self.library.show(library)
        self.window.evidence_panel.use(with_attached(library, lambda: self.engine))

    def _use_engine(self, engine: EngineLike) -> None:
        self.engine = engine
        self.pages.use_passwords(engine.passwords)
        self.conversation.use(SwitchedEngine(engine, self.switches))
        self.facts.use(engine.facts)
        self.attachments.use(engine)
        self.conversations.use(engine, self._state.conversation())
        self.window.ask_panel.matches.use(engine)
        self.library.use(engine)
        self.window.refresh_scope()
        self.models.start(engine)
        self.take(())

    def _failed(self, failure: Failure) -> None:
        self.window.library_panel.set_state("triangle-alert", "unsupported", failure_text(failure))

    @Slot()
    def _models_ready(self) -> None:
        self.window.library_panel.set_state("shield-check", "supported", self.tr("Ready. Works without a network."))

    @Slot(object)
    def _models_failed(self, failure: Failure) -> None:
        self._failed(failure)
