"""ODP: each slide with its number, title, texts, tables, charts, notes and comments."""

from __future__ import annotations

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.odf_package import OdfPackage
from index.parsers.odf_styles import OdfStyles
from index.parsers.odf_text import OdfText
from index.parsers.zip_package import Element, child, descendants

PARSER = "odf_slides/2"
_FURNITURE = frozenset(["header", "footer", "date-time", "page-number", "page"])
_DECLARED = frozenset(["footer-decl", "header-decl"])


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded and UnreadableDocument."""
    with OdfPackage(source, options) as package:
        root = package.xml("content.xml")
        body = child(root, "body", "presentation")
        if root is None or body is None:
            raise UnreadableDocument("The document is damaged: it has no slides.")
        styles = OdfStyles()
        styles.add(package.optional_xml("styles.xml"))
        styles.add(root)
        builder = DocumentBuilder("odp", PARSER)
        text = OdfText(builder, package, styles)
        declared = [" ".join((e.text or "").split()) for e in body if e.tag in _DECLARED]
        first_title: str | None = None
        for number, page in enumerate((e for e in body if e.tag == "page"), start=1):
            builder.reset_headings()
            builder.set_place("slide", slide=number)
            builder.begin_page(number)
            _add_slide(text, page)
            for line in dict.fromkeys(declared if number == 1 else ()):
                builder.add("note", f"Footer: {line}" if line else "")
            first_title = first_title or builder.last_heading
        for warning in package.warnings:
            builder.warn(warning)
        properties = package.properties()
        return builder.build(
            title=properties.get("title") or first_title,
            author=properties.get("creator") or properties.get("initial-creator"),
            modified=properties.get("date") or properties.get("creation-date"),
            language=properties.get("language"),
        )


def _add_slide(text: OdfText, page: Element) -> None:
    shapes = [e for e in page if e.tag not in {"notes", "annotation"} and e.get("class") not in _FURNITURE]
    title = next((s for s in shapes if s.get("class") == "title" and (_words(text, s))), None)
    if title is not None:
        text.builder.heading(1, _words(text, title))
    for shape in shapes:
        if shape is not title:
            text.shape(shape)
    for annotation in page:
        if annotation.tag == "annotation":
            text.builder.add("note", text.comment(annotation))
    notes = child(page, "notes")
    for frame in descendants(notes, "frame") if notes is not None else ():
        if frame.get("class") in {"notes", None}:
            words = _words(text, frame, "\n")
            text.builder.add("note", f"Notes: {words}" if words else "")


def _words(text: OdfText, shape: Element, separator: str = " ") -> str:
    return separator.join(text.paragraphs(shape))
