"""Each format gives its text with structure and places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from index.document import Block, ParsedDocument
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]
MakeZip = Callable[..., Path]


def blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(b.kind, document.text[b.start : b.end]) for b in document.blocks]


def block(document: ParsedDocument, text: str) -> Block:
    return next(b for b in document.blocks if text in document.text[b.start : b.end])


# --- Markdown ------------------------------------------------------------------------------------------------------------

MARKDOWN = """---
title: "Travel policy"
date: 2024-03-01
---
Intro with a [link text](https://example.org/x) and `code`.

## Rates {#rates}

| Level | Award |
|-------|-------|
| 5     | Up to 3.85% |
| 4     | Up to 2% |

- first item
- second [item]({% page "/travel/" %})

{% comment %}hidden{% endcomment %}
Ask in {% slack_channel "travel-help" %} {{ site.name }}.

Ausfertigungsdatum
:   2006-08-14
"""


def test_markdown_keeps_structure_and_drops_markup(make_file: MakeFile) -> None:
    document = parse(make_file("a.md", MARKDOWN))
    assert document.title == "Travel policy"
    assert document.modified == "2024-03-01"
    assert blocks(document) == [
        ("paragraph", "Intro with a link text and code."),
        ("heading", "Rates"),
        ("table_row", "Level | Award"),
        ("table_row", "Level: 5 | Award: Up to 3.85%"),
        ("table_row", "Level: 4 | Award: Up to 2%"),
        ("list_item", "- first item"),
        ("list_item", "- second item"),
        ("paragraph", "Ask in travel-help ."),
        ("paragraph", "Ausfertigungsdatum: 2006-08-14"),
    ]
    assert block(document, "Level: 5").place.heading_path == ("Rates",)


def test_a_markdown_title_falls_back_to_the_first_heading(make_file: MakeFile) -> None:
    assert parse(make_file("a.md", "# The Act\n\nText.")).title == "The Act"


# --- HTML ----------------------------------------------------------------------------------------------------------------

HTML = """<!DOCTYPE html><html lang="de"><head><title>K&uuml;ndigung</title><style>p{}</style>
<script>var hidden = "<p>no</p>";</script language="x"></head><body>
<nav><a href="/">Home</a> <a href="/b">Imprint</a></nav>
<main><h1>Gesetz</h1><p>Erster Absatz<br>mit Umbruch.<p>Zweiter &sect; 5.
<h2>Fristen</h2><ol><li>eins<ul><li>innen</li></ul></li><li>zwei</li></ol>
<table><tr><th>Jahre</th><th colspan=2>Frist</th></tr><tr><td rowspan=2>2</td><td>1</td><td>Monat</td></tr><tr><td>3</td><td>Wochen</td></tr></table>
<dl><dt>Stand</dt><dd>2021</dd></dl><p hidden>versteckt</p></main><footer>Impressum</footer></body></html>"""


def test_html_gives_the_main_text_with_headings_lists_and_tables(make_file: MakeFile) -> None:
    document = parse(make_file("a.html", HTML))
    assert document.title == "Kündigung"
    assert blocks(document) == [
        ("heading", "Gesetz"),
        ("paragraph", "Erster Absatz\nmit Umbruch."),
        ("paragraph", "Zweiter § 5."),
        ("heading", "Fristen"),
        ("list_item", "1. eins"),
        ("list_item", "- innen"),
        ("list_item", "2. zwei"),
        ("table_row", "Jahre | Frist | Frist"),
        ("table_row", "Jahre: 2 | Frist: 1 | Frist: Monat"),
        ("table_row", "Jahre: 2 | Frist: 3 | Frist: Wochen"),
        ("paragraph", "Stand: 2021"),
    ]
    assert block(document, "Frist: 3").place.heading_path == ("Gesetz", "Fristen")


def test_a_table_that_lays_out_the_page_is_ordinary_text(make_file: MakeFile) -> None:
    page = "<html><body><table><tr><td>Left</td><td><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>"
    assert blocks(parse(make_file("a.html", page))) == [
        ("paragraph", "Left"),
        ("table_row", "A | B"),
        ("table_row", "A: 1 | B: 2"),
    ]


def test_deeply_nested_html_does_not_exhaust_the_stack(make_file: MakeFile) -> None:
    document = parse(make_file("a.html", "<html><body>" + "<div>" * 5000 + "<p>deep</p>"))
    assert document.text == "deep"


# --- text and CSV ----------------------------------------------------------------------------------------------------------


def test_plain_text_finds_headings_lists_and_paragraphs(make_file: MakeFile) -> None:
    text = "§ 3 Dauer des Urlaubs\n\n(1) Der Urlaub\nbeträgt 24 Tage.\n\nEs gilt:\n1. eins\n2. zwei\n"
    document = parse(make_file("a.txt", text))
    assert [kind for kind, _ in blocks(document)] == ["heading", "list_item", "paragraph", "list_item", "list_item"]
    assert document.language == "de"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"])
def test_encodings_are_detected(encoding: str, make_file: MakeFile) -> None:
    text = "Die Prüfung der Übersicht für die Größe der Straße läuft über die nächsten drei Jahre weiter."
    assert parse(make_file("a.txt", text.encode(encoding))).text == text


def test_a_russian_text_in_an_old_encoding_is_read(make_file: MakeFile) -> None:
    text = "Однажды, в студеную зимнюю пору, я из лесу вышел; был сильный мороз. Гляжу, поднимается медленно в гору лошадка."
    assert "зимнюю пору" in parse(make_file("a.txt", text.encode("cp1251"))).text


def test_csv_rows_carry_their_headers_and_cells(make_file: MakeFile) -> None:
    document = parse(make_file("a.csv", "Report 2024\nName;Fee;Note\nAnna;1,50;a | b\nBen;2,00;\n"))
    assert [text for _, text in blocks(document)] == [
        "Report 2024",
        "Name | Fee | Note",
        "Name: Anna | Fee: 1,50 | Note: a / b",
        "Name: Ben | Fee: 2,00",
    ]
    assert block(document, "Anna").place.cells == "A3:C3"


# --- Office ----------------------------------------------------------------------------------------------------------------

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def paragraph(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space='preserve'>{text}</w:t></w:r></w:p>"


def docx(make_zip: MakeZip, body: str, **parts: str) -> Path:
    styles = (
        f'<w:styles {W}><w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style>'
        '<w:style w:styleId="Law"><w:name w:val="law"/><w:basedOn w:val="H2"/></w:style></w:styles>'
    )
    numbering = (
        f'<w:numbering {W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>'
    )
    return make_zip(
        "a.docx",
        {
            "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
            "word/styles.xml": styles,
            "word/numbering.xml": numbering,
            **{f"word/{name}.xml": content for name, content in parts.items()},
        },
    )


def test_word_headings_numbers_and_tracked_changes(make_zip: MakeZip) -> None:
    number = '<w:numPr><w:ilvl w:val="{}"/><w:numId w:val="7"/></w:numPr>'
    body = (
        paragraph("§ 1 Purpose", '<w:pStyle w:val="Law"/>')
        + paragraph("First", number.format(0))
        + paragraph("Inner", number.format(1))
        + paragraph("Second", number.format(0))
        + "<w:p><w:r><w:t>Kept </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>"
    )
    document = parse(docx(make_zip, body))
    assert blocks(document) == [
        ("heading", "§ 1 Purpose"),
        ("list_item", "1. First"),
        ("list_item", "1.a) Inner"),
        ("list_item", "2. Second"),
        ("paragraph", "Kept new"),
    ]
    assert document.blocks[0].level == 2


def test_word_tables_keep_row_and_column_headers(make_zip: MakeZip) -> None:
    def row(*cells: str, properties: str = "") -> str:
        return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>"

    merged = '<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>'
    more = "<w:tcPr><w:vMerge/></w:tcPr>"
    body = (
        "<w:tbl>"
        + row(paragraph("Region"), paragraph("2023"), paragraph("Fee"), properties="<w:tblHeader/>")
        + row(merged + paragraph("North"), paragraph("10"), paragraph("1 euro"))
        + row(more + paragraph(""), paragraph("20"), paragraph("2 euro"))
        + "</w:tbl>"
    )
    texts = [text for _, text in blocks(parse(docx(make_zip, body)))]
    assert texts == ["Region | 2023 | Fee", "Region: North | 2023: 10 | Fee: 1 euro", "Region: North | 2023: 20 | Fee: 2 euro"]


def test_word_notes_and_comments_follow_their_paragraph(make_zip: MakeZip) -> None:
    body = (
        '<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="5"/></w:r></w:p>'
        + paragraph("Next")
    )
    footnotes = f'<w:footnotes {W}><w:footnote w:id="2">{paragraph("See page 9.")}</w:footnote></w:footnotes>'
    comments = f'<w:comments {W}><w:comment w:id="5" w:author="Ann">{paragraph("Check this.")}</w:comment></w:comments>'
    assert blocks(parse(docx(make_zip, body, footnotes=footnotes, comments=comments))) == [
        ("paragraph", "Text"),
        ("note", "Footnote: See page 9."),
        ("note", "Comment by Ann: Check this."),
        ("paragraph", "Next"),
    ]


def xlsx(make_zip: MakeZip, rows: str, tail: str = "") -> Path:
    strings = ["Cost overview", "Region", "Fee", "Valid from", "North"]
    return make_zip(
        "a.xlsx",
        {
            "xl/workbook.xml": f'<workbook xmlns:r="{R}"><sheets><sheet name="Costs" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships><Relationship Id="r1" Type="{R}/worksheet" Target="worksheets/s.xml"/></Relationships>',
            "xl/sharedStrings.xml": "<sst>" + "".join(f"<si><t>{s}</t></si>" for s in strings) + "</sst>",
            "xl/styles.xml": '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/>'
            '<xf numFmtId="4"/><xf numFmtId="170"/></cellXfs></styleSheet>',
            "xl/worksheets/s.xml": f"<worksheet><sheetData>{rows}</sheetData>{tail}</worksheet>",
        },
    )


def test_spreadsheet_rows_show_values_under_their_headers(make_zip: MakeZip) -> None:
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
        '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="s"><v>3</v></c></row>'
        '<row r="4"><c r="A4" t="s"><v>4</v></c><c r="B4" s="1"><v>1234.5</v></c><c r="C4" s="2"><v>45658</v></c></row>'
        '<row r="5"><c r="B5" s="1"><v>7</v></c><c r="C5" s="2"><v>45659</v></c></row>'
    )
    document = parse(xlsx(make_zip, rows, '<mergeCells><mergeCell ref="A4:A5"/></mergeCells>'))
    assert [text for _, text in blocks(document)] == [
        "Costs",
        "Cost overview",
        "Region | Fee | Valid from",
        "Region: North | Fee: 1,234.50 | Valid from: 01.01.2025",
        "Region: North | Fee: 7.00 | Valid from: 02.01.2025",
    ]
    place = block(document, "1,234.50").place
    assert (place.kind, place.sheet, place.cells) == ("sheet", "Costs", "A4:C4")


def test_slides_have_numbers_titles_and_notes(make_zip: MakeZip) -> None:
    def shape(text: str, kind: str = "") -> str:
        placeholder = f'<p:nvPr><p:ph type="{kind}"/></p:nvPr>' if kind else "<p:nvPr/>"
        return f"<p:sp><p:nvSpPr>{placeholder}</p:nvSpPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"

    def slide(content: str) -> str:
        return f'<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>{content}</p:spTree></p:cSld></p:sld>'

    path = make_zip(
        "a.pptx",
        {
            "ppt/presentation.xml": f'<p:presentation xmlns:p="p" xmlns:r="{R}"><p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
            "ppt/_rels/presentation.xml.rels": f'<Relationships><Relationship Id="r1" Type="{R}/slide" Target="slides/s1.xml"/>'
            f'<Relationship Id="r2" Type="{R}/slide" Target="slides/s2.xml"/></Relationships>',
            "ppt/slides/s1.xml": slide(shape("Last words", "title")),
            "ppt/slides/s2.xml": slide(shape("Body") + shape("Goals", "ctrTitle") + shape("3", "sldNum")),
            "ppt/slides/_rels/s2.xml.rels": f'<Relationships><Relationship Id="n" Type="{R}/notesSlide" Target="../notesSlides/n.xml"/></Relationships>',
            "ppt/notesSlides/n.xml": slide(shape("Say hello", "body")),
        },
    )
    document = parse(path)
    assert blocks(document) == [
        ("heading", "Goals"),
        ("paragraph", "Body"),
        ("note", "Notes: Say hello"),
        ("heading", "Last words"),
    ]
    assert [b.place.slide for b in document.blocks] == [1, 1, 1, 2]
    assert document.title == "Goals"
    first = document.pages[0]
    assert document.text[first.start : first.end].startswith("Goals")


# --- mail and converted formats ------------------------------------------------------------------------------------------------


def test_a_mail_has_its_fields_body_quotes_and_attachments(make_file: MakeFile) -> None:
    mail = (
        "From: Ann <ann@example.org>\r\nTo: Ben <ben@example.org>\r\nSubject: =?utf-8?q?Pr=C3=BCfung?=\r\n"
        "Date: Fri, 23 Dec 2022 12:08:48 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe fee is 20 euro.\r\n\r\n> Old question?\r\n"
        '--b\r\nContent-Type: text/plain; name="n.txt"\r\nContent-Disposition: attachment; filename="n.txt"\r\n\r\nInside the note.\r\n--b--\r\n'
    )
    document = parse(make_file("a.eml", mail))
    assert document.title == "Prüfung"
    assert document.modified == "2022-12-23T12:08:48+01:00"
    found = blocks(document)
    assert ("paragraph", "The fee is 20 euro.") in found
    assert ("quote", "Old question?") in found
    assert ("note", "Attachment: n.txt (text/plain)") in found
    assert [child.name for child in document.children] == ["n.txt"]
    assert document.children[0].document is not None
    assert document.children[0].document.text == "Inside the note."
    assert document.blocks[0].place.kind == "mail"


def test_rtf_is_read(make_file: MakeFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    document = parse(make_file("a.rtf", r"{\rtf1\ansi The fee is {\b 20} euro.\par Next paragraph.\par}"), ParseOptions())
    assert document.kind == "rtf"
    assert "The fee is 20 euro." in document.text
