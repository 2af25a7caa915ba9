"""PDF pages become headings, paragraphs and table rows with page numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from index.document import ParsedDocument
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

MakePdf = Callable[..., Path]
NO_OCR = ParseOptions(ocr=False)


def blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(b.kind, document.text[b.start : b.end]) for b in document.blocks]


def lines(
    *texts: str, top: float = 700, step: float = 14, x: float = 72, size: float = 11
) -> list[tuple[float, float, float, str]]:
    return [(x, top - step * n, size, text) for n, text in enumerate(texts)]


LONG = "This line of running text is long enough to reach the right edge of the page"


def test_headings_paragraphs_and_pages(make_pdf: MakePdf) -> None:
    first = [
        (72, 760, 20, "*Travel policy"),
        *lines(LONG, "and it ends here.", LONG, "as a second one.", top=720),
        (72, 620, 14, "*2.1 Rates"),
        *lines(LONG + ".", top=600),
    ]
    second = lines("Second page.")
    document = parse(make_pdf([first, second]), NO_OCR)
    assert document.title == "Travel policy"
    assert [kind for kind, _ in blocks(document)] == ["heading", "paragraph", "paragraph", "heading", "paragraph", "paragraph"]
    assert blocks(document)[1][1] == f"{LONG} and it ends here."
    assert document.blocks[4].place.heading_path == ("Travel policy", "2.1 Rates")
    assert [b.place.page for b in document.blocks] == [1, 1, 1, 1, 1, 2]
    assert [(p.number, document.text[p.start : p.end][:6]) for p in document.pages] == [(1, "Travel"), (2, "Second")]


def test_words_broken_at_line_ends_are_joined(make_pdf: MakePdf) -> None:
    text = lines("We know the compensation.", top=760) + lines(
        LONG + " com-", "pensation of all mem-", "bers of the 30-day board.", top=700
    )
    joined = parse(make_pdf([text]), NO_OCR).text
    assert "page compensation of all members of the 30-day board." in joined


def test_a_table_keeps_the_lines_of_each_row_together(make_pdf: MakePdf) -> None:
    table = [
        (72, 700, 11, "*Region"), (250, 700, 11, "*Example"), (450, 700, 11, "*Fee"),
        (72, 680, 11, "North"), (250, 680, 11, "A long example that"), (250, 668, 11, "needs two lines"), (450, 680, 11, "15"),
        (72, 648, 11, "South"), (250, 648, 11, "Short"), (450, 648, 11, "7"),
    ]  # fmt: skip
    document = parse(make_pdf([table]), NO_OCR)
    assert blocks(document) == [
        ("table_row", "Region Example Fee"),
        ("table_row", "Region: North | Example: A long example that needs two lines | Fee: 15"),
        ("table_row", "Region: South | Example: Short | Fee: 7"),
    ]


def test_drawn_borders_decide_what_a_row_is(make_pdf: MakePdf) -> None:
    borders = (
        " ".join(f"60 {y} 440 0.8 re" for y in (720, 690, 640, 600))
        + " "
        + " ".join(f"{x} 600 0.8 120 re" for x in (60, 240, 500))
        + " f"
    )
    table = [
        (66, 705, 11, "*Event"), (246, 705, 11, "*Description"),
        (66, 675, 11, "Key"), (66, 655, 11, "compromise"), (246, 675, 11, "All certificates"), (246, 655, 11, "are revoked."),
        (66, 620, 11, "Outage"), (246, 620, 11, "Wait."),
    ]  # fmt: skip
    document = parse(make_pdf([table], extra=borders), NO_OCR)
    assert [text for kind, text in blocks(document) if kind == "table_row"] == [
        "Event Description",
        "Event: Key compromise | Description: All certificates are revoked.",
        "Event: Outage | Description: Wait.",
    ]


def columns(top: float, *rows: tuple[str, ...]) -> list[tuple[float, float, float, str]]:
    places = (72, 250, 400)
    return [(places[at], top - 20 * n, 11, text) for n, row in enumerate(rows) for at, text in enumerate(row) if text]


def rows_of(document: ParsedDocument) -> list[str]:
    return [text for kind, text in blocks(document) if kind == "table_row"]


def test_text_over_numbers_is_a_header_without_being_bold(make_pdf: MakePdf) -> None:
    table = columns(
        700, ("City", "2022", "Inhabitants"), ("Ulm", "31.5", "126,949"), ("Jena", "22.1", "111,191"), ("Trier", "", "112,737")
    )
    assert rows_of(parse(make_pdf([table]), NO_OCR)) == [
        "City 2022 Inhabitants",
        "City: Ulm | 2022: 31.5 | Inhabitants: 126,949",
        "City: Jena | 2022: 22.1 | Inhabitants: 111,191",
        "City: Trier | Inhabitants: 112,737",
    ]


def test_a_table_that_was_turned_to_fit_on_the_page_is_read_as_one(make_pdf: MakePdf) -> None:
    path = make_pdf([columns(500, ("City", "2022", "Inhabitants"), ("Ulm", "31.5", "126,949"), ("Jena", "22.1", "111,191"))])
    upright = rows_of(parse(path, NO_OCR))
    turned = path.read_bytes().replace(b"stream\n", b"stream\n0 1 -1 0 600 0 cm\n", 1)  # a quarter, against the clock
    path.write_bytes(turned)
    assert rows_of(parse(path, NO_OCR)) == upright
    assert upright[1] == "City: Ulm | 2022: 31.5 | Inhabitants: 126,949"


def test_a_stamp_that_runs_up_the_margin_changes_nothing(make_pdf: MakePdf) -> None:
    path = make_pdf([[(72, 700 - 20 * n, 11, f"Line {n} of the contract about the harbour.") for n in range(20)]])
    path.write_bytes(
        path.read_bytes().replace(b"stream\n", b"stream\nBT /F1 9 Tf 0 1 -1 0 30 300 Tm (Copy of 3 May) Tj ET\n", 1)
    )
    text = parse(path, NO_OCR).text
    assert "Line 8 of the contract about the harbour. Line 9" in " ".join(text.split())
    assert "Copy of 3 May" in text


def test_a_first_row_that_may_be_data_is_no_header(make_pdf: MakePdf) -> None:
    table = columns(700, ("Name", "Anna Weber", "Berlin"), ("Name", "Jan Kok", "Utrecht"), ("Name", "Eva Roy", "Lyon"))
    assert rows_of(parse(make_pdf([table]), NO_OCR))[1] == "Name Jan Kok Utrecht"


def test_a_table_that_goes_on_over_the_page_keeps_its_header(make_pdf: MakePdf) -> None:
    first = columns(700, ("*Firm", "*Town", "*Jobs"), ("Acme", "Bonn", "12"), ("Bolt", "Metz", "30"))
    second = columns(700, ("Cord", "Bern", "44"), ("Dorn", "Graz", "7"))
    other = [(72, 700, 11, "North"), (200, 700, 11, "East"), (72, 680, 11, "South"), (200, 680, 11, "West")]
    document = parse(make_pdf([first, second, other]), NO_OCR)
    assert rows_of(document)[3:] == [
        "Firm: Cord | Town: Bern | Jobs: 44",
        "Firm: Dorn | Town: Graz | Jobs: 7",
        "North East",
        "South West",
    ]


def test_running_titles_are_kept_once(make_pdf: MakePdf) -> None:
    pages = [
        [(72, 810, 9, "Handbook of the office"), (280, 30, 9, f"Page {n}"), *lines(f"Content of part {n}.")]
        for n in range(1, 6)
    ]
    document = parse(make_pdf(pages), NO_OCR)
    assert document.text.count("Handbook of the office") == 1
    assert "Page 3" not in document.text
    assert "Content of part 5." in document.text


def test_two_columns_are_read_one_after_the_other(make_pdf: MakePdf) -> None:
    left = lines("Left one goes on", "and ends left.", x=72)
    right = lines("Right one goes on", "and ends right.", x=320)
    document = parse(make_pdf([left + right]), NO_OCR)
    assert document.text.index("ends left.") < document.text.index("Right one")
    assert "goes on and ends right." in document.text


LEFT = [
    "The reading room opens at nine in the mor-", "ning and closes at six. Bags and coats stay in",
    "the lockers, which need a coin of one euro.", "Photographs may be taken without a flash for", "private use; for more ask at the desk.",
]  # fmt: skip
RIGHT = [
    "Members pay a yearly contribution of forty", "euros, and students half of it. The card is", "valid for twelve months and cannot be lent to",
    "other persons. Who loses it pays five euros", "for a new one, and waits for about a week.",
]  # fmt: skip


@pytest.mark.parametrize("gap", [320, 300])
def test_columns_that_the_file_writes_line_by_line_are_read_one_after_the_other(make_pdf: MakePdf, gap: float) -> None:
    rows = [
        (x, 700 - 14 * n, 10, text)
        for n, pair in enumerate(zip(LEFT, RIGHT, strict=True))
        for x, text in zip((60, gap), pair, strict=True)
    ]
    text = parse(make_pdf([[(60, 760, 18, "*Rules of the library"), *rows]]), NO_OCR).text
    assert "nine in the morning and closes at six. Bags and coats stay in the lockers" in text
    assert "contribution of forty euros, and students half of it." in text
    assert text.index("private use") < text.index("Members pay")


def test_law_sections_are_headings(make_pdf: MakePdf) -> None:
    page = [(72, 700, 11, "*§ 4 Fahrtkosten"), *lines("(1) Kosten werden erstattet.", "(2) Das gilt nicht immer.", top=680)]
    document = parse(make_pdf([page]), NO_OCR)
    assert [kind for kind, _ in blocks(document)] == ["heading", "list_item", "list_item"]


def test_a_scan_waits_for_recognition_with_its_pages_empty(make_pdf: MakePdf) -> None:
    document = parse(make_pdf([[], []]), NO_OCR)
    assert document.text == ""
    assert document.pages_without_text == (1, 2)


def test_a_page_without_text_is_named(make_pdf: MakePdf) -> None:
    document = parse(make_pdf([lines("This page has enough text to read."), []]), NO_OCR)
    assert document.pages_without_text == (2,)
    assert document.warnings


def test_text_in_a_picture_is_recognised_and_marked(tmp_path: Path) -> None:
    picture = Image.new("RGB", (1000, 300), "white")
    font = ImageFont.load_default(size=48)
    ImageDraw.Draw(picture).text((60, 100), "The fee is 3328 dollars", fill="black", font=font)
    scan = tmp_path / "scan.pdf"
    picture.save(scan, resolution=150)
    document = parse(scan, ParseOptions())
    assert "3328" in document.text
    assert document.pages[0].ocr
    picture.save(tmp_path / "scan.png")
    assert "3328" in parse(tmp_path / "scan.png").text


def test_narrow_columns_and_units_keep_their_headers_on_every_page(make_pdf: MakePdf) -> None:
    def page(first: int) -> list[tuple[float, float, float, str]]:
        rows = [("Berth", "Length", "Rent")]
        rows += [(f"B{n}", f"{n}.5 m", f"{n * 10} crowns") for n in range(first, first + 6)]
        return [
            (left, 700 - 18 * n, 10, text)
            for n, row in enumerate(rows)
            for left, text in zip((232, 268, 311), row, strict=True)
        ]

    document = parse(make_pdf([page(11), page(30)]), NO_OCR)
    assert "Berth: B12 | Length: 12.5 m | Rent: 120 crowns" in rows_of(document)
    assert "Berth: B35 | Length: 35.5 m | Rent: 350 crowns" in rows_of(document)
    assert [kind for kind, _ in blocks(document)] == ["table_row"] * 14
