"""From the accepted notice to the first question: missing models, a model file, the samples, questions to begin with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from desk import Desk
from dropping import drop_onto
from PySide6.QtCore import Qt

from app.ui.first_start.models_page import ModelsPage
from index.ingest.progress import ImportSummary

ANSWERING = ("qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b")


def page_of(desk: Desk) -> ModelsPage:
    desk.until(lambda: isinstance(desk.window.stack.currentWidget(), ModelsPage))
    page = desk.window.stack.currentWidget()
    assert isinstance(page, ModelsPage)
    return page


def without(make_desk: Callable[..., Desk], *missing: str) -> Desk:
    desk = make_desk(accepted=False, empty=True)
    desk.program.models.missing |= set(missing)
    assert desk.window.notice is not None
    desk.window.notice.accept.click()
    return desk


def test_a_missing_model_is_said_before_anything_is_opened(make_desk: Callable[..., Desk]) -> None:
    desk = without(make_desk, *ANSWERING)
    page = page_of(desk)
    assert desk.program.opened == []
    assert "qwen2.5-coder-1.5b" in page.what.text()
    assert "drop a model file (GGUF)" in page.how.text()
    assert page.command.text() == "dossier models setup"


def test_the_fallback_model_is_enough(make_desk: Callable[..., Desk]) -> None:
    desk = without(make_desk, "qwen2.5-coder-1.5b")
    desk.until(lambda: desk.session.conversation.ready)
    assert desk.window.working


def test_a_dropped_model_file_is_brought_in_and_answers(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    desk = without(make_desk, *ANSWERING)
    page = page_of(desk)
    desk.program.models.hold = threading.Event()
    assert drop_onto(desk.window, [tmp_path / "tiny.gguf"])
    desk.until(desk.program.models.holding.is_set)
    desk.until(lambda: page.copying.text() == "500 of 1,000 MB")
    desk.program.models.missing.clear()
    desk.program.models.hold.set()
    desk.until(lambda: desk.session.conversation.ready)
    assert desk.program.settings.generation.model == "tiny"
    assert desk.window.working


def test_a_copy_can_be_stopped_and_a_wrong_file_is_refused_in_plain_words(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    desk = without(make_desk, *ANSWERING)
    page = page_of(desk)
    desk.program.models.hold = threading.Event()
    desk.window.model_given.emit(tmp_path / "tiny.gguf")
    desk.until(desk.program.models.holding.is_set)
    assert not page.file.isVisible()  # nothing else can be copied meanwhile
    page.stop.click()
    desk.until(page.file.isVisible)
    assert not page.problem.isVisible()
    desk.window.model_given.emit(tmp_path / "picture.png")
    desk.until(page.problem.isVisible)
    assert page.problem.text().startswith("The file is not a GGUF model, or it is cut off.")


def test_documents_are_not_taken_while_a_model_is_missing_and_one_can_go_on_without_answers(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    desk = without(make_desk, *ANSWERING)
    page = page_of(desk)
    assert not drop_onto(desk.window, [tmp_path])
    page.without.click()
    desk.until(lambda: desk.session.conversation.ready)
    assert drop_onto(desk.window, [tmp_path])


def test_without_the_model_that_searches_nothing_goes_on(make_desk: Callable[..., Desk]) -> None:
    desk = without(make_desk, "multilingual-e5-small")
    page = page_of(desk)
    assert not page.without.isVisible()
    assert str(desk.program.paths.models) in page.how.text()
    desk.program.models.missing.clear()
    page.again.click()
    desk.until(lambda: desk.session.conversation.ready)


def test_a_model_that_is_dropped_later_answers_after_the_next_start(desk: Desk, tmp_path: Path) -> None:
    assert drop_onto(desk.window, [tmp_path / "other.gguf"])
    desk.until(lambda: desk.window.library_panel.state.text() == "other answers after the next start.")
    assert not desk.session.library.preview.open


def test_the_samples_are_two_clicks_from_the_first_question(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(empty=True)
    start = desk.window.ask_panel.empty
    assert start.samples.isVisible()
    desk.qtbot.mouseClick(start.samples, Qt.MouseButton.LeftButton)
    desk.until(lambda: not desk.session.library.importing and bool(desk.engine.imported))
    collection, paths = desk.engine.imported[0]
    assert (collection, [p.name for p in paths]) == ("Samples", ["samples"])
    desk.until(lambda: not start.samples.isVisible())
    assert desk.session.library.current is not None
    assert desk.session.library.current.name == "Samples"


def test_until_the_first_document_is_there_it_is_said_that_they_are_being_read(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(empty=True)
    importing = desk.engine._importing

    def held(*args: Any) -> ImportSummary:
        desk.release.wait()
        return importing(*args)

    desk.engine._importing = held
    start = desk.window.ask_panel.empty
    desk.qtbot.mouseClick(start.samples, Qt.MouseButton.LeftButton)
    desk.until(lambda: start.title.text() == "Your documents are being read")
    assert not start.samples.isVisible()
    desk.release.set()
    desk.until(lambda: start.title.text() == "Ask your documents")


def test_questions_to_begin_with_come_from_the_documents_and_go_into_the_box(desk: Desk) -> None:
    start = desk.window.ask_panel.empty
    desk.until(lambda: bool(start.suggestions()))
    desk.until(lambda: start.questions.isVisible())
    first = start.suggestions()[0]
    assert first.accessibleName() == "What does “Travel policy 2023” say about Meals?"
    first.clicked.emit()
    assert desk.window.ask_panel.box.text.toPlainText() == first.accessibleName()
    assert desk.engine.asked == []
