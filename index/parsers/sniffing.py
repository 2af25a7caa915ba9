"""What kind of document a file is, by its content first and by its name where the content leaves it open."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from index.errors import PasswordNeeded, UnreadableDocument, UnsupportedFormat
from index.parsers.encodings import decode

_HEAD = 8192
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP_PARTS = (("word/document", "docx"), ("xl/workbook", "xlsx"), ("ppt/presentation", "pptx"))
_MIMETYPES = {
    "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp",
}
_OLE_STREAMS = (
    ("EncryptedPackage", "encrypted"),
    ("__substg1.0_", "msg"),
    ("__properties_version1.0", "msg"),
    ("WordDocument", "doc"),
    ("PowerPoint Document", "ppt"),
    ("Workbook", "xls"),
    ("Book", "xls"),
)
_PICTURES = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg"), (b"II*\0", "tiff"), (b"MM\0*", "tiff"), (b"BM", "bmp"))
_BINARY = (
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a media file"),
    (b"ID3", "audio"),
)
_TEXT_KINDS = {
    ".md": "md", ".markdown": "md", ".csv": "csv", ".tsv": "csv", ".html": "html", ".htm": "html", ".xhtml": "html", ".txt": "txt",
    ".log": "txt", ".eml": "eml", ".json": "txt", ".xml": "xml", ".yaml": "txt", ".yml": "txt", ".rst": "txt", ".text": "txt",
}  # fmt: skip
_MAIL_HEADER = re.compile(
    r"\A(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:From|Received|Return-Path|MIME-Version|Message-ID|Subject):",
    re.IGNORECASE,
)
_MAIL_FIELDS = re.compile(
    r"^(From|To|Subject|Date|Message-ID|MIME-Version|Received|Content-Type):", re.IGNORECASE | re.MULTILINE
)
_HTML = re.compile(
    r"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)


def sniff(path: Path) -> str:
    """Kind of the file's content, a key of the registry where it can be parsed.

    Raises UnreadableDocument for empty and broken files, PasswordNeeded for encrypted ones, UnsupportedFormat for known kinds
    without text.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head.strip(b" \t\r\n\x0b\x0c\0\xef\xbb\xbf"):
        raise UnreadableDocument(
            "The file is empty.", next_step="Check whether the right file was saved; nothing can be indexed from this one."
        )
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06"):
        return _zip_kind(path)
    if head.startswith(_OLE):
        return _ole_kind(path)
    if head.lstrip().startswith(b"{\\rtf"):
        return "rtf"
    for magic, kind in _PICTURES:
        if head.startswith(magic):
            return kind
    if head[4:12] in {b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc"}:
        return "heic"
    return _text_kind(path, head)


def _zip_kind(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                mimetype = archive.read("mimetype").decode("ascii", errors="replace").strip()
                if mimetype in _MIMETYPES:
                    _refuse_encrypted_odf(archive, names)
                    return _MIMETYPES[mimetype]
    except (zipfile.BadZipFile, EOFError, OSError, RuntimeError, NotImplementedError, KeyError) as error:
        raise UnreadableDocument("The file is damaged: its inner archive cannot be opened.") from error
    for prefix, kind in _ZIP_PARTS:
        if any(name.lower().startswith(prefix) for name in names):
            return kind
    raise UnsupportedFormat("The file is an archive.", next_step="Unpack it and import the folder.")


def _refuse_encrypted_odf(archive: zipfile.ZipFile, names: list[str]) -> None:
    if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise PasswordNeeded("The document is protected with a password.")


def _ole_kind(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(32 << 20)
    for stream, kind in _OLE_STREAMS:
        if stream.encode("utf-16-le") in data:
            if kind == "encrypted":
                raise PasswordNeeded("The document is protected with a password.")
            return kind
    raise UnsupportedFormat("The file is an old Office container without a known document in it.")


def _text_kind(path: Path, head: bytes) -> str:
    extension = path.suffix.lower()
    for magic, name in _BINARY:
        if head.startswith(magic):
            raise UnsupportedFormat(f"The file is {name}; it holds no text to index.")
    text = decode(head)
    if text.count("\x00") + text.count("\ufffd") > 0.1 * len(text):
        raise UnsupportedFormat("The file's content is of no kind that can be read.")
    controls = sum(ord(c) < 32 and c not in "\t\n\r\f\x1b\x1a" for c in text)
    if controls > 0.1 * len(text) and extension not in _TEXT_KINDS:
        raise UnsupportedFormat("The file's content is of no kind that can be read.")
    if _HTML.match(text):
        return "html"
    if extension == ".eml" or (_MAIL_HEADER.match(text) and len({m.lower() for m in _MAIL_FIELDS.findall(text[:4000])}) >= 3):
        return "eml"
    if text.lstrip("\ufeff \t\r\n").startswith("<?xml"):
        return "xml"
    return _TEXT_KINDS.get(extension, "txt")
