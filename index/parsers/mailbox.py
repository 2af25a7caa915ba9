"""MBOX files (Thunderbird, Apple Mail, Google Takeout): each mail is a child. Read as a stream, whatever the size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO

from index.document import ParsedDocument
from index.errors import TooLarge, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.children import Member, budget_of, parse_members, with_children
from index.parsers.mail import header, message_headers
from index.parsers.mail_model import MAX_MAIL_DEPTH, subject_name

PARSER = "mailbox/1"
_MAX_MAIL_BYTES = 200 << 20
_SEPARATOR = re.compile(rb"From (?:\S+|.*\b\d{4}\b)")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
_HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:|>From ")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    if source.depth >= MAX_MAIL_DEPTH:
        raise TooLarge("It lies in too many files, one inside the other.", next_step="Unpack the outer ones.")
    builder = DocumentBuilder("mbox", PARSER)
    limit = budget_of(source, options).members_left
    kept, total = [], 0
    for member in members(source, options):
        total += 1
        if total <= limit:
            kept.append(parse_members((member,), source, options)[0])
    if not kept:
        raise UnreadableDocument("The mailbox holds no mails.")
    if total > limit:
        builder.warn(f"Only the first {limit} of {total} mails were read. Split the mailbox to have the others read as well.")
    return with_children(builder.build(), tuple(kept))


def members(source: Source, options: ParseOptions) -> Iterator[Member]:
    """The mails in order, named by number and subject."""
    with source.open() as file:
        for number, data in enumerate(_mails(file), start=1):
            name = f"{number:04d} {subject_name(header(message_headers(data), 'Subject'))}"
            refusal = TooLarge("The mail is too large.", next_step="Save it from your mail program.")
            yield Member(name, len(data), _giver(data), refusal if len(data) >= _MAX_MAIL_BYTES else None)


def _giver(data: bytes) -> Callable[[], bytes]:
    return lambda: data


def _mails(file: BinaryIO) -> Iterator[bytes]:
    """A mail begins at a line "From …" after an empty line, if a header line follows (RFC 4155, and what programs make of it)."""
    lines: list[bytes] = []
    size = 0
    before_empty, started = True, False
    pending: bytes | None = None
    for line in file:
        if pending is not None:
            if _HEADER.match(line):
                if started and any(part.strip() for part in lines):
                    yield _unquoted(lines)
                lines, size, started = [], 0, True
            else:
                lines.append(pending)
            pending = None
        if before_empty and line.startswith(b"From ") and _SEPARATOR.match(line):
            pending = line
            before_empty = False
            continue
        if size < _MAX_MAIL_BYTES:
            lines.append(line)
            size += len(line)
        before_empty = not line.strip()
    if pending is not None:
        lines.append(pending)  # the file's last line
    if any(part.strip() for part in lines):
        yield _unquoted(lines)


def _unquoted(lines: list[bytes]) -> bytes:
    return _QUOTED_FROM.sub(rb"\1", b"".join(lines))
