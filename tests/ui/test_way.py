"""The whole way of a first use: notice, drop, progress, question, streamed answer, chip, marked page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desk import Desk
from PySide6.QtCore import Qt

from app.workers.fakes import scenes


def test_from_the_notice_to_the_marked_page(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    desk = make_desk(accepted=False, empty=True)
    window = desk.window

    # The notice comes first, and a drop does nothing.
    assert window.notice is not None
    assert desk.drop([tmp_path]) is False
    desk.qtbot.mouseClick(window.notice.accept, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.session.conversation.ready)
    assert window.notice is None

    # A folder is dropped: progress at once, and the files are listed when it is done.
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("one.txt", "two.txt", "three.txt"):
        (folder / name).write_text("words")
    desk.hold_at = ("import", 2)
    assert desk.drop([folder])
    card = window.library_panel.import_card
    desk.until(lambda: card.counts.text() == "2 of 3 files · 2 pages")
    assert card.isVisible()
    assert desk.engine.imported == [("Documents", (folder,))]
    desk.release.set()
    desk.until(lambda: desk.session.library.files.rowCount() == 3)
    assert card.title.text() == "Import finished"
    assert window.library_panel.completeness.text() == "3 found = 3 indexed + 0 skipped + 0 failed"

    # A question: passages before the answer, text as it comes, then the checked answer.
    desk.release.clear()
    desk.hold_at = ("token", 5)
    desk.type_question(scenes.QUESTION)
    desk.until(lambda: len(window.evidence_panel.cards()) == 4)
    view = window.ask_panel.views()[0]
    desk.until(lambda: view.answer.toPlainText().startswith("Hotel costs are reimbursed"))
    assert view.verdict is None
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.busy)
    assert view.verdict is not None
    assert view.verdict.summary.text() == "4 of 6 sentences supported"

    # A chip opens the page with the sentence marked.
    desk.open_chip(0)
    page = window.evidence_panel.reader.page
    assert window.evidence_panel.reading
    assert page.store.picture(1) is not None
    assert len(page.area.marks()) == 1
    assert window.evidence_panel.reader.header.title.text() == "Travel policy 2025.pdf"


def test_settings_of_the_window_are_kept_in_the_data_folder(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    desk = make_desk()
    desk.window.resize(1400, 900)
    desk.window.close()
    assert (desk.program.paths.home / "window.ini").is_file()
