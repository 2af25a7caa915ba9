"""XLSX and the XML of Excel 2003: rows under their headers, values as shown, and what is hidden named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_containers import zip_bytes
from made_office import R, block, relations, sheet_rows, texts, xlsx_bytes

from index.errors import UnreadableDocument, UnsafeDocument
from index.parsers.cells import shown
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize(
    ("stored", "code", "seen"),
    [
        ("1234.5", "#,##0.00", "1,234.50"),
        ("7", "00000", "00007"),
        ("123456789", "000-00-0000", "123-45-6789"),
        ("0.256", "0.0%", "25.6%"),
        ("1.005", "0.00", "1.01"),
        ("-1234.5", "#,##0.00_);(#,##0.00)", "(1,234.50)"),
        ("-0.001", "0.00", "0.00"),
        ("1234567.891", '#,##0.0,,"M"', "1.2M"),
        ("1234.5", "#,##0.00 [$€-407]", "1,234.50 €"),
        ("1234.5", "[$$-409]#,##0.00", "$1,234.50"),
        ("0", '0;-0;"none"', "none"),
        ("12", '[>=10]"big";[<10]"small"', "big"),
        ("2.5", "# ?/?", "2 1/2"),
        ("12345.678", "0.00E+00", "1.23E+04"),
        ("5", '0" pcs"', "5 pcs"),
        ("3", "@", "3"),
        ("1234567890123", "General", "1234567890123"),
        ("45658", "dd.mm.yyyy", "01.01.2025"),
        ("45658", "[$-407]d. mmmm yyyy", "1. Januar 2025"),
        ("45658", "ddd, d mmm yy", "Wed, 1 Jan 25"),
        ("45658.5", "yyyy-mm-dd hh:mm", "2025-01-01 12:00"),
        ("0.75", "h:mm AM/PM", "6:00 PM"),
        ("1.5", "[h]:mm:ss", "36:00:00"),
        ("0.000694444", "mm:ss.0", "01:00.0"),
        ("43363", 14, "2018-09-20"),
        ("-1", "yyyy-mm-dd", "-1"),
        ("#N/A", "0.00", "#N/A"),
    ],
)
def test_numbers_and_dates_come_as_their_format_shows_them(stored: str, code: str | int, seen: str) -> None:
    assert shown(stored, code) == seen


def test_dates_of_1904_are_dates(make_file: MakeFile) -> None:
    data = xlsx_bytes({"S": sheet_rows([(0.0, 1)])}, styles="yyyy-mm-dd", workbook="<workbookPr date1904='1'/>")
    assert texts(parse(make_file("a.xlsx", data)))[-1] == "1904-01-01"


def test_every_kind_of_cell_is_read(make_file: MakeFile) -> None:
    cells = (
        "<c r='A1' t='b'><v>1</v></c><c r='B1' t='e'><v>#DIV/0!</v></c><c r='C1' t='str'><f>A1&amp;B1</f><v>joined</v></c>"
        "<c r='D1'><f>SUM(A1:A9)</f></c><c r='E1' t='d'><v>2024-03-01T00:00:00</v></c><c t='inlineStr'><is><r><t>rich </t></r><r><t>text</t></r>"
        "<rPh><t>reading</t></rPh></is></c><c r='G1' t='s'><v>99</v></c>"
    )
    data = xlsx_bytes({"S": f"<sheetData><row>{cells}</row></sheetData>"})
    assert texts(parse(make_file("a.xlsx", data)))[-1] == "TRUE | #DIV/0! | joined | =SUM(A1:A9) | 2024-03-01 | rich text"


def test_group_headers_over_merged_cells_name_their_columns(make_file: MakeFile) -> None:
    rows = sheet_rows(
        ["Plan 2024"], ["Region", "North", None, "South"], [None, "Plan", "Actual", "Plan", "Actual"], ["Fee", 1, 2, 3, 4], ["Tax", 5, 6, 7, 8]
    )  # fmt: skip
    merges = "<mergeCells><mergeCell ref='A1:E1'/><mergeCell ref='B2:C2'/><mergeCell ref='D2:E2'/></mergeCells>"
    document = parse(make_file("a.xlsx", xlsx_bytes({"S": rows + merges})))
    assert "Region: Fee | North / Plan: 1 | North / Actual: 2 | South / Plan: 3 | South / Actual: 4" in texts(document)
    assert block(document, "North / Plan: 5").place.cells == "A5:E5"


def test_hidden_sheets_rows_and_columns_are_read_and_named(make_file: MakeFile) -> None:
    rows = "<cols><col min='3' max='4' hidden='1'/></cols>" + sheet_rows(["Name", "Fee"], ["Ann", 1], ["Ben", 2])
    rows = rows.replace('<row r="3">', '<row r="3" hidden="1">')
    data = xlsx_bytes({"Open": rows, "Secret": sheet_rows(["unseen"])}, states={"Secret": "veryHidden"})
    assert texts(parse(make_file("a.xlsx", data))) == [
        "Open", "Name | Fee", "Name: Ann | Fee: 1", "Name: Ben | Fee: 2", "Hidden rows: 3", "Hidden columns: C-D", "Secret", "This sheet is hidden.", "unseen",
    ]  # fmt: skip


def test_comments_and_threads_have_their_cell_and_author(make_file: MakeFile) -> None:
    comments = (
        "<comments><authors><author>Ann</author><author>tc={1}</author></authors><commentList><comment ref='B2' authorId='0'><text><t>Ann: check"
        "</t></text></comment><comment ref='C3' authorId='1'><text><t>[Threaded comment] old copy</t></text></comment></commentList></comments>"
    )
    thread = (
        "<ThreadedComments><threadedComment ref='C3' personId='p'><text>new words</text></threadedComment></ThreadedComments>"
    )
    data = xlsx_bytes(
        {"S": sheet_rows(["x"])},
        parts={
            "xl/worksheets/_rels/s0.xml.rels": relations(
                {"a": ("comments", "../comments1.xml"), "b": ("threadedComment", "../threaded1.xml")}
            ),
            "xl/comments1.xml": comments,
            "xl/threaded1.xml": thread,
        },
    )
    assert texts(parse(make_file("a.xlsx", data)))[-2:] == ["Comment on C3: new words", "Comment on B2 by Ann: check"]


def test_a_table_of_the_sheet_names_its_header_row(make_file: MakeFile) -> None:
    rows = sheet_rows(["1", "2"], ["10", "20"], ["30", "40"])
    parts = {"xl/worksheets/_rels/s0.xml.rels": relations({"t": ("table", "../t.xml")}), "xl/t.xml": "<table ref='A1:B3'/>"}
    assert texts(parse(make_file("a.xlsx", xlsx_bytes({"S": rows}, parts=parts))))[-1] == "1: 30 | 2: 40"


def test_a_long_sheet_keeps_its_header_to_the_last_row_and_empty_rows_cost_nothing(make_file: MakeFile) -> None:
    filled = "".join(
        f"<row r='{n}'><c r='A{n}' t='inlineStr'><is><t>n{n}</t></is></c><c r='B{n}'><v>{n}</v></c></row>"
        for n in range(2, 2502)
    )
    empty = "".join(f"<row r='{n}'><c r='A{n}' s='1'/></row>" for n in range(1_000_000, 1_002_000))
    head = "<row r='1'><c r='A1' t='inlineStr'><is><t>Name</t></is></c><c r='B1' t='inlineStr'><is><t>Fee</t></is></c></row>"
    document = parse(
        make_file("a.xlsx", xlsx_bytes({"S": f"<dimension ref='A1:XFD1048576'/><sheetData>{head}{filled}{empty}</sheetData>"}))
    )
    assert texts(document)[-1] == "Name: n2501 | Fee: 2501"
    assert len(document.blocks) == 2502
    assert document.blocks[-1].place.cells == "A2501:B2501"


def test_a_damaged_sheet_costs_only_itself(make_file: MakeFile) -> None:
    data = xlsx_bytes({"Good": sheet_rows(["kept"]), "Bad": sheet_rows(["first"])[:-12]})
    document = parse(make_file("a.xlsx", data))
    assert "kept" in texts(document)
    assert any("Bad" in warning for warning in document.warnings)
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(make_file("b.xlsx", xlsx_bytes({"Only": "<sheetData><row"})))


def test_entities_in_a_sheet_are_refused(make_file: MakeFile) -> None:
    files = {
        "xl/workbook.xml": f'<workbook xmlns:r="{R}"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations({"r1": ("worksheet", "worksheets/s.xml")}),
        "xl/worksheets/s.xml": "<!DOCTYPE d [<!ENTITY a 'aaa'>]><worksheet><sheetData><row><c t='str'><v>&a;</v></c></row></sheetData></worksheet>",
    }
    with pytest.raises(UnsafeDocument, match="entities"):
        parse(make_file("a.xlsx", zip_bytes(files)))


def test_workbooks_in_the_xml_of_excel_2003_are_read(make_file: MakeFile) -> None:
    names = 'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"'
    cell = "<Cell{}><Data ss:Type='{}'>{}</Data>{}</Cell>"
    comment = "<Comment ss:Author='Ann'><Data>check</Data></Comment>"
    rows = f"<Row>{cell.format('', 'String', 'Name', '')}{cell.format('', 'String', 'Fee', '')}</Row>"
    money = cell.format(" ss:StyleID='m'", "Number", "1234.5", comment)
    rows += f"<Row>{cell.format('', 'String', 'Ann', '')}{money}</Row>"
    moment = "2026-03-09T00:00:00.000"
    dated = cell.format(" ss:StyleID='d'", "DateTime", moment, "")
    rows += f"<Row>{dated}{cell.format('', 'DateTime', moment, '')}</Row>"
    xml = (
        f"<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?><Workbook {names}><Styles><Style ss:ID='m'><NumberFormat "
        f"ss:Format='Standard'/></Style><Style ss:ID='d'><NumberFormat ss:Format='dd\\.mm\\.yyyy'/></Style></Styles><Worksheet ss:Name='Costs'><Table>{rows}</Table></Worksheet></Workbook>"
    )
    document = parse(make_file("a.xls", xml))
    assert texts(document) == [
        "Costs",
        "Name | Fee",
        "Name: Ann | Fee: 1,234.50",
        "Name: 09.03.2026 | Fee: 2026-03-09",
        "Comment on B2 by Ann: check",
    ]
    assert block(document, "Ann |").place.cells == "A2:B2"


def test_formulas_without_a_stored_value_are_shown_and_counted_and_links_show_their_words(make_file) -> None:
    rows = (
        '<sheetData><row r="1"><c r="A1"><f>SUM(B1:B2)</f></c><c r="B1"><f>HYPERLINK("https://example.org","The ""new"" terms")</f></c>'
        '<c r="C1"><f>1+1</f><v>2</v></c></row></sheetData>'
    )
    document = parse(make_file("a.xlsx", xlsx_bytes({"Fees": rows})))
    assert texts(document)[1] == '=SUM(B1:B2) | The "new" terms | 2'
    assert [warning for warning in document.warnings if "Formulas" in warning and ": 1." in warning]
