"""Cells of an XLSX sheet, read piece by piece with expat: neither a million rows nor a million shared strings cost a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO
from xml.parsers import expat

from index.errors import UnreadableDocument
from index.parsers.builder import current_text
from index.parsers.cells import parse_reference
from index.parsers.zip_package import entity_refuser, unpacking, whole_number

_CHUNK = 1 << 18
_PRINTED = frozenset(["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"])
_MAX_MERGED = 20_000
_MAX_COLUMN = 16_384
_MAX_ROW = 1_048_576
_ON = frozenset(["1", "true"])


@dataclass(slots=True)
class RawCell:
    """A cell as stored: ``kind`` is its type (s, n, b, e, str, inlineStr, d), ``style`` its number in the list of styles."""

    column: int
    kind: str
    style: int
    text: str = ""
    formula: str = ""


@dataclass(slots=True)
class RawRow:
    """Number from 0, and its cells in stored order."""

    number: int
    hidden: bool
    cells: list[RawCell]


@dataclass
class SheetFrame:
    """What stands around the rows: merged areas ((row, column) of both corners), hidden columns, printed headers and footers."""

    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    printed: list[tuple[str, str]] = field(default_factory=list)


class _Reader:
    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.EntityDeclHandler = entity_refuser()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = None
        self._local: dict[str, str] = {}
        self._text: list[str] = []

    def feed(self) -> Iterator[None]:
        """Reads a piece at a time; after each one what was found may be taken. Raises UnreadableDocument."""
        while True:
            with unpacking():
                data = self._stream.read(_CHUNK)
            try:
                self._parser.Parse(data, not data)
            except (expat.ExpatError, UnicodeDecodeError, LookupError) as error:
                raise UnreadableDocument("The document is damaged: a part of it is not well-formed.") from error
            yield
            if not data:
                return

    def name(self, qualified: str) -> str:
        found = self._local.get(qualified)
        if found is None:
            found = self._local[qualified] = qualified.rpartition(":")[2]
        return found

    def collect(self) -> None:
        self._text.clear()
        self._parser.CharacterDataHandler = self._text.append

    def collected(self) -> str:
        self._parser.CharacterDataHandler = None
        return "".join(self._text)

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        raise AssertionError(qualified)  # pragma: no cover - each reader has its own

    def _end(self, qualified: str) -> None:
        raise AssertionError(qualified)  # pragma: no cover - each reader has its own


class _RowReader(_Reader):
    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(stream)
        self.rows: list[RawRow] = []
        self._row = RawRow(-1, False, [])
        self._cell: RawCell | None = None
        self._column = -1
        self._phonetic = 0

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        name = self.name(qualified)
        if name == "c":
            reference = attributes.get("r")
            place = parse_reference(reference) if reference else None
            self._column = place[1] if place else self._column + 1
            self._cell = RawCell(self._column, attributes.get("t", "n"), whole_number(attributes.get("s"), 0))
        elif name in {"v", "t", "f"} and self._cell is not None and not self._phonetic:
            self.collect()
        elif name == "rPh":
            self._phonetic += 1
        elif name == "row":
            number = whole_number(attributes.get("r"), self._row.number + 2, low=1, high=_MAX_ROW) - 1
            self._row = RawRow(number, attributes.get("hidden") in _ON, [])
            self._column = -1

    def _end(self, qualified: str) -> None:
        name = self.name(qualified)
        if name in {"v", "t"} and self._cell is not None and not self._phonetic:
            self._cell.text += self.collected()
        elif name == "f" and self._cell is not None:
            self._cell.formula = self.collected()
        elif name == "c" and self._cell is not None:
            if (self._cell.text or self._cell.formula) and self._cell.column < _MAX_COLUMN:
                self._row.cells.append(self._cell)
            self._cell = None
        elif name == "rPh":
            self._phonetic -= 1
        elif name == "row" and self._row.cells:
            self.rows.append(self._row)


def read_rows(stream: IO[bytes]) -> Iterator[RawRow]:
    """Rows that hold a value or formula. Raises UnreadableDocument."""
    reader = _RowReader(stream)
    for _ in reader.feed():
        rows, reader.rows = reader.rows, []
        yield from rows


class _FrameReader(_Reader):
    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(stream)
        self.frame = SheetFrame()

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        name = self.name(qualified)
        if name == "mergeCell" and len(self.frame.merged) < _MAX_MERGED:
            first, _, last = attributes.get("ref", "").partition(":")
            start, end = parse_reference(first), parse_reference(last)
            if start and end:
                self.frame.merged.append((*start, *end))
        elif name == "col" and attributes.get("hidden") in _ON:
            first_column, last_column = (
                whole_number(attributes.get("min"), 1, low=1),
                whole_number(attributes.get("max"), 1, low=1),
            )
            self.frame.hidden_columns.append((first_column - 1, min(last_column, _MAX_COLUMN) - 1))
        elif name in _PRINTED:
            self.collect()

    def _end(self, qualified: str) -> None:
        name = self.name(qualified)
        if name in _PRINTED:
            self.frame.printed.append((name, self.collected()))


def read_frame(stream: IO[bytes]) -> SheetFrame:
    """What stands around the rows, in a pass of its own: merged areas come after the rows that need them."""
    reader = _FrameReader(_WithoutRows(stream))  # type: ignore[arg-type]
    for _ in reader.feed():
        pass
    return reader.frame


class _WithoutRows:
    """The stream of a sheet without what is between the tags of ``sheetData``: most of it, and of no use for its frame."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._state = 0
        self._rest = b""

    def read(self, size: int) -> bytes:
        while True:
            data = self._stream.read(size)
            piece = self._rest + data
            self._rest = b""
            if self._state == 0:
                at = piece.find(b"sheetData")
                if at < 0:
                    return self._keep(piece, 16) if data else piece
                end = piece.find(b">", at)
                if end < 0 and data:
                    self._rest = piece
                    continue
                if end < 0 or piece[end - 1 : end] == b"/":
                    self._state = 2
                    return piece
                self._state, self._rest = 1, piece[end + 1 :]
                return piece[: end + 1]
            if self._state == 1:
                at = piece.rfind(b"sheetData>")
                start = piece.rfind(b"</", 0, at) if at >= 0 else -1
                if start < 0:
                    if not data:
                        return b""
                    self._rest = piece[-80:]
                    continue
                self._state = 2
                return piece[start:]
            return piece

    def _keep(self, piece: bytes, size: int) -> bytes:
        """All but the end, which may hold the beginning of the tag."""
        if len(piece) <= size:
            self._rest = piece
            return self.read(_CHUNK)
        self._rest = piece[-size:]
        return piece[:-size]


