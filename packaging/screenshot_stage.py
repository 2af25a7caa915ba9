"""A window over fakes in which a scene is played until its picture is taken."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from app.messages.answer import Answer, Question  # noqa: E402
from app.privacy.consent import ConsentStore  # noqa: E402
from app.settings.paths import AppPaths  # noqa: E402
from app.settings.policy import Policy  # noqa: E402
from app.settings.schema import Settings  # noqa: E402
from app.ui.session import Session  # noqa: E402
from app.ui.window import pane_widths  # noqa: E402
from app.workers.fakes import documents, scenes  # noqa: E402
from app.workers.fakes.engine import FakeEngine, Listener, ProgressListener  # noqa: E402
from app.workers.fakes.library import FakeLibrary  # noqa: E402
from app.workers.fakes.models import FakeModels  # noqa: E402
from index.ingest.preview import ImportPreview, KindCount, SkipCount, SlowFile  # noqa: E402
from index.ingest.progress import ImportProgress, ImportSummary  # noqa: E402

RUNNING = ImportProgress(
    found=1204, done=214, indexed=206, skipped=5, failed=3, pages=3120, passages=8800, elapsed_s=62.0, remaining_s=1730.0,
    current_file="/documents/Verträge/2024/Rahmenvertrag Wartung und Instandhaltung der Laborgeräte.pdf", stage="text",
    searchable_s=287.0, files_per_s=3.5, pages_per_s=50.3,
)  # fmt: skip
PREVIEW = ImportPreview(
    found=1252, files=1166, bytes=3_420_000_000, unchanged=38,
    kinds={"pdf": KindCount(812, 2_900_000_000), "word": KindCount(203, 180_000_000), "spreadsheet": KindCount(96, 240_000_000),
           "mail": KindCount(41, 60_000_000), "picture": KindCount(14, 40_000_000)},
    skipped={"hidden": SkipCount(21, "", "", "/documents/.git"), "temporary": SkipCount(14, "", "", "/documents/~$a.docx"),
             "media": SkipCount(9, "", "", "/documents/a.mp4"), "too_large": SkipCount(4, "", "", "/documents/huge.pdf")},
    slow=(SlowFile("/documents/Gesamtplan.pdf", 480_000_000, 900.0),), missing=(), elapsed_s=1.2, complete=True,
)  # fmt: skip
SIZES = ((1280, 800), (1920, 1080))
SAMPLES = str(ROOT / documents.SAMPLES)


class Program:
    """The fake program of one picture."""

    def __init__(self, home: Path, engine: FakeEngine, library: FakeLibrary, *, accepted: bool) -> None:
        self.paths = AppPaths(home=home, models=home / "models")
        self.paths.create()
        self.settings = Settings()
        self.policy = Policy()
        self.models = FakeModels()
        self.consent = ConsentStore(self.paths)
        if accepted:
            self.consent.accept("window")
        self._engine, self._library = engine, library

    def change_settings(self, settings: Settings) -> None:
        self.settings = settings

    def ledger(self) -> FakeLibrary:
        return self._library

    def engine(self) -> FakeEngine:
        return self._engine


class Stage:
    """A session in which a scene is played until its picture is taken."""

    def __init__(
        self, home: Path, language: str, *, accepted: bool = True, empty: bool = False, missing: tuple[str, ...] = ()
    ) -> None:
        self.hold = threading.Event()
        self.answer: Callable[[Question], Answer] = lambda q: scenes.checked(q, root=SAMPLES)
        self.stop_at: tuple[str, int] | None = None
        library = FakeLibrary() if empty else scenes.library(SAMPLES)
        self.engine = FakeEngine(self._answer, self._import, library)
        self.engine.previewing = self._preview
        self.progress = RUNNING
        program = Program(home, self.engine, library, accepted=accepted)
        program.models.missing |= set(missing)
        self.session = Session(program, language)
        self.window = self.session.window

    def _answer(self, question: Question, listen: Listener, cancelled: Callable[[], bool]) -> Answer:
        seen: dict[str, int] = {}

        def pause(step: str) -> None:
            seen[step] = seen.get(step, 0) + 1
            if self.stop_at == (step, seen[step]):
                self.hold.wait()

        return scenes.play(question, listen, self.answer(question), pause=pause, cancelled=cancelled)

    def _import(
        self, collection: str, paths: Sequence[Path], progress: ProgressListener, cancelled: Callable[[], bool]
    ) -> ImportSummary:
        progress(self.progress)
        self.hold.wait()
        return ImportSummary(
            collection_id="collection-1", found=1204, indexed=206, unchanged=0, moved=0, removed=0, skipped=5, failed=3, queued=990,
            pages=3120, passages=8800, elapsed_s=62.0, cancelled=True,
        )  # fmt: skip

    def _preview(
        self, paths: Sequence[Path], cancelled: Callable[[], bool], progress: Callable[[ImportPreview], None]
    ) -> ImportPreview:
        return PREVIEW

    def begin(self, size: tuple[int, int]) -> None:
        self.window.resize(*size)
        self.window.splitter.setSizes(pane_widths(size[0]))
        self.session.begin()
        self.until(lambda: self.session.conversation.ready or self.window.notice is not None or not self.window.working)
        self.settle()

    def ask(self, text: str = scenes.QUESTION) -> None:
        self.window.ask_panel.asked.emit(text, False)

    def ask_and_wait(self, text: str = scenes.QUESTION) -> None:
        self.ask(text)
        self.until(lambda: not self.session.conversation.busy)
        self.settle()

    def until(self, condition: Callable[[], bool], limit_s: float = 120.0) -> None:
        end = time.monotonic() + limit_s
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("the scene did not come to its picture")
            QApplication.processEvents()
            time.sleep(0.01)

    def settle(self, seconds: float = 0.25) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QApplication.processEvents()
            time.sleep(0.005)

    def close(self) -> None:
        self.hold.set()
        self.session.shut_down()
        self.window.close()
        self.window.deleteLater()
        self.session.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.settle(0.05)
