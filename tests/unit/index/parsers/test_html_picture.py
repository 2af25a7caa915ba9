"""What pictures show, by the words of their writers: on web pages, in Markdown, in books and in drawings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_containers import zip_bytes
from made_office import blocks, texts

from index.errors import NoText
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize(
    ("markup", "read"),
    [
        ("<p>Press <img alt='Save'> to go on.</p>", ["Press Save to go on."]),
        ("<p><img alt='Portrait of Ann'> Ann was born in 1950.</p>", ["Ann was born in 1950.", "Picture: Portrait of Ann"]),
        ("<figure><img alt='Sales rose to 35 million'><figcaption>2025</figcaption></figure>", ["Picture: Sales rose to 35 million", "2025"]),
        ("<h1><img alt='Harbour Ltd'></h1>", ["Harbour Ltd"]),
        ("<p>Area: <svg role='img' aria-label='Plan of the pier'><path d='M0 0'/></svg></p>", ["Area:", "Picture: Plan of the pier"]),
        ("<p><img alt='Warning'> Warning: wet floor.</p>", ["Warning: wet floor."]),
        ("<p>Text.<img alt='photo1.jpg'><img alt=''><img alt='icon'><img alt='Spacer' aria-hidden='true'></p>", ["Text."]),
    ],
)  # fmt: skip
def test_words_of_pictures_are_read_where_they_say_something(markup: str, read: list[str], make_file: MakeFile) -> None:
    assert texts(parse(make_file("a.html", f"<html><body>{markup}</body></html>"))) == read


def test_pictures_in_cells_are_their_values(make_file: MakeFile) -> None:
    table = (
        "<table><tr><th>Service</th><th>Basic</th></tr><tr><td>Backup</td><td><img alt='✓'></td></tr>"
        "<tr><td>Sync</td><td><svg><title>not included</title></svg></td></tr></table>"
    )
    assert texts(parse(make_file("a.html", table)))[1:] == [
        "Service: Backup | Basic: ✓",
        "Service: Sync | Basic: not included",
    ]


def test_the_title_of_a_drawing_is_not_the_title_of_its_page(make_file: MakeFile) -> None:
    page = "<html><body><svg><title>Logo of us</title></svg><p>Text.</p><title>Terms</title></body></html>"
    assert parse(make_file("a.html", page)).title == "Terms"


def test_markdown_and_books_keep_the_words_of_their_pictures(make_file: MakeFile) -> None:
    assert texts(parse(make_file("a.md", "Before.\n\n![The *old* pier](pier.png)\n"))) == ["Before.", "Picture: The old pier"]
    page = "<html><body><p>Before.</p><img src='p.png' alt='The old pier'/><p>After.</p></body></html>"
    book = zip_bytes({"mimetype": "application/epub+zip", "OPS/one.xhtml": page})
    assert texts(parse(make_file("a.epub", book))) == ["Before.", "Picture: The old pier", "After."]


def test_a_drawing_is_read_line_by_line_without_styles_and_what_is_not_drawn(make_file: MakeFile) -> None:
    svg = (
        "<?xml version='1.0'?><!-- made by hand --><svg xmlns='http://www.w3.org/2000/svg'><title>Plan</title><desc>By Ann</desc>"
        "<style>.a{fill:red}</style><defs><text>unseen</text></defs><defs/><g><rect/><text x='1' y='5'>Start</text><rect/>"
        "<text x='9' y='5'>Check</text></g><text x='1' y='9'>North pier <tspan x='1' dy='9'>120&#160;m</tspan></text></svg>"
    )
    document = parse(make_file("a.svg", svg))
    assert (document.kind, document.title) == ("svg", "Plan")
    assert blocks(document) == [
        ("heading", "Plan"),
        ("note", "By Ann"),
        ("paragraph", "Start | Check"),
        ("paragraph", "North pier 120 m"),
    ]


def test_entities_of_a_drawing_are_not_expanded(make_file: MakeFile) -> None:
    svg = "<!DOCTYPE svg [<!ENTITY a 'boom'><!ENTITY b '&a;&a;&a;'>]><svg><text>Depth 7.5 m &b;</text></svg>"
    document = parse(make_file("a.svg", svg))
    assert document.kind == "svg"
    assert "Depth 7.5 m" in document.text
    assert "boom" not in document.text


def test_a_drawing_without_text_is_said_to_have_none(make_file: MakeFile) -> None:
    with pytest.raises(NoText):
        parse(make_file("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>"))
