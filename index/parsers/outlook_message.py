"""MSG files of Outlook: an OLE container with one stream a property (MS-OXMSG, MS-OXPROPS).

Read with olefile, byte by byte and without trust: a property that is missing or broken costs that property only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import HeaderParser
from typing import Any

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.children import Member
from index.parsers.encodings import decode, mend
from index.parsers.mail import header
from index.parsers.mail_body import Body
from index.parsers.mail_model import Attachment, Mail, mail_document, mail_members, subject_name
from index.parsers.ole_container import OleContainer
from index.parsers.outlook_rtf import html_or_text

PARSER = "outlook_message/1"
_STRING, _STRING8, _BINARY, _OBJECT = 0x001F, 0x001E, 0x0102, 0x000D
_SUBJECT, _BODY, _HTML, _RTF = 0x0037, 0x1000, 0x1013, 0x1009
_TRANSPORT_HEADERS = 0x007D
_SENDER = ((0x0C1A, 0x0042), (0x5D01, 0x5D02, 0x0C1F, 0x0065))
_DATES = (0x0039, 0x0E06, 0x3007)
_DISPLAY_NAME, _SMTP, _ADDRESS, _RECIPIENT_TYPE = 0x3001, 0x39FE, 0x3003, 0x0C15
_LONG_NAME, _SHORT_NAME, _DATA, _MIME, _CONTENT_ID, _HIDDEN = 0x3707, 0x3704, 0x3701, 0x370E, 0x3712, 0x7FFE
_CODEPAGES = (0x3FFD, 0x3FDE)
_HEADER_ROOT, _HEADER_EMBEDDED, _HEADER_PART = 32, 24, 8
_RECEIVERS = {1: "To", 2: "Cc", 3: "Bcc"}
_DISPLAYED = (("To", 0x0E04), ("Cc", 0x0E03), ("Bcc", 0x0E02))
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_MAX_DEPTH = 8


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    return mail_document(_read(source), source, options, "msg", PARSER)


def members(source: Source, options: ParseOptions) -> Iterator[Member]:
    yield from mail_members(_read(source), source)


def _read(source: Source) -> Mail:
    try:
        with source.open() as file, OleContainer(file) as ole:
            mail = _mail(_Storage(ole, (), _HEADER_ROOT), 0)
    except (OSError, struct.error, IndexError, ValueError) as error:
        raise UnreadableDocument("The mail is damaged and cannot be read.") from error
    if not mail.fields and not mail.attachments and mail.bodies == [Body()]:
        raise UnreadableDocument("The mail is damaged: neither its fields nor its text can be read.")
    return mail


class _Storage:
    """The properties of a message, a receiver or an attachment."""

    def __init__(self, ole: Any, path: tuple[str, ...], header_bytes: int, codepage: str | None = None) -> None:
        self.ole = ole
        self.path = path
        self._fixed: dict[int, bytes] = {}
        data = self._stream("__properties_version1.0") or b""
        for at in range(header_bytes, len(data) - 15, 16):
            self._fixed[struct.unpack_from("<H", data, at + 2)[0]] = data[at + 8 : at + 16]
        self.codepage = next((f"cp{n}" for tag in _CODEPAGES if (n := self.integer(tag)) not in (None, 1200)), codepage)

    def text(self, tag: int) -> str | None:
        wide = self._stream(f"__substg1.0_{tag:04X}{_STRING:04X}")
        if wide is not None:
            return wide.decode("utf-16-le", errors="replace").rstrip("\0") or None
        narrow = self._stream(f"__substg1.0_{tag:04X}{_STRING8:04X}")
        return mend(decode(narrow, _python_name(self.codepage)).rstrip("\0")) or None if narrow is not None else None

    def binary(self, tag: int) -> bytes | None:
        return self._stream(f"__substg1.0_{tag:04X}{_BINARY:04X}")

    def integer(self, tag: int) -> int | None:
        raw = self._fixed.get(tag)
        return int(struct.unpack_from("<i", raw)[0]) if raw is not None else None

    def time(self, tag: int) -> datetime | None:
        raw = self._fixed.get(tag)
        try:
            ticks = struct.unpack("<Q", raw)[0] if raw is not None else 0
            return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
        except (OverflowError, struct.error):
            return None

    def below(self, prefix: str, header_bytes: int) -> list[_Storage]:
        found = dict.fromkeys(
            entry[len(self.path)]
            for entry in self.ole.listdir(streams=True, storages=True)
            if len(entry) > len(self.path)
            and tuple(entry[: len(self.path)]) == self.path
            and entry[len(self.path)].startswith(prefix)
        )
        return [_Storage(self.ole, (*self.path, name), header_bytes, self.codepage) for name in found]

    def _stream(self, name: str) -> bytes | None:
        path = [*self.path, name]
        if not self.ole.exists(path):
            return None
        with self.ole.openstream(path) as stream:
            data: bytes = stream.read()
            return data


def _python_name(codepage: str | None) -> str | None:
    """Windows' number of a code page as Python names it."""
    names = {
        "cp65001": "utf-8",
        "cp28591": "iso-8859-1",
        "cp20127": "ascii",
        "cp54936": "gb18030",
        "cp20866": "koi8-r",
        "cp936": "gb18030",
    }
    if codepage is None:
        return None
    if codepage.startswith("cp2859"):
        return f"iso-8859-{codepage[-1]}"
    return names.get(codepage, codepage)


