"""PPTX: slides with their number, title and all that stands on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from made_containers import zip_bytes
from made_office import R, blocks, relations

from index.document import ParsedDocument
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]
NAMES = f'xmlns:p="p" xmlns:a="a" xmlns:c="c" xmlns:r="{R}" xmlns:mc="mc"'


def shape(*paragraphs: str, kind: str = "") -> str:
    placeholder = f'<p:nvPr><p:ph type="{kind}"/></p:nvPr>' if kind else "<p:nvPr/>"
    body = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in paragraphs)
    return f"<p:sp><p:nvSpPr>{placeholder}</p:nvSpPr><p:txBody>{body}</p:txBody></p:sp>"


def pptx(
    slides: Sequence[str], parts: Mapping[str, str] | None = None, rels: Mapping[str, tuple[str, str]] | None = None
) -> bytes:
    """``rels`` are those of the first slide; parts have their full names."""
    listed = "".join(f'<p:sldId r:id="r{n}"/>' for n, _ in enumerate(slides))
    files: dict[str, str | bytes] = {
        "ppt/presentation.xml": f"<p:presentation {NAMES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations({f"r{n}": ("slide", f"slides/s{n}.xml") for n, _ in enumerate(slides)}),
        "ppt/slides/_rels/s0.xml.rels": relations(rels or {}),
        **{
            f"ppt/slides/s{n}.xml": f"<p:sld {NAMES}><p:cSld><p:spTree>{c}</p:spTree></p:cSld></p:sld>"
            for n, c in enumerate(slides)
        },
        **(parts or {}),
    }
    return zip_bytes(files)


def placed(document: ParsedDocument) -> list[tuple[int | None, str, str]]:
    return [(b.place.slide, kind, text) for b, (kind, text) in zip(document.blocks, blocks(document), strict=True)]


def test_groups_tables_and_furniture(make_file: MakeFile) -> None:
    group = f"<p:grpSp>{shape('Inside')}<p:grpSp>{shape('Deeper')}</p:grpSp></p:grpSp>"
    alternate = f"<mc:AlternateContent><mc:Choice>{shape('New')}</mc:Choice><mc:Fallback>{shape('Old')}</mc:Fallback></mc:AlternateContent>"

    def row(*cells: str) -> str:
        return (
            "<a:tr>"
            + "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{c}</a:t></a:r></a:p></a:txBody></a:tc>" for c in cells)
            + "</a:tr>"
        )

    table = (
        f"<p:graphicFrame><a:tbl><a:tblPr firstRow='1'/>{row('Region', '2024')}{row('North', '20')}</a:tbl></p:graphicFrame>"
    )
    picture = "<p:pic><p:nvPicPr><p:cNvPr descr='A map'/></p:nvPicPr></p:pic>"
    footer = shape("Harbour Ltd", kind="ftr") + shape("2", kind="sldNum")
    first = shape("One", "Two") + shape("Goals", kind="title") + group + alternate + table + picture + footer
    document = parse(make_file("a.pptx", pptx([first, shape("Second", kind="ctrTitle") + footer])))
    assert placed(document) == [
        (1, "heading", "Goals"),
        (1, "list_item", "One"),
        (1, "list_item", "Two"),
        (1, "paragraph", "Inside"),
        (1, "paragraph", "Deeper"),
        (1, "paragraph", "New"),
        (1, "table_row", "Region | 2024"),
        (1, "table_row", "Region: North | 2024: 20"),
        (1, "note", "Picture: A map"),
        (1, "note", "Footer: Harbour Ltd"),
        (2, "heading", "Second"),
    ]


def test_charts_notes_and_comments_stand_on_their_slide(make_file: MakeFile) -> None:
    points = "<c:pt idx='{}'><c:v>{}</c:v></c:pt>"
    series = (
        f"<c:ser><c:tx>{points.format(0, 'Share')}</c:tx><c:cat>{points.format(0, 'North')}{points.format(1, 'South')}</c:cat><c:val>"
        f"<c:formatCode>0%</c:formatCode>{points.format(0, '0.25')}{points.format(1, '0.75')}</c:val></c:ser>"
    )
    chart = f"<c:chartSpace {NAMES}><c:chart><c:title><a:t>By region</a:t></c:title>{series}</c:chart></c:chartSpace>"
    authors = "<p:cmAuthorLst xmlns:p='p'><p:cmAuthor id='7' name='Ann'/></p:cmAuthorLst>"
    parts = {
        "ppt/charts/c.xml": chart,
        "ppt/notesSlides/n.xml": f"<p:notes {NAMES}><p:cSld><p:spTree>{shape('Say hello', kind='body')}</p:spTree></p:cSld></p:notes>",
        "ppt/comments/c.xml": "<p:cmLst xmlns:p='p'><p:cm authorId='7'><p:text>Check</p:text></p:cm></p:cmLst>",
        "ppt/authors.xml": authors,
        "ppt/_rels/presentation.xml.rels": relations(
            {"r0": ("slide", "slides/s0.xml"), "a": ("commentAuthors", "authors.xml")}
        ),
    }
    frame = "<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id='c'/></a:graphicData></a:graphic></p:graphicFrame>"
    rels = {
        "c": ("chart", "../charts/c.xml"),
        "n": ("notesSlide", "../notesSlides/n.xml"),
        "m": ("comments", "../comments/c.xml"),
    }
    assert placed(parse(make_file("a.pptx", pptx([frame], parts, rels)))) == [
        (1, "paragraph", "By region"),
        (1, "table_row", "Share"),
        (1, "table_row", "North | Share: 25%"),
        (1, "table_row", "South | Share: 75%"),
        (1, "note", "Notes: Say hello"),
        (1, "note", "Comment by Ann: Check"),
    ]


def test_a_damaged_slide_keeps_the_numbers_of_the_others(make_file: MakeFile) -> None:
    document = parse(make_file("a.pptx", pptx([shape("One"), "<broken", shape("Three")])))
    assert [(slide, text) for slide, _, text in placed(document)] == [(1, "One"), (3, "Three")]
    assert document.warnings


def test_slides_that_sections_list_again_are_not_missed(make_file: MakeFile) -> None:
    listed = '<p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst>'
    section = '<p:extLst><p:ext><s:sectionLst xmlns:s="s"><s:section><s:sldIdLst><s:sldId id="256"/></s:sldIdLst></s:section></s:sectionLst></p:ext></p:extLst>'
    whole = {"ppt/presentation.xml": f"<p:presentation {NAMES}>{listed}{section}</p:presentation>"}
    document = parse(make_file("a.pptx", pptx([shape("One")], whole)))
    assert len(document.pages) == 1
    assert document.warnings == ()


def test_words_for_groups_and_shapes_without_text_are_read(make_file: MakeFile) -> None:
    def described(kind: str, words: str, inner: str = "") -> str:
        return f"<p:{kind}><p:nv><p:cNvPr descr='{words}'/></p:nv>{inner}</p:{kind}>".replace(
            "p:nv>", f"p:nv{kind[0].upper()}{kind[1:]}Pr>"
        )

    slide = described("grpSp", "Plan of the pier", described("sp", "Arrow to the north") + shape("Inside")) + described(
        "pic", "photo.png"
    )
    document = parse(make_file("a.pptx", pptx([slide])))
    assert [text for _, _, text in placed(document)] == ["Picture: Plan of the pier", "Picture: Arrow to the north", "Inside"]
