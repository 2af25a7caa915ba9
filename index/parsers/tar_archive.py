"""TAR archives, plain or compressed, and single compressed files (.gz, .bz2, .xz), as folders."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import IO, cast

from index.document import ParsedDocument
from index.errors import TooLarge, UnreadableDocument, UnsafeDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.children import (
    Member,
    Names,
    budget_of,
    ignored_folder,
    not_read,
    parse_members,
    refuse_if_closed,
    with_children,
)
from index.parsers.zip_archive import MAX_RATIO, check_depth

PARSER = "tar_archive/1"
_BROKEN = (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError, ValueError, TypeError, OverflowError)
_RATIO_FLOOR = 64 << 20


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    children = parse_members(members(source, options), source, options)
    if not children:
        raise UnreadableDocument("The archive holds no files.", next_step="Check whether it was made completely.")
    refuse_if_closed(children)
    return with_children(DocumentBuilder(source.kind, PARSER).build(), children)


def members(source: Source, options: ParseOptions) -> Iterator[Member]:
    """Regular files in the order of the archive; links and devices are nothing to read. Raises UnreadableDocument, TooLarge."""
    check_depth(source)
    yield from _single(source, options) if source.kind == "gz" else _tar(source, options)


def _tar(source: Source, options: ParseOptions) -> Iterator[Member]:
    names, folders = Names(), set[str]()
    allowed = _allowed(source, options)
    found = 0
    try:
        # As a stream: what is skipped is never held in memory.
        with source.open() as raw, _opened(raw) as file, tarfile.open(fileobj=file, mode="r|") as archive:
            for info in archive:
                if not info.isreg():
                    continue
                found += 1
                name = names.take(info.name)
                allowed -= info.size
                if allowed < 0:
                    yield Member(name, info.size, bytes, _too_much())
                    return
                ignored = ignored_folder(name)
                if ignored is None:
                    yield Member(name, info.size, _reader(archive, info), not_read(name, info.size))
                elif ignored[0] not in folders:
                    folders.add(ignored[0])
                    yield Member(ignored[0], 0, bytes, ignored[1])
    except _BROKEN as error:
        if not found:
            raise UnreadableDocument("The archive is damaged and cannot be opened.") from error
        yield Member(
            names.take("rest of the archive"),
            0,
            bytes,
            UnreadableDocument("The archive is damaged from here on; what follows cannot be read."),
        )


def _reader(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            file = archive.extractfile(info)
            data = file.read(info.size) if file is not None else b""
        except _BROKEN as error:
            raise UnreadableDocument("The file is damaged in the archive.") from error
        if len(data) < info.size:
            raise UnreadableDocument("The archive ends in the middle of this file.")
        return data

    return read


def _single(source: Source, options: ParseOptions) -> Iterator[Member]:
    """The one file inside. The archive's own name need not be known here (it may be a member itself), its suffix is."""
    limit = _allowed(source, options)

    def read() -> bytes:
        try:
            with source.open() as raw, _opened(raw) as file:
                data = file.read(limit + 1)
        except _BROKEN as error:
            raise UnreadableDocument("The file is damaged and cannot be unpacked.") from error
        if len(data) > limit:
            raise _too_much()
        return data

    yield Member("content" + PurePosixPath(PurePosixPath(source.name).stem).suffix, source.path.stat().st_size, read)


def _opened(raw: IO[bytes]) -> IO[bytes]:
    """The content. Unlike tarfile's own, these readers notice when a compressed file is cut."""
    head = raw.read(6)
    raw.seek(0)
    if head.startswith(b"BZh"):
        return bz2.open(raw)
    if head.startswith(b"\xfd7zXZ"):
        return lzma.open(raw)
    return cast(IO[bytes], gzip.open(raw)) if head.startswith(b"\x1f\x8b") else raw


def _allowed(source: Source, options: ParseOptions) -> int:
    """Bytes that may come out: the budget, and no more than compression that is not a bomb's would give."""
    packed = source.path.stat().st_size
    return min(budget_of(source, options).bytes_left, max(_RATIO_FLOOR, MAX_RATIO * packed))


def _too_much() -> TooLarge | UnsafeDocument:
    return UnsafeDocument(
        "The archive unpacks to more than is allowed, or to far more than documents do; this part was left out."
    )
