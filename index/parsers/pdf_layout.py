"""From the lines of a PDF's pages to paragraphs, headings, list items and table rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from index.document import BlockKind
from index.parsers.pdf_columns import unmixed
from index.parsers.pdf_headers import Headers
from index.parsers.pdf_lines import Line
from index.parsers.pdf_rules import Grid, table_rows
from index.parsers.pdf_tables import find_tables
from index.parsers.plain_text import heading_level

_LIST_ITEM = re.compile(
    r"(?:[•‣▪◦●■□✓❑➢\uf0b7\uf0a7·∙o–-]|\(?\d{1,3}[.)]|\(?[a-zA-Z]{1,2}[.)]|\([0-9a-z]{1,4}\)|[ivx]{1,5}[.)])\s+\S"
)
_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)\.?\s+[^\W\d_]")
_LAW = re.compile(r"(?:§§?|Art(?:ikel|\.)?|Artículo|Article)\s*\d+\s*[a-z]?\b")
_ZONE = 0.09
"""Share of the page height at top and bottom where running titles and page numbers stand."""
_HEADING_CHARS = 160
_END = '.!?:;。！？”"»)'


@dataclass(frozen=True)
class LayoutBlock:
    kind: BlockKind
    text: str
    level: int = 0


@dataclass(frozen=True)
class PageLines:
    """Lines of a page with its height in points. What was read from a ``garbled`` one is noise and no part of ``lines``."""

    lines: list[Line]
    height: float
    grids: tuple[Grid, ...] = ()
    garbled: bool = False

    @property
    def characters(self) -> int:
        """Number of characters that are no white space."""
        return sum(len("".join(line.text.split())) for line in self.lines)


class Layout:
    """Knows what holds for the whole document: body size, heading styles, running titles, and how broken words are written."""

    def __init__(self, pages: Sequence[PageLines]) -> None:
        self._running = _running_lines(pages)
        self._seen_running: set[str] = set()
        self._headers = Headers()
        sizes: Counter[float] = Counter()
        for page in pages:
            for line in page.lines:
                sizes[round(line.size * 2) / 2] += len(line.text)
        self._body = sizes.most_common(1)[0][0] if sizes else 10.0
        larger = sorted((s for s in sizes if s >= 1.15 * self._body), reverse=True)
        self._ranks = {size: min(rank, 5) for rank, size in enumerate(larger, start=1)}
        self._words: set[str] = set()
        for page in pages:
            for line in page.lines:
                self._words.update(word.strip(".,;:()").lower() for word in line.text.split())

    def blocks(self, page: PageLines) -> list[LayoutBlock]:
        """Blocks of one page in reading order. A running title is kept where it comes first and left out after that:
        repeated on each page it would break sentences that go on and outweigh the text in a search."""
        body, notes = self._without_running(page)
        self._headers.begin_page()
        ruled: dict[int, tuple[Grid, list[list[Line]]]] = {}
        taken: set[int] = set()
        for grid in page.grids:
            rows, indexes = table_rows(grid, body)
            fresh = indexes - taken
            if len(rows) >= 2 and fresh == indexes:
                ruled[min(indexes)] = (grid, rows)
                taken |= indexes
        blocks: list[LayoutBlock] = []
        free: list[Line] = []
        for index, line in enumerate(body):
            if index in ruled:
                self._free(free, blocks)
                free = []
                grid, rows = ruled[index]
                blocks += [LayoutBlock("table_row", text) for text in self._headers.row_texts(rows, grid.columns, self.join)]
            elif index not in taken:
                free.append(line)
        self._free(free, blocks)
        return [*notes, *blocks]

    def _free(self, lines: list[Line], blocks: list[LayoutBlock]) -> None:
        """Lines outside of ruled tables: tables by gaps, and running text."""
        lines = unmixed(lines)
        tables = find_tables(lines)
        pending: list[Line] = []
        at = 0
        while at < len(lines):
            table = tables.get(at)
            if table is not None:
                self._paragraphs(pending, blocks)
                pending = []
                blocks += [
                    LayoutBlock("table_row", text) for text in self._headers.row_texts(table.rows, table.columns, self.join)
                ]
                at += table.length
            else:
                pending.append(lines[at])
                at += 1
        self._paragraphs(pending, blocks)

    def join(self, lines: Iterable[Line]) -> str:
        """Text of lines as one run, words that a hyphen broke put together again."""
        text = ""
        joining = False
        for line in lines:
            if joining:
                text = self._join_broken(text, line.text)
            elif text:
                text = f"{text} {line.text}"
            else:
                text = line.text
            joining = line.joins_next
        return text

    def _join_broken(self, text: str, following: str) -> str:
        """ "com" + "pile" is "compile"; "mixed" + "mode" stays hyphenated when the document writes it so elsewhere."""
        head = re.split(r"\s", text)[-1].lower().lstrip("(")
        tail = following.split(maxsplit=1)[0].lower().strip(".,;:()") if following.split() else ""
        if tail in {"und", "oder", "bzw", "and", "or", "et", "ou", "y", "o", "e"}:
            return f"{text}- {following}"
        if (
            following[:1].isupper()
            or following[:1].isdigit()
            or (f"{head}-{tail}" in self._words and head + tail not in self._words)
        ):
            return f"{text}-{following}"
        return text + following

    # --- headings and paragraphs -------------------------------------------------------------------------------------

    def _paragraphs(self, lines: list[Line], blocks: list[LayoutBlock]) -> None:
        group: list[Line] = []
        for line in lines:
            if group and self._starts_new(group, line):
                blocks.append(self._block(group))
                group = []
            group.append(line)
        if group:
            blocks.append(self._block(group))

    def _starts_new(self, group: list[Line], line: Line) -> bool:
        last = group[-1]
        if last.joins_next:
            return False
        if self._style(last) != self._style(line) and not (last.bold != line.bold and _same_band(last, line)):
            # A bold lead-in at a paragraph's start belongs to it; a heading line does not.
            if self._heading_level(group) is not None or self._heading_level([line]) is not None:
                return True
            if abs(last.size - line.size) > 0.25 * self._body and not _same_band(last, line):
                return True
        if _same_band(last, line):
            return False
        if _LIST_ITEM.match(line.text) or _LAW.match(line.text):
            return bool(
                last.text[-1] in _END + ",“"
                or _LIST_ITEM.match(line.text)
                and not line.text[0].isdigit()
                or _ends_short(group, last)
                or _LIST_ITEM.match(group[0].text)
            )
        gap = last.bottom - line.top
        if line.bottom > last.top:  # next column
            return last.text[-1] in _END or line.text[:1].isupper()
        if gap > 0.65 * last.height:
            return True
        ended = last.text[-1] in _END
        return ended and (_ends_short(group, last) or line.left > last.left + 1.5 * self._body / 2 and len(group) > 1)

    def _block(self, group: list[Line]) -> LayoutBlock:
        text = self.join(group)
        level = self._heading_level(group)
        if level is not None:
            return LayoutBlock("heading", text, level)
        return LayoutBlock("list_item" if _LIST_ITEM.match(text) else "paragraph", text)

    def _heading_level(self, group: list[Line]) -> int | None:
        """By size first, then by weight together with a number, a law's section sign, or standing alone in bold."""
        text = " ".join(line.text for line in group)
        if len(text) > _HEADING_CHARS or len(group) > 3 or not any(c.isalpha() for c in text):
            return None
        size, bold = self._style(group[0])
        if any(self._style(line) != (size, bold) for line in group):
            return None
        rank = self._ranks.get(size)
        number = _NUMBER.match(text)
        depth = number.group(1).count(".") if number else 0
        if rank is not None and text[-1] not in ".,;":
            return min(rank + depth, 8)
        base = len(self._ranks) + 1
        if bold and (number or _LAW.match(text)) and text[-1] not in ",;":
            return min(base + depth + (1 if _LAW.match(text) else 0), 8)
        if bold and text[-1] not in ".,;:" and len(text) <= 90 and not _LIST_ITEM.match(text):
            return min(base + 2, 8)
        if _LAW.match(text) and heading_level(text) is not None and len(text) > 4:
            return min(base + 1, 8)
        return None

    def _style(self, line: Line) -> tuple[float, bool]:
        return round(line.size * 2) / 2, line.bold

    # --- running titles ----------------------------------------------------------------------------------------------

    def _without_running(self, page: PageLines) -> tuple[list[Line], list[LayoutBlock]]:
        body: list[Line] = []
        notes: list[LayoutBlock] = []
        for line in page.lines:
            key = _running_key(line.text)
            if not _in_zone(line, page.height) or (key not in self._running and not _is_page_number(line.text)):
                body.append(line)
            elif key not in self._seen_running and not _is_page_number(line.text) and any(c.isalpha() for c in line.text):
                self._seen_running.add(key)
                notes.append(LayoutBlock("note", line.text))
        return body, notes


