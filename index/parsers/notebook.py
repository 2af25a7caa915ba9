"""Jupyter notebooks: text cells with their headings, code cells, and what these printed, each under the number of its cell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from index.document import ParsedDocument
from index.parsers import code_text
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import decode_text
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_tree import parse_tree
from index.parsers.markdown_text import add_markdown

PARSER = "notebook/1"
_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_OVERWRITTEN = re.compile(r"^[^\n]*\r(?=[^\n])", re.MULTILINE)
"""What a progress bar wrote over: a terminal shows the last state only."""
_PLAIN = ("text/markdown", "text/plain", "text/latex")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """A file that is no notebook after all, or a damaged one, is read as the text that it is."""
    try:
        notebook = json.loads(decode_text(source.read()))
        cells = list(_cells(notebook))
    except (ValueError, RecursionError, TypeError, AttributeError):
        read = code_text.parse(source, options)
        warning = "The notebook is damaged; it was read as plain text, without its cells."
        return read.model_copy(update={"warnings": (*read.warnings, warning)})
    builder = DocumentBuilder("ipynb", PARSER)
    for number, cell in enumerate(cells, start=1):
        builder.spot = f"Cell {number}"
        _add_cell(builder, cell)
    metadata = notebook.get("metadata")
    about = metadata if isinstance(metadata, dict) else {}
    first = next((text for _, level, text in builder.headings if level == 1), None)
    return builder.build(title=_words(about.get("title")) or first, author=_authors(about.get("authors")))


def _cells(notebook: Any) -> Iterator[dict[str, Any]]:
    """Of format 4, or of 3 and older, which have them in worksheets. Raises ValueError for anything else."""
    sheets = [notebook] if "cells" in notebook else notebook.get("worksheets")
    if sheets is None:
        raise ValueError("no cells")
    for sheet in sheets:
        yield from (cell for cell in sheet.get("cells", ()) if isinstance(cell, dict))


def _add_cell(builder: DocumentBuilder, cell: dict[str, Any]) -> None:
    kind = cell.get("cell_type")
    words = _words(cell.get("source", cell.get("input")))
    if kind == "markdown":
        add_markdown(builder, words)
    elif kind == "heading":
        level = cell.get("level")
        builder.heading(level if isinstance(level, int) else 1, words)
    elif kind == "code":
        builder.add("code", words)
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else ():
            if isinstance(output, dict):
                _add_output(builder, output)
    else:
        builder.add("paragraph", words)


def _add_output(builder: DocumentBuilder, output: dict[str, Any]) -> None:
    if output.get("output_type") in {"error", "pyerr"}:
        builder.add("note", f"Error: {_words(output.get('ename'))}: {_words(output.get('evalue'))}")
        return
    data = output.get("data")
    shown = data if isinstance(data, dict) else {}
    html = _words(shown.get("text/html", output.get("html")))
    plain = next((words for kind in _PLAIN if (words := _words(shown.get(kind)))), "") or _words(output.get("text"))
    if "<table" in html or html and not plain:
        # The same table as plain text would have its columns parted by blanks only.
        HtmlBlocks(builder, drop_boilerplate=False).add(parse_tree(html))
    elif _words(shown.get("text/markdown")):
        add_markdown(builder, plain)
    elif plain:
        printed = _OVERWRITTEN.sub("", _ANSI.sub("", plain))
        for part in printed.split("\n\n"):
            builder.add("code", part)


def _words(value: Any) -> str:
    """Text is stored as one string or as a list of lines."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""


def _authors(value: Any) -> str | None:
    names = [_words(author.get("name")) for author in value if isinstance(author, dict)] if isinstance(value, list) else []
    return ", ".join(name for name in names if name) or None
