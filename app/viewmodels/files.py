"""The files of a collection as an item model: loaded and put in order on the background thread, so that 20,000 of them never hold up
the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal, Slot

from app.viewmodels import file_tree
from app.viewmodels.file_tree import COLUMNS, FileTree, Node, Wanted
from app.viewmodels.file_wording import FileState, reason_text, state_text
from app.viewmodels.places import file_name
from app.viewmodels.progress import number
from app.workers.background import Background
from app.workers.ports import LibraryLike
from index.ingest.rows import FileRow

PAGE = 2000
"""Rows fetched at a time: between two pages the background thread can be closed."""
RESTS = 8
"""During an import the list is read anew at most this many times its own loading time later, so that it stays below an eighth."""

NODE_ROLE = int(Qt.ItemDataRole.UserRole)
"""Node: the row and its state"""
REASON_ROLE = NODE_ROLE + 1
"""Why it is not indexed and what to do, or how much of it is; one line"""

Index = QModelIndex | QPersistentModelIndex


class FilesModel(QAbstractItemModel):
    """Two levels and more: what was in a mail or an archive stands below it. ``sort`` takes the columns of ``file_tree``."""

    loaded = Signal()
    """The rows wanted have come."""

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._library: LibraryLike | None = None
        self._collection_id: str | None = None
        self._rows: list[FileRow] = []
        self._tree: FileTree = file_tree.EMPTY
        self._generation = 0
        self._loading = False
        self._again = False
        self._cost_s = 0.0
        self._loaded_at = 0.0
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._load)
        self.wanted = Wanted()
        self.veil: Callable[[Sequence[FileRow]], list[FileRow]] = list
        """Rows as they are to be shown: what was just taken out is gone"""

    @property
    def rows(self) -> Sequence[FileRow]:
        """All of the collection, shown or not, in the ledger's order."""
        return self._rows

    @property
    def tree(self) -> FileTree:
        return self._tree

    def show(self, library: LibraryLike | None, collection_id: str | None) -> None:
        """Another collection: begin anew. The filter stays."""
        self._library, self._collection_id = library, collection_id
        self._generation += 1
        self._loading = self._again = False
        self._rows = []
        self._replace(file_tree.EMPTY)
        self._load()

    def refresh(self) -> None:
        """Read the rows anew; during an import not more often than is cheap. What is on screen stays until they have come."""
        if self._library is None or self._collection_id is None:
            return
        if self._loading:
            self._again = True
        elif not self._later.isActive():
            rest = self._loaded_at + RESTS * self._cost_s - time.monotonic()
            self._later.start(max(0, round(rest * 1000)))

    def want(self, *, state: FileState | None, text: str, under: str = "") -> None:
        """Show only these; ``under`` is the id of a source."""
        self._want(replace(self.wanted, state=state, text=text, source_id=under))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._want(replace(self.wanted, column=COLUMNS[column], descending=order == Qt.SortOrder.DescendingOrder))

    # --- the item model

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own default
        inside = self._inside(parent)
        if 0 <= row < len(inside) and 0 <= column < len(COLUMNS):
            return self.createIndex(row, column, inside[row])
        return QModelIndex()

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        node = self.node(index)
        if node is None or node.parent < 0:
            return QModelIndex()
        return self.createIndex(self._tree.nodes[node.parent].position, 0, node.parent)

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008, N802
        """Asked of each row when a view lays itself out: without a detour over the counts."""
        return bool(self._inside(parent))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's own name and default
        return len(self._inside(parent)) if parent.column() <= 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002, B008, N802
        return len(COLUMNS)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section >= 2 else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Document"), self.tr("State"), self.tr("Pages"), self.tr("Passages"))[section]
        return None

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        node = self.node(index)
        if node is None:
            return None
        row = node.row
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(node, index.column())
        if role == NODE_ROLE:
            return node
        if role == REASON_ROLE:
            node.words = node.words or reason_text(row)
            return node.words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{file_name(row.path)}, {state_text(node.state)}. {reason_text(row)}"
        return None

    def node(self, index: Index) -> Node | None:
        if not index.isValid():
            return None
        ident = int(index.internalId())
        return self._tree.nodes[ident] if ident < len(self._tree.nodes) else None

    def find_at(self, node: int) -> QModelIndex:
        """By its number in ``tree.nodes``."""
        return self.createIndex(self._tree.nodes[node].position, 0, node)

    def find(self, file_id: str) -> QModelIndex:
        """Invalid where the file is not shown."""
        found = next((i for i, node in enumerate(self._tree.nodes) if node.row.id == file_id), None)
        return QModelIndex() if found is None else self.find_at(found)

    def _inside(self, parent: Index) -> list[int]:
        node = self.node(parent)
        return self._tree.top if node is None else node.children

    @staticmethod
    def _text(node: Node, column: int) -> str:
        row = node.row
        if column == 0:
            return file_name(row.path)
        if column == 1:
            return state_text(node.state)
        count = row.pages if column == 2 else row.passages
        return number(count) if count else ""

    # --- loading

    def _want(self, wanted: Wanted) -> None:
        if wanted == self.wanted:
            return
        self.wanted = wanted
        if self._loading:
            self._again = True
            return
        rows, generation = self._rows, self._generation
        self._background.run(lambda: file_tree.build(rows, wanted), lambda tree: self._take(generation, rows, tree, wanted))

    @Slot()
    def _load(self) -> None:
        library, collection_id, wanted, veil = self._library, self._collection_id, self.wanted, self.veil
        if library is None or collection_id is None:
            self.loaded.emit()
            return
        self._loading, self._again = True, False
        generation = self._generation

        def read() -> tuple[list[FileRow], FileTree, float]:
            began = time.monotonic()
            rows: list[FileRow] = []
            while not rows or len(rows) % PAGE == 0:
                page = library.files(collection_id, limit=PAGE, offset=len(rows))
                rows += page
                if not page:
                    break
            rows = veil(rows)
            return rows, file_tree.build(rows, wanted), time.monotonic() - began

        self._background.run(
            read, lambda found: self._loaded(generation, wanted, *found), lambda _: self._not_loaded(generation)
        )

    def _loaded(self, generation: int, wanted: Wanted, rows: list[FileRow], tree: FileTree, cost_s: float) -> None:
        if generation != self._generation:
            return
        self._loading = False
        self._cost_s, self._loaded_at = cost_s, time.monotonic()
        self._take(generation, rows, tree, wanted)
        if self._again:
            self._again = False
            self.refresh()

    def _not_loaded(self, generation: int) -> None:
        if generation == self._generation:
            self._loading = False

    def _take(self, generation: int, rows: list[FileRow], tree: FileTree, wanted: Wanted) -> None:
        if generation != self._generation:
            return
        self._rows = rows
        if wanted != self.wanted:  # typed on meanwhile
            latest = self.wanted
            self._background.run(lambda: file_tree.build(rows, latest), lambda t: self._take(generation, rows, t, latest))
            return
        self._replace(tree)
        self.loaded.emit()

    def _replace(self, tree: FileTree) -> None:
        """Where the same files stand in the same places, scroll position, selection and what is folded out are kept by Qt."""
        if _places(tree) == _places(self._tree):
            self._tree = tree
            if tree.nodes:
                self.dataChanged.emit(self.index(0, 0), self.index(len(tree.top) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self._tree = tree
        self.endResetModel()


def _places(tree: FileTree) -> list[tuple[str, int]]:
    return [(node.row.id, node.parent) for node in tree.nodes]
