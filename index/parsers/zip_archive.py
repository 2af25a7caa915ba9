"""ZIP archives as folders: each file in them is a child, within limits on number, size, compression and nesting.

Nothing is unpacked under its own name. Sizes are checked before anything is unpacked, by what the archive says and again by what
comes out; files that share bytes (the trick of the flat zip bomb, D. Fifield, "A better zip bomb", WOOT 2019) and compression that
no document reaches are refused.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator
from lzma import LZMAError

from index.document import ParsedDocument
from index.errors import PasswordNeeded, TooLarge, UnreadableDocument, UnsafeDocument, UnsupportedFormat
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.charset_guess import guess_charset
from index.parsers.children import (
    MAX_DEPTH,
    Member,
    Names,
    budget_of,
    ignored_folder,
    not_read,
    parse_members,
    refuse_if_closed,
    with_children,
)
from index.parsers.zip_aes import AES_METHOD, decrypt_aes

PARSER = "zip_archive/1"
MAX_RATIO = 200
"""As for Office files: text compresses to about a tenth, logs to a fiftieth, a bomb to a thousandth."""
_RATIO_FLOOR = 8 << 20
"""Unpacked bytes below which compression does not matter."""
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1
_NAMES_READ = -6.5
_NEEDED = "The file is protected with a password."
_WRONG = "The file is protected with a password, and the one that was given does not open it."


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    children = parse_members(members(source, options), source, options)
    if not children:
        raise UnreadableDocument("The archive holds no files.", next_step="Check whether it was made completely.")
    refuse_if_closed(children)
    return with_children(DocumentBuilder("zip", PARSER).build(), children)


def members(source: Source, options: ParseOptions) -> Iterator[Member]:
    """Files in the order of the archive. Raises UnreadableDocument, UnsafeDocument, TooLarge."""
    check_depth(source)
    try:
        with source.open() as file, zipfile.ZipFile(file) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            _refuse_bombs(infos, budget_of(source, options).bytes_left)
            yield from _members(archive, infos, options)
    except (zipfile.BadZipFile, EOFError, UnicodeError, ValueError) as error:
        raise UnreadableDocument("The archive is damaged and cannot be opened.") from error


def check_depth(source: Source) -> None:
    """An archive inside too many containers stays closed. Raises TooLarge."""
    if source.depth >= MAX_DEPTH:
        raise TooLarge(
            f"It lies in more than {MAX_DEPTH} archives or mails, one inside the other.",
            next_step="Unpack the outer ones and import the folder.",
        )


def _members(archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo], options: ParseOptions) -> Iterator[Member]:
    names, folders = Names(), set[str]()
    encoding = _name_encoding(infos)
    for info in infos:
        name = names.take(_name(info, encoding))
        ignored = ignored_folder(name)
        if ignored is not None:
            folder, reason = ignored
            if folder not in folders:
                folders.add(folder)
                yield Member(folder, 0, bytes, reason)
            continue
        refusal = _bomb(info.file_size, info.compress_size) or not_read(name, info.file_size)
        yield Member(name, info.file_size, _reader(archive, info, options.password), refusal)


def _name(info: zipfile.ZipInfo, encoding: str | None) -> str:
    if info.flag_bits & _UTF8_NAME or info.filename.isascii() or encoding is None:
        return info.filename
    try:
        return info.filename.encode("cp437").decode(encoding)
    except UnicodeError:
        return info.filename


def _name_encoding(infos: list[zipfile.ZipInfo]) -> str | None:
    """In what names without their flag are written: UTF-8 in spite of it, or the code page of the writer's system, told by all."""
    try:
        raw = b"\n".join(
            info.filename.encode("cp437") for info in infos if not info.flag_bits & _UTF8_NAME and not info.filename.isascii()
        )
    except UnicodeError:
        return None
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        guess = guess_charset(raw)
        return guess[0] if guess is not None and guess[1] > _NAMES_READ else None
    return "utf-8"


def _refuse_bombs(infos: list[zipfile.ZipInfo], limit: int) -> None:
    """Raises UnsafeDocument when files overlap, or when all together unpack to more than is allowed from next to nothing."""
    end = 0
    for info in sorted(infos, key=lambda i: i.header_offset):
        if info.header_offset < end:
            raise UnsafeDocument("The files of the archive overlap, as in archives that are made to fill up a disk.")
        end = info.header_offset + 30 + info.compress_size
    unpacked, packed = sum(info.file_size for info in infos), sum(info.compress_size for info in infos)
    if unpacked > limit and unpacked > MAX_RATIO * packed:
        raise UnsafeDocument(
            f"The archive would unpack to {unpacked >> 20} MB from {packed >> 10} KB, as archives that are made to fill up a disk."
        )


def _bomb(unpacked: int, packed: int) -> UnsafeDocument | None:
    if unpacked > _RATIO_FLOOR and unpacked > MAX_RATIO * packed:
        return UnsafeDocument(
            f"This file would unpack to {unpacked >> 20} MB from {packed >> 10} KB, as files that are made to fill up a disk."
        )
    return None


def _reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo, password: str | None) -> Callable[[], bytes]:
    def read() -> bytes:
        if info.flag_bits & _ENCRYPTED and password is None:
            raise PasswordNeeded(_NEEDED)
        try:
            if info.compress_type == AES_METHOD:
                return decrypt_aes(archive, info, password or "")
            return _unlocked(archive, info, password)
        except NotImplementedError as error:
            raise UnsupportedFormat(
                "The file is packed in a way that cannot be read here.", next_step="Unpack the archive and import the folder."
            ) from error
        except (zipfile.BadZipFile, EOFError, zlib.error, LZMAError, OSError, ValueError) as error:
            raise UnreadableDocument("The file is damaged in the archive.") from error

    return read


def _unlocked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, password: str | None) -> bytes:
    if not info.flag_bits & _ENCRYPTED:
        return archive.read(info)
    # Passwords were typed in the code page of the writer's system; UTF-8 first, then the two of Western Europe.
    for encoding in ("utf-8", "cp1252", "cp850"):
        try:
            return archive.read(info, (password or "").encode(encoding))
        except UnicodeEncodeError:
            continue
        except (RuntimeError, zipfile.BadZipFile, zlib.error, EOFError):
            # One wrong password in 256 passes the check byte and then fails on the checksum.
            continue
    raise PasswordNeeded(_WRONG, next_step="Give the right password, then import it again.")
