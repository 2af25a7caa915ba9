"""What the page processes do: open a document, draw its pages, give their text, find words, read sheets. Runs in a child only.

Libraries are imported where they are used, so that a broken one costs a picture.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.layer_text import SOFT_HYPHEN, Box, PageLayer, Pixels, found_in

if TYPE_CHECKING:
    from index.parsers.page_characters import Characters
    from index.parsers.page_layer import PageSize
    from index.parsers.sheet_grid import SheetGrid

PICTURES = frozenset(["png", "jpg", "tiff", "bmp", "heic", "gif", "webp"])
SHEETS = frozenset(["xlsx", "ods", "xls", "csv", "xmlss"])
_KEPT_BYTES = 128 << 20
"""Files up to this size are read once and closed, so that nobody is kept from writing to them; a larger one is opened for each answer."""
_FIND_S = 0.15
"""How long one search goes on before pictures that wait have their turn."""


@dataclass(frozen=True)
class DocumentKey:
    """A document as it is now: ``file`` on the disk holds ``source``; ``state`` is its size and time."""

    source: str
    file: str
    kind: str
    state: tuple[int, int]
    password: str | None = field(default=None, repr=False)
    container_password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Outline:
    """Width and height of each page in points as displayed, the label of those whose label is not their number, and the size and time of
    the file that this holds for."""

    sizes: tuple[tuple[float, float], ...]
    labels: dict[int, str]
    state: tuple[int, int]


@dataclass(frozen=True)
class MarkedLayer:
    """``marks``: for each quotation that is on the page its boxes, line by line."""

    layer: PageLayer
    marks: tuple[tuple[Box, ...], ...]


@dataclass(frozen=True)
class Found:
    """For each hit its page and boxes; ``next_page`` is where to go on, None at the end of the pages asked for. ``blank``: pages without
    any text."""

    hits: tuple[tuple[int, tuple[Box, ...]], ...]
    next_page: int | None
    blank: int


@dataclass(frozen=True)
class SheetOutline:
    """``marks``: (row, column) of the cited cells, from 0. ``header``: column to name of the cited region, from row ``header_row``."""

    name: str | None
    sheets: tuple[str, ...]
    rows: int
    columns: int
    cut: bool
    marks: tuple[tuple[int, int], ...]
    header_row: int | None
    header: dict[int, str]


@dataclass
class _Kept:
    key: DocumentKey
    content: Path | bytes
    """The path of a file that is too large to be kept, or is read at once."""
    grids: dict[str | None, SheetGrid] = field(default_factory=dict)


_kept: _Kept | None = None


def outline(key: DocumentKey) -> Outline:
    """Raises ``index.errors``, as do all functions here."""
    if key.kind in PICTURES:
        from index.parsers.picture import count_frames

        with _source(key) as source:
            # All frames have the size of the first until they are drawn: measuring would decode them.
            return Outline((_picture_size(_points(source, 0)),) * count_frames(source), {}, key.state)
    with _pdf(key) as document:
        labels = {}
        for number in range(len(document)):
            label = document.get_page_label(number)
            if label and label != str(number + 1):
                labels[number + 1] = label
        sizes = (document.get_page_size(number) for number in range(len(document)))
        return Outline(tuple((max(width, 1.0), max(height, 1.0)) for width, height in sizes), labels, key.state)


def draw(key: DocumentKey, page: int, scale: float) -> Pixels:
    """Page ``page`` (from 1) at ``scale`` pixels a point."""
    if key.kind in PICTURES:
        with _source(key) as source:
            return _draw_picture(_points(source, page - 1), scale)
    from index.parsers import geometry

    with _pdf(key) as document, _page(document, page) as pdf_page:
        return geometry.draw(pdf_page, scale)


def layer(key: DocumentKey, page: int, quotes: Sequence[str]) -> MarkedLayer:
    """The page's own text. That of a picture is empty: it takes recognition."""
    from index.parsers.page_characters import PdfCharacters
    from index.parsers.page_layer import PageSize, pdf_layer

    if key.kind in PICTURES:
        return MarkedLayer(PageLayer("", b"", ()), ())
    with _pdf(key) as document, _page(document, page) as pdf_page:
        textpage = pdf_page.get_textpage()
        try:
            characters = PdfCharacters(pdf_page, textpage)
            found = pdf_layer(pdf_page, characters)
            return MarkedLayer(found, _marks(characters, quotes, PageSize.of(pdf_page)))
        finally:
            textpage.close()


def recognised(key: DocumentKey, page: int, quotes: Sequence[str]) -> MarkedLayer:
    """The text of the page's picture by recognition; takes seconds."""
    from index.parsers.page_layer import PageSize
    from index.parsers.page_scan import recognised_page, recognised_picture

    if key.kind in PICTURES:
        with _source(key) as source:
            points = _points(source, page - 1)
        size = PageSize(*_picture_size(points))
        characters, found = recognised_picture(points, size)
    else:
        with _pdf(key) as document, _page(document, page) as pdf_page:
            size = PageSize.of(pdf_page)
            characters, found = recognised_page(pdf_page)
    return MarkedLayer(found, _marks(characters, quotes, size))


