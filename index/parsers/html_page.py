"""HTML pages: structure kept, scripts, styles and navigation left out."""

from __future__ import annotations

import re

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import declared_charset, decode, mend
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_tree import Node, parse_tree

PARSER = "html_page/4"
_DATE_NAMES = frozenset(["last-modified", "dcterms.modified", "dc.date", "date", "article:modified_time"])
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Blocks of the page's main part; title, author, date and language from its head."""
    data = source.read()
    return parse_markup(mend(decode(data, declared_charset(data))), "html", PARSER)


def parse_markup(markup: str, kind: str, parser: str) -> ParsedDocument:
    root = parse_tree(markup)
    builder = DocumentBuilder(kind, parser)
    HtmlBlocks(builder, drop_boilerplate=True).add(root)
    if builder.is_empty:
        # A page that is nothing but links is its own content.
        HtmlBlocks(builder, drop_boilerplate=False).add(root)
    return builder.build(
        title=_title(root),
        author=_meta(root, frozenset(["author", "dc.creator"])),
        modified=_modified(root),
        language=next((node.attributes.get("lang") for node in root.find_all("html")), None),
    )


def _title(root: Node) -> str | None:
    """Of the page: drawings have titles as well."""
    drawn = {id(title) for svg in root.find_all("svg") for title in svg.find_all("title")}
    return next((words for node in root.find_all("title") if id(node) not in drawn and (words := node.text().strip())), None)


def _meta(root: Node, names: frozenset[str]) -> str | None:
    for node in root.find_all("meta"):
        if (node.attributes.get("name") or node.attributes.get("property") or "").lower() in names:
            return node.attributes.get("content") or None
    return None


def _modified(root: Node) -> str | None:
    match = _ISO_DATE.match(_meta(root, _DATE_NAMES) or "")
    return match.group() if match else None
