"""DOCX: what Word shows, with headings, tables, notes and all that real documents wrap around their text."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from made_containers import zip_bytes
from made_office import W_STRICT, R, W, block, blocks, docx_bytes, par, run, table, texts

from index.errors import UnreadableDocument, UnsafeDocument
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


def read(make_file: MakeFile, body: str, **more: object) -> list[tuple[str, str]]:
    return blocks(parse(make_file("a.docx", docx_bytes(body, **more))))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("inner", "shown"),
    [
        (
            f"<w:sdt><w:sdtPr><w:alias w:val='x'/></w:sdtPr><w:sdtContent>{run('in a control')}</w:sdtContent></w:sdt>",
            "in a control",
        ),
        (f"<w:smartTag>{run('in a smart tag')}</w:smartTag>", "in a smart tag"),
        (f"<w:hyperlink>{run('a link')}</w:hyperlink>", "a link"),
        (f"<w:moveFrom>{run('old')}</w:moveFrom><w:moveTo>{run('moved')}</w:moveTo>", "moved"),
        (f"<w:fldSimple w:instr='PAGE'>{run('7')}</w:fldSimple>", "7"),
        (
            "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>REF x</w:instrText></w:r><w:r><w:fldChar "
            f"w:fldCharType='separate'/></w:r>{run('shown result')}<w:r><w:fldChar w:fldCharType='end'/></w:r>",
            "shown result",
        ),
        (
            "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>NUMPAGES</w:instrText></w:r>"
            "<w:r><w:fldChar w:fldCharType='end'/></w:r>",
            "[NUMPAGES]",
        ),
        (
            "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r>"
            "<w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r>",
            "☒",
        ),
        ("<w:r><w:sym w:font='Wingdings' w:char='F0FE'/></w:r>", "☒"),
        (
            "<w:r><w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r></w:rubyBase></w:ruby></w:r>",
            "東",
        ),
        (f"<w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t><w:tab/><w:t>{'x'}</w:t></w:r>", "co-op x"),
        (
            "<m:oMath xmlns:m='m'><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>",
            "a/b",
        ),
    ],
)
def test_what_wraps_text_neither_hides_nor_doubles_it(inner: str, shown: str, make_file: MakeFile) -> None:
    separator = " " if shown == "a/b" else ""
    assert read(make_file, par("Before", inner=inner) + par("After")) == [
        ("paragraph", f"Before{separator}{shown}"),
        ("paragraph", "After"),
    ]


def test_nested_tables_follow_the_outer_one_with_headers_of_their_own(make_file: MakeFile) -> None:
    inner = table(["Year", "Fee"], ["2024", "20 euro"])
    found = read(make_file, table(["Region", "Detail"], ["North", par("see below") + inner + par()]))
    assert found == [
        ("table_row", "Region | Detail"),
        ("table_row", "Region: North | Detail: see below"),
        ("table_row", "Year | Fee"),
        ("table_row", "Year: 2024 | Fee: 20 euro"),
    ]


def test_group_headers_and_years_name_their_columns(make_file: MakeFile) -> None:
    wide = "<w:tcPr><w:gridSpan w:val='2'/></w:tcPr>"
    found = read(make_file, table(["Region", wide + par("2024")], ["", "Plan", "Actual"], ["North", "10", "12"]))
    assert found[-1] == ("table_row", "Region: North | 2024 / Plan: 10 | 2024 / Actual: 12")
    assert read(make_file, table(["Region", "2023", "2024"], ["North", "10", "12"]))[-1] == (
        "table_row",
        "Region: North | 2023: 10 | 2024: 12",
    )


def test_rows_inside_controls_and_shifted_rows_keep_their_columns(make_file: MakeFile) -> None:
    rows = f"<w:sdt><w:sdtContent><w:tr><w:tc>{par('North')}</w:tc><w:tc>{par('10')}</w:tc></w:tr></w:sdtContent></w:sdt>"
    rows += f"<w:tr><w:trPr><w:gridBefore w:val='1'/></w:trPr><w:tc>{par('20')}</w:tc></w:tr>"
    body = f"<w:tbl><w:tr><w:tc>{par('Region')}</w:tc><w:tc>{par('Fee')}</w:tc></w:tr>{rows}</w:tbl>"
    assert [text for _, text in read(make_file, body)] == ["Region | Fee", "Region: North | Fee: 10", "Fee: 20"]


def test_text_boxes_pictures_and_charts_follow_their_paragraph(make_file: MakeFile) -> None:
    box = f"<w:txbxContent>{par('In the box')}</w:txbxContent>"
    drawing = (
        f"<w:r><mc:AlternateContent xmlns:mc='mc'><mc:Choice><w:drawing><wp:docPr xmlns:wp='wp' descr='A seal'/>{box}<c:chart xmlns:c='c' "
        f"r:id='c1'/></w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    chart = (
        "<c:chartSpace xmlns:c='c' xmlns:a='a'><c:chart><c:title><a:t>Ducks</a:t></c:title><c:ser><c:tx><c:strCache><c:pt idx='0'><c:v>2024"
        "</c:v></c:pt></c:strCache></c:tx><c:cat><c:pt idx='0'><c:v>Mallard</c:v></c:pt></c:cat><c:val><c:pt idx='0'><c:v>7</c:v></c:pt>"
        "</c:val></c:ser></c:chart></c:chartSpace>"
    )
    found = read(
        make_file, par("Text", inner=drawing), parts={"charts/c1.xml": chart}, targets={"c1": ("chart", "charts/c1.xml")}
    )
    assert found == [
        ("paragraph", "Text"),
        ("note", "Picture: A seal"),
        ("paragraph", "Ducks"),
        ("table_row", "2024"),
        ("table_row", "Mallard | 2024: 7"),
        ("paragraph", "In the box"),
    ]


def test_words_for_pictures_are_read_from_groups_and_from_old_drawings(make_file: MakeFile) -> None:
    group = "<w:r><w:drawing><wp:docPr xmlns:wp='wp' descr='image1.png' title='Plan'/><pic:cNvPr xmlns:pic='pic' descr='The pier'/></w:drawing></w:r>"
    old = "<w:r><w:pict><v:shape xmlns:v='v' alt='A seal'/></w:pict></w:r>"
    assert [text for _, text in read(make_file, par("Text", inner=group + old))] == [
        "Text",
        "Picture: The pier",
        "Picture: A seal",
    ]


def test_headers_footers_and_comments_without_anchor_are_kept_once(make_file: MakeFile) -> None:
    header = f"<w:hdr {W}>{par('Lease 2024')}</w:hdr>"
    comments = f"<w:comments {W}><w:comment w:id='9' w:author='Ann'>{par('Lost anchor')}</w:comment></w:comments>"
    found = read(
        make_file,
        par("Text"),
        parts={"h1.xml": header, "h2.xml": header, "comments.xml": comments},
        targets={"a": ("header", "h1.xml"), "b": ("header", "h2.xml"), "c": ("comments", "comments.xml")},
    )
    assert found == [("note", "Header: Lease 2024"), ("paragraph", "Text"), ("note", "Comment by Ann: Lost anchor")]


def test_lists_that_begin_anew_count_anew(make_file: MakeFile) -> None:
    level = "<w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl>"
    numbering = (
        f"<w:numbering {W}><w:abstractNum w:abstractNumId='1'>{level}</w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num>"
        "<w:num w:numId='2'><w:abstractNumId w:val='1'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='1'/></w:lvlOverride></w:num>"
        "</w:numbering>"
    )
    body = "".join(
        par(t, properties=f"<w:numPr><w:ilvl w:val='0'/><w:numId w:val='{n}'/></w:numPr>")
        for t, n in (("a", 1), ("b", 1), ("c", 2))
    )
    assert [text for _, text in read(make_file, body, parts={"numbering.xml": numbering})] == ["1. a", "2. b", "1. c"]


@pytest.mark.parametrize("damage", ["comments.xml", "styles.xml", "footnotes.xml"])
def test_a_damaged_side_part_costs_only_itself(damage: str, make_file: MakeFile) -> None:
    document = parse(make_file("a.docx", docx_bytes(par("The fee is 20 euro."), parts={damage: "<w:broken"})))
    assert texts(document) == ["The fee is 20 euro."]
    assert any(damage in warning for warning in document.warnings)


def test_control_characters_and_bare_ampersands_do_not_cost_the_document(make_file: MakeFile) -> None:
    assert read(make_file, par("Fees &#x1F;& rent\x0b due &amp; paid")) == [("paragraph", "Fees & rent due & paid")]


def test_a_member_that_does_not_unpack_is_said_to_be_damaged(make_file: MakeFile, tmp_path: Path) -> None:
    data = bytearray(zip_bytes({"word/document.xml": f"<w:document {W}><w:body>{par('x' * 3000)}</w:body></w:document>"}))
    at = data.index(b"word/document.xml") + 30
    data[at : at + 20] = b"\xff" * 20
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(make_file("a.docx", bytes(data)))


def test_strict_files_odd_names_and_missing_styles_are_read(make_file: MakeFile) -> None:
    main = f"<w:document {W_STRICT}><w:body>{par('Strict text')}</w:body></w:document>"
    assert texts(parse(make_file("a.docx", zip_bytes({"word/document.xml": main})))) == ["Strict text"]
    assert texts(parse(make_file("b.docx", zip_bytes({"word\\Document.xml": main})))) == ["Strict text"]
    types = "<Types><Override PartName='/main.xml' ContentType='application/vnd.openxmlformats-officedocument.wordprocessingml.x'/></Types>"
    root = f"<Relationships><Relationship Id='r' Type='{R}/officeDocument' Target='/main.xml'/></Relationships>"
    assert texts(
        parse(make_file("c.docx", zip_bytes({"main.xml": main, "[Content_Types].xml": types, "_rels/.rels": root})))
    ) == ["Strict text"]


@pytest.mark.parametrize(
    ("declaration", "words"),
    [
        ('<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">', "multiply"),
        ('<!ENTITY a SYSTEM "file:///etc/hostname">', "another file"),
        ('<!ENTITY a "aaaa">', "no office program"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_each_kind_of_entity_has_its_own_reason(declaration: str, words: str, encoding: str, make_file: MakeFile) -> None:
    main = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE d [{declaration}]><w:document {W}><w:body>{par("&a;")}</w:body></w:document>'
    with pytest.raises(UnsafeDocument, match=words):
        parse(make_file("a.docx", zip_bytes({"word/document.xml": main.encode(encoding)})))


def test_a_bomb_is_refused_before_it_unpacks(make_file: MakeFile) -> None:
    data = zip_bytes({"word/document.xml": "<d/>", "word/media/x": b"0" * (70 << 20)})
    with pytest.raises(UnsafeDocument, match="unpack"):
        parse(make_file("a.docx", data))
    with pytest.raises(UnsafeDocument, match="unpack"):
        parse(make_file("b.docx", docx_bytes(par("text" * 1000))), ParseOptions(max_unpacked_bytes=100))


def test_text_in_an_html_chunk_and_in_a_document_chunk_is_read(make_file: MakeFile) -> None:
    parts = {"c.html": "<html><body><p>From the web</p></body></html>"}
    body = "<w:altChunk r:id='h'/><w:altChunk r:id='d'/>"
    data = docx_bytes(body, parts=parts, targets={"h": ("aFChunk", "c.html"), "d": ("aFChunk", "inner.docx")})
    path = make_file("a.docx", data)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/inner.docx", docx_bytes(par("From the inner document")))
    assert texts(parse(path)) == ["From the web", "From the inner document"]


def test_flat_files_are_read_like_packages(make_file: MakeFile) -> None:
    document = f"<w:document {W}><w:body>{par('Terms', style='H1')}{par('20 euro')}</w:body></w:document>"
    styles = f'<w:styles {W}><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>'
    part = "<pkg:part pkg:name='/word/{}.xml'><pkg:xmlData>{}</pkg:xmlData></pkg:part>"
    flat = f"<?xml version='1.0'?><pkg:package xmlns:pkg='p'>{part.format('document', document)}{part.format('styles', styles)}</pkg:package>"
    found = parse(make_file("a.xml", flat))
    assert blocks(found) == [("heading", "Terms"), ("paragraph", "20 euro")]
    assert block(found, "20 euro").place.heading_path == ("Terms",)


def test_word_2003_xml_keeps_notes_comments_and_headers_apart(make_file: MakeFile) -> None:
    names = "xmlns:w='w' xmlns:aml='aml' xmlns:wx='wx'"
    note = f"<w:r><w:footnote>{par('On the first day.')}</w:footnote></w:r>"
    comment = (
        f"<aml:annotation w:type='Word.Comment' aml:author='Ann'><aml:content>{par('Check.')}</aml:content></aml:annotation>"
    )
    deletion = f"<aml:annotation w:type='Word.Deletion'><aml:content>{run('old ')}</aml:content></aml:annotation>"
    header = f"<w:sectPr><w:hdr w:type='odd'>{par('Lease 2024')}</w:hdr></w:sectPr>"
    body = f"<wx:sect>{par('Rent is due.', inner=note + comment + deletion)}{table(['Region', 'Fee'], ['North', '20'])}{header}</wx:sect>"
    xml = f"<?xml version='1.0'?><?mso-application progid='Word.Document'?><w:wordDocument {names}><w:body>{body}</w:body></w:wordDocument>"
    assert blocks(parse(make_file("a.doc", xml))) == [
        ("note", "Header: Lease 2024"),
        ("paragraph", "Rent is due."),
        ("note", "Footnote: On the first day."),
        ("note", "Comment by Ann: Check."),
        ("table_row", "Region | Fee"),
        ("table_row", "Region: North | Fee: 20"),
    ]