def find(key: DocumentKey, words: str, pages: Sequence[int]) -> Found:
    """The words on these pages (from 1), as far as a short time goes."""
    from index.parsers.page_layer import PageSize
    from index.parsers.pdf_lines import HYPHEN

    hits: list[tuple[int, tuple[Box, ...]]] = []
    blank = 0
    end = time.monotonic() + _FIND_S
    with _pdf(key) as document:
        for number in pages:
            if time.monotonic() > end:
                return Found(tuple(hits), number, blank)
            with _page(document, number) as pdf_page, _characters(pdf_page) as characters:
                blank += not characters.codes.strip()
                size = PageSize.of(pdf_page)
                for start, stop in found_in(characters.codes.replace(HYPHEN, SOFT_HYPHEN), words):
                    hits.append((number, tuple(size.box(rect) for rect in characters.rects(range(start, stop)))))
    return Found(tuple(hits), None, blank)


def sheet(key: DocumentKey, name: str | None, wanted: Sequence[tuple[int, Sequence[int] | None]]) -> SheetOutline:
    """``wanted``: cited rows (from 0) and the numbers of their filled cells, None for all."""
    grid = _grid(key, name)
    marks = [cell for row, parts in wanted for cell in grid.cells(row, parts)]
    header_row = grid.header_for(min((row for row, _ in wanted), default=0))
    header = grid.row(header_row) if header_row is not None else {}
    return SheetOutline(
        name=grid.name, sheets=tuple(grid.sheets), rows=grid.rows, columns=grid.columns, cut=grid.cut,
        marks=tuple(dict.fromkeys(marks)), header_row=header_row, header=header,
    )  # fmt: skip


def sheet_rows(key: DocumentKey, name: str | None, first: int, count: int) -> dict[int, dict[int, str]]:
    return _grid(key, name).part(first, count)


def sheet_find(key: DocumentKey, name: str | None, words: str) -> list[tuple[int, int]]:
    """(row, column) of the cells that hold the words, whatever their case."""
    grid, needle = _grid(key, name), words.casefold()
    return [
        (number, column)
        for number, values in zip(grid.numbers, grid.values, strict=True)
        for column, text in sorted(values.items())
        if needle in text.casefold()
    ]


def _content(key: DocumentKey) -> _Kept:
    """The document's bytes, or its path where they are too many. One document is kept, until another is asked for."""
    global _kept
    if _kept is None or _kept.key != key:
        _kept = None
        if key.file == key.source:
            path = Path(key.file)
            reads_on = key.kind not in SHEETS and key.state[0] <= _KEPT_BYTES
            _kept = _Kept(key, path.read_bytes() if reads_on else path)
        else:
            from index.parsers.children import extract_member

            name = key.source[len(key.file) :].lstrip(os.sep).replace(os.sep, "/")
            options = ParseOptions(password=key.container_password)
            _kept = _Kept(key, extract_member(Path(key.file), name, options))
    return _kept


@contextmanager
def _pdf(key: DocumentKey) -> Iterator[Any]:
    from index.parsers.pdf import open_pdf

    with open_pdf(_content(key).content, key.password) as document:
        yield document


@contextmanager
def _page(document: Any, number: int) -> Iterator[Any]:
    if not 1 <= number <= len(document):
        raise UnreadableDocument(f"The document has no page {number}.")
    page = document[number - 1]
    try:
        yield page
    finally:
        page.close()


@contextmanager
def _characters(page: Any) -> Iterator[Characters]:
    from index.parsers.page_characters import PdfCharacters

    textpage = page.get_textpage()
    try:
        yield PdfCharacters(page, textpage)
    finally:
        textpage.close()


@contextmanager
def _source(key: DocumentKey) -> Iterator[Source]:
    content = _content(key).content
    path = content if isinstance(content, Path) else Path(key.source)
    yield Source(path=path, kind=key.kind, data=content if isinstance(content, bytes) else None)


def _points(source: Source, number: int) -> Any:
    from index.parsers.picture import points_of

    return points_of(source, number)


def _picture_size(points: Any) -> tuple[float, float]:
    """A picture has no size on paper that could be trusted; on the screen it comes a point for a point at 96 dpi."""
    height, width = points.shape[:2]
    return width * 0.75, height * 0.75


def _draw_picture(points: Any, scale: float) -> Pixels:
    from PIL import Image

    from index.parsers.geometry import MAX_PIXELS

    height, width = points.shape[:2]
    shown = min(scale * 0.75, (MAX_PIXELS / (width * height)) ** 0.5, 1.0)
    image = Image.fromarray(points[:, :, ::-1])
    if shown < 1.0:
        image = image.resize((max(1, round(width * shown)), max(1, round(height * shown))), Image.Resampling.LANCZOS)
    # With an alpha of 255: Qt multiplies the marks with it, whatever it is.
    return Pixels(image.convert("RGBA").tobytes("raw", "BGRA"), image.width, image.height)


def _marks(characters: Characters, quotes: Sequence[str], size: PageSize) -> tuple[tuple[Box, ...], ...]:
    marks = []
    for quote in quotes:
        boxes = tuple(size.box(rect) for found in characters.find(quote) for rect in characters.rects(found))
        if boxes:
            marks.append(boxes)
    return tuple(marks)


def _grid(key: DocumentKey, name: str | None) -> SheetGrid:
    from index.parsers.sheet_grid import read_grid

    kept = _content(key)
    if name not in kept.grids:
        options = ParseOptions(password=key.password)
        if key.file == key.source:
            grid = read_grid(Path(key.file), name, options)
        else:
            with tempfile.TemporaryDirectory(prefix="part-") as folder:
                path = Path(folder) / f"part{Path(key.source).suffix[:12]}"
                path.write_bytes(kept.content if isinstance(kept.content, bytes) else kept.content.read_bytes())
                grid = read_grid(path, name, options)
        kept.grids = {name: grid}
    return kept.grids[name]