def _mail(storage: _Storage, depth: int) -> Mail:
    headers = HeaderParser().parsestr(storage.text(_TRANSPORT_HEADERS) or "")
    mail = Mail()
    sent = next((time for tag in _DATES if (time := storage.time(tag))), None)
    mail.modified = sent.isoformat() if sent else None
    for name, value in (
        ("From", header(headers, "From") or _sender(storage)),
        *_receivers(storage),
        ("Date", header(headers, "Date") or (f"{sent:%a, %d %b %Y %H:%M} UTC" if sent else None)),
        ("Subject", storage.text(_SUBJECT) or header(headers, "Subject")),
    ):
        if value:
            mail.fields.append((name, " ".join(value.split())))
    mail.bodies.append(_body(storage))
    for attachment in storage.below("__attach_version1.0_", _HEADER_PART):
        found = _attachment(attachment, depth)
        if found is not None:
            mail.attachments.append(found)
    return mail


def _sender(storage: _Storage) -> str | None:
    name = next((text for tag in _SENDER[0] if (text := storage.text(tag))), None)
    address = next((text for tag in _SENDER[1] if (text := storage.text(tag)) and "@" in text), None)
    return _person(name, address)


def _person(name: str | None, address: str | None) -> str | None:
    if name and address and address.lower() not in name.lower():
        return f"{name} <{address}>"
    return name or address


def _receivers(storage: _Storage) -> list[tuple[str, str | None]]:
    found: dict[str, list[str]] = {"To": [], "Cc": [], "Bcc": []}
    for receiver in storage.below("__recip_version1.0_", _HEADER_PART):
        address = receiver.text(_SMTP) or receiver.text(_ADDRESS)
        person = _person(receiver.text(_DISPLAY_NAME), address if address and "@" in address else None)
        if person:
            found[_RECEIVERS.get(receiver.integer(_RECIPIENT_TYPE) or 1, "To")].append(person)
    return [(name, "; ".join(found[name]) or storage.text(tag)) for name, tag in _DISPLAYED]


def _body(storage: _Storage) -> Body:
    plain = storage.text(_BODY)
    raw = storage.binary(_HTML)
    html = decode(raw, _python_name(storage.codepage)) if raw else storage.text(_HTML)
    packed = storage.binary(_RTF)
    if packed and not html and not (plain and plain.strip()):
        html, plain = html_or_text(packed)
    return Body(plain=mend(plain) if plain else plain, html=html)


def _attachment(storage: _Storage, depth: int) -> Attachment | None:
    name = storage.text(_LONG_NAME) or storage.text(_SHORT_NAME) or storage.text(_DISPLAY_NAME)
    embedded = storage.below(f"__substg1.0_{_DATA:04X}{_OBJECT:04X}", _HEADER_EMBEDDED)
    if embedded and embedded[0]._fixed and depth < _MAX_DEPTH:
        inner = as_eml(_mail(embedded[0], depth + 1))
        return Attachment(subject_name(embedded[0].text(_SUBJECT) or name), "message/rfc822", lambda: inner)
    data = storage.binary(_DATA)
    if data is None:
        # A link to a file elsewhere, or an object of another program within the text: its name is all there is.
        return Attachment(name, "application/octet-stream", bytes) if name else None
    inline = storage.text(_CONTENT_ID) is not None or bool(storage.integer(_HIDDEN))
    return Attachment(name, storage.text(_MIME) or _type(name), lambda: data, inline)


def _type(name: str | None) -> str:
    import mimetypes

    return mimetypes.guess_type(name or "")[0] or "application/octet-stream"


def as_eml(mail: Mail) -> bytes:
    """A mail that has no file of its own, as the bytes of an EML file."""
    message = EmailMessage()
    for name, value in mail.fields:
        message[f"X-{name}" if name in message else name] = value.replace("\n", " ")
    body = mail.bodies[0] if mail.bodies else Body()
    message.set_content(body.plain or "")
    if body.html is not None:
        message.add_alternative(body.html, subtype="html")
    for attachment in mail.attachments:
        main, _, sub = (
            attachment.content_type if attachment.content_type.count("/") == 1 else "application/octet-stream"
        ).partition("/")
        if main in {"message", "multipart", "text"}:
            main, sub = "application", "octet-stream"
        disposition = "inline" if attachment.inline else "attachment"
        message.add_attachment(attachment.read(), main, sub, filename=attachment.name or "attachment", disposition=disposition)
    return message.as_bytes()
