"""Plain text: paragraphs by blank lines, list items, and headings where a line cannot be anything else."""

from __future__ import annotations

import re

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.calendar_text import add_calendar, is_calendar
from index.parsers.encodings import decode_text
from index.parsers.subtitles import add_subtitles, is_subtitles

PARSER = "plain_text/2"
_HEADING_CHARS = 90
_LONG_LINE = 200
"""Average line length above which each line is a paragraph of its own (text of editors that do not wrap)."""
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+\S")
_NAMED = re.compile(
    r"(?P<law>§§?\s*\d|art(?:ikel|icle|\.)?\s+\d)|(?P<part>chapter|part|section|appendix|annex|kapitel|teil|abschnitt|anhang|anlage|titre|"
    r"chapitre|capítulo|hoofdstuk|rozdział|глава|第.{1,4}[章节條条])\b",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*(?:[-*•‣▪]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_UNDERLINE = re.compile(r"(=|-|~|\*){3,}\s*")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    builder = DocumentBuilder(source.kind, PARSER)
    text = decode_text(source.read())
    if is_subtitles(text):
        add_subtitles(builder, text)
    elif is_calendar(text):
        add_calendar(builder, text)
    else:
        add_plain_text(builder, text)
    return builder.build()


def add_plain_text(builder: DocumentBuilder, text: str) -> None:
    """Add the blocks of unformatted text."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0c", "\n\n")
    for paragraph in re.split(r"\n[ \t\u00a0]*\n", text):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        if not lines:
            continue
        if len(lines) > 1 and sum(map(len, lines)) > _LONG_LINE * len(lines):
            for line in lines:
                _add_lines(builder, [line])
        else:
            _add_lines(builder, lines)


def heading_level(line: str) -> int | None:
    """Level when a line on its own reads as a heading: numbered, named (chapter, article, §) or in capitals; else None."""
    line = line.strip()
    if not line or len(line) > _HEADING_CHARS or line[-1] in ".;,:!?" or _ITEM.match(line) and not _NUMBERED.match(line):
        return None
    named = _NAMED.match(line)
    if named:
        return 3 if named.group("law") else 2
    numbered = _NUMBERED.match(line)
    if numbered and not re.match(r"\d{4}\b", line) and len(line.split()) <= 10:
        return min(1 + numbered.group(1).count(".") + 1, 6)
    return 2 if line.isupper() and sum(c.isalpha() for c in line) >= 4 else None


def _add_lines(builder: DocumentBuilder, lines: list[str]) -> None:
    if len(lines) == 2 and _UNDERLINE.fullmatch(lines[1]):
        builder.heading(1 if lines[1][0] == "=" else 2, lines[0])
        return
    if len(lines) == 1:
        level = heading_level(lines[0])
        if level is not None:
            builder.heading(level, lines[0])
            return
    pending: list[str] = []
    in_item = False
    for line in lines:
        if _ITEM.match(line):
            _emit(builder, pending, in_item)
            pending, in_item = [line], True
        else:
            pending.append(line)
    _emit(builder, pending, in_item)


def _emit(builder: DocumentBuilder, lines: list[str], is_item: bool) -> None:
    if lines:
        builder.add("list_item" if is_item else "paragraph", "\n".join(lines))
