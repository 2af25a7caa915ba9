"""The one list of formats, and the door through which every document is parsed.

Adding a format: a module with ``parse(source, options)``, a line in ``SPECS``, and its signature in ``sniffing`` where the
extension does not tell. The installer takes its hidden imports from ``SPECS``.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import cast

from index.document import ParsedDocument
from index.errors import FileLocked, FileVanished, IndexError_, UnreadableDocument, UnsupportedFormat
from index.parsers.base import ParseOptions, ParserFunction, ParserSpec, Source
from index.parsers.sniffing import sniff

_HERE = "index.parsers"
SPECS: tuple[ParserSpec, ...] = (
    ParserSpec("pdf", (".pdf",), f"{_HERE}.pdf"),
    ParserSpec("docx", (".docx", ".docm", ".dotx"), f"{_HERE}.word"),
    ParserSpec("xlsx", (".xlsx", ".xlsm", ".xltx"), f"{_HERE}.excel"),
    ParserSpec("pptx", (".pptx", ".pptm", ".ppsx", ".potx"), f"{_HERE}.powerpoint"),
    ParserSpec("md", (".md", ".markdown"), f"{_HERE}.markdown_text"),
    ParserSpec("html", (".html", ".htm", ".xhtml"), f"{_HERE}.html_page"),
    ParserSpec("txt", (".txt", ".text", ".log", ".rst", ".json", ".yaml", ".yml"), f"{_HERE}.plain_text"),
    ParserSpec("csv", (".csv", ".tsv"), f"{_HERE}.csv_table"),
    ParserSpec("eml", (".eml",), f"{_HERE}.mail"),
    ParserSpec("png", (".png",), f"{_HERE}.picture"),
    ParserSpec("jpg", (".jpg", ".jpeg"), f"{_HERE}.picture"),
    ParserSpec("tiff", (".tif", ".tiff"), f"{_HERE}.picture"),
    ParserSpec("bmp", (".bmp",), f"{_HERE}.picture"),
    ParserSpec("rtf", (".rtf",), f"{_HERE}.converted"),
    ParserSpec("odt", (".odt",), f"{_HERE}.converted"),
    ParserSpec("ods", (".ods",), f"{_HERE}.converted"),
    ParserSpec("epub", (".epub",), f"{_HERE}.converted"),
    ParserSpec("doc", (".doc",), f"{_HERE}.converted"),
    ParserSpec("xls", (".xls",), f"{_HERE}.converted"),
    ParserSpec("ppt", (".ppt",), f"{_HERE}.converted"),
    ParserSpec("msg", (".msg",), f"{_HERE}.converted"),
    ParserSpec("xml", (".xml",), f"{_HERE}.converted"),
)
_BY_KIND = {spec.kind: spec for spec in SPECS}
EXTENSIONS: dict[str, str] = {extension: spec.kind for spec in SPECS for extension in spec.extensions}
"""Extension (lower case, with the dot) to kind; a scan uses it to say what will be read before any file is opened."""


def supported_kinds() -> tuple[str, ...]:
    return tuple(_BY_KIND)


def parser_label(kind: str) -> str | None:
    """Name and version of the parser for ``kind``; a different label than the ledger's means: parse again."""
    spec = _BY_KIND.get(kind)
    return spec.label if spec else None


def parse(path: Path, options: ParseOptions | None = None) -> ParsedDocument:
    """Parse the document at ``path``, opened read-only, by its content (a wrong extension does not matter).

    Raises PasswordNeeded, UnreadableDocument, UnsupportedFormat, FileVanished or FileLocked. Messages name no path. Other
    exceptions of the libraries below mean a document that cannot be read and become UnreadableDocument.
    """
    options = options or ParseOptions()
    try:
        kind = sniff(path)
        spec = _BY_KIND.get(kind)
        if spec is None:
            raise UnsupportedFormat(f"There is no reader for {kind.upper()} files.")
        function = cast(ParserFunction, importlib.import_module(spec.module).parse)
        document = function(Source(path=path, kind=kind), options)
    except (IndexError_, MemoryError):
        raise
    except FileNotFoundError as error:
        raise FileVanished("The file is not there any more.") from error
    except PermissionError as error:
        raise FileLocked("The file cannot be opened: another program holds it, or you may not read it.") from error
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001 - the boundary to many libraries; every error here is about this one document
        raise UnreadableDocument(f"The document cannot be read ({type(error).__name__}); it is probably damaged.") from error
    if not document.blocks:
        raise UnreadableDocument(_no_text(document, options), next_step=_NO_TEXT_STEP)
    return document


_NO_TEXT_STEP = "If it shows text in its own program, export it as PDF and import that."


def _no_text(document: ParsedDocument, options: ParseOptions) -> str:
    pages = len(document.pages)
    if not pages:
        return "The document holds no text."
    pages_word = "Its only page has" if pages == 1 else f"None of its {pages} pages has"
    if options.ocr:
        return (
            f"{pages_word} no text, and text recognition found none."
            if pages == 1
            else f"{pages_word} text that can be read or recognised."
        )
    return f"{pages_word} {'no text' if pages == 1 else 'text'}; it may be a scan, and text recognition is switched off."
