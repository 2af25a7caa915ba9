"""EML: sender, receivers, date and subject, the body, and the names and texts of attachments."""

from __future__ import annotations

import email
import re
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parsedate_to_datetime

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import decode
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_tree import parse_tree
from index.parsers.plain_text import add_plain_text

PARSER = "mail/1"
_MAX_DEPTH = 5
_QUOTE = re.compile(r"^>+ ?", re.MULTILINE)
_FIELDS = ("From", "To", "Cc", "Date", "Subject")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    data = source.read()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:200]:
        data = decode(data).encode("utf-8")  # a mail saved as UTF-16 text
    message = email.message_from_bytes(data)
    if not message.keys():
        raise UnreadableDocument("The file has no mail headers.")
    builder = DocumentBuilder("eml", PARSER)
    builder.set_place("mail")
    _add_message(builder, message, depth=1)
    sender = header(message, "From")
    return builder.build(title=header(message, "Subject"), author=sender, modified=_date(message))


def header(message: Message, name: str) -> str | None:
    """A header field with its encoded words decoded; None when it is missing or empty."""
    raw = message.get(name)
    if raw is None:
        return None
    try:
        text = str(make_header(decode_header(str(raw))))
    except (LookupError, UnicodeError, ValueError):
        text = str(raw)
    return " ".join(text.split()) or None


def _add_message(builder: DocumentBuilder, message: Message, depth: int) -> None:
    subject = header(message, "Subject")
    if subject:
        builder.heading(depth, subject)
    fields = [f"{name}: {value}" for name in _FIELDS if (value := header(message, name))]
    builder.add("paragraph", "\n".join(fields))
    _add_part(builder, message, depth)


def _add_part(builder: DocumentBuilder, part: Message, depth: int) -> None:
    kind = part.get_content_type()
    name = part.get_filename()
    if kind == "message/rfc822" and depth < _MAX_DEPTH:
        for inner in part.get_payload() if isinstance(part.get_payload(), list) else ():
            if isinstance(inner, Message):
                _add_message(builder, inner, depth + 1)
    elif part.is_multipart():
        children = [child for child in part.get_payload() if isinstance(child, Message)]
        if kind == "multipart/alternative":
            children = _best_alternative(children)
        for child in children:
            _add_part(builder, child, depth)
    elif name or part.get_content_disposition() == "attachment":
        builder.add("note", f"Attachment: {_decoded(name or 'without a name')} ({kind})")
        if kind in {"text/plain", "text/html", "text/csv", "text/markdown"}:
            _add_text(builder, part, kind)
    elif kind.startswith("text/"):
        _add_text(builder, part, kind)


def _best_alternative(children: list[Message]) -> list[Message]:
    """Of the same text in several forms: plain text when it says something, else HTML; attachments among them stay."""
    plain = next((c for c in children if c.get_content_type() == "text/plain" and len(_text(c).strip()) > 1), None)
    rich = [c for c in children if c.get_content_type() != "text/plain"]
    if plain is None:
        return rich
    html = next((c for c in rich if c.get_content_type() == "text/html"), None)
    # Some programs write "your reader shows no HTML" as the plain form.
    if html is not None and len(_text(plain).split()) < 0.3 * len(parse_tree(_text(html)).text().split()):
        return rich
    return [plain, *(c for c in rich if c.get_filename())]


def _add_text(builder: DocumentBuilder, part: Message, kind: str) -> None:
    text = _text(part)
    if kind == "text/html":
        HtmlBlocks(builder, drop_boilerplate=False).add(parse_tree(text))
        return
    for chunk in re.split(r"(?m)((?:^>.*\n?)+)", text):
        if chunk.startswith(">"):
            builder.add("quote", _QUOTE.sub("", chunk))
        else:
            add_plain_text(builder, chunk)


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return decode(payload, part.get_content_charset()) if isinstance(payload, bytes) else ""


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (LookupError, UnicodeError, ValueError):
        return name


def _date(message: Message) -> str | None:
    try:
        return parsedate_to_datetime(str(message.get("Date"))).isoformat()
    except (TypeError, ValueError):
        return None
