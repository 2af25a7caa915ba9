"""A drop shows what would be imported before anything is; the person decides."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from desk import Desk
from PySide6.QtCore import Qt

from index.errors import NoPermission
from index.ingest.preview import ImportPreview, KindCount, SkipCount, SlowFile


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    made.mkdir()
    for name in ("a.pdf", "b.pdf", "c.docx", "film.mp4", ".hidden"):
        (made / name).write_text("words")
    return made


def counted(desk: Desk) -> None:
    desk.until(lambda: desk.session.library.preview.latest is not None and desk.session.library.preview.latest.complete)


def test_it_says_what_will_be_read_and_what_will_not(desk: Desk, folder: Path) -> None:
    assert desk.drop_only([folder])
    sheet = desk.window.preview_sheet
    assert sheet.isVisible()
    counted(desk)
    assert sheet.title.text() == "Import papers"
    assert sheet.headline.text().startswith("3 files to read")
    assert [line.rsplit(" ", 2)[0] for line in sheet.kinds.texts()] == ["PDF 2", "Text documents 1"]
    assert sheet.left_out.text() == "2 left out"
    assert sorted(sheet.reasons.texts()) == [
        "Hidden files and folders are not read. 1",
        "Sound, film or drawing without text. 1",
    ]
    assert sheet.estimate.text() == "Takes less than a minute."
    assert desk.engine.imported == []


def test_import_goes_to_the_collection_that_is_chosen(desk: Desk, folder: Path) -> None:
    desk.drop_only([folder])
    sheet = desk.window.preview_sheet
    assert sheet.collection.currentText() == "Institute policies"
    counted(desk)
    sheet.collection.setEditText("  Court   files ")
    desk.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)
    assert not sheet.isVisible()
    desk.until(lambda: desk.engine.imported == [("Court files", (folder,))])
    desk.until(lambda: desk.session.library.current is not None and desk.session.library.current.name == "Court files")


def test_choosing_another_collection_counts_anew_for_it(desk: Desk, folder: Path) -> None:
    desk.drop_only([folder])
    counted(desk)
    sheet = desk.window.preview_sheet
    other = sheet.collection.findText("Supply contracts")
    sheet.collection.activated.emit(other)
    assert desk.engine.changes == [("preview", "Institute policies"), ("preview", "Supply contracts")]


@pytest.mark.parametrize("way", ["button", "escape"])
def test_cancel_imports_nothing(desk: Desk, folder: Path, way: str) -> None:
    desk.drop_only([folder])
    sheet = desk.window.preview_sheet
    if way == "button":
        desk.qtbot.mouseClick(sheet.leave, Qt.MouseButton.LeftButton)
    else:
        desk.qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert desk.engine.imported == []
    assert not desk.session.library.preview.open


def test_enter_imports(desk: Desk, folder: Path) -> None:
    desk.drop_only([folder])
    counted(desk)
    desk.qtbot.keyClick(desk.window.preview_sheet, Qt.Key.Key_Return)
    desk.until(lambda: len(desk.engine.imported) == 1)


def test_the_counts_grow_while_it_looks_and_import_need_not_wait(desk: Desk, folder: Path) -> None:
    go_on = threading.Event()

    def slow(paths: Sequence[Path], cancelled: Callable[[], bool], progress: Callable[[ImportPreview], None]) -> ImportPreview:
        progress(ImportPreview(7, 7, 700, 0, {"mail": KindCount(7, 700)}, {}, (), (), 0.1, complete=False))
        while not go_on.wait(0.01) and not cancelled():
            pass
        return ImportPreview(9, 9, 900, 0, {"mail": KindCount(9, 900)}, {}, (), (), 0.2, complete=True)

    desk.engine.previewing = slow
    desk.drop_only([folder])
    sheet = desk.window.preview_sheet
    desk.until(lambda: sheet.headline.text().startswith("7 files to read"))
    assert sheet.dots.isVisible()
    assert sheet.confirm.isEnabled()
    desk.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(desk.engine.imported) == 1)


def test_what_is_dropped_onto_an_open_preview_is_counted_with_it(desk: Desk, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("words")
    desk.drop_only([folder])
    desk.drop_only([tmp_path / "one.txt"])
    sheet = desk.window.preview_sheet
    desk.until(lambda: sheet.headline.text().startswith("4 files to read"))
    assert sheet.title.text() == "Import papers and 1 more"


def test_nothing_to_read_is_said_and_cannot_be_imported(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_text("x")
    desk.drop_only([tmp_path / "film.mp4"])
    counted(desk)
    sheet = desk.window.preview_sheet
    desk.until(lambda: sheet.estimate.text() == "There is nothing here that can be read.")
    assert not sheet.confirm.isEnabled()


def test_unchanged_large_and_missing_are_named(desk: Desk, folder: Path) -> None:
    told = ImportPreview(
        2000, 1500, 9_000_000_000, 480, {"pdf": KindCount(1500, 9_000_000_000)}, {"too_large": SkipCount(20, "", "", "/x")},
        (SlowFile("/x/plan.pdf", 400_000_000, 700.0),), ("/y/gone",), 0.4, complete=True,
    )  # fmt: skip
    desk.engine.previewing = lambda *_: told
    desk.drop_only([folder])
    sheet = desk.window.preview_sheet
    desk.until(lambda: "480 unchanged" in sheet.notes.text())
    assert sheet.headline.text() == "1,500 files to read · 8.4 GB"
    assert "1 very large file will take a minute or more." in sheet.notes.text()
    assert "Not found on this computer: /y/gone" in sheet.notes.text()
    assert sheet.estimate.text().startswith("Searchable in about ")


def test_a_count_that_fails_says_why(desk: Desk, folder: Path) -> None:
    def fail(*_: object) -> ImportPreview:
        raise NoPermission("No.")

    desk.engine.previewing = fail
    desk.drop_only([folder])
    sheet = desk.window.preview_sheet
    desk.until(lambda: sheet.headline.text() == "You may not read it.")
    assert "Ask for the right to read it" in sheet.notes.text()


def test_the_keyboard_stays_inside(desk: Desk, folder: Path) -> None:
    desk.drop_only([folder])
    counted(desk)
    sheet = desk.window.preview_sheet
    for _ in range(6):
        assert sheet.focusNextPrevChild(True)
        focused = desk.window.focusWidget()
        assert focused is not None
        assert sheet.isAncestorOf(focused)
