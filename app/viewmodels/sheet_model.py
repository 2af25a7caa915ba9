"""A sheet as an item model: its rows come in pieces when they are looked at, the cited cells are known from the start."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.engine.page_child import SheetOutline
from app.engine.pages import PagePictures
from app.workers.background import Background
from app.workers.failures import Failure
from index.parsers.cells import column_name

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
PIECE = 100
"""Rows asked for at once."""
KEPT_PIECES = 200
MarkRole, HeaderRole = int(Qt.ItemDataRole.UserRole) + 1, int(Qt.ItemDataRole.UserRole) + 2
"""bool: is the cell cited; does it name its column"""
HitRole = HeaderRole + 1
"""0 no hit, 1 a hit, 2 the current one"""
_NUMBER = re.compile(r"[-+−(]?[\d.,'’\s]*\d[\d.,'’\s]*(?:%|€|\$|£|EUR|USD|CHF)?\)?")


class SheetModel(QAbstractTableModel):
    opened = Signal()
    arrived = Signal(int)
    """First row of a piece that came"""
    failed = Signal(object)
    found_changed = Signal()
    moved = Signal()

    def __init__(self, background: Background, pages: PagePictures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background, self._pages = background, pages
        self._source, self._kind = "", ""
        self._pieces: OrderedDict[int, dict[int, dict[int, str]]] = OrderedDict()
        self._asked: dict[object, Future[Any]] = {}
        self._marks: set[tuple[int, int]] = set()
        self._hit_cells: set[tuple[int, int]] = set()
        self.outline: SheetOutline | None = None
        self.hits: list[tuple[int, int]] = []
        self.current: int | None = None

    def open(self, source: str, kind: str, name: str | None, wanted: Sequence[tuple[int, Sequence[int] | None]] = ()) -> None:
        """``wanted``: cited rows (from 0) and the numbers of their filled cells, None for all."""
        self.cancel()
        self.beginResetModel()
        self._source, self._kind = source, kind
        self._pieces.clear()
        self._marks, self.outline = set(), None
        self._forget_hits()
        self.endResetModel()
        self._ask("outline", lambda: self._pages.sheet(source, kind, name, wanted), self._take_outline, self.failed.emit)

    def cancel(self) -> None:
        """Nothing that is on the way is wanted any more."""
        asked, self._asked = self._asked, {}
        for future in asked.values():
            future.cancel()

    @property
    def marks(self) -> list[tuple[int, int]]:
        """(row, column) of the cited cells, by row."""
        return sorted(self._marks)

    # --- finding

    def find_words(self, words: str, begin: tuple[int, int]) -> None:
        """In all cells of the sheet; the first hit from ``begin`` on becomes the current one."""
        self._forget_hits()
        pending = self._asked.pop("find", None)
        if pending is not None:
            pending.cancel()
        outline = self.outline
        if outline is not None and words:

            def take(cells: list[tuple[int, int]]) -> None:
                self.hits, self._hit_cells = cells, set(cells)
                self.current = next((n for n, cell in enumerate(cells) if cell >= begin), 0) if cells else None
                self._repaint()
                self.found_changed.emit()
                if cells:
                    self.moved.emit()

            self._ask(
                "find", lambda: self._pages.sheet_find(self._source, self._kind, outline.name, words), take, lambda _: take([])
            )
        self._repaint()
        self.found_changed.emit()

    def step(self, by: int) -> None:
        if self.hits:
            self.current = ((self.current if self.current is not None else -1) + by) % len(self.hits)
            self._repaint()
            self.moved.emit()

    @property
    def finding(self) -> bool:
        return "find" in self._asked

    # --- Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's own default
        return 0 if parent.isValid() or self.outline is None else self.outline.rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's own default
        return 0 if parent.isValid() or self.outline is None else self.outline.columns

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or self.outline is None:
            return None
        row, column = index.row(), index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.text(row, column)
        if role == MarkRole:
            return (row, column) in self._marks
        if role == HeaderRole:
            return row == self.outline.header_row
        if role == HitRole:
            if (row, column) not in self._hit_cells:
                return 0
            return 2 if self.current is not None and self.hits[self.current] == (row, column) else 1
        if role == Qt.ItemDataRole.TextAlignmentRole:
            text = self.text(row, column)
            side = Qt.AlignmentFlag.AlignRight if _NUMBER.fullmatch(text) else Qt.AlignmentFlag.AlignLeading
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, column)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:  # noqa: N802
        if role != Qt.ItemDataRole.DisplayRole or self.outline is None:
            return None
        return column_name(section) if orientation == Qt.Orientation.Horizontal else str(section + 1)

    def column_title(self, column: int) -> str:
        """What the sheet itself calls the column, "" where it does not."""
        return self.outline.header.get(column, "") if self.outline is not None else ""

    def text(self, row: int, column: int) -> str:
        """ "" until the row has come, which is asked for."""
        first = row - row % PIECE
        piece = self._pieces.get(first)
        if piece is None:
            self._fetch(first)
            return ""
        return piece.get(row, {}).get(column, "")

    def _spoken(self, row: int, column: int) -> str:
        cell = f"{column_name(column)}{row + 1}"
        title, text = self.column_title(column), self.text(row, column)
        words = f"{cell}, {title}: {text}" if title else f"{cell}: {text}"
        return self.tr("{cell}, cited").format(cell=words) if (row, column) in self._marks else words

    # --- fetching

    def _take_outline(self, outline: SheetOutline) -> None:
        self.beginResetModel()
        self.outline = outline
        self._marks = set(outline.marks)
        self.endResetModel()
        self._fetch(0)
        self.opened.emit()

    def _fetch(self, first: int) -> None:
        outline = self.outline
        if outline is None or first in self._asked:
            return

        def take(rows: dict[int, dict[int, str]]) -> None:
            self._pieces[first] = rows
            while len(self._pieces) > KEPT_PIECES:
                self._pieces.popitem(last=False)
            last = max(min(first + PIECE, outline.rows) - 1, 0)
            self.dataChanged.emit(self.index(first, 0), self.index(last, max(outline.columns - 1, 0)))
            self.arrived.emit(first)

        self._ask(
            first,
            lambda: self._pages.sheet_rows(self._source, self._kind, outline.name, first, PIECE),
            take,
            lambda _: self._pieces.__setitem__(first, {}),
        )

    def _ask(
        self, key: object, ask: Callable[[], Future[T]], take: Callable[[T], None], failed: Callable[[Failure], None]
    ) -> None:
        try:
            future = ask()
        except RuntimeError:
            return  # the program is closing
        self._asked[key] = future

        def end(action: Callable[[], None]) -> None:
            if self._asked.get(key) is future:
                del self._asked[key]
                action()

        self._background.follow(future, lambda made: end(lambda: take(made)), lambda failure: end(lambda: failed(failure)))

    def _forget_hits(self) -> None:
        self.hits, self._hit_cells, self.current = [], set(), None

    def _repaint(self) -> None:
        if self.outline is not None and self.outline.rows and self.outline.columns:
            self.dataChanged.emit(self.index(0, 0), self.index(self.outline.rows - 1, self.outline.columns - 1), [HitRole])
