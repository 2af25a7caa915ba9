"""What kind of document a file is, by its content first and by its name where the content leaves it open."""

from __future__ import annotations

import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from index.errors import UnreadableDocument, UnsupportedFormat
from index.parsers.ole_container import DAMAGED, OleContainer
from index.parsers.text_sniffing import text_kind

_HEAD = 8192
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_TYPES = "[Content_Types].xml"
_ZIP_PARTS = (("xl/workbook.bin", "xlsb"), ("word/document", "docx"), ("xl/workbook", "xlsx"), ("ppt/presentation", "pptx"))
_MIMETYPES = {
    "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp",
    "application/vnd.oasis.opendocument.text-template": "odt",
    "application/vnd.oasis.opendocument.text-master": "odt",
    "application/vnd.oasis.opendocument.spreadsheet-template": "ods",
    "application/vnd.oasis.opendocument.presentation-template": "odp",
}
_CONTENT_TYPES = (
    (b"wordprocessingml.", "docx"),
    (b"vnd.ms-word.", "docx"),
    (b"spreadsheetml.", "xlsx"),
    (b"vnd.ms-excel.sheet.binary", "xlsb"),
    (b"vnd.ms-excel.", "xlsx"),
    (b"presentationml.", "pptx"),
    (b"vnd.ms-powerpoint.", "pptx"),
)
"""Of the main part, for packages whose parts have unusual names; the order is that in which they are looked for."""
_OLE_STREAMS = (
    ("EncryptedPackage", "encrypted"),
    ("__substg1.0_", "msg"),
    ("__properties_version1.0", "msg"),
    ("WordDocument", "doc"),
    ("PowerPoint Document", "ppt"),
    ("Workbook", "xls"),
    ("Book", "xls"),
)
_PICTURES = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpg"),
    (b"II*\0", "tiff"),
    (b"MM\0*", "tiff"),
    (b"II+\0", "tiff"),
    (b"MM\0+", "tiff"),
    (b"GIF8", "gif"),
    (b"BM", "bmp"),
)
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}
_BINARY = (
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"RIFF", "a media file"),
    (b"ID3", "audio"),
    (b"OggS", "audio"),
    (b"fLaC", "audio"),
    (b".snd", "audio"),
    (b"\x1aE\xdf\xa3", "a film"),
    (b"SQLite format 3\0", "a database"),
)
_PACKED = (
    (b"\x1f\x8b", "gz"),
    (b"BZh", "gz"),
    (b"\xfd7zXZ\x00", "gz"),
)
_CLOSED = (
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"MSCF", "a cabinet archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"!BDN", "an Outlook data file"),
)
_TAR_MAGIC = 257


def sniff(path: Path) -> str:
    """Kind of the file's content, a key of the registry where it can be parsed.

    Raises UnreadableDocument for empty and broken files, PasswordNeeded for encrypted ones, UnsupportedFormat for known kinds
    without text.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        # A pipe or a device would be read for ever.
        raise UnsupportedFormat("It is no ordinary file but a device, a pipe or a socket.", next_step="Nothing to do.")
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head.strip(b" \t\r\n\x0b\x0c\0\xef\xbb\xbf"):
        raise UnreadableDocument(
            "The file is empty.", next_step="Check whether the right file was saved; nothing can be indexed from this one."
        )
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06"):
        return zip_kind(path)
    if head.startswith(_OLE):
        return _ole_kind(path)
    if head.lstrip().startswith(b"{\\rtf"):
        return "rtf"
    for magic, kind in _PICTURES:
        if head.startswith(magic):
            return kind
    if head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS:
        return "heic"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "webp"
    if head.startswith(b"\x78\x9f\x3e\x22"):
        return "tnef"
    _refuse_binary(head)
    return _packed_kind(path, head) or text_kind(path, head)


def zip_kind(file: Path | BinaryIO) -> str:
    """Kind of a document that is a zip archive inside."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                mimetype = archive.read("mimetype").decode("ascii", errors="replace").strip()
                if mimetype in _MIMETYPES:
                    return _MIMETYPES[mimetype]
            types = archive.read(_TYPES) if _TYPES in names and archive.getinfo(_TYPES).file_size < 1 << 22 else b""
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        RuntimeError,
        NotImplementedError,
        KeyError,
        ValueError,
    ) as error:
        raise UnreadableDocument("The file is damaged: its inner archive cannot be opened.") from error
    parts = [name.replace("\\", "/").lstrip("/").lower() for name in names]
    for prefix, kind in _ZIP_PARTS:
        if any(part.startswith(prefix) and part.endswith((".xml", ".bin")) for part in parts):
            return kind
    for words, kind in _CONTENT_TYPES:
        if words in types:
            return kind
    return "zip"


def _ole_kind(path: Path) -> str:
    """By the streams of the root folder; documents embedded in this one have their streams in folders below."""
    try:
        with OleContainer(path) as ole:
            roots = {entry[0] for entry in ole.listdir(streams=True, storages=True)}
    except (*DAMAGED, struct.error):
        with path.open("rb") as file:
            data = file.read(32 << 20)
        roots = {stream for stream, _ in _OLE_STREAMS if stream.encode("utf-16-le") in data}
    for stream, kind in _OLE_STREAMS:
        if any(root.startswith(stream) if stream.startswith("__") else root.lower() == stream.lower() for root in roots):
            return kind
    raise UnsupportedFormat("The file is an old Office container without a known document in it.")


def _refuse_binary(head: bytes) -> None:
    for magic, name in _BINARY:
        if head.startswith(magic):
            raise UnsupportedFormat(f"The file is {name}; it holds no text to index.")
    for magic, name in _CLOSED:
        if head.startswith(magic):
            raise UnsupportedFormat(
                f"The file is {name}, which cannot be opened here.", next_step="Unpack it or export it, and import the folder."
            )


def _packed_kind(path: Path, head: bytes) -> str | None:
    """``tar`` or ``gz`` by what is inside of the compression; None for anything else."""
    if head[_TAR_MAGIC : _TAR_MAGIC + 5] == b"ustar":
        return "tar"
    if not any(head.startswith(magic) for magic, _ in _PACKED):
        return None
    try:
        with tarfile.open(path, mode="r|*") as archive:
            return "tar" if archive.next() is not None else "gz"
    except (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError, ValueError):
        return "gz"
