"""What holds on every screen: nothing blocks, nothing takes the focus, dense screens are served, widths are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desk import Desk
from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog

from app.workers.fakes import scenes


def documents(folder: Path, count: int) -> Path:
    made = folder / "documents"
    made.mkdir()
    for number in range(count):
        (made / f"{number}.txt").write_text("Guests pay twelve euros.", encoding="utf-8")
    return made


def typing(desk: Desk) -> bool:
    return desk.window.focusWidget() is desk.window.ask_panel.box.text


def test_neither_an_answer_nor_an_import_takes_the_focus_or_opens_a_dialog(desk: Desk, tmp_path: Path) -> None:
    folder = documents(tmp_path, 1)
    desk.window.ask_panel.box.text.setFocus()
    desk.hold_at = ("token", 4)
    desk.type_question(scenes.QUESTION)
    desk.until(desk.held.is_set)
    assert typing(desk)
    desk.session.library.add([folder])
    desk.until(lambda: bool(desk.engine.imported))
    assert typing(desk)
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.busy and not desk.session.library.importing)
    assert typing(desk)
    assert QApplication.activeModalWidget() is None
    assert not [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]


def test_an_import_is_followed_in_the_title_which_every_task_bar_shows(desk: Desk, tmp_path: Path) -> None:
    folder = documents(tmp_path, 2)
    desk.hold_at = ("import", 1)
    desk.session.library.add([folder])
    desk.until(lambda: desk.window.windowTitle() == "50 % · Dossier")
    desk.release.set()
    desk.until(lambda: desk.window.windowTitle() == "Dossier")


def test_pictures_inside_text_have_twice_the_points_on_a_dense_screen(desk: Desk) -> None:
    desk.ask()
    browser = desk.window.ask_panel.views()[-1].answer
    picture = browser.own_resource(0, QUrl("dossier:chip-picture/1/supported/"))
    assert isinstance(picture, QImage)
    assert picture.devicePixelRatio() >= 2


def test_the_geometry_is_there_again(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    first = make_desk(home=tmp_path / "shared")
    first.window.resize(1100, 700)
    first.window.splitter.setSizes([300, 500, 300])
    sizes = first.window.splitter.sizes()
    first.window.close()
    first.close()
    again = make_desk(home=tmp_path / "shared")
    # The desk itself makes its window 1280 × 800; the panes are those of before, in that width.
    again.window.resize(1100, 700)
    assert again.window.size() == QSize(1100, 700)
    assert again.window.splitter.sizes()[0] == sizes[0]
