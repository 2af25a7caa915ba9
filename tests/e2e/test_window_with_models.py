"""Notice, drop, progress, question, streamed answer, chip, marked page: with the smallest real model."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import formats
import pytest
from dropping import drop_onto
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bootstrap import Program
from app.environment import prepare_environment
from app.settings.paths import resources_dir
from app.ui import translations
from app.ui.application import make_application
from app.ui.evidence.reader import Reader
from app.ui.session import Session
from app.viewmodels.evidence import EvidenceTarget

pytestmark = pytest.mark.model

WAIT_MS = 240_000
"""Only a hang is longer, on a busy machine too."""
FOLLOW_UP = "And for trips that begin in 2023?"
QUESTION = "Up to what amount per night is a hotel reimbursed for trips that begin in 2025?"
SMALLEST = "smollm2-135m"
MODEL = os.environ.get("DOSSIER_E2E_MODEL", SMALLEST)
SETTINGS: dict[str, object] = {"version": 1, "generation": {"model": MODEL, "fallback_model": None}}
if MODEL == SMALLEST:
    # It is here to be driven, not to be good: it answers whatever is found.
    SETTINGS["generation"] = {"model": MODEL, "fallback_model": None, "max_tokens": 60}
    SETTINGS["retrieval"] = {"min_relevance": 0.0, "min_answerability": 0.0}


class Window:
    def __init__(self, qtbot: QtBot, session: Session) -> None:
        self.qtbot = qtbot
        self.session = session
        self.window = session.window
        self._number = 0

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=WAIT_MS)

    def picture(self, name: str) -> None:
        folder = os.environ.get("DOSSIER_PICTURES")
        if folder:
            self._number += 1
            QApplication.processEvents()
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.window.grab().save(str(Path(folder) / f"e2e-{self._number:02d}-{name}.png"))

    def accept(self) -> None:
        assert self.window.notice is not None
        self.qtbot.mouseClick(self.window.notice.accept, Qt.MouseButton.LeftButton)
        self.until(lambda: self.session.conversation.ready)

    def import_samples(self) -> None:
        samples = resources_dir() / "samples"
        self.drop(samples)
        files = len(list(samples.iterdir()))
        self.until(lambda: not self.session.library.importing and self.indexed() == files)

    def drop(self, folder: Path) -> None:
        """Onto the window; the preview is looked at and confirmed."""
        assert drop_onto(self.window, [folder])
        sheet = self.window.preview_sheet
        self.until(lambda: self.session.library.preview.latest is not None and self.session.library.preview.latest.complete)
        self.picture("preview")
        self.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)

    def indexed(self) -> int:
        current = self.session.library.current
        return current.summary.indexed if current is not None and current.summary is not None else 0

    def ask(self, text: str) -> None:
        self.window.ask_panel.box.set_text(text)
        self.until(self.window.ask_panel.box.send.isEnabled)
        self.qtbot.keyClick(self.window.ask_panel.box.text, Qt.Key.Key_Return)
        assert self.session.conversation.busy

    @property
    def reader(self) -> Reader:
        return self.window.evidence_panel.reader

    def read(self, target: EvidenceTarget) -> None:
        with self.qtbot.waitSignal(self.reader.shown, timeout=WAIT_MS):
            self.window.evidence_panel.open(target)
        if target.shape == "pages":
            self.until(lambda: self.reader.page.store.picture(self.reader.page.page) is not None)

    def find_and_open(self, sample: formats.Sample) -> None:
        """As a person does: type words, go down into what is found, Enter; the words are marked in their document."""
        box, found = self.window.ask_panel.box.text, self.window.ask_panel.match_list
        self.window.show_questions()
        box.clear()
        self.qtbot.keyClicks(box, sample.typed)
        matches = self.window.ask_panel.matches
        self.until(lambda: any(m.target.source.endswith(sample.name) for m in matches.rows))
        row = next(n for n, m in enumerate(matches.rows) if m.target.source.endswith(sample.name))
        self.qtbot.keyClick(box, Qt.Key.Key_Down)
        for _ in range(row):
            self.qtbot.keyClick(found.list, Qt.Key.Key_Down)
        with self.qtbot.waitSignal(self.reader.shown, timeout=WAIT_MS):
            self.qtbot.keyClick(found.list, Qt.Key.Key_Return)
        target = self.reader.target
        assert target is not None
        assert (Path(target.source).name, target.shape) == (sample.name, sample.shape)
        if sample.shape == "pages":
            self.until(lambda: self.reader.page.area.marks() != [])
        elif sample.shape == "cells":
            self.until(lambda: sample.quote in self.reader.sheet.marked_texts())
        else:
            assert sample.quote in " ".join(self.reader.text.marked_text().split())
        box.clear()


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Window]]:
    """Each call opens the program anew over the same data folder; the one before is closed."""
    monkeypatch.delenv("ACCEPT_NOTICE", raising=False)
    monkeypatch.delenv("DOSSIER_POLICY", raising=False)
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "models").symlink_to(models_dir)
    (home / "settings.json").write_text(json.dumps(SETTINGS))
    prepare_environment(home)
    application = make_application()
    translations.install(application, "en")
    opened: list[tuple[Program, Session]] = []

    def close() -> None:
        while opened:
            program, session = opened.pop()
            session.window.close()
            session.shut_down()
            program.close()
            session.window.deleteLater()
            session.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def open_one() -> Window:
        close()
        program = Program.open(home)
        session = Session(program, "en")
        opened.append((program, session))
        session.window.resize(1280, 800)
        session.begin()
        return Window(qtbot, session)

    yield open_one
    close()


def test_a_folder_is_asked_read_in_every_format_and_all_is_there_again_after_a_restart(
    open_window: Callable[[], Window], tmp_path: Path
) -> None:
    folder = formats.write(tmp_path / "Equipment of the house")
    shutil.copytree(resources_dir() / "samples", folder / "Samples")
    files = sum(len(names) for _, _, names in os.walk(folder))
    desk = open_window()
    desk.picture("notice")
    desk.accept()
    desk.picture("start")
    desk.drop(folder)
    desk.until(lambda: desk.window.library_panel.import_card.file.text() != "")
    desk.picture("importing")
    # The mail has an attachment, which is a document of its own.
    desk.until(lambda: not desk.session.library.importing and desk.indexed() == files + 1)
    desk.picture("imported")

    desk.ask(QUESTION)
    desk.until(lambda: len(desk.window.evidence_panel.cards()) > 0)
    assert desk.session.conversation.busy, "the passages come before the answer"
    desk.picture("passages")
    desk.ask(FOLLOW_UP)
    assert [q.text for q in desk.session.conversation.waiting()] == [FOLLOW_UP]
    desk.picture("waiting")
    desk.until(lambda: len(desk.session.conversation.turns) == 2 and not desk.session.conversation.busy)
    desk.picture("answers")
    first = desk.session.conversation.turns[0]
    assert first.answer is not None
    assert first.answer.status in ("answered", "evidence_only", "not_found")

    pdf = next(t for t in first.targets() if t.shape == "pages" and t.source.endswith("Travel policy 2025.pdf"))
    desk.read(pdf)
    assert desk.reader.page.area.marks() != []
    desk.picture("page")
    for sample in formats.SAMPLES:
        desk.find_and_open(sample)
        desk.picture(sample.name.replace(".", "-"))

    # Closed and opened again: the notice is not asked again; documents, conversation and evidence are there.
    desk = open_window()
    assert desk.window.notice is None
    desk.until(lambda: desk.session.library.files.rowCount() > 0)
    desk.until(lambda: [t.question for t in desk.session.conversation.turns] == [QUESTION, FOLLOW_UP])
    assert desk.indexed() == files + 1
    desk.until(lambda: len(desk.window.evidence_panel.cards()) > 0)
    desk.picture("again")
    desk.read(desk.session.conversation.turns[0].targets()[0])
    desk.picture("again-read")
    desk.window.talks.show_list()
    desk.until(lambda: len(desk.session.conversations.rows) == 1)
    desk.picture("conversations")
    desk.window.show_documents()
    desk.picture("documents")


def test_from_the_first_start_to_the_first_answer(open_window: Callable[[], Window]) -> None:
    """Presses only; how long it took is printed, without the time that a person reads."""
    begin = time.monotonic()
    desk = open_window()
    times: list[tuple[str, float]] = []

    def note(step: str) -> None:
        times.append((step, time.monotonic() - begin))
        desk.picture(f"first-{step.replace(' ', '-')}")

    note("notice")
    desk.accept()
    note("ready to take documents")
    desk.qtbot.mouseClick(desk.window.ask_panel.empty.samples, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(desk.window.ask_panel.empty.suggestions()) > 0)
    note("questions to begin with")
    desk.qtbot.mouseClick(desk.window.ask_panel.empty.suggestions()[0], Qt.MouseButton.LeftButton)
    box = desk.window.ask_panel.box
    desk.until(box.send.isEnabled)
    desk.qtbot.keyClick(box.text, Qt.Key.Key_Return)
    desk.until(lambda: len(desk.window.evidence_panel.cards()) > 0 or not desk.session.conversation.busy)
    note("evidence")
    desk.until(lambda: not desk.session.conversation.busy)
    note("first answer")
    answer = desk.session.conversation.turns[0].answer
    assert answer is not None
    assert answer.status in ("answered", "evidence_only"), "what the program proposes to ask has an answer"
    print("\n" + "\n".join(f"{seconds:6.1f} s  {step}" for step, seconds in times))


def test_every_chip_opens_its_words(open_window: Callable[[], Window]) -> None:
    desk = open_window()
    desk.accept()
    desk.import_samples()
    for question in (QUESTION, "Wie viele Tage im Voraus wird Urlaub beantragt?", "Who is responsible for the freeze dryer?"):
        desk.ask(question)
        desk.until(lambda: not desk.session.conversation.busy)
        turn = desk.session.conversation.turns[-1]
        reader = desk.window.evidence_panel.reader
        for target in turn.targets():
            with desk.qtbot.waitSignal(reader.shown, timeout=WAIT_MS):
                desk.window.evidence_panel.open(target)
            if target.shape == "pages":
                assert reader.page.area.marks() != [], target.quotes
            elif target.shape == "cells":
                assert reader.sheet.marked_cells() != [], target.quotes
            else:
                marked = " ".join(reader.text.marked_text().split())
                for quote in target.quotes:
                    # Blocks are separated by line breaks that belong to no block.
                    assert " ".join(quote.split())[:40] in marked


def test_closing_while_the_model_writes_ends_everything(open_window: Callable[[], Window]) -> None:
    desk = open_window()
    desk.accept()
    desk.import_samples()
    desk.ask(QUESTION)
    desk.until(lambda: len(desk.window.evidence_panel.cards()) > 0)
    desk.window.close()
    desk.session.shut_down()
    assert desk.session.engine is not None
    again = open_window()
    again.until(lambda: again.session.library.files.rowCount() > 0)


def test_closing_while_files_are_read_loses_nothing(open_window: Callable[[], Window]) -> None:
    desk = open_window()
    desk.accept()
    samples = resources_dir() / "samples"
    desk.drop(samples)
    desk.until(lambda: desk.window.library_panel.import_card.file.text() != "")
    desk.session.shut_down()
    again = open_window()
    again.until(lambda: again.session.conversation.ready)
    again.import_samples()
    row = again.session.library.current
    assert row is not None
    assert row.summary is not None
    assert row.summary.indexed == len(list(samples.iterdir()))


def test_unused_anchor_is_harmless(open_window: Callable[[], Window]) -> None:
    desk = open_window()
    desk.accept()
    desk.import_samples()
    desk.ask(QUESTION)
    desk.until(lambda: not desk.session.conversation.busy)
    browser = desk.window.ask_panel.views()[0].answer
    browser.anchorClicked.emit(QUrl("http://example.org/"))
    assert browser.source().isEmpty()
