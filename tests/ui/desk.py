"""A window on a desk: a session over fakes, with handles to steer it and to wait for what it shows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from dropping import drop_onto
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.conversations.store import ConversationStore
from app.engine.conversations import Conversations
from app.messages.answer import Answer, Question
from app.privacy.consent import ConsentRequired, ConsentStore
from app.settings.paths import AppPaths
from app.settings.policy import Policy
from app.settings.schema import Settings
from app.ui.session import Session
from app.viewmodels.turn import Turn
from app.workers.fakes import scenes
from app.workers.fakes.engine import FakeEngine, Listener, ProgressListener
from app.workers.fakes.library import FakeLibrary
from app.workers.fakes.models import FakeModels
from index.ingest.progress import ImportProgress, ImportSummary

WAIT_MS = 20_000
"""Only a hang is longer."""


class Program:
    def __init__(self, home: Path, engine: FakeEngine, library: FakeLibrary, *, accepted: bool) -> None:
        self.paths = AppPaths(home=home, models=home / "models")
        self.paths.create()
        self.settings = Settings()
        self.policy = Policy()
        self.models = FakeModels()
        self.consent = ConsentStore(self.paths)
        self.opened: list[str] = []
        if accepted:
            self.consent.accept("window")
        self._engine, self._library = engine, library

    def change_settings(self, settings: Settings) -> None:
        self.settings = settings

    def ledger(self) -> FakeLibrary:
        self.opened.append("ledger")
        return self._library

    def engine(self) -> FakeEngine:
        if not self.consent.accepted():
            raise ConsentRequired
        self.opened.append("engine")
        return self._engine


class Desk:
    """``answer`` makes the answer of a question; ``hold_at`` (step, count) stops the script there until ``release``."""

    def __init__(
        self,
        qtbot: QtBot,
        home: Path,
        *,
        accepted: bool = True,
        library: FakeLibrary | None = None,
        history: Path | None = None,
    ) -> None:
        """``history``: file of the conversations; without one they are in memory."""
        self.qtbot = qtbot
        self.root = str(Path(__file__).resolve().parents[2] / "resources" / "samples")
        self.answer: Callable[[Question], Answer] = lambda q: scenes.checked(q, root=self.root)
        self.hold_at: tuple[str, int] | None = None
        self.release = threading.Event()
        self.held = threading.Event()
        self.library = library if library is not None else scenes.library(self.root)
        self.engine = FakeEngine(self._answer, self._import, self.library)
        if history is not None:
            self.engine.conversations = Conversations(lambda: ConversationStore(history))
        self.program = Program(home, self.engine, self.library, accepted=accepted)
        self.session = Session(self.program, "en")
        self.window = self.session.window
        qtbot.addWidget(self.window, before_close_func=lambda _: self.close())

    def begin(self) -> None:
        self.session.begin()
        self.window.resize(1280, 800)
        if self.window.notice is None:
            self.until(lambda: self.session.conversation.ready)
            known = bool(self.library.collections())
            self.until(lambda: self.session.library.current is not None or not known)

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=WAIT_MS)

    def drop(self, paths: Sequence[Path]) -> bool:
        """Drag the paths over the window, let go, and press Import in the preview. False when the window refuses them."""
        if not self.drop_only(paths):
            return False
        self.qtbot.mouseClick(self.window.preview_sheet.confirm, Qt.MouseButton.LeftButton)
        return True

    def drop_only(self, paths: Sequence[Path]) -> bool:
        """Drag the paths over the window and let go: the preview opens. False when the window refuses them."""
        return drop_onto(self.window, paths)

    def type_question(self, text: str) -> None:
        """Type it into the box and press Enter."""
        box = self.window.ask_panel.box.text
        box.setFocus()
        self.qtbot.keyClicks(box, text)
        self.qtbot.keyClick(box, Qt.Key.Key_Return)

    def ask(self, text: str = scenes.QUESTION) -> Turn:
        """Ask and wait for the end."""
        self.until(lambda: self.session.library.current is not None)
        self.window.ask_panel.asked.emit(text, False)
        self.until(lambda: not self.session.conversation.busy)
        # Qt shows widgets that were put into a layout with the next turn of the event loop.
        QApplication.processEvents()
        return self.turn

    @property
    def turn(self) -> Turn:
        return self.session.conversation.turns[-1]

    def open_chip(self, index: int) -> None:
        """Press the chip and wait until its document is shown."""
        assert self.turn.layout is not None
        chip = self.turn.layout.chips()[index]
        piece = self.turn.layout.pieces.index(chip)
        reader = self.window.evidence_panel.reader
        with self.qtbot.waitSignal(reader.shown, timeout=WAIT_MS):
            self.window.ask_panel.views()[-1].answer.anchorClicked.emit(QUrl(f"dossier:cite/{piece}"))

    def close(self) -> None:
        self.release.set()
        self.session.shut_down()
        self.engine.close()

    def dispose(self) -> None:
        self.close()
        if isValid(self.window):  # with two desks the events of the first have deleted it
            self.window.deleteLater()
        self.session.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _answer(self, question: Question, listen: Listener, cancelled: Callable[[], bool]) -> Answer:
        seen: dict[str, int] = {}

        def pause(step: str) -> None:
            seen[step] = seen.get(step, 0) + 1
            if self.hold_at == (step, seen[step]):
                self.held.set()
                while not self.release.wait(0.01) and not cancelled():
                    pass

        return scenes.play(question, listen, self.answer(question), pause=pause, cancelled=cancelled)

    def _import(
        self, collection: str, paths: Sequence[Path], progress: ProgressListener, cancelled: Callable[[], bool]
    ) -> ImportSummary:
        """Each file becomes a row of the library; "import" holds after the first."""
        collection_id = self.library.add_collection(collection)
        files = [f for p in paths for f in (sorted(p.iterdir()) if p.is_dir() else [p])]
        done = 0
        for file in files:
            if cancelled():
                break
            self.library.add_file(collection_id, str(file), passages=3)
            done += 1
            progress(
                ImportProgress(
                    found=len(files), done=done, indexed=done, skipped=0, failed=0, pages=done, passages=3 * done, current_file=str(file),
                    elapsed_s=1.0, remaining_s=5.0,
                )
            )  # fmt: skip
            if self.hold_at == ("import", done):
                self.held.set()
                while not self.release.wait(0.01) and not cancelled():
                    pass
        return ImportSummary(
            collection_id=collection_id, found=len(files), indexed=done, unchanged=0, moved=0, removed=0, skipped=0, failed=0,
            queued=len(files) - done, pages=done, passages=3 * done, elapsed_s=1.0, cancelled=cancelled(),
        )  # fmt: skip
