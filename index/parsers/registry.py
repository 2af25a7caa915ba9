"""The one list of formats, and the door through which every document is parsed.

Adding a format: a module with ``parse(source, options)``, a line in ``SPECS``, and its signature in ``sniffing`` where the
extension does not tell. The installer takes its hidden imports from ``SPECS``.
"""

from __future__ import annotations

import errno
import importlib
from pathlib import Path
from typing import cast

from index.document import ParsedDocument
from index.errors import DiskFull, FileLocked, FileVanished, IndexError_, NoText, UnreadableDocument, UnsupportedFormat
from index.parsers.base import Budget, ParseOptions, ParserFunction, ParserSpec, Source
from index.parsers.office_password import unlocked
from index.parsers.sniffing import sniff
from index.parsers.text_sniffing import CODE_SUFFIXES

_HERE = "index.parsers"
SPECS: tuple[ParserSpec, ...] = (
    ParserSpec("pdf", (".pdf",), f"{_HERE}.pdf", version=2),
    ParserSpec("docx", (".docx", ".docm", ".dotx", ".dotm"), f"{_HERE}.word", version=3),
    ParserSpec("wordxml", (), f"{_HERE}.word_flat"),
    ParserSpec("xlsx", (".xlsx", ".xlsm", ".xltx", ".xltm"), f"{_HERE}.excel", version=2),
    ParserSpec("pptx", (".pptx", ".pptm", ".ppsx", ".potx", ".ppsm", ".potm"), f"{_HERE}.powerpoint", version=3),
    ParserSpec("md", (".md", ".markdown"), f"{_HERE}.markdown_text", version=3),
    ParserSpec("html", (".html", ".htm", ".xhtml"), f"{_HERE}.html_page", version=3),
    ParserSpec("txt", (".txt", ".text", ".rst", ".srt", ".vtt"), f"{_HERE}.plain_text", version=2),
    ParserSpec("code", CODE_SUFFIXES, f"{_HERE}.code_text"),
    ParserSpec("ipynb", (".ipynb",), f"{_HERE}.notebook"),
    ParserSpec("csv", (".csv", ".tsv", ".tab"), f"{_HERE}.csv_table", version=2),
    ParserSpec("eml", (".eml", ".emlx"), f"{_HERE}.mail", version=2),
    ParserSpec("msg", (".msg",), f"{_HERE}.outlook_message"),
    ParserSpec("tnef", (), f"{_HERE}.tnef"),
    ParserSpec("mbox", (".mbox", ".mbx"), f"{_HERE}.mailbox"),
    ParserSpec("mht", (".mht", ".mhtml"), f"{_HERE}.web_archive"),
    ParserSpec("zip", (".zip",), f"{_HERE}.zip_archive"),
    ParserSpec("tar", (".tar", ".tgz", ".tbz2", ".txz"), f"{_HERE}.tar_archive"),
    ParserSpec("gz", (".gz", ".bz2", ".xz"), f"{_HERE}.tar_archive"),
    ParserSpec("png", (".png",), f"{_HERE}.picture", version=2),
    ParserSpec("jpg", (".jpg", ".jpeg"), f"{_HERE}.picture", version=2),
    ParserSpec("tiff", (".tif", ".tiff"), f"{_HERE}.picture", version=2),
    ParserSpec("bmp", (".bmp",), f"{_HERE}.picture", version=2),
    ParserSpec("heic", (".heic", ".heif"), f"{_HERE}.picture", version=2),
    ParserSpec("gif", (".gif",), f"{_HERE}.picture", version=2),
    ParserSpec("webp", (".webp",), f"{_HERE}.picture", version=2),
    ParserSpec("svg", (".svg",), f"{_HERE}.svg_picture"),
    ParserSpec("rtf", (".rtf",), f"{_HERE}.rtf", version=2),
    ParserSpec("odt", (".odt", ".ott", ".odm", ".fodt"), f"{_HERE}.odf_document"),
    ParserSpec("ods", (".ods", ".ots", ".fods"), f"{_HERE}.odf_sheets", version=2),
    ParserSpec("odp", (".odp", ".otp", ".fodp"), f"{_HERE}.odf_slides"),
    ParserSpec("epub", (".epub",), f"{_HERE}.epub", version=2),
    ParserSpec("doc", (".doc", ".dot"), f"{_HERE}.doc", version=2),
    ParserSpec("xmlss", (), f"{_HERE}.excel_xml"),
    ParserSpec("xls", (".xls", ".xlt"), f"{_HERE}.old_excel", version=2),
    ParserSpec("ppt", (".ppt", ".pps", ".pot"), f"{_HERE}.old_powerpoint"),
    ParserSpec("xml", (".xml",), f"{_HERE}.xml_text"),
)
_BY_KIND = {spec.kind: spec for spec in SPECS}
EXTENSIONS: dict[str, str] = {extension: spec.kind for spec in SPECS for extension in spec.extensions}
"""Extension (lower case, with the dot) to kind; a scan uses it to say what will be read before any file is opened."""


