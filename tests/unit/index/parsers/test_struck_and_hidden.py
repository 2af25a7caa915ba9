"""What is struck out or hidden does not count as current text, in any format; what is struck out as a whole is kept and named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_containers import mail_bytes, zip_bytes
from made_office import R, W, doc_bytes, docx_bytes, par, run, table, texts, xlsx_bytes

from index.parsers.base import ParseOptions
from index.parsers.builder import HIDDEN_TEXT
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]
PART, WHOLE = "Old price now 25 €", "Struck out: Book the hotel"
STYLES = {
    "styles.xml": f"""<w:styles {W}><w:style w:type="character" w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>
    <w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Draft"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>"""
}
TARGETS = {"rS": ("styles", "styles.xml")}


def marked(text: str, properties: str) -> str:
    return run(text).replace("<w:r>", f"<w:r><w:rPr>{properties}</w:rPr>")


def odt(body: str, look: str) -> bytes:
    names = 'xmlns:office="o" xmlns:text="t" xmlns:style="s"'
    return zip_bytes(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f"<office:document-content {names}><office:automatic-styles><style:style style:name='T1'>"
            f"<style:text-properties {look}/></style:style></office:automatic-styles><office:body><office:text>{body}"
            "</office:text></office:body></office:document-content>",
        }
    )


def pptx(body: str) -> bytes:
    names = f'xmlns:p="p" xmlns:a="a" xmlns:r="{R}"'
    return zip_bytes(
        {
            "ppt/presentation.xml": f"<p:presentation {names}><p:sldIdLst><p:sldId r:id='r0'/></p:sldIdLst></p:presentation>",
            "ppt/_rels/presentation.xml.rels": f"<Relationships><Relationship Id='r0' Type='{R}/slide' Target='slides/s0.xml'/>"
            "</Relationships>",
            "ppt/slides/s0.xml": f"<p:sld {names}><p:cSld><p:spTree><p:sp><p:txBody>{body}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>",
        }
    )


def a_run(text: str, strike: str = "noStrike") -> str:
    return f'<a:r><a:rPr strike="{strike}"/><a:t>{text}</a:t></a:r>'


STRUCK: list[tuple[str, str | bytes]] = [
    ("a.html", "<p>Old price <del>20 €</del> <ins>now 25 €</ins></p><p><s>Book the hotel</s></p>"),
    (
        "b.html",
        "<p>Old price <span style='text-decoration: line-through red'>20 €</span> now 25 €</p><del><p>Book the hotel</p></del>",
    ),
    ("c.html", "<table><tr><td>Old price <strike>20 €</strike> now 25 €<td>x</table><p><s>Book the hotel</s></p>"),
    ("a.md", "Old price ~~20 €~~ now 25 €\n\n~~Book the hotel~~\n"),
    (
        "a.docx",
        docx_bytes(
            par("Old price ", inner=marked("20 € ", "<w:strike/>") + run("now 25 €"))
            + par(inner=marked("Book ", "<w:dstrike/>") + marked("the hotel", "<w:strike w:val='1'/>"))
        ),
    ),
    (
        "b.docx",
        docx_bytes(
            par("Old price ", inner=marked("20 € ", "<w:rStyle w:val='Gone'/>") + run("now 25 €"))
            + par(inner=marked("Book the hotel", "<w:rStyle w:val='Gone'/>")),
            STYLES,
            TARGETS,
        ),
    ),
    (
        "a.rtf",
        r"{\rtf1\ansi\ansicpg1252 Old price {\strike 20 \'80 }now 25 \'80\par\striked1 Book\striked0\strike  the hotel\par}",
    ),
    ("a.doc", doc_bytes([("Old price 20 € now 25 €\r", 0, b"")], deleted="20 € ", mark=0x0837)),
    ("b.doc", doc_bytes([("Book the hotel\r", 0, b""), (PART + "\r", 0, b"")], deleted="Book the hotel", mark=0x2A53)),
    (
        "a.odt",
        odt(
            "<text:p>Old price <text:span text:style-name='T1'>20 € </text:span>now 25 €</text:p>"
            "<text:p text:style-name='T1'>Book the hotel</text:p>",
            "style:text-line-through-style='solid'",
        ),
    ),
    (
        "a.pptx",
        pptx(
            f"<a:p>{a_run('Old price ')}{a_run('20 € ', 'sngStrike')}{a_run('now 25 €', 'noStrike')}</a:p>"
            f"<a:p>{a_run('Book the hotel', 'dblStrike')}</a:p>"
        ),
    ),
    ("a.eml", mail_bytes("Old price 20 € now 25 €", html="<p>Old price <s>20 €</s> now 25 €</p>")),
]