def _same_band(first: Line, second: Line) -> bool:
    overlap = min(first.top, second.top) - max(first.bottom, second.bottom)
    return overlap > 0.5 * min(first.height, second.height)


def _ends_short(group: list[Line], last: Line) -> bool:
    """The last line stops well before the right edge of its paragraph."""
    right = max(line.right for line in group)
    left = min(line.left for line in group)
    return len(group) > 1 and last.right < right - 0.15 * (right - left)


def _in_zone(line: Line, height: float) -> bool:
    return line.bottom > (1 - _ZONE) * height or line.top < _ZONE * height


def _running_key(text: str) -> str:
    return re.sub(r"\d+|\b[ivxlc]+\b", "#", text.strip().lower())


def _is_page_number(text: str) -> bool:
    return bool(
        re.fullmatch(
            r"[-–\s]*(?:page|seite|p\.|s\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:(?:/|of|von)\s*\d{1,4})?[-–\s]*",
            text.strip(),
            re.IGNORECASE,
        )
    )


def _running_lines(pages: Sequence[PageLines]) -> set[str]:
    """Lines in the outer zones that return on at least three pages and on two fifths of all."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update({_running_key(line.text) for line in page.lines if _in_zone(line, page.height)})
    return {key for key, count in counts.items() if count >= 3 and count >= 0.4 * len(pages)}
