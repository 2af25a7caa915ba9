"""winmail.dat: the package (MS-OXTNEF) in which Outlook sends a formatted text and attachments to other mail programs."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.children import Member
from index.parsers.encodings import decode
from index.parsers.mail_body import Body
from index.parsers.mail_model import Attachment, Mail, mail_document, mail_members
from index.parsers.outlook_rtf import html_or_text

PARSER = "tnef/1"
_SUBJECT, _BODY, _MESSAGE_PROPERTIES, _CODEPAGE = 0x8004, 0x800C, 0x9003, 0x9007
_ATTACHMENT_BEGINS, _ATTACHMENT_DATA, _ATTACHMENT_NAME, _ATTACHMENT_PROPERTIES = 0x9002, 0x800F, 0x8010, 0x9005
_P_SUBJECT, _P_BODY, _P_HTML, _P_RTF, _P_LONG_NAME, _P_DATA, _P_MIME = 0x0037, 0x1000, 0x1013, 0x1009, 0x3707, 0x3701, 0x370E
_FIXED = {
    0x0002: 4,
    0x0003: 4,
    0x0004: 4,
    0x0005: 8,
    0x0006: 8,
    0x0007: 8,
    0x000A: 4,
    0x000B: 4,
    0x0014: 8,
    0x0040: 8,
    0x0048: 16,
}
_VARIABLE = frozenset({0x001E, 0x001F, 0x0102, 0x000D})
_MANY = 0x1000


@dataclass
class _File:
    name: str | None = None
    kind: str = "application/octet-stream"
    data: bytes = b""


@dataclass
class _Package:
    texts: dict[int, str] = field(default_factory=dict)
    html: str | None = None
    rtf: bytes | None = None
    files: list[_File] = field(default_factory=list)
    codepage: str = "cp1252"


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    return mail_document(_mail(source), source, options, "tnef", PARSER)


def members(source: Source, options: ParseOptions) -> Iterator[Member]:
    yield from mail_members(_mail(source), source)


def _mail(source: Source) -> Mail:
    try:
        package = _read(source.read())
    except (struct.error, IndexError) as error:
        raise UnreadableDocument("Outlook's package (winmail.dat) is damaged and cannot be read.") from error
    mail = Mail()
    if package.texts.get(_P_SUBJECT):
        mail.fields.append(("Subject", package.texts[_P_SUBJECT]))
    plain, html = package.texts.get(_P_BODY), package.html
    if package.rtf and not html and not (plain and plain.strip()):
        html, plain = html_or_text(package.rtf)
    if plain or html:
        mail.bodies.append(Body(plain=plain, html=html))
    mail.attachments = [Attachment(file.name, file.kind, lambda file=file: file.data) for file in package.files]  # type: ignore[misc]
    return mail


def _read(data: bytes) -> _Package:
    package, at = _Package(), 6
    while at + 11 <= len(data):
        _, number, _, size = struct.unpack_from("<BHHI", data, at)
        value = data[at + 9 : at + 9 + size]
        at += 9 + size + 2
        if number == _CODEPAGE and size >= 4:
            package.codepage = f"cp{struct.unpack_from('<I', value)[0]}"
        elif number in (_SUBJECT, _BODY):
            package.texts[_P_SUBJECT if number == _SUBJECT else _P_BODY] = _text(value, package.codepage)
        elif number == _MESSAGE_PROPERTIES:
            _take_message(package, value)
        elif number == _ATTACHMENT_BEGINS:
            package.files.append(_File())
        elif package.files:
            _take_attachment(package, number, value)
    return package


def _take_message(package: _Package, value: bytes) -> None:
    for tag, kind, content in _properties(value):
        if tag == _P_HTML:
            package.html = decode(content, package.codepage)
        elif tag == _P_RTF:
            package.rtf = content
        elif tag in (_P_SUBJECT, _P_BODY) and kind in (0x001E, 0x001F):
            package.texts[tag] = _property_text(kind, content, package.codepage)


def _take_attachment(package: _Package, number: int, value: bytes) -> None:
    file = package.files[-1]
    if number == _ATTACHMENT_NAME:
        file.name = file.name or _text(value, package.codepage)
    elif number == _ATTACHMENT_DATA:
        file.data = value
    elif number == _ATTACHMENT_PROPERTIES:
        for tag, kind, content in _properties(value):
            if tag == _P_LONG_NAME:
                file.name = _property_text(kind, content, package.codepage)
            elif tag == _P_MIME:
                file.kind = _property_text(kind, content, package.codepage)
            elif tag == _P_DATA and not file.data:
                file.data = content[16:] if kind == 0x000D else content  # an embedded message has its interface's id before it


def _properties(value: bytes) -> Iterator[tuple[int, int, bytes]]:
    """(tag, type, bytes) of a list of MAPI properties; stops at what it does not know."""
    (count,) = struct.unpack_from("<I", value)
    at = 4
    for _ in range(count):
        kind, tag = struct.unpack_from("<HH", value, at)
        at += 4
        if tag >= 0x8000:
            at += 16
            by_name, size = struct.unpack_from("<II", value, at)
            at += 8 + (_padded(size) if by_name else 0)
        base = kind & ~_MANY
        values = 1
        if kind & _MANY or base in _VARIABLE:
            (values,) = struct.unpack_from("<I", value, at)
            at += 4
        for _ in range(values):
            if base in _VARIABLE:
                (size,) = struct.unpack_from("<I", value, at)
                yield tag, base, value[at + 4 : at + 4 + size]
                at += 4 + _padded(size)
            elif base in _FIXED:
                at += _FIXED[base]
            else:
                return
        if at > len(value):
            return


def _padded(size: int) -> int:
    return (size + 3) & ~3


def _property_text(kind: int, content: bytes, codepage: str) -> str:
    return content.decode("utf-16-le", errors="replace").rstrip("\0") if kind == 0x001F else _text(content, codepage)


def _text(value: bytes, codepage: str) -> str:
    return decode(value.rstrip(b"\0"), codepage)
