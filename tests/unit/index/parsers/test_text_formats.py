"""Text in its many forms: code and data line by line, XML by its elements, subtitles by time, pages without their frame."""

from __future__ import annotations

import os

import pytest

from index.errors import UnsafeDocument, UnsupportedFormat
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

OPTIONS = ParseOptions(ocr=False)


def blocks(document) -> list[tuple[str, str]]:
    return [(b.kind, document.text[b.start : b.end]) for b in document.blocks]


@pytest.mark.parametrize("name", ["a.py", "a.log", "a.ini", "a.yaml", "a.json", "a.sql"])
def test_code_has_no_headings_and_lists(name: str, make_file) -> None:
    document = parse(make_file(name, "CHAPTER 1\n\n1. first = 2\n- second: 3.50\n"), OPTIONS)
    assert {kind for kind, _ in blocks(document)} == {"code"}
    assert "3.50" in document.text


def test_json_on_one_line_becomes_a_line_a_value_with_figures_as_written(make_file) -> None:
    content = '{"fee": 1.10, "big": 12345678901234567890, "list": [1e5, {"name": "Ann"}], "note": "' + "word " * 120 + '"}'
    lines = parse(make_file("a.json", content), OPTIONS).text.split("\n")
    assert lines[:4] == ["fee: 1.10", "big: 12345678901234567890", "list[1]: 1e5", "list[2].name: Ann"]


def test_xml_values_keep_the_names_of_their_elements(make_file) -> None:
    xml = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE list><list year="2024"><title>Gebühren</title>'
        "<item><name>Größe A</name><fee>12,50</fee></item><item><name>B</name><fee cur='EUR'>3</fee></item>"
        "<note>Ask <b>Ann</b> first.</note></list>"
    )
    assert blocks(parse(make_file("a.xml", xml.encode("latin-1")), OPTIONS)) == [
        ("paragraph", "list (year = 2024)"),
        ("heading", "Gebühren"),
        ("table_row", "name: Größe A | fee: 12,50"),
        ("table_row", "name: B | fee (cur = EUR): 3"),
        ("paragraph", "Ask Ann first."),
    ]


def test_broken_xml_is_read_as_far_as_it_goes_and_says_so(make_file) -> None:
    document = parse(make_file("a.xml", "<?xml version='1.0'?><a><b>The fee is 20 & more</a>"), OPTIONS)
    assert "The fee is 20" in document.text
    assert "not well-formed" in document.warnings[0]


@pytest.mark.parametrize(
    "definition",
    ['<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">', '<!ENTITY b SYSTEM "file:///etc/hostname">', '<!ENTITY % b SYSTEM "x">'],
)
def test_xml_that_defines_entities_is_refused(definition: str, make_file) -> None:
    with pytest.raises(UnsafeDocument, match="entities") as caught:
        parse(make_file("a.xml", f'<?xml version="1.0"?><!DOCTYPE x [{definition}]><x>before &b; after</x>'), OPTIONS)
    assert caught.value.next_step


def test_entities_of_a_web_page_are_not_expanded(make_file) -> None:
    page = '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/hostname">]><html><body><p>Fee &a; 20</p></body></html>'
    assert parse(make_file("a.html", page), OPTIONS).text == "Fee &a; 20"


def test_subtitles_are_read_with_their_times(make_file) -> None:
    srt = (
        "1\n00:00:01,000 --> 00:00:03,000\n<i>Hello there</i>\n\n2\n00:00:03,500 --> 00:00:05,000\nIt costs 20\neuro.\n\n"
        "3\n00:01:10,000 --> 00:01:12,000\nBye.\n"
    )
    assert blocks(parse(make_file("a.srt", srt), OPTIONS)) == [
        ("paragraph", "[00:00:01] Hello there It costs 20 euro."),
        ("paragraph", "[00:01:10] Bye."),
    ]


def test_template_tags_in_code_of_markdown_are_text(make_file) -> None:
    text = "Use `{{ name }}` {{ gone }}here.\n\n```\n{% if x %} kept {% endif %}\n```\n"
    document = parse(make_file("a.md", text), OPTIONS)
    assert "{{ name }}" in document.text
    assert "{% if x %} kept {% endif %}" in document.text
    assert "gone" not in document.text


PROSE = "This sentence belongs to the page and is long enough to be called running text by any reader of it. "


