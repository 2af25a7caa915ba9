"""RTF: structure, code pages, notes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_office import block, blocks, texts

from index.errors import UnreadableDocument
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


def rtf(body: str, head: str = "") -> str:
    return r"{\rtf1\ansi\ansicpg1252" + head + body + "}"


def test_headings_lists_and_places(make_file: MakeFile) -> None:
    head = r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s7 \'dcberschrift 2;}}"
    body = r"\pard\s1 Terms\par\pard\s7 Fees\par\pard{\listtext 1.\tab}First\par{\listtext \'b7\tab}Second\par\pard The fee is 20 euro.\par"
    document = parse(make_file("a.rtf", rtf(body, head)))
    assert blocks(document) == [
        ("heading", "Terms"),
        ("heading", "Fees"),
        ("list_item", "1. First"),
        ("list_item", "- Second"),
        ("paragraph", "The fee is 20 euro."),
    ]
    assert block(document, "20 euro").place.heading_path == ("Terms", "Fees")


def test_table_rows_carry_headers_and_merged_cells_repeat(make_file: MakeFile) -> None:
    row = r"\trowd{}\cellx100{}\cellx200\pard\intbl {}\cell {}\cell\row "
    body = row.format(r"\trhdr", "", "Region", "Fee") + row.format("", "", "North", "1 euro")
    body += r"\trowd\clvmrg\cellx100\cellx200\pard\intbl \cell 2 euro\cell\row\pard After\par"
    assert texts(parse(make_file("a.rtf", rtf(body)))) == [
        "Region | Fee",
        "Region: North | Fee: 1 euro",
        "Region: North | Fee: 2 euro",
        "After",
    ]


@pytest.mark.parametrize(
    ("charset", "encoding", "text"),
    [
        (128, "cp932", "こんにちは"),
        (204, "cp1251", "Привет"),
        (161, "cp1253", "Καλημέρα"),
        (238, "cp1250", "Łódź"),
        (134, "gb18030", "合同"),
    ],
)
def test_each_font_has_its_own_code_page(charset: int, encoding: str, text: str, make_file: MakeFile) -> None:
    escaped = "".join(f"\\'{byte:02x}" for byte in text.encode(encoding))
    head = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset" + f"{charset} Other;" + "}}"
    document = parse(make_file("a.rtf", rtf(r"\f0 Caf\'e9 \f1 " + escaped + r"\par", head)))
    assert texts(document) == [f"Café {text}"]


def test_unicode_signs_replace_their_stand_ins(make_file: MakeFile) -> None:
    body = r"\uc1 5 \u8364? and \uc2\u22806\'b0\'a1 \uc1 and \u-10179?\u-8704?\par"
    assert texts(parse(make_file("a.rtf", rtf(body)))) == ["5 € and 外 and 😀"]


def test_notes_comments_and_headers_are_marked_and_deletions_left_out(make_file: MakeFile) -> None:
    body = (
        r"{\header Lease 2024\par}Rent{\footnote On the first day.} is{\*\atnid AB}{\*\atnauthor Ann}{\*\annotation Check this.} "
        r"{\deleted old }due.\par{\field{\*\fldinst HYPERLINK x}{\fldrslt a link}}\par{\pict 0102}{\*\unknown secret}Last.\par"
    )
    assert blocks(parse(make_file("a.rtf", rtf(body)))) == [
        ("note", "Header: Lease 2024"),
        ("paragraph", "Rent is due."),
        ("note", "Footnote: On the first day."),
        ("note", "Comment by Ann: Check this."),
        ("paragraph", "a link"),
        ("paragraph", "Last."),
    ]


def test_title_author_and_date_come_from_the_file(make_file: MakeFile) -> None:
    head = r"{\info{\title The lease}{\author Ann}{\revtim\yr2024\mo3\dy1}}"
    document = parse(make_file("a.rtf", rtf(r"Text.\par", head)))
    assert (document.title, document.author, document.modified) == ("The lease", "Ann", "2024-03-01")


@pytest.mark.parametrize(
    "content", [r"\bin-5 x", r"\'4", r"{\upr}}}}}text\u", r"\trowd\row\cell\row\nestrow", r"\cell\cell", r"\u99999999x"]
)
def test_broken_codes_do_not_hide_the_text(content: str, make_file: MakeFile) -> None:
    assert "The end" in parse(make_file("a.rtf", rtf(content + r"\pard The end\par"))).text


def test_groups_without_end_are_refused(make_file: MakeFile) -> None:
    with pytest.raises(UnreadableDocument, match="nested"):
        parse(make_file("a.rtf", rtf("{" * 50_000 + "x")))


def test_wider_cells_stand_over_the_columns_that_they_cover(make_file: MakeFile) -> None:
    def row(*cells: tuple[str, int], codes: str = "") -> str:
        return (
            rf"\trowd{codes} "
            + "".join(rf"\cellx{edge}" for _, edge in cells)
            + r"\pard\intbl "
            + "".join(rf"{t}\cell " for t, _ in cells)
            + r"\row "
        )

    head = row(("Berth", 1000), ("Fee", 3000), ("Depth", 4000), codes=r"\trhdr")
    names = row(("", 1000), ("Summer", 2000), ("Winter", 3010), ("", 4000), codes=r"\trhdr")
    values = row(("North", 1000), ("310", 2000), ("205", 3000), ("7.5", 3990)) + row(
        ("All", 1000), ("free in May", 3000), ("6.1", 4000)
    )
    document = parse(make_file("a.rtf", r"{\rtf1\ansi " + head + names + values + r"\pard After\par}"))
    assert texts(document)[2:] == [
        "Berth: North | Fee / Summer: 310 | Fee / Winter: 205 | Depth: 7.5",
        "Berth: All | Fee / Summer: free in May | Depth: 6.1",
        "After",
    ]