class _StringReader(_Reader):
    def __init__(self, stream: IO[bytes], keep: Callable[[str], None]) -> None:
        super().__init__(stream)
        self._keep = keep
        self._parts: list[str] = []
        self._struck: list[str] = []
        self._is_struck = False
        self._phonetic = 0

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        name = self.name(qualified)
        if name == "t" and not self._phonetic:
            self.collect()
        elif name == "si":
            self._parts, self._struck = [], []
        elif name == "r":
            self._is_struck = False
        elif name == "strike":
            self._is_struck = attributes.get("val", "1") not in {"0", "false"}
        elif name == "rPh":
            self._phonetic += 1

    def _end(self, qualified: str) -> None:
        name = self.name(qualified)
        if name == "t" and not self._phonetic:
            (self._struck if self._is_struck else self._parts).append(self.collected())
        elif name == "r":
            self._is_struck = False
        elif name == "si":
            self._keep(" ".join(current_text("".join(self._parts), "".join(self._struck)).split()))
        elif name == "rPh":
            self._phonetic -= 1


def read_strings(stream: IO[bytes]) -> list[str]:
    """The shared strings in order, white space evened out, without reading aids. Raises UnreadableDocument."""
    found: list[str] = []
    for _ in _StringReader(stream, found.append).feed():
        pass
    return found