WITH_WHOLE = [(name, content) for name, content in STRUCK if name not in {"a.doc", "a.eml"}]


@pytest.mark.parametrize(("name", "content"), STRUCK, ids=[name for name, _ in STRUCK])
def test_words_that_are_struck_out_within_a_sentence_are_not_read(name: str, content: str | bytes, make_file: MakeFile) -> None:
    text = parse(make_file(name, content), ParseOptions(ocr=False)).text
    assert PART in " ".join(text.split())
    assert "20 €" not in text


@pytest.mark.parametrize(("name", "content"), WITH_WHOLE, ids=[name for name, _ in WITH_WHOLE])
def test_what_is_struck_out_as_a_whole_is_kept_and_named(name: str, content: str | bytes, make_file: MakeFile) -> None:
    assert WHOLE in parse(make_file(name, content)).text


def test_a_cell_that_is_struck_out_says_so_under_its_header(make_file: MakeFile) -> None:
    document = docx_bytes(table(["Item", "Fee"], ["Hotel", par(inner=marked("20 €", "<w:strike/>"))]))
    assert texts(parse(make_file("a.docx", document)))[-1] == "Item: Hotel | Fee: Struck out: 20 €"
    page = "<table><tr><th>Item<th>Fee<tr><td>Hotel<td><del>20 €</del></table>"
    assert texts(parse(make_file("a.html", page)))[-1] == "Item: Hotel | Fee: Struck out: 20 €"


HIDDEN: list[tuple[str, str | bytes]] = [
    ("a.docx", docx_bytes(par("Fee", inner=marked("SECRET", "<w:vanish/>") + run(" 25 €")))),
    ("b.docx", docx_bytes(par("Fee", inner=marked("SECRET", "<w:rStyle w:val='Secret'/>") + run(" 25 €")), STYLES, TARGETS)),
    ("c.docx", docx_bytes(par("Fee 25 €") + par("SECRET", style="Draft"), STYLES, TARGETS)),
    ("a.rtf", r"{\rtf1\ansi\ansicpg1252 Fee{\v SECRET} 25 \'80\par}"),
    ("a.doc", doc_bytes([("FeeSECRET 25 €\r", 0, b"")], deleted="SECRET", mark=0x083C)),
    ("a.odt", odt("<text:p>Fee<text:span text:style-name='T1'>SECRET</text:span> 25 €</text:p>", "text:display='none'")),
]


@pytest.mark.parametrize(("name", "content"), HIDDEN, ids=[name for name, _ in HIDDEN])
def test_hidden_text_is_left_out_and_that_is_said(name: str, content: str | bytes, make_file: MakeFile) -> None:
    document = parse(make_file(name, content))
    assert document.text == "Fee 25 €"
    assert HIDDEN_TEXT in document.warnings


def test_a_run_may_show_again_what_its_styles_hide(make_file: MakeFile) -> None:
    shown = marked("by itself ", "<w:vanish w:val='0'/>") + marked("by both styles", "<w:rStyle w:val='Secret'/>")
    document = parse(make_file("a.docx", docx_bytes(par(inner=shown, style="Draft"), STYLES, TARGETS)))
    assert texts(document) == ["by itself by both styles"]


def test_a_field_that_begins_in_hidden_text_ends_as_any_other(make_file: MakeFile) -> None:
    begin = "<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>XE x</w:instrText></w:r>"
    end = "<w:r><w:fldChar w:fldCharType='end'/></w:r>"
    assert texts(parse(make_file("a.docx", docx_bytes(par("Before ", inner=begin + end + run("after")))))) == ["Before after"]


def test_words_struck_out_in_a_cell_of_a_workbook_are_not_read(make_file: MakeFile) -> None:
    strings = (
        "<sst><si><r><rPr><strike/></rPr><t>20 € </t></r><r><rPr><strike val='0'/></rPr><t>25 €</t></r></si>"
        "<si><r><rPr><strike/></rPr><t>30 €</t></r></si></sst>"
    )
    cells = "<sheetData><row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c></row></sheetData>"
    data = xlsx_bytes({"S": cells}, parts={"xl/sharedStrings.xml": strings})
    assert "25 € | Struck out: 30 €" in texts(parse(make_file("a.xlsx", data)))[-1]
