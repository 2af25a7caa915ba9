"""Notice, drop, progress, question, streamed answer, chip, marked page: with the smallest real model."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

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
from app.ui.session import Session

pytestmark = pytest.mark.model

WAIT_MS = 240_000
"""Only a hang is longer, on a busy machine too."""
QUESTION = "Up to what amount per night is a hotel reimbursed for trips that begin in 2025?"
SETTINGS = {
    "version": 1,
    "generation": {"model": os.environ.get("DOSSIER_E2E_MODEL", "smollm2-135m"), "fallback_model": None, "max_tokens": 60},
    # The smallest model is here to be driven, not to be good: it answers whatever is found.
    "retrieval": {"min_relevance": 0.0, "min_answerability": 0.0},
}


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
        self.until(lambda: not self.session.library.importing and self._indexed() == files)

    def drop(self, folder: Path) -> None:
        """Onto the window; the preview is looked at and confirmed."""
        assert drop_onto(self.window, [folder])
        sheet = self.window.preview_sheet
        self.until(lambda: self.session.library.preview.latest is not None and self.session.library.preview.latest.complete)
        self.picture("preview")
        self.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)

    def _indexed(self) -> int:
        current = self.session.library.current
        return current.summary.indexed if current is not None and current.summary is not None else 0

    def ask(self, text: str) -> None:
        self.window.ask_panel.box.set_text(text)
        self.until(self.window.ask_panel.box.send.isEnabled)
        self.qtbot.keyClick(self.window.ask_panel.box.text, Qt.Key.Key_Return)
        assert self.session.conversation.busy


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


def test_from_the_notice_to_the_marked_page(open_window: Callable[[], Window]) -> None:
    desk = open_window()
    desk.picture("notice")
    desk.accept()
    desk.import_samples()
    desk.picture("imported")
    summary = desk.session.library.current
    assert summary is not None
    assert summary.summary is not None
    assert summary.summary.found == summary.summary.indexed

    desk.ask(QUESTION)
    desk.until(lambda: len(desk.window.evidence_panel.cards()) > 0)
    assert desk.session.conversation.busy, "the passages come before the answer"
    desk.picture("passages")
    desk.until(lambda: not desk.session.conversation.busy)
    desk.picture("answer")
    turn = desk.session.conversation.turns[0]
    assert turn.answer is not None
    assert turn.answer.status in ("answered", "evidence_only", "not_found")

    page_target = next(t for t in turn.targets() if t.shape == "pages" and t.source.endswith("Travel policy 2025.pdf"))
    reader = desk.window.evidence_panel.reader
    with desk.qtbot.waitSignal(reader.shown, timeout=WAIT_MS):
        desk.window.evidence_panel.open(page_target)
    desk.until(lambda: reader.page.store.picture(reader.page.page) is not None)
    assert reader.page.area.marks() != []
    desk.picture("page")

    # Closed and opened again: the notice is not asked again, and the documents are there.
    desk = open_window()
    assert desk.window.notice is None
    desk.until(lambda: desk.session.library.files.rowCount() > 0)
    desk.picture("again")


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
