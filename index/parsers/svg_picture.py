"""SVG: the title, the description and the texts of a drawing. Letters that were turned into outlines are shapes, not text."""

from __future__ import annotations

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import declared_charset, decode, mend
from index.parsers.html_picture import says_something, svg_texts
from index.parsers.html_tree import Node, parse_tree

PARSER = "svg_picture/1"


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Read by the forgiving reader of HTML, which knows no entities of the file's own and fetches nothing."""
    data = source.read()
    root = parse_tree(mend(decode(data, declared_charset(data))))
    builder = DocumentBuilder("svg", PARSER)
    title: str | None = None
    for svg in root.find_all("svg"):
        own = _own(svg, "title")
        title = title or own
        builder.heading(1, own or "")
        builder.add("note", _own(svg, "desc") or "")
        for line in svg_texts(svg):
            builder.add("paragraph", line)
        break
    return builder.build(title=title)


def _own(svg: Node, tag: str) -> str | None:
    found = next((child for child in svg.children if isinstance(child, Node) and child.tag == tag), None)
    return says_something(found.text()) or None if found is not None else None