def test_the_frame_of_a_page_is_left_out_and_its_text_is_kept(make_file) -> None:
    page = f"""<html><body><div id="cookie-banner"><p>We use cookies.</p><button>Accept</button></div>
    <header><h1>Title</h1><p>Slogan</p></header><div role="search">Search</div>
    <main><h2>Part</h2><p>{PROSE * 3}</p></main><div><h3>Share this</h3><p>Short</p><p>Outside: {PROSE}</p></div></body></html>"""
    texts = [text for _, text in blocks(parse(make_file("a.html", page), OPTIONS))]
    assert texts == ["Title", "Part", (PROSE * 3).strip(), f"Outside: {PROSE}".strip()]


def test_a_page_about_cookies_is_not_a_cookie_notice(make_file) -> None:
    page = f'<html><body><div class="cookie-recipes"><p>{PROSE}</p><p>Bake the cookies at 180 degrees.</p></div></body></html>'
    assert "180 degrees" in parse(make_file("a.html", page), OPTIONS).text


def test_an_article_that_is_a_small_part_does_not_hide_the_rest(make_file) -> None:
    page = f"<html><body><article><p>Teaser.</p></article><p>{PROSE * 5}</p><p>Fee: 20 euro.</p></body></html>"
    document = parse(make_file("a.html", page), OPTIONS)
    assert "Teaser." in document.text
    assert "Fee: 20 euro." in document.text


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("mail.log", "Return-Path: <a@example.org>\nReceived: x\nFrom: a@example.org\nSubject: y\n\nText", "eml"),
        ("note.txt", "From: Berlin\nTo: Rome\n\nA travel plan.", "txt"),
        ("letter.txt", "From the hills we came.\nAnd so on.", "txt"),
        ("data.xls", "<html><body><table><tr><td>1</td></tr></table></body></html>", "html"),
        ("page.doc", "<?xml version='1.0'?><html><body>x</body></html>", "html"),
        ("feed.txt", "<?xml version='1.0'?><rss><item>x</item></rss>", "xml"),
        ("broken.mbox", "Only words.", "txt"),
    ],
)
def test_the_kind_of_a_text_is_told_by_its_content(name: str, content: str, kind: str, make_file) -> None:
    assert parse(make_file(name, content), OPTIONS).kind == kind


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_a_pipe_is_refused_without_being_opened(tmp_path) -> None:
    pipe = tmp_path / "a.txt"
    os.mkfifo(pipe)
    with pytest.raises(UnsupportedFormat, match="pipe"):
        parse(pipe, OPTIONS)


def test_letters_that_json_writes_as_escapes_are_letters(make_file) -> None:
    text = r'{"name": "M\u00fcller \ud83d\ude00", "path": "C:\\u00fc", "said": "\u0022x\u0022\u000a"}'
    assert parse(make_file("a.json", text.encode())).text == (
        r'{"name": "Müller 😀", "path": "C:\\u00fc", "said": "\u0022x\u0022\u000a"}'
    )


def test_a_table_with_tabs_under_the_name_of_excel_is_a_table(make_file) -> None:
    document = parse(make_file("export.xls", b"Port\tFee\nKiel\t7\nBremen\t9\n"))
    assert "Port: Kiel | Fee: 7" in document.text


def test_attributes_of_sentences_in_xml_are_kept(make_file) -> None:
    text = "<bill nr='4711'>Berth <b>nine</b> is let.</bill>"
    assert parse(make_file("a.xml", f"<?xml version='1.0'?><all>{text}</all>".encode())).text == (
        "bill (nr = 4711)\n\nBerth nine is let."
    )


def test_what_a_page_shows_from_attributes_and_fields_is_read(make_file) -> None:
    inner = "&lt;p&gt;Page in a page.&lt;/p&gt;&lt;iframe srcdoc='&amp;lt;p&amp;gt;deeper'&gt;&lt;/iframe&gt;"
    fields = "<input value='Smith'><input type=hidden value=token><textarea>Please call.</textarea>"
    text = parse(make_file("a.html", f'<html><body><form>Name {fields}</form><iframe srcdoc="{inner}"></iframe>'.encode())).text
    assert text == "Name Smith Please call.\n\nPage in a page."


def test_marks_of_notes_are_no_part_of_the_word_before_them(make_file) -> None:
    page = "<p>The term ends in May<sup><a href='#n'>i</a></sup>. It began in June<a href='#m'><sup>ii</sup></a>. The 1<sup>st</sup> berth.</p>"
    assert parse(make_file("a.html", page)).text == "The term ends in May i . It began in June ii . The 1st berth."
