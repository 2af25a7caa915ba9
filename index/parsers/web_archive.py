"""MHT and MHTML: a web page saved with all its parts in one MIME message. The page is the document, its pictures are dropped."""

from __future__ import annotations

import email

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.encodings import declared_charset, decode
from index.parsers.html_page import parse_markup

PARSER = "web_archive/1"


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Blocks of the first HTML part (RFC 2557: the root of a multipart/related)."""
    message = email.message_from_bytes(source.read())
    for part in message.walk():
        payload = part.get_payload(decode=True) if part.get_content_type() in {"text/html", "application/xhtml+xml"} else None
        if isinstance(payload, bytes) and payload.strip():
            charset = part.get_content_charset() or declared_charset(payload)
            return parse_markup(decode(payload, charset), "mht", PARSER)
    raise UnreadableDocument("The saved web page holds no HTML.")
