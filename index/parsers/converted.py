"""Formats that kreuzberg (MIT) reads for us: RTF, OpenDocument, EPUB, old Office files, Outlook mails, XML.

kreuzberg gives Markdown, whose headings, lists and tables become blocks. Its cache is off, and what it unpacks goes to TMPDIR,
which the parser process sets to a private folder.
"""

from __future__ import annotations

import re
from typing import Any

from index.document import ParsedDocument
from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.markdown_text import add_markdown

PARSER = "converted/1"
MIME_TYPES = {
    "rtf": "application/rtf",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "epub": "application/epub+zip",
    "doc": "application/msword",
    "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "msg": "application/vnd.ms-outlook",
    "xml": "application/xml",
}
_SHEETS = frozenset(["ods", "xls"])
_SLIDES = frozenset(["ppt"])
_SHEET_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)\n]*\)")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    import kreuzberg

    config = kreuzberg.ExtractionConfig(
        use_cache=False,
        output_format="markdown",
        pages=kreuzberg.PageConfig(extract_pages=True) if source.kind in _SLIDES else None,
    )
    try:
        result = kreuzberg.extract_bytes_sync(source.read(), MIME_TYPES[source.kind], config=config)
    except kreuzberg.KreuzbergError as error:
        words = str(error).lower()
        if "password" in words or "encrypt" in words:
            raise PasswordNeeded("The document is protected with a password.") from error
        raise UnreadableDocument("The document is damaged and cannot be read.") from error
    builder = DocumentBuilder(source.kind, PARSER)
    if source.kind in _SHEETS:
        _add_sheets(builder, result.content)
    elif source.kind in _SLIDES and result.pages:
        for page in result.pages:
            builder.reset_headings()
            builder.set_place("slide", slide=int(page["page_number"]))
            builder.begin_page(int(page["page_number"]))
            add_markdown(builder, _IMAGE.sub("", page["content"]))
    else:
        if source.kind == "msg":
            builder.set_place("mail")
        add_markdown(builder, _IMAGE.sub("", result.content))
    metadata: dict[str, Any] = dict(result.metadata)
    authors = metadata.get("authors") or []
    return builder.build(
        title=metadata.get("title") or metadata.get("subject"),
        author=", ".join(map(str, authors)) if isinstance(authors, list) else str(authors),
        modified=metadata.get("modified_at") or metadata.get("created_at"),
        language=metadata.get("language") if isinstance(metadata.get("language"), str) else None,
    )


def _add_sheets(builder: DocumentBuilder, markdown: str) -> None:
    pieces = _SHEET_HEADING.split(markdown)
    add_markdown(builder, pieces[0])
    for name, content in zip(pieces[1::2], pieces[2::2], strict=True):
        name = name.replace("\\", "").strip()
        builder.reset_headings()
        builder.set_place("sheet", sheet=name)
        builder.heading(1, name)
        add_markdown(builder, content)
