"""No text is cut in a window of 1280 × 800: in English and in German, with ordinary text and with text at 200 %."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cutting import cut_texts
from desk import Desk
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from app.ui import translations
from app.ui.theme.theme import theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import Label
from app.workers.fakes import scenes

CASES = [(language, scale) for language in ("en", "de") for scale in (1.0, 2.0)]


@pytest.fixture(params=CASES, ids=[f"{language}-{scale:.0%}" for language, scale in CASES])
def as_it_looks(request: pytest.FixtureRequest, application: QApplication) -> Iterator[str]:
    language, scale = request.param
    speak(application, language)
    theme().scale_text(scale)
    yield language
    theme().scale_text(1.0)
    speak(application, "en")


def speak(application: QApplication, language: str) -> None:
    for translator in application.findChildren(QTranslator):
        application.removeTranslator(translator)
        translator.deleteLater()
    translations.install(application, language)  # type: ignore[arg-type]


def settle(desk: Desk) -> None:
    for _ in range(4):
        QApplication.processEvents()
    desk.qtbot.wait(30)


def check(desk: Desk, where: str) -> None:
    """Now, or as soon as the layout has come to rest."""
    cut: list[str] = []
    for _ in range(20):
        settle(desk)
        cut = cut_texts(desk.window)
        if not cut:
            break
    assert not cut, f"{where}: {cut}"
    assert (desk.window.width(), desk.window.height()) == (1280, 800), where


def test_the_sheet_of_another_embedding_model(as_it_looks: str, make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    desk.window.library_panel.rebuild_wanted.emit("Supply contracts")
    sheet = desk.session.rebuild_desk.sheet
    desk.until(sheet.isVisible)
    sheet.models.setCurrentIndex(1)
    check(desk, "another embedding model")


def test_before_the_first_document(as_it_looks: str, make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    desk = make_desk(accepted=False, empty=True)
    check(desk, "the notice")
    assert desk.window.notice is not None
    desk.window.notice.decline.click()
    check(desk, "the notice was declined")
    desk.program.models.missing |= {"qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b"}
    desk.window.notice.again.click()
    desk.window.notice.accept.click()
    desk.until(lambda: not desk.window.working and desk.window.notice is None)
    check(desk, "a model is missing")
    desk.program.models.missing.clear()
    desk.session._look_again()
    desk.until(lambda: desk.session.conversation.ready)
    check(desk, "nothing there yet")
    desk.window.overlay.show_over("Documents")
    check(desk, "something is dragged over it")


def test_questions_and_answers(as_it_looks: str, desk: Desk) -> None:
    desk.until(lambda: desk.window.ask_panel.empty.questions.isVisible())
    check(desk, "questions to begin with")
    scope = desk.window._scope
    scope.want_kind("spreadsheet", True)
    scope.want_kind("presentation", True)
    scope.want_span("three_years")
    check(desk, "filters")
    desk.ask()
    check(desk, "an answer with doubts")
    desk.answer = lambda q: scenes.not_found(q, root=desk.root)
    desk.ask("How high is the allowance for dogs?")
    check(desk, "not found")
    desk.answer = scenes.error
    desk.ask("Once more?")
    check(desk, "an error")
    desk.window.palette_box.open()
    check(desk, "the palette")


def test_the_library(as_it_looks: str, desk: Desk, tmp_path: Path) -> None:
    desk.until(lambda: desk.session.library.files.rowCount() == 12)
    model, panel = desk.session.library.files, desk.window.ledger_panel
    desk.window.show_documents()
    check(desk, "the list of documents")
    failed = next(n.row.id for n in model.tree.nodes if n.row.reason_code == "password_needed")
    panel.table.setCurrentIndex(model.find(failed))
    check(desk, "a file that needs a password")
    panel.details.password.click()
    check(desk, "the password is asked for")
    desk.window.password_sheet.dismiss()
    panel.details.forget.click()
    check(desk, "a file was taken out")
    desk.window.library_panel.delete_wanted.emit("Supply contracts")
    check(desk, "a collection is to be deleted")
    desk.window.confirm_sheet.dismiss()
    desk.window.show_questions()
    for name in ("a.txt", "b.txt", "c.mp4"):
        (tmp_path / name).write_text("words")
    desk.hold_at = ("import", 1)
    assert desk.drop_only([tmp_path])
    check(desk, "the preview of an import")
    desk.window.preview_sheet.confirm.click()
    desk.until(desk.held.is_set)
    check(desk, "a running import")
    desk.release.set()
    desk.until(lambda: not desk.session.library.importing)
    check(desk, "an import has ended")


def test_the_finder_finds_what_is_cut(desk: Desk) -> None:
    holder = QWidget(desk.window)
    column = QVBoxLayout(holder)
    wrapped, narrow, button, fine = (
        Label("word " * 30, wrap=True),
        QLabel("Somewhat long"),
        TextButton("Go on without"),
        QLabel("OK"),
    )
    for widget in (wrapped, narrow, button, fine):
        column.addWidget(widget)
    holder.setGeometry(0, 0, 200, 400)
    holder.show()
    wrapped.setFixedHeight(12)
    narrow.setFixedWidth(30)
    button.setFixedWidth(40)
    settle(desk)
    found = "\n".join(cut_texts(holder))
    assert "Label “word" in found
    assert "QLabel “Somewhat long”: 30 wide" in found
    assert "TextButton “Go on without”: 40 ×" in found
    assert "OK" not in found
