"""A PDF is read as in a good viewer: scrolled, zoomed, searched, selected and copied, and the cited words are marked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication
from reading import Shelf

from app.ui.evidence.page_area import PRINTED, PageArea
from app.ui.evidence.page_painter import on_paper
from app.ui.evidence.reader import Reader
from index.parsers.layer_text import boxes_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "unit" / "index" / "parsers"))

from test_page_layer import COLUMNS  # noqa: E402

Text = tuple[float, float, float, str]


def pdf_of(pages: list[list[Text]], rotate: int = 0, labels: str = "") -> bytes:
    import importlib.util

    path = Path(__file__).resolve().parents[1] / "unit" / "index" / "parsers" / "conftest.py"
    spec = importlib.util.spec_from_file_location("parser_conftest", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    data: bytes = module.pdf_bytes(pages, rotate=rotate)
    return data.replace(b"/Type /Catalog", b"/Type /Catalog " + labels.encode()) if labels else data


def line(text: str, y: float = 700.0) -> list[Text]:
    return [(72.0, y, 12.0, text)]


@pytest.fixture
def shelf(desk: Desk, tmp_path: Path) -> Shelf:
    return Shelf(desk, tmp_path)


def drag(desk: Desk, area: PageArea, page: int, first: str, last: str) -> None:
    """The mouse from the beginning of ``first`` to the end of ``last``, as they stand on the page."""
    layer = area.store.layer(page)
    assert layer is not None
    text = layer.layer.text
    rect = area.page_rect(page)

    def place(words: str) -> tuple[QPoint, QPoint]:
        start = text.index(words)
        boxes = boxes_of(layer.layer, start, start + len(words))
        begin, end = on_paper(rect, boxes[0]), on_paper(rect, boxes[-1])
        return QPoint(round(begin.left()) + 1, round(begin.center().y())), QPoint(
            round(end.right()) - 1, round(end.center().y())
        )

    start, end = place(first)[0], place(last)[1]
    view = area.viewport()
    desk.qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    desk.qtbot.mouseMove(view, end)
    area.pointer.move(end, Qt.MouseButton.LeftButton)
    desk.qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def marked_words(reader: Reader) -> list[str]:
    """The text that stands under each mark."""
    area = reader.page.area
    found = []
    for mark in area.marks():
        layer = area.store.layer(mark.page)
        assert layer is not None
        inside = []
        for start in range(len(layer.layer.text)):
            for left, top, right, bottom in boxes_of(layer.layer, start, start + 1):
                x, y = (left + right) / 2, (top + bottom) / 2
                if any(a <= x <= c and b <= y <= d for a, b, c, d in mark.boxes):
                    inside.append(layer.layer.text[start])
        found.append("".join(inside))
    return found


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_what_stands_under_the_mark_is_what_is_cited(shelf: Shelf, rotate: int) -> None:
    pages = [line("Somebody else pays."), [*line("The fee is twenty euros."), *line("Members pay nothing.", 660)]]
    data = pdf_of(pages, rotate)
    document = shelf.add("rules.pdf", data)
    quote = "The fee is twenty euros."
    reader = shelf.open(shelf.target("rules.pdf", quote, document))
    shelf.desk.until(lambda: len(reader.page.area.marks()) == 1)
    assert marked_words(reader) == [quote.replace(" ", "")]
    assert 2 in reader.page.area.visible()


def test_a_sentence_over_two_pages_is_marked_on_both(shelf: Shelf) -> None:
    pages = [line("The fee for guests is", 60.0), line("twenty euros a day.", 780.0)]
    document = shelf.add("rules.pdf", pdf_of(pages))
    start, end = document.text.index("The fee"), document.text.index("a day.") + 6
    reader = shelf.open(shelf.target("rules.pdf", document.text[start:end], document))
    shelf.desk.until(lambda: len(reader.page.area.marks()) == 2)
    assert [mark.page for mark in reader.page.area.marks()] == [1, 2]
    reader.page.tools.mark_after.click()
    shelf.desk.until(lambda: reader.page.area.mark == 1)
    assert reader.page.tools.marks.text() == "Mark 2 of 2"


def test_selecting_copies_the_words_under_the_mouse(shelf: Shelf) -> None:
    pages = [[*line("The fee is twenty euros a day."), *line("Members of the com-", 660), *line("mittee pay nothing.", 646)]]
    reader = shelf.cite("rules.pdf", pdf_of(pages), "twenty")
    area = reader.page.area
    drag(shelf.desk, area, 1, "fee", "twenty")
    assert reader.page.selected_text() == "fee is twenty"
    area.setFocus()
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "fee is twenty"
    drag(shelf.desk, area, 1, "Members", "mittee")
    assert reader.page.selected_text() == "Members of the committee"
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "“Members of the committee” (rules.pdf · page 1)"


def test_selecting_stays_in_its_column(shelf: Shelf) -> None:
    reader = shelf.cite("rules.pdf", pdf_of([[*COLUMNS]]), "leave. Pens are not allowed at all.")
    drag(shelf.desk, reader.page.area, 1, "opens at nine", "all days but Sunday.")
    assert reader.page.selected_text() == "opens at nine and closes at six on\nall days but Sunday."


def test_two_presses_select_a_word_and_three_a_line(shelf: Shelf) -> None:
    reader = shelf.cite("rules.pdf", pdf_of([line("The fee is twenty euros.")]), "twenty")
    area = reader.page.area
    layer = area.store.layer(1)
    assert layer is not None
    at = layer.layer.text.index("twenty")
    point = on_paper(area.page_rect(1), boxes_of(layer.layer, at, at + 6)[0]).center().toPoint()
    shelf.desk.qtbot.mouseDClick(area.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert reader.page.selected_text() == "twenty"
    shelf.desk.qtbot.mouseClick(area.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert reader.page.selected_text() == "The fee is twenty euros."


def test_all_text_of_a_page_is_selected_by_the_keyboard(shelf: Shelf) -> None:
    reader = shelf.cite("rules.pdf", pdf_of([line("The fee is twenty euros.")]), "twenty")
    area = reader.page.area
    area.setFocus()
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert reader.page.selected_text() == "The fee is twenty euros."


def many(count: int) -> list[list[Text]]:
    return [
        [*line(f"This is page {n} of the book."), *line("The fee is named on every page.", 400.0)] for n in range(1, count + 1)
    ]


def test_a_long_document_opens_at_its_page_and_is_drawn_only_where_one_looks(shelf: Shelf) -> None:
    reader = shelf.cite("book.pdf", pdf_of(many(400)), "This is page 300 of the book.")
    area, store = reader.page.area, reader.page.store
    assert reader.page.page == 300
    assert len(area.stack) == 400
    assert store.picture(1) is None
    shelf.desk.until(lambda: not store._asked)
    assert 1 <= len(store._pictures) <= 6
    assert set(store._pictures) >= {300, 301}
    area.go_to_page(20)
    shelf.desk.until(lambda: store.picture(20) is not None)
    assert reader.page.tools.field.text() == "20"
    assert reader.page.tools.count.text() == "of 400"


def test_pages_are_gone_to_by_number_by_label_and_by_keys(shelf: Shelf) -> None:
    labels = "/PageLabels << /Nums [0 << /S /r >> 4 << /S /D >>] >>"
    reader = shelf.cite("book.pdf", pdf_of(many(12), labels=labels), "This is page 1 of the book.")
    tools, area = reader.page.tools, reader.page.area
    assert tools.field.text() == "i"
    assert tools.count.text() == "(1 of 12)"
    for typed, page in (("iii", 3), ("3", 7), ("12", 12)):
        tools.field.setFocus()
        tools.field.setText(typed)
        shelf.desk.qtbot.keyClick(tools.field, Qt.Key.Key_Return)
        # The last page may not reach the top of the view.
        assert page in area.visible()
    area.go_to_page(2)
    tools.after.click()
    assert area.page == 3
    tools.before.click()
    assert area.page == 2
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert 12 in area.visible()
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert area.page == 1


def test_zooming_keeps_the_place_under_the_pointer(shelf: Shelf) -> None:
    reader = shelf.cite("book.pdf", pdf_of(many(5)), "This is page 3 of the book.")
    area = reader.page.area
    shelf.desk.until(lambda: bool(area.marks()))
    point = QPoint(area.viewport().width() // 2, 200)
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    before = area.page_at(point)
    event = QWheelEvent(
        QPointF(point), QPointF(area.viewport().mapToGlobal(point)), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    scale = area.stack.scale
    QApplication.sendEvent(area.viewport(), event)
    assert area.stack.scale == pytest.approx(scale * 1.25**2)
    after = area.page_at(point)
    assert after[0] == before[0]
    assert after[1] == pytest.approx(before[1], abs=0.02)
    assert after[2] == pytest.approx(before[2], abs=0.02)
    shelf.desk.until(lambda: (drawn := area.store.picture(3)) is not None and drawn.scale == area.stack.scale)
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert area.fits == "width"
    assert area.stack.scale == pytest.approx(scale)
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert area.stack.scale == pytest.approx(scale * 1.25)
    reader.page.tools.whole.click()
    assert area.page_rect(area.page).height() <= area.viewport().height()


def test_the_text_can_fill_the_view(shelf: Shelf) -> None:
    reader = shelf.cite("book.pdf", pdf_of(many(3)), "This is page 2 of the book.")
    area = reader.page.area
    shelf.desk.until(lambda: bool(area.marks()))
    area.go_to_page(2)
    area.fit_width()
    scale = area.stack.scale
    shelf.desk.qtbot.keyClick(area, Qt.Key.Key_9, Qt.KeyboardModifier.ControlModifier)
    assert area.stack.scale > 1.3 * scale
    layer = area.store.layer(2)
    assert layer is not None
    for box in boxes_of(layer.layer, 0, len(layer.layer.text)):
        place = on_paper(area.page_rect(2), box)
        assert 0 <= place.left() < place.right() <= area.viewport().width()


def test_in_a_narrow_pane_the_words_of_a_page_come_larger_than_the_whole_paper_would(shelf: Shelf) -> None:
    reader = shelf.cite("book.pdf", pdf_of(many(3)), "This is page 2 of the book.")
    area = reader.page.area
    shelf.desk.until(lambda: bool(area.marks()))
    assert area.stack.fit_width(area.viewport().width()) < area.stack.scale <= PRINTED
    layer = area.store.layer(2)
    assert layer is not None
    for box in boxes_of(layer.layer, 0, len(layer.layer.text)):
        place = on_paper(area.page_rect(2), box)
        assert 0 <= place.left() < place.right() <= area.viewport().width()
    area.resize(1600, 700)
    assert area.stack.scale == pytest.approx(area.stack.fit_width(area.viewport().width()))


def test_words_are_found_from_the_page_in_sight_onwards(shelf: Shelf) -> None:
    reader = shelf.cite("book.pdf", pdf_of(many(30)), "This is page 20 of the book.")
    page = reader.page
    reader.open_find()
    shelf.desk.qtbot.keyClicks(reader.find_bar.field, "named on EVERY")
    shelf.desk.until(lambda: page.found() == (20, 30, False))
    assert reader.find_bar.count.text() == "20 of 30"
    shelf.desk.qtbot.keyClick(reader.find_bar.field, Qt.Key.Key_Return)
    assert page.found()[0] == 21
    shelf.desk.until(lambda: page.page == 21 or 21 in page.area.visible())
    shelf.desk.qtbot.keyClick(reader.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert page.found()[0] == 20
    reader.find_bar.field.setText("nowhere to be read")
    shelf.desk.until(lambda: reader.find_bar.count.text() == "Not found")
    shelf.desk.qtbot.keyClick(reader.find_bar.field, Qt.Key.Key_Escape)
    assert not reader.find_bar.isVisible()
    assert shelf.desk.window.evidence_panel.reading


def test_another_sentence_of_the_same_document_keeps_its_pictures(shelf: Shelf) -> None:
    document = shelf.add("book.pdf", pdf_of(many(5)))
    reader = shelf.open(shelf.target("book.pdf", "This is page 2 of the book.", document))
    shelf.desk.until(lambda: not reader.page.store._asked)
    before = reader.page.store.picture(2)
    reader = shelf.open(shelf.target("book.pdf", "This is page 3 of the book.", document))
    shelf.desk.until(lambda: marked_words(reader) == ["Thisispage3ofthebook."])
    assert reader.page.store.picture(2) is before


def test_a_document_that_was_edited_meanwhile_is_drawn_anew(shelf: Shelf, tmp_path: Path) -> None:
    document = shelf.add("book.pdf", pdf_of(many(5)))
    target = shelf.target("book.pdf", "This is page 2 of the book.", document)
    reader = shelf.open(target)
    (tmp_path / "book.pdf").write_bytes(pdf_of(many(7)))
    shelf.desk.window.evidence_panel.open(target)
    shelf.desk.until(lambda: len(reader.page.area.stack) == 7)


def test_another_document_cancels_what_was_asked_for_the_one_before(shelf: Shelf) -> None:
    first = shelf.add("first.pdf", pdf_of(many(60)))
    second = shelf.add("second.pdf", pdf_of([line("The other document.")]))
    shelf.desk.window.evidence_panel.open(shelf.target("first.pdf", "This is page 40 of the book.", first))
    reader = shelf.open(shelf.target("second.pdf", "The other document.", second))
    shelf.desk.until(lambda: not reader.page.store._asked)
    assert len(reader.page.area.stack) == 1
    assert marked_words(reader) == ["Theotherdocument."]
    assert reader.header.title.text() == "second.pdf"


def test_memory_of_pictures_is_bounded(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.viewmodels.page_store.KEPT_BYTES", 6_000_000)
    reader = shelf.cite("book.pdf", pdf_of(many(40)), "This is page 1 of the book.")
    store = reader.page.store
    for page in range(1, 40, 4):
        reader.page.area.go_to_page(page)
        shelf.desk.until(lambda page=page: store.picture(page) is not None)
    shelf.desk.until(lambda: not store._asked)
    assert store._bytes == sum(len(d.pixels.data) for d in store._pictures.values())
    visible = sum(len(store._pictures[p].pixels.data) for p in reader.page.area.visible())
    assert store._bytes <= 6_000_000 + visible


def test_the_list_is_walked_with_arrows_and_enter_and_esc(desk: Desk) -> None:
    desk.ask()
    panel = desk.window.evidence_panel
    cards: Callable[[], list] = panel.cards
    cards()[0].setFocus()
    desk.qtbot.keyClick(cards()[0], Qt.Key.Key_Down)
    assert desk.window.focusWidget() is cards()[1]
    with desk.qtbot.waitSignal(panel.reader.shown, timeout=20_000):
        desk.qtbot.keyClick(cards()[1], Qt.Key.Key_Return)
    assert panel.reading
    assert desk.window.focusWidget() is panel.reader.page.area
    with desk.qtbot.waitSignal(panel.reader.shown, timeout=20_000):
        desk.qtbot.keyClick(panel.reader.page.area, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert panel.reader.target is not None
    assert panel.reader.target.number == 3
    desk.qtbot.keyClick(panel.reader.page.area, Qt.Key.Key_Escape)
    assert not panel.reading
    assert desk.window.focusWidget() is cards()[2]


def test_a_card_tells_place_date_and_relevance(desk: Desk) -> None:
    desk.ask()
    card = desk.window.evidence_panel.cards()[0]
    desk.until(lambda: "·" in card.where.text())
    assert card.where.text().startswith("page 1 · ")
    assert card.meter.accessibleName() == "Relevance 94 %"
    assert "Relevance 94 %" in card.accessibleName()
