"""ODT: headings, lists, tables, notes, comments, frames, headers and footers; tracked deletions are left out."""

from __future__ import annotations

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.odf_package import OdfPackage
from index.parsers.odf_styles import OdfStyles
from index.parsers.odf_text import OdfText
from index.parsers.zip_package import Element, child, descendants

PARSER = "odf_document/2"
_HEADERS = ("header", "header-first", "header-left")
_FOOTERS = ("footer", "footer-first", "footer-left")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded and UnreadableDocument."""
    with OdfPackage(source, options) as package:
        root = package.xml("content.xml")
        body = child(root, "body", "text")
        if root is None or body is None:
            raise UnreadableDocument("The document is damaged: it has no body.")
        styles_root = package.optional_xml("styles.xml")
        styles = OdfStyles()
        styles.add(styles_root)
        styles.add(root)
        builder = DocumentBuilder("odt", PARSER)
        text = OdfText(builder, package, styles)
        masters = child(styles_root, "master-styles")
        _add_furniture(text, masters, _HEADERS, "Header")
        text.blocks(body)
        _add_furniture(text, masters, _FOOTERS, "Footer")
        for warning in package.warnings:
            builder.warn(warning)
        properties = package.properties()
        return builder.build(
            title=properties.get("title") or text.first_title,
            author=properties.get("creator") or properties.get("initial-creator"),
            modified=properties.get("date") or properties.get("creation-date"),
            language=properties.get("language"),
        )


def _add_furniture(text: OdfText, masters: Element | None, tags: tuple[str, ...], name: str) -> None:
    """Each distinct text once: a running title repeated on every page would drown the rest."""
    seen: set[str] = set()
    for tag in tags:
        for element in descendants(masters, tag) if masters is not None else ():
            for line in text.paragraphs(element):
                if line not in seen and not line.isdigit():
                    seen.add(line)
                    text.builder.add("note", f"{name}: {line}")
