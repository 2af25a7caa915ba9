"""What a reader made of a document, in the form that facts are looked up in, and the notation of places.

The notation of places in a manifest::

    place = "p" N [ "-" N ]                     a page, counted from 1
          | "slide" N [ "notes" | "chart" ]     a slide, counted from 1
          | "row" N                             a row of a CSV file, the header is row 1
          | "attachment name" | "subject"
          | SHEET [ "!" CELL ] [ "comment" | "header" | "drawing" ]      in a spreadsheet
          | anything else: the document itself, without what is attached to it

A place is checkable when it names a page, a slide, a row, a sheet, an attachment's name or a subject. Line numbers of plain text
and parts of a package ("word/comments.xml") are no places that a reader can show: there the document itself must hold the fact.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from facts import Fact, cells_at, has_header, in_row, stands

SHEET_KINDS = frozenset({"xlsx", "xls", "ods"})
_CELL = re.compile(r"\$?([A-Z]{1,3})\$?([1-9][0-9]*)")


@dataclass(frozen=True)
class Piece:
    """A block of text and where its reader says that it stands. ``cells`` is a range like "A2:D2"."""

    text: str
    slide: int | None = None
    sheet: str | None = None
    cells: str | None = None


@dataclass(frozen=True)
class Extract:
    """A document as read: its text without its children, its pages in order, its pieces, its subject, its children by name."""

    text: str
    pieces: tuple[Piece, ...] = ()
    pages: tuple[str, ...] = ()
    title: str = ""
    children: tuple[tuple[str, Extract | None], ...] = ()
    ocr_pages: int = 0

    def texts(self) -> Iterator[str]:
        """Its own text, its title and those of everything inside it; children without a text count with their names."""
        yield self.text
        yield self.title
        for name, child in self.children:
            yield name
            if child is not None:
                yield from child.texts()

    def files(self) -> int:
        return 1 + sum(child.files() for _, child in self.children if child is not None)


@dataclass(frozen=True)
class Where:
    """A place that a manifest names. ``kind`` is page, slide, row, sheet, attachment, subject or whole."""

    kind: str
    first: int = 0
    last: int = 0
    sheet: str = ""
    cell: str | None = None

    @property
    def is_checkable(self) -> bool:
        return self.kind != "whole"


def read_place(written: str, kind: str) -> Where:
    """A place as the manifest writes it; ``kind`` is the document's format there."""
    text = written.strip()
    if match := re.fullmatch(r"p(\d+)(?:-(\d+))?", text):
        return Where("page", int(match[1]), int(match[2] or match[1]))
    if match := re.fullmatch(r"slide (\d+)(?: (?:notes|chart))?", text):
        return Where("slide", int(match[1]))
    if match := re.fullmatch(r"row (\d+)", text):
        return Where("row", int(match[1]))
    if text in {"attachment name", "subject"}:
        return Where(text.split()[0])
    if kind in SHEET_KINDS and text not in {"", "-", "body"}:
        sheet, _, cell = re.sub(r" (?:comment|header|drawing)$", "", text).partition("!")
        return Where("sheet", sheet=sheet, cell=cell or None)
    return Where("whole")


def found(fact: Fact, extract: Extract, *, spaces: bool = True) -> bool:
    """Whether the fact stands anywhere in the document or in what is inside it."""
    return any(stands(fact, text, spaces=spaces) for text in extract.texts())


def found_at(fact: Fact, where: Where, extract: Extract, headers: Sequence[str] = (), *, spaces: bool = True) -> bool:
    """Whether the fact stands at the place. ``headers``: the column headers that its row must carry, for cells of a CSV file."""
    if where.kind == "page":
        pages = extract.pages[where.first - 1 : where.last]
        return any(stands(fact, page, spaces=spaces) for page in pages)
    if where.kind == "slide":
        return stands(fact, "\n".join(p.text for p in extract.pieces if p.slide == where.first))
    if where.kind == "row":
        rows = [p.text for p in extract.pieces if p.cells and where.first in rows_of(p.cells)]
        return any(_row_with_headers(fact, row, headers) for row in rows)
    if where.kind == "sheet":
        cell = where.cell or fact.cell
        pieces = [p for p in extract.pieces if p.sheet == where.sheet]
        return any(stands(fact, p.text) for p in pieces if cell is None or (p.cells and covers(p.cells, cell)))
    if where.kind == "attachment":
        names = [name for name, _ in extract.children] + [line for line in extract.text.splitlines() if "ttachment" in line]
        return any(stands(fact, name) for name in names)
    if where.kind == "subject":
        return any(stands(fact, t) for t in (extract.title, *re.findall(r"(?m)^\W*Subject:.*$", extract.text)))
    return stands(fact, extract.text, spaces=spaces)


def _row_with_headers(fact: Fact, row: str, headers: Sequence[str]) -> bool:
    if not fact.are_cells:
        return stands(fact, row)
    if not in_row(fact.values, row):
        return False
    pairs = zip(headers, fact.values, strict=False)
    return all(has_header(header, value, row) for header, value in pairs if header)


def headers_of(data: bytes, encoding: str, fact: Fact) -> tuple[str, ...]:
    """The headers over the cells of a fact, read from the file itself by Python's csv module: the first row with more than one
    filled cell is the header. A fact of the header row, or one whose row is not there, has none."""
    text = data.decode(encoding, errors="replace").removeprefix("\ufeff")
    separator = max(";,\t", key=text.count)
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)]
    header = next((row for row in rows if sum(map(bool, row)) > 1), [])
    for row in rows:
        if row == header:
            continue
        if (at := cells_at(fact.values, row)) is not None:
            return tuple(header[at : at + len(fact.values)])
    return ()


def rows_of(cells: str) -> range:
    """The rows of a range: "A2:D4" gives 2 to 4. Empty for what is no range."""
    numbers = [int(row) for _, row in _CELL.findall(cells)]
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)


def covers(cells: str, cell: str) -> bool:
    """Whether a range holds a cell."""
    wanted = _CELL.fullmatch(cell)
    columns = [_column(letters) for letters, _ in _CELL.findall(cells)]
    if wanted is None or not columns:
        return False
    return min(columns) <= _column(wanted[1]) <= max(columns) and int(wanted[2]) in rows_of(cells)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
