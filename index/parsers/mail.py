"""EML: sender, receivers, date and subject, the body, and attachments as children."""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.children import Member
from index.parsers.encodings import decode, mend
from index.parsers.mail_body import Body
from index.parsers.mail_model import Attachment, Mail, mail_document, mail_members, subject_name
from index.parsers.smime import signed_content

PARSER = "mail/2"
_FIELDS = ("From", "Sender", "To", "Cc", "Bcc", "Reply-To", "Date", "Subject")
_SHOWN_AS_TEXT = frozenset({"text/plain", "text/html"})
_REPORTS = frozenset({"message/delivery-status", "message/disposition-notification", "text/rfc822-headers"})
_SIGNED_WHOLE = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_MAX_PARTS = 2000
"""MIME parts of one mail; real ones have a few dozen."""
_APPLE_COUNT = re.compile(rb"\A(\d{1,12})[ \t]*\r?\n")
_HEADER_LINE = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    return mail_document(read_mail(source.read()), source, options, "eml", PARSER)


def members(source: Source, options: ParseOptions) -> Iterator[Member]:
    yield from mail_members(read_mail(source.read()), source)


def read_mail(data: bytes) -> Mail:
    """The mail in the bytes of an EML file. Raises UnreadableDocument when there are no headers."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:200]:
        data = decode(data).encode("utf-8")  # a mail saved as UTF-16 text
    message = email.message_from_bytes(_from_first_header(data))
    if not message.keys():
        raise UnreadableDocument("The file has no mail headers.")
    mail = Mail(modified=_date(message))
    for name in _FIELDS:
        value = header(message, name)
        if value and not (name in {"Sender", "Reply-To"} and value == mail.get("From")):
            mail.fields.append((name, value))
    _Reader(mail).read(message)
    return mail


def message_headers(data: bytes) -> Message:
    """The headers alone, for a look at a mail among thousands."""
    return BytesHeaderParser().parsebytes(_from_first_header(data)[:65536])


def header(message: Message, name: str) -> str | None:
    """A header field, all its occurrences, with its encoded words decoded; None when it is missing or empty."""
    # ``raw_items``: ``get`` replaces bytes that no header may hold by question marks.
    values = [decoded(str(raw)) for key, raw in message.raw_items() if key.lower() == name.lower()]
    return ", ".join(value for value in values if value) or None


def decoded(raw: str) -> str:
    """Encoded words (RFC 2047) decoded, also with wrong or missing charsets, and bytes that no header may hold."""
    try:
        pieces = decode_header(raw)
    except (ValueError, LookupError):
        pieces = [(raw, None)]
    parts: list[str] = []
    for piece, charset in pieces:
        if isinstance(piece, bytes) and charset is None:
            piece = piece.decode("raw-unicode-escape")  # how ``decode_header`` hands over what stands between encoded words
        data = piece if isinstance(piece, bytes) else _raw_bytes(piece)
        parts.append(decode(data, charset if charset != "unknown-8bit" else None) if data is not None else str(piece))
    return mend(" ".join("".join(parts).split()))


def _raw_bytes(text: str) -> bytes | None:
    """Header bytes beyond ASCII, which the email package hands over as surrogates; None when there are none."""
    return text.encode("ascii", "surrogateescape") if re.search("[\udc80-\udcff]", text) else None


def _from_first_header(data: bytes) -> bytes:
    """Without blank lines, a byte count (Apple's EMLX) or a line "From …" (mailboxes) before the headers."""
    data = data.lstrip(b"\r\n\xef\xbb\xbf \t")
    count = _APPLE_COUNT.match(data)
    if count:
        data = data[count.end() : count.end() + int(count.group(1))]  # a property list follows
    if data.startswith((b"From ", b">From ")):
        data = data.partition(b"\n")[2]
    lines = data.split(b"\n", 20)
    for index, line in enumerate(lines[:20]):
        if _HEADER_LINE.match(line):
            return b"\n".join(lines[index:])
    return data


class _Reader:
    """Sorts the parts of a message into bodies and attachments."""

    def __init__(self, mail: Mail) -> None:
        self._mail = mail
        self._parts = 0

    def read(self, part: Message) -> None:
        self._parts += 1
        if self._parts > _MAX_PARTS:
            return
        kind = part.get_content_type()
        attached = part.get_content_disposition() == "attachment" or bool(part.get_filename())
        if kind == "message/rfc822" or (kind == "message/global" and part.is_multipart()):
            self._nested(part)
        elif kind in _REPORTS:
            self._mail.bodies.append(Body(plain=_report(part)))
        elif part.is_multipart():
            self._multipart(part, kind)
        elif part.get_content_maintype() == "multipart":
            # Its boundary is missing or wrong: the parts cannot be told apart, but they can be read.
            self._mail.bodies.append(Body(plain=_text(part)))
        elif kind in _SIGNED_WHOLE and (content := signed_content(_payload(part))) is not None:
            self.read(email.message_from_bytes(content))
        elif attached or not kind.startswith("text/"):
            if kind != "application/pgp-encrypted" or attached:
                self._attach(part, kind)
        elif kind == "text/html":
            self._mail.bodies.append(Body(html=_text(part)))
        else:
            self._mail.bodies.append(Body(plain=_text(part)))

    def _multipart(self, part: Message, kind: str) -> None:
        children = [child for child in part.get_payload() if isinstance(child, Message)]
        if kind == "multipart/alternative":
            children = self._alternative(children)
        elif kind == "multipart/encrypted" and len(children) > 1:
            children = children[1:]
            sealed = _attachment(children[0], "application/pgp-encrypted")
            self._mail.attachments.append(sealed)
            return
        for child in children:
            self.read(child)

    def _alternative(self, children: list[Message]) -> list[Message]:
        """Takes the same text in two forms as one body; returns what else is among the alternatives."""
        plain = next((c for c in children if c.get_content_type() == "text/plain" and not c.get_filename()), None)
        html = next((found for c in children if (found := _html_of(c)) is not None), None)
        if plain is None and html is None:
            return children
        self._mail.bodies.append(Body(plain=_text(plain) if plain else None, html=_text(html) if html else None))
        rest: list[Message] = []
        for child in children:
            if child.is_multipart() and html is not None and _html_of(child) is html:
                rest += [c for c in child.walk() if not c.is_multipart() and c is not html]
            elif child not in (plain, html):
                rest.append(child)
        return rest

    def _attach(self, part: Message, kind: str) -> None:
        attachment = _attachment(part, kind)
        if attachment.name or attachment.read().strip():
            self._mail.attachments.append(attachment)

    def _nested(self, part: Message) -> None:
        for inner in part.get_payload() if isinstance(part.get_payload(), list) else ():
            if isinstance(inner, Message):
                name = decoded(str(part.get_filename() or "")) or subject_name(header(inner, "Subject"))
                self._mail.attachments.append(Attachment(name, "message/rfc822", inner.as_bytes))


def _html_of(part: Message) -> Message | None:
    """The HTML in an alternative: itself, or the root of a multipart/related with its pictures."""
    if part.get_content_type() == "text/html" and not part.get_filename():
        return part
    if part.get_content_maintype() == "multipart":
        return next((p for p in part.walk() if p.get_content_type() == "text/html" and not p.get_filename()), None)
    return None


def _attachment(part: Message, kind: str) -> Attachment:
    name = part.get_filename()
    inline = part.get_content_disposition() != "attachment" or part.get("Content-ID") is not None
    return Attachment(decoded(name) if name else None, kind, lambda: _payload(part), inline)


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _text(part: Message) -> str:
    try:
        charset = part.get_content_charset()
    except (LookupError, UnicodeError):
        charset = None
    text = decode(_payload(part), charset)
    if part.get_content_type() == "text/plain":
        text = mend(text)
        if str(part.get_param("format", "")).lower() == "flowed":
            return _unflowed(text, str(part.get_param("delsp", "")).lower() == "yes")
    return text


def _unflowed(text: str, drop_space: bool) -> str:
    """Lines that end with a blank go on in the next (RFC 3676), except the signature's separator."""
    out: list[str] = []
    joined = False
    for line in text.replace("\r\n", "\n").split("\n"):
        mark = re.match(r"(?:> ?)*", line)
        quote = mark.group() if mark else ""
        if joined and out and out[-1].startswith(">") == line.startswith(">"):
            out[-1] += line[len(quote) :] if quote else line.removeprefix(" ")
        else:
            out.append(line)
        joined = line.endswith(" ") and line[len(quote) :] != "-- "
        if joined and drop_space:
            out[-1] = out[-1][:-1]
    return "\n".join(out)


def _report(part: Message) -> str:
    """What a delivery or read receipt says."""
    payload = part.get_payload()
    if isinstance(payload, list):
        return "\n\n".join(
            f"{name}: {value}" for inner in payload if isinstance(inner, Message) for name, value in inner.items()
        )
    return decode(_payload(part))


def _date(message: Message) -> str | None:
    try:
        return parsedate_to_datetime(str(message.get("Date"))).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
