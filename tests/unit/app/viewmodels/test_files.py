"""The files of a collection: all of them, in order, filtered, with what was in a container below it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from app.viewmodels.file_tree import Wanted, build, folded, natural
from app.viewmodels.files import PAGE, FilesModel
from app.workers.background import Background
from app.workers.fakes.library import FakeLibrary

MANY = 2 * PAGE + 50


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background("test")
    yield made
    assert made.close(5.0)


@pytest.fixture
def library() -> FakeLibrary:
    made = FakeLibrary()
    made.add_collection("Many")
    for number in range(MANY):
        made.add_file("collection-1", f"/x/{number:05d}.txt", "failed" if number % 100 == 0 else "indexed")
    return made


@pytest.fixture
def mail() -> FakeLibrary:
    made = FakeLibrary()
    made.add_collection("Mail")
    letter = made.add_file("collection-1", "/x/offer.eml", passages=1)
    archive = made.add_file("collection-1", "/x/offer.eml/all.zip", parent_id=letter)
    made.add_file(
        "collection-1", "/x/offer.eml/all.zip/price 10.pdf", "failed", reason_code="password_needed", parent_id=archive
    )
    made.add_file(
        "collection-1", "/x/offer.eml/all.zip/price 9.pdf", pages=2, passages=7, parent_id=archive, needs_vectors=True
    )
    made.add_file("collection-1", "/x/Ärger.txt", passages=3)
    return made


def shown(model: FilesModel, library: FakeLibrary, qtbot: QtBot) -> list[str]:
    with qtbot.waitSignal(model.loaded):
        model.show(library, "collection-1")
    return names(model)


def names(model: FilesModel, parent: QModelIndex | None = None) -> list[str]:
    above = parent if parent is not None else QModelIndex()
    return [str(model.data(model.index(row, 0, above))) for row in range(model.rowCount(above))]


def test_every_file_is_listed(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    model = FilesModel(background)
    assert len(shown(model, library, qtbot)) == MANY
    assert model.tree.counts == {"failed": 41, "complete": MANY - 41}


def test_a_state_shows_its_files_alone(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    model = FilesModel(background)
    shown(model, library, qtbot)
    with qtbot.waitSignal(model.loaded):
        model.want(state="failed", text="")
    assert model.rowCount() == 41
    assert model.tree.found == MANY


def test_what_is_typed_while_the_list_loads_counts(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    model = FilesModel(background)
    model.show(library, "collection-1")
    model.want(state="failed", text="")
    model.want(state=None, text="00777")
    qtbot.waitUntil(lambda: names(model) == ["00777.txt"], timeout=20_000)


def test_an_answer_for_another_collection_is_dropped(qtbot: QtBot, background: Background, library: FakeLibrary) -> None:
    library.add_collection("Other")
    library.add_file("collection-2", "/y/other.txt")
    model = FilesModel(background)
    model.show(library, "collection-1")
    model.show(library, "collection-2")
    qtbot.waitUntil(lambda: names(model) == ["other.txt"], timeout=20_000)
    qtbot.wait(100)
    assert names(model) == ["other.txt"]


def test_a_refresh_shows_what_has_changed_and_keeps_the_places(
    qtbot: QtBot, background: Background, library: FakeLibrary
) -> None:
    model = FilesModel(background)
    shown(model, library, qtbot)
    resets: list[bool] = []
    model.modelReset.connect(lambda: resets.append(True))
    library.queue(["collection-1-file-1"])
    with qtbot.waitSignal(model.loaded, timeout=20_000):
        model.refresh()
    assert resets == []
    assert model.data(model.index(0, 1)) == "Waiting"


def test_what_was_in_a_container_stands_below_it(qtbot: QtBot, background: Background, mail: FakeLibrary) -> None:
    model = FilesModel(background)
    assert shown(model, mail, qtbot) == ["Ärger.txt", "offer.eml"]
    letter = model.index(1, 0)
    assert names(model, letter) == ["all.zip"]
    archive = model.index(0, 0, letter)
    assert names(model, archive) == ["price 9.pdf", "price 10.pdf"]
    assert model.parent(archive) == letter
    assert model.data(model.index(0, 1, archive)) == "Searchable"


def test_a_container_stays_while_something_in_it_is_shown(qtbot: QtBot, background: Background, mail: FakeLibrary) -> None:
    model = FilesModel(background)
    shown(model, mail, qtbot)
    with qtbot.waitSignal(model.loaded):
        model.want(state="failed", text="")
    assert names(model) == ["offer.eml"]
    assert names(model, model.index(0, 0, model.index(0, 0))) == ["price 10.pdf"]


def test_names_are_found_without_case_and_accents(qtbot: QtBot, background: Background, mail: FakeLibrary) -> None:
    model = FilesModel(background)
    shown(model, mail, qtbot)
    with qtbot.waitSignal(model.loaded):
        model.want(state=None, text="aRger")
    assert names(model) == ["Ärger.txt"]


def test_columns_are_sorted_both_ways(qtbot: QtBot, background: Background, mail: FakeLibrary) -> None:
    model = FilesModel(background)
    shown(model, mail, qtbot)
    with qtbot.waitSignal(model.loaded):
        model.sort(3, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["Ärger.txt", "offer.eml"]
    with qtbot.waitSignal(model.loaded):
        model.sort(3, Qt.SortOrder.AscendingOrder)
    assert names(model) == ["offer.eml", "Ärger.txt"]


def test_numbers_in_names_are_numbers() -> None:
    assert sorted(["10 b", "9 a", "Ärger", "Arger 2", "arger 1"], key=natural) == ["9 a", "10 b", "Ärger", "arger 1", "Arger 2"]
    assert folded("ÜBER") == folded("u\u0308ber") == "uber"


def test_a_part_whose_container_is_not_there_stands_at_the_top(mail: FakeLibrary) -> None:
    rows = [row for row in mail.files("collection-1") if row.path != "/x/offer.eml"]
    tree = build(rows, Wanted())
    assert [tree.nodes[i].row.path for i in tree.top] == ["/x/offer.eml/all.zip", "/x/Ärger.txt"]
