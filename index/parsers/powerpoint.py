"""PPTX: each slide with its number, title, texts, tables, charts and notes."""

from __future__ import annotations

from collections.abc import Iterator

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.office_package import Element, OfficePackage, child, descendants
from index.parsers.tables import Cell, spread, table_lines

PARSER = "powerpoint/1"
_TITLES = frozenset(["title", "ctrTitle"])
_FURNITURE = frozenset(["sldNum", "dt", "ftr", "hdr"])


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    with OfficePackage(source, options) as package:
        builder = DocumentBuilder("pptx", PARSER)
        part = package.main_part("ppt/presentation.xml")
        related = package.related(part)
        root = package.xml(part)
        slides = [related.get(e.get("r:id", ""), ("", ""))[1] for e in (root.iter("sldId") if root is not None else ())]
        first_title: str | None = None
        for number, slide in enumerate((s for s in slides if package.has(s)), start=1):
            builder.reset_headings()
            builder.set_place("slide", slide=number)
            builder.begin_page(number)
            _add_slide(builder, package, slide)
            first_title = first_title or builder.last_heading
        core = package.core_properties()
        title = core.get("title")
        if not title or title.lower() in {"powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint"}:
            title = first_title
        return builder.build(title=title, author=core.get("creator"), modified=core.get("modified"))


def _add_slide(builder: DocumentBuilder, package: OfficePackage, part: str) -> None:
    root = package.xml(part)
    tree = child(root, "cSld", "spTree")
    if tree is None:
        return
    shapes = list(_shapes(tree))
    title = next((shape for shape in shapes if _placeholder(shape) in _TITLES and _paragraphs(shape)), None)
    if title is not None:
        builder.heading(1, " ".join(_paragraphs(title)))
    related = package.related(part)
    for shape in shapes:
        if shape is title or _placeholder(shape) in _FURNITURE:
            continue
        if shape.tag == "graphicFrame":
            _add_graphic(builder, package, shape, related)
        else:
            paragraphs = _paragraphs(shape)
            for text in paragraphs:
                builder.add("list_item" if len(paragraphs) > 1 else "paragraph", text)
    for word, target in related.values():
        if word == "notesSlide":
            _add_notes(builder, package, target)
        elif word in {"comments", "comment"}:
            _add_comments(builder, package, target)


def _shapes(tree: Element) -> Iterator[Element]:
    """Shapes in their stored order, groups opened; the fall-back copies for old programs left out."""
    for element in tree:
        if element.tag in {"sp", "graphicFrame", "cxnSp"}:
            yield element
        elif element.tag in {"grpSp", "AlternateContent", "Choice"}:
            yield from _shapes(element)


def _placeholder(shape: Element) -> str | None:
    found = next(descendants(shape, "ph"), None)
    return found.get("type", "body") if found is not None else None


def _paragraphs(element: Element) -> list[str]:
    texts: list[str] = []
    for body in (e for e in element.iter() if e.tag in {"txBody", "txbxContent"}):
        for paragraph in body.iter("p"):
            parts = ["\n" if e.tag == "br" else e.text or "" for e in paragraph.iter() if e.tag in {"t", "br"}]
            text = " ".join("".join(parts).split())
            if text:
                texts.append(text)
    return texts


def _add_graphic(builder: DocumentBuilder, package: OfficePackage, frame: Element, related: dict[str, tuple[str, str]]) -> None:
    for table in frame.iter("tbl"):
        properties = child(table, "tblPr")
        has_header = properties is not None and properties.get("firstRow") in {"1", "true"}
        rows = [
            [
                Cell(
                    " ".join(_paragraphs(cell)),
                    header=has_header and number == 0,
                    columns=int(cell.get("gridSpan", "1")),
                    rows=int(cell.get("rowSpan", "1")),
                )
                for cell in row.iter("tc")
                if cell.get("hMerge") not in {"1", "true"} and cell.get("vMerge") not in {"1", "true"}
            ]
            for number, row in enumerate(table.iter("tr"))
        ]
        grid, header_rows = spread(rows)
        for line in table_lines(grid, header_rows):
            builder.add("table_row", line)
    for element in frame.iter():
        for identifier in (element.get("r:id"), element.get("r:dm")):
            word, target = related.get(identifier or "", ("", ""))
            if word == "chart":
                _add_chart(builder, package, target)
            elif word == "diagramData":
                root = package.xml(target)
                for body in root.iter("t") if root is not None else ():
                    text = " ".join("".join(t.text or "" for t in body.iter("t") if t.text).split())
                    builder.add("list_item", text)


def _add_chart(builder: DocumentBuilder, package: OfficePackage, part: str) -> None:
    """A chart as its title and a table: one row a category, one column a series."""
    root = package.xml(part)
    if root is None:
        return
    title = child(root, "chart", "title")
    if title is not None:
        builder.add("paragraph", "".join(t.text or "" for t in title.iter("t")))
    series = list(root.iter("ser"))
    names = [" ".join(_points(child(s, "tx"))) or f"Series {n}" for n, s in enumerate(series, start=1)]
    categories = next((points for s in series if (points := _points(child(s, "cat")))), [])
    columns = [_points(child(s, "val") if child(s, "val") is not None else child(s, "yVal")) for s in series]
    rows = [[category, *[column[i] if i < len(column) else "" for column in columns]] for i, category in enumerate(categories)]
    for line in table_lines([["", *names], *rows], 1):
        builder.add("table_row", line)


def _points(element: Element | None) -> list[str]:
    return [v.text or "" for v in element.iter("v")] if element is not None else []


def _add_notes(builder: DocumentBuilder, package: OfficePackage, part: str) -> None:
    root = package.xml(part)
    tree = child(root, "cSld", "spTree")
    for shape in _shapes(tree) if tree is not None else ():
        if _placeholder(shape) not in _FURNITURE | {"sldImg"}:
            text = "\n".join(_paragraphs(shape))
            if text:
                builder.add("note", f"Notes: {text}")


def _add_comments(builder: DocumentBuilder, package: OfficePackage, part: str) -> None:
    root = package.xml(part)
    for comment in root.iter("cm") if root is not None else ():
        text = " ".join(" ".join(e.text or "" for e in comment.iter() if e.tag in {"text", "t"}).split())
        if text:
            builder.add("note", f"Comment: {text}")
