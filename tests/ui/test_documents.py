"""The list of all documents: complete, filtered, sorted, with reasons and what can be done; folders and collections."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractItemView, QWidget

from app.workers.fakes.library import FakeLibrary
from index.errors import IndexBusy


@pytest.fixture
def listed(desk: Desk) -> Desk:
    """With the list of documents open and loaded."""
    desk.until(lambda: desk.session.library.files.rowCount() == 12)
    desk.window.show_documents()
    return desk


def names(desk: Desk) -> list[str]:
    model = desk.session.library.files
    return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]


def choose(desk: Desk, *wanted: str) -> None:
    """Select the files of these names."""
    model, table = desk.session.library.files, desk.window.ledger_panel.table
    flags = table.selectionModel().SelectionFlag
    table.clearSelection()
    for node in model.tree.nodes:
        if node.row.path.endswith(wanted):
            table.selectionModel().select(model.find(node.row.id), flags.Select | flags.Rows)


def file_id(desk: Desk, name: str) -> str:
    return next(n.row.id for n in desk.session.library.files.tree.nodes if n.row.path.endswith(name))


def test_found_is_the_sum_in_one_line(listed: Desk) -> None:
    panel = listed.window.ledger_panel
    assert panel.completeness.text() == "14 found = 9 indexed + 3 skipped + 1 failed + 1 waiting"
    assert panel.searchable.text() == "9 can be searched, 8 of them complete"
    assert [b.text() for b in panel.filters] == ["All 14", "Complete 8", "Searchable 1", "Waiting 1", "Skipped 3", "Failed 1"]


def test_a_filter_shows_its_files_and_what_they_are_in(listed: Desk) -> None:
    panel = listed.window.ledger_panel
    listed.qtbot.mouseClick(panel.filters[4], Qt.MouseButton.LeftButton)
    listed.until(lambda: names(listed) == ["logo_final_v2.ai", "RE Angebot Klimaschrank.eml", "Reisekosten Q3.docx"])
    listed.qtbot.mouseClick(panel.filters[5], Qt.MouseButton.LeftButton)
    listed.until(lambda: names(listed) == ["Gehälter 2024 (vertraulich).xlsx"])


def test_typing_finds_by_name_without_accents(listed: Desk) -> None:
    panel = listed.window.ledger_panel
    assert listed.window.focusWidget() is panel.search
    listed.qtbot.keyClicks(panel.search, "gehalter")
    listed.until(lambda: names(listed) == ["Gehälter 2024 (vertraulich).xlsx"])
    listed.qtbot.keyClicks(panel.search, " nothing")
    listed.until(panel.nothing.isVisible)
    panel.search.clear()
    listed.until(lambda: len(names(listed)) == 12)


def test_a_press_on_a_column_sorts(listed: Desk) -> None:
    table = listed.window.ledger_panel.table
    table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    listed.until(lambda: names(listed)[0] == "Equipment list building B.xlsx")
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    listed.until(lambda: names(listed)[0] == "Gehälter 2024 (vertraulich).xlsx")


def test_a_chosen_file_says_why_and_what_to_do(listed: Desk) -> None:
    choose(listed, "Gehälter 2024 (vertraulich).xlsx")
    details = listed.window.ledger_panel.details
    assert details.isVisible()
    assert details.why.text() == "Needs a password."
    assert details.todo.text() == "Give the password, or save a copy without one and import that."
    assert details.password.isVisible()
    choose(listed, "Travel policy 2025.pdf")
    assert not details.password.isVisible()
    assert details.facts.text() == "2 pages · 12 passages"


def test_a_part_of_a_mail_stands_below_it_with_its_own_state(listed: Desk) -> None:
    model, table = listed.session.library.files, listed.window.ledger_panel.table
    mail = model.find(file_id(listed, "Klimaschrank.eml"))
    table.expand(mail)
    inside = [(model.data(model.index(r, 0, mail)), model.data(model.index(r, 1, mail))) for r in range(model.rowCount(mail))]
    assert inside == [("Angebot 2291.pdf", "Searchable"), ("Signatur.p7s", "Skipped")]
    choose(listed, "Angebot 2291.pdf")
    assert listed.window.ledger_panel.details.why.text() == "Found by its words already; search by meaning follows."


def test_several_files_are_tried_again_at_once(listed: Desk) -> None:
    choose(listed, "Reisekosten Q3.docx", "logo_final_v2.ai")
    panel = listed.window.ledger_panel
    assert panel.details.name.text() == "2 files chosen"
    listed.qtbot.mouseClick(panel.details.retry, Qt.MouseButton.LeftButton)
    name, collection, ids = listed.engine.changes[-1]
    assert (name, collection) == ("retry", "collection-1")
    assert set(ids) == {file_id(listed, "Reisekosten Q3.docx"), file_id(listed, "logo_final_v2.ai")}  # type: ignore[call-overload]
    listed.until(lambda: panel.filters[3].text() == "Waiting 3")


def test_a_password_is_asked_for_and_left_nowhere(listed: Desk) -> None:
    choose(listed, "Gehälter 2024 (vertraulich).xlsx")
    listed.qtbot.mouseClick(listed.window.ledger_panel.details.password, Qt.MouseButton.LeftButton)
    sheet = listed.window.password_sheet
    assert sheet.isVisible()
    assert sheet.title.text() == "Password for Gehälter 2024 (vertraulich).xlsx"
    assert not sheet.confirm.isEnabled()
    listed.qtbot.keyClicks(sheet.field, "geheim")
    assert "geheim" not in sheet.field.displayText()
    listed.qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    assert listed.engine.changes[-1] == ("give_password", file_id(listed, "(vertraulich).xlsx"), "geheim")
    assert not sheet.isVisible()
    assert sheet.field.text() == ""


def test_a_password_that_is_not_given_is_forgotten(listed: Desk) -> None:
    choose(listed, "Gehälter 2024 (vertraulich).xlsx")
    listed.window.ledger_panel.details.password.click()
    sheet = listed.window.password_sheet
    listed.qtbot.keyClicks(sheet.field, "geheim")
    listed.qtbot.keyClick(sheet.field, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert sheet.field.text() == ""
    assert listed.engine.changes == []


def test_a_forgotten_file_is_out_at_once_and_deleted_when_it_cannot_be_taken_back_any_more(listed: Desk) -> None:
    choose(listed, "Equipment list building B.xlsx")
    wanted = file_id(listed, "Equipment list building B.xlsx")
    panel, bar = listed.window.ledger_panel, listed.window.library_panel.undo_bar
    panel.details.forget.click()
    listed.until(lambda: panel.filters[4].text() == "Skipped 4")
    assert bar.isVisible()
    assert bar.text.text() == "“Equipment list building B.xlsx” was taken out."
    assert listed.engine.changes == []
    choose(listed, "Equipment list building B.xlsx")
    assert panel.details.why.text() == "You took it out."
    listed.session.library.undo.settle()
    assert not bar.isVisible()
    assert listed.engine.changes == [("forget", "collection-1", (wanted,))]
    listed.until(lambda: listed.session.library.removals.hidden.files == frozenset())
    assert panel.filters[4].text() == "Skipped 4"


def test_a_forgotten_file_can_be_taken_back(listed: Desk) -> None:
    choose(listed, "Equipment list building B.xlsx")
    panel = listed.window.ledger_panel
    panel.details.forget.click()
    listed.until(lambda: panel.filters[4].text() == "Skipped 4")
    listed.window.library_panel.undo_bar.button.click()
    listed.until(lambda: panel.filters[4].text() == "Skipped 3")
    assert not listed.window.library_panel.undo_bar.isVisible()
    assert listed.engine.changes == []


def test_a_question_does_not_find_what_was_just_taken_out(listed: Desk) -> None:
    choose(listed, "Equipment list building B.xlsx")
    order: list[str] = []
    forget, ask = listed.engine.forget, listed.engine.ask
    listed.engine.forget = lambda *a: (forget(*a), order.append("forget"))[0]  # type: ignore[method-assign, return-value, func-returns-value]
    listed.engine.ask = lambda *a: (order.append("ask"), ask(*a))[1]  # type: ignore[method-assign, return-value, func-returns-value]
    listed.window.ledger_panel.details.forget.click()
    listed.window.ask_panel.asked.emit("What is in the list?", False)
    listed.until(lambda: len(order) == 2)
    assert order == ["forget", "ask"]
    listed.until(lambda: not listed.session.conversation.busy)


def test_what_was_taken_out_is_deleted_when_the_program_closes(listed: Desk) -> None:
    choose(listed, "Equipment list building B.xlsx")
    wanted = file_id(listed, "Equipment list building B.xlsx")
    listed.window.ledger_panel.details.forget.click()
    listed.session.shut_down()
    assert listed.engine.changes == [("forget", "collection-1", (wanted,))]


def test_show_in_folder_opens_the_folder_of_the_file(listed: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url.toLocalFile())) or True)
    choose(listed, "Angebot 2291.pdf")
    listed.window.ledger_panel.details.show_folder.click()
    listed.until(lambda: opened == [listed.root])


def test_a_folder_that_is_gone_is_said_and_the_nearest_one_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url.toLocalFile())) or True)
    collection = desk.library.add_collection("Made here")
    desk.library.add_source(collection, str(tmp_path / "gone" / "below"))
    desk.session.library.refresh()
    desk.until(lambda: any(row.name == "Made here" for row in desk.session.library.rows))
    source = desk.library.sources(collection)[0]
    desk.window.library_panel.sources.folder_wanted.emit(source)
    desk.until(lambda: opened == [str(tmp_path)])
    assert "nearest one above it is shown" in desk.window.library_panel.note.text()


def test_a_document_is_read_on_the_right(listed: Desk) -> None:
    model, table = listed.session.library.files, listed.window.ledger_panel.table
    reader = listed.window.evidence_panel.reader
    with listed.qtbot.waitSignal(reader.shown, timeout=20_000):
        table.activated.emit(model.find(file_id(listed, "IT security note.html")))
    assert listed.window.evidence_panel.reading
    assert "Laptops taken on trips are encrypted" in reader.text.toPlainText()


def test_escape_and_a_question_go_back(listed: Desk) -> None:
    listed.window._escape()
    assert listed.window.middle.currentWidget() is listed.window.ask_panel
    listed.window.show_documents()
    listed.ask()
    assert listed.window.middle.currentWidget() is listed.window.ask_panel


def test_what_is_chosen_and_folded_out_stays_when_the_list_changes(listed: Desk) -> None:
    model, table = listed.session.library.files, listed.window.ledger_panel.table
    table.expand(model.find(file_id(listed, "Klimaschrank.eml")))
    choose(listed, "Travel policy 2025.pdf")
    listed.library.add_file("collection-1", "/x/another.txt", passages=1)
    listed.session.library.refresh()
    listed.until(lambda: model.rowCount() == 13)
    assert table.isExpanded(model.find(file_id(listed, "Klimaschrank.eml")))
    assert [r.path.rsplit("/", 1)[-1] for r in listed.window.ledger_panel.selected()] == ["Travel policy 2025.pdf"]


def test_twenty_thousand_files_have_no_widgets_of_their_own(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(empty=True)
    fill(desk.library, 20_000)
    desk.session.library.refresh()
    desk.window.show_documents()
    table = desk.window.ledger_panel.table
    desk.until(lambda: desk.session.library.files.rowCount() == 20_000)
    before = len(table.findChildren(QWidget))
    for _ in range(20):
        table.verticalScrollBar().triggerAction(table.verticalScrollBar().SliderAction.SliderPageStepAdd)
    table.scrollToBottom()
    desk.qtbot.wait(50)
    assert len(table.findChildren(QWidget)) == before
    assert table.uniformRowHeights()
    assert table.verticalScrollMode() == QAbstractItemView.ScrollMode.ScrollPerPixel
    assert table.indexAt(table.viewport().rect().center()).row() > 19_900


def fill(library: FakeLibrary, count: int) -> None:
    collection = library.add_collection("Many")
    for number in range(count):
        library.add_file(collection, f"/x/{number:05d} report.pdf", pages=3, passages=9)


# --- folders and collections


def test_each_folder_has_a_switch_for_watching(desk: Desk) -> None:
    rows = desk.window.library_panel.sources
    desk.until(lambda: len(rows.rows) == 2)
    first, second = rows.rows
    assert (first.watch.isChecked(), second.watch.isChecked()) == (True, False)
    assert first.watch.accessibleName() == "Changes in Institute policies are read by themselves"
    desk.qtbot.mouseClick(first.watch, Qt.MouseButton.LeftButton)
    assert desk.engine.changes == [("watch", first.source.id, False)]
    desk.until(lambda: [r.watch.isChecked() for r in rows.rows] == [False, False])
    assert rows.rows[0].watch.accessibleName() == "Institute policies is read only when you ask"


def test_a_folder_is_removed_and_taken_back_while_an_import_runs(desk: Desk, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("words")
    desk.hold_at = ("import", 1)
    assert desk.drop([tmp_path])
    desk.until(desk.held.is_set)
    rows = desk.window.library_panel.sources
    rows.rows[0].remove_wanted.emit(rows.rows[0].source)
    desk.until(lambda: len(rows.rows) == 1)
    assert desk.engine.changes[-1][0] == "preview"
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: len(rows.rows) == 2)
    rows.rows[0].remove_wanted.emit(rows.rows[0].source)
    desk.session.library.undo.settle()
    assert desk.engine.changes[-1][0] == "remove_source"
    desk.until(lambda: len(rows.rows) == 1)
    assert desk.session.library.importing
    desk.release.set()
    desk.until(lambda: not desk.session.library.importing)


def test_deleting_a_collection_is_asked_and_works_while_an_import_runs(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    desk.hold_at = ("import", 1)
    assert desk.drop([tmp_path])
    desk.until(desk.held.is_set)
    desk.window.library_panel.delete_wanted.emit("Supply contracts")
    sheet = desk.window.confirm_sheet
    assert sheet.title.text() == "Delete “Supply contracts”?"
    assert "Your own files stay where they are." in sheet.text.text()
    sheet.confirm.click()
    desk.until(lambda: [r.name for r in desk.session.library.rows] == ["Institute policies"])
    desk.session.library.undo.settle()
    assert desk.engine.changes[-1] == ("delete_collection", "collection-2")
    desk.release.set()
    desk.until(lambda: not desk.session.library.importing)


def test_a_deleted_collection_can_be_taken_back(desk: Desk) -> None:
    desk.session.library.delete_collection("Supply contracts")
    desk.until(lambda: [r.name for r in desk.session.library.rows] == ["Institute policies"])
    desk.window.library_panel.undo_bar.button.click()
    desk.until(lambda: [r.name for r in desk.session.library.rows] == ["Institute policies", "Supply contracts"])
    assert desk.engine.changes == []


def test_a_collection_is_renamed_by_the_keyboard_and_gets_its_name_back(desk: Desk) -> None:
    panel, library = desk.window.library_panel, desk.session.library
    desk.until(lambda: len(library.rows) == 2)
    desk.qtbot.keyClick(panel.collections, Qt.Key.Key_F2)
    assert panel.name.text() == "Institute policies"
    panel.name.setText("Rules of the house")
    desk.qtbot.keyClick(panel.name, Qt.Key.Key_Return)
    desk.until(lambda: [r.name for r in library.rows] == ["Rules of the house", "Supply contracts"])
    assert library.current is not None
    assert library.current.name == "Rules of the house"
    assert panel.undo_bar.text.text() == "“Institute policies” is now called “Rules of the house”."
    panel.undo_bar.button.click()
    desk.until(lambda: [r.name for r in library.rows] == ["Institute policies", "Supply contracts"])
    assert library.current.name == "Institute policies"


def test_a_name_that_is_taken_is_refused_in_plain_words(desk: Desk) -> None:
    desk.until(lambda: len(desk.session.library.rows) == 2)
    desk.session.library.rename_collection("Institute policies", "supply CONTRACTS")
    panel = desk.window.library_panel
    assert panel.note.text() == "There is a collection named “supply CONTRACTS” already. Choose another name."
    assert desk.engine.changes == []


def test_a_collection_shows_its_health(desk: Desk) -> None:
    desk.until(lambda: desk.window.library_panel.collections.count() == 2)
    spoken = desk.window.library_panel.collections.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Institute policies, 14 files. 1 failed, 2 not complete yet"


def test_the_documents_of_one_folder_alone(listed: Desk) -> None:
    panel, rows = listed.window.ledger_panel, listed.window.library_panel.sources
    other = rows.rows[1].source
    listed.library.add_file("collection-1", other.path + "/new.pdf", source_id=other.id)
    listed.session.library.refresh()
    rows.rows[1].documents_wanted.emit(other)
    listed.until(lambda: listed.session.library.files.rowCount() == 1)
    assert panel.below_source.isVisible()
    assert panel.filters[0].text() == "All 1"
    panel.below_source.click()
    listed.until(lambda: listed.session.library.files.rowCount() > 1)
    assert not panel.below_source.isVisible()


def test_a_change_that_fails_is_said_and_can_be_put_away(desk: Desk) -> None:
    desk.engine.change_error = IndexBusy("Another Dossier is writing to this data folder.")
    desk.session.library.delete_collection("Supply contracts")
    desk.session.library.undo.settle()
    panel = desk.window.library_panel
    desk.until(panel.note_line.isVisible)
    assert panel.note.text() == "Another Dossier is writing to this library. Wait until it has finished, or close it."


def test_changes_in_a_watched_folder_are_shown_while_they_are_read(desk: Desk) -> None:
    from app.engine.watching import WatchNotice
    from index.ingest.progress import ImportProgress, ImportSummary

    card = desk.window.library_panel.import_card
    tell = desk.engine.tell_watching
    told = threading.Thread(target=lambda: tell(ImportProgress(3, 1, 1, 0, 0, 2, 5, "/x/new.pdf", 1.0, 4.0)))
    told.start()
    told.join()
    desk.until(card.isVisible)
    assert card.title.text() == "Reading changes"
    assert not card.rest.isVisible()
    tell(ImportSummary("collection-1", 3, 3, 0, 0, 0, 0, 0, 0, 2, 5, 2.0, cancelled=False))
    desk.until(lambda: card.title.text() == "Import finished")
    tell(WatchNotice("Changes on this network drive are looked for every few minutes.", "/net/share"))
    desk.until(desk.window.library_panel.note_line.isVisible)
    assert desk.window.library_panel.note.text() == "share: Changes on this network drive are looked for every few minutes."
