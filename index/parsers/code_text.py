"""Text that machines write or read: JSON, YAML, INI, logs, source code. Kept line by line; nothing is taken for a heading."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import decode_text

PARSER = "code_text/1"
_LONG_LINE = 500
"""JSON with longer lines is written for machines and is shown as one line a value."""
_BLOCK_LINES = 40
_MAX_VALUES = 500_000
_ESCAPES = re.compile(r"(?<!\\)((?:\\\\)*)((?:\\u[0-9a-fA-F]{4})+)")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    builder = DocumentBuilder("code", PARSER)
    text = decode_text(source.read()).replace("\r\n", "\n").replace("\r", "\n")
    for lines in _blocks(_unescaped(_spread(text)).split("\n")):
        builder.add("code", "\n".join(lines))
    return builder.build()


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Runs of lines up to a blank one, long runs in pieces."""
    run: list[str] = []
    for line in lines:
        if run and (not line.strip() or len(run) >= _BLOCK_LINES):
            yield run
            run = []
        if line.strip():
            run.append(line)
    if run:
        yield run


def _unescaped(text: str) -> str:
    """JSON with its letters as letters: many programs write ``M\\u00fcller``, which nobody would find."""
    if "\\u" not in text or text.lstrip("\ufeff \t\n")[:1] not in ("{", "["):
        return text

    def letters(match: re.Match[str]) -> str:
        units = bytes.fromhex(match.group(2).replace("\\u", ""))
        found = units.decode("utf-16-be", errors="replace")
        # Quotation marks, controls and lone surrogates stay as they are written.
        return match.group(1) + found if found.isprintable() and '"' not in found and "\ufffd" not in found else match.group()

    return _ESCAPES.sub(letters, text)


def _spread(text: str) -> str:
    """JSON on one line as "path: value" lines, with its numbers as they are written; all else unchanged."""
    start = text.lstrip("\ufeff \t\n")[:1]
    if start not in ("{", "[") or max(map(len, text.split("\n")), default=0) < _LONG_LINE:
        return text
    lines: list[str] = []
    for piece in [text] if _loads(text) is not None else text.split("\n"):
        value = _loads(piece)
        if value is None:
            lines.append(piece)
        else:
            lines += [f"{path}: {leaf}" if path else leaf for path, leaf in _leaves(value, "")]
            lines.append("")
        if len(lines) > _MAX_VALUES:
            return text
    return "\n".join(lines)


def _loads(text: str) -> Any:
    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        return None


def _leaves(root: Any, at: str) -> Iterator[tuple[str, str]]:
    # A stack, not recursion: the depth is the document's choice.
    stack = [(at, root)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict):
            stack += [(f"{path}.{key}" if path else str(key), inner) for key, inner in reversed(value.items())]
        elif isinstance(value, list):
            stack += [(f"{path}[{number}]", inner) for number, inner in reversed(list(enumerate(value, start=1)))]
        elif value is not None and str(value) != "":
            yield path, re.sub(r"\s*\n\s*", " ", str(value))
