"""The list of files: page by page, filtered, refreshed in place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex
from pytestqt.qtbot import QtBot

from app.viewmodels.files import PAGE, FilesModel
from app.workers.background import Background
from app.workers.fakes.library import FakeLibrary


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background("test")
    yield made
    assert made.close(5.0)


@pytest.fixture
def library() -> FakeLibrary:
    made = FakeLibrary()
    made.add_collection("Many")
    for number in range(2 * PAGE + 50):
        made.add_file("collection-1", f"/x/{number:05d}.txt", "failed" if number % 100 == 0 else "indexed")
    return made


def test_rows_come_page_by_page(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    model = FilesModel(background)
    with qtbot.waitSignal(model.loaded):
        model.show(library, "collection-1")
    assert model.rowCount() == PAGE
    assert model.canFetchMore(QModelIndex())
    for expected in (2 * PAGE, 2 * PAGE + 50):
        with qtbot.waitSignal(model.loaded):
            model.fetchMore(QModelIndex())
        assert model.rowCount() == expected
    assert not model.canFetchMore(QModelIndex())
    assert model.data(model.index(649)) == "00649.txt"


def test_a_filter_shows_its_files_alone(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    model = FilesModel(background)
    with qtbot.waitSignal(model.loaded):
        model.show(library, "collection-1", "failed")
    assert model.rowCount() == 7


def test_an_answer_to_an_earlier_question_is_dropped(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    model = FilesModel(background)
    model.show(library, "collection-1")
    with qtbot.waitSignal(model.loaded):
        model.show(library, "collection-1", "failed")
    qtbot.wait(50)
    assert model.rowCount() == 7


def test_a_refresh_of_the_same_files_keeps_the_rows(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    model = FilesModel(background)
    with qtbot.waitSignal(model.loaded):
        model.show(library, "collection-1", "failed")
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.loaded):
        model.refresh()
    assert model.rowCount() == 7


def test_without_a_collection_there_is_nothing(background: Background) -> None:
    model = FilesModel(background)
    model.show(None, None)
    assert model.rowCount() == 0
    assert not model.canFetchMore(QModelIndex())