def supported_kinds() -> tuple[str, ...]:
    return tuple(_BY_KIND)


def spec_of(kind: str) -> ParserSpec | None:
    return _BY_KIND.get(kind)


def parser_label(kind: str) -> str | None:
    """Name and version of the parser for ``kind``; a different label than the ledger's means: parse again."""
    spec = _BY_KIND.get(kind)
    return spec.label if spec else None


def kind_of(path: Path) -> str:
    """What the content of the file is. Raises as ``parse``."""
    try:
        return sniff(path)
    except OSError as error:
        raise _os_error(error) from error


def parse(path: Path, options: ParseOptions | None = None, *, depth: int = 0, budget: Budget | None = None) -> ParsedDocument:
    """Parse the document at ``path``, opened read-only, by its content (a wrong extension does not matter).

    ``depth`` and ``budget`` are for members of containers: how many containers are around, and what is left for all of them.
    Raises PasswordNeeded, UnreadableDocument, UnsupportedFormat, NoText, TooLarge, FileVanished, FileLocked or DiskFull. Messages
    name no path. Other exceptions of the libraries below mean a document that cannot be read and become UnreadableDocument.
    """
    options = options or ParseOptions()
    try:
        shared = budget or Budget(bytes_left=options.max_unpacked_bytes)
        source = Source(path=path, kind=sniff(path), depth=depth, budget=shared)
        if source.kind == "encrypted":
            source = unlocked(source, options)
        spec = _BY_KIND.get(source.kind)
        if spec is None:
            raise UnsupportedFormat(f"There is no reader for {source.kind.upper()} files.")
        function = cast(ParserFunction, importlib.import_module(spec.module).parse)
        document = function(source, options)
    except (IndexError_, MemoryError):
        raise
    except OSError as error:
        raise _os_error(error) from error
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001 - the boundary to many libraries; every error here is about this one document
        raise UnreadableDocument(f"The document cannot be read ({type(error).__name__}); it is probably damaged.") from error
    if not document.blocks and not document.children and (options.ocr or not document.pages):
        # Without OCR a document with pages may still turn out to be a scan.
        raise NoText(_no_text(document), next_step=_NO_TEXT_STEP)
    return document


def _os_error(error: OSError) -> IndexError_:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return FileVanished("The file is not there any more.")
    if isinstance(error, PermissionError):
        return FileLocked("The file cannot be opened: another program holds it, or you may not read it.")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull("There is no room left on the disk for unpacking the file.")
    return UnreadableDocument(f"The document cannot be read ({type(error).__name__}); it is probably damaged.")


_NO_TEXT_STEP = "If it shows text in its own program, export it as PDF and import that."


def _no_text(document: ParsedDocument) -> str:
    pages = len(document.pages)
    if not pages:
        return "The document holds no text."
    if pages == 1:
        return "Its only page has no text, and text recognition found none."
    return f"None of its {pages} pages has text that can be read or recognised."
