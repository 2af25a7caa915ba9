"""A sheet as its own program shows it, the cited cells marked, the names of the columns always in sight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QTabBar, QVBoxLayout, QWidget

from app.engine.pages import PagePictures
from app.facts.locating import Whereabouts
from app.ui.evidence.sheet_table import SheetTable
from app.ui.theme.theme import theme
from app.ui.theme.tokens import S
from app.ui.widgets.labels import Label
from app.viewmodels.sheet_model import SheetModel
from app.workers.background import Background
from index.parsers.cells import column_name

NARROWEST, WIDEST = 56, 320
"""Pixels of a column, at the system's ordinary text size."""
_ROWS_MEASURED = 60


class SheetView(QWidget):
    shown = Signal()
    failed = Signal(object)
    copy_wanted = Signal(bool)
    pin_wanted = Signal()
    found_changed = Signal()

    def __init__(self, background: Background, pages: PagePictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SheetModel(background, pages, self)
        self.table = SheetTable()
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("Cells of the sheet"))
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(self.tr("Sheets"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setShape(QTabBar.Shape.RoundedSouth)
        self.tabs.currentChanged.connect(self._other_sheet)
        self.note = Label("", look="caption")
        self.note.setContentsMargins(S, S // 2, S, S // 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        column.addWidget(self.tabs)
        self._source, self._kind = "", ""
        self._wanted: tuple[str | None, Sequence[tuple[int, Sequence[int] | None]]] = (None, ())
        self._mark = 0
        self._fitted = False
        self.model.opened.connect(self._opened)
        self.model.arrived.connect(self._arrived)
        self.model.failed.connect(self.failed)
        self.model.found_changed.connect(self.found_changed)
        self.model.moved.connect(self._go_to_hit)
        self.table.copy_wanted.connect(self.copy_wanted)
        pin = QAction(self.tr("Pin as a fact …"), self.table)
        pin.triggered.connect(self.pin_wanted)
        self.table.addAction(pin)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def open(self, source: str, kind: str, name: str | None, wanted: Sequence[tuple[int, Sequence[int] | None]]) -> None:
        self._source, self._kind, self._wanted = source, kind, (name, wanted)
        self.tabs.hide()
        self.note.hide()
        self.model.open(source, kind, name, wanted)

    def leave(self) -> None:
        self.model.cancel()

    def marked_cells(self) -> list[str]:
        """Names of the cells that are drawn as cited."""
        return [f"{column_name(column)}{row + 1}" for row, column in self.model.marks]

    def marked_texts(self) -> list[str]:
        return [self.model.text(row, column) for row, column in self.model.marks]

    def step_mark(self, by: int) -> None:
        marks = self.model.marks
        if marks:
            self._mark = (self._mark + by) % len(marks)
            self._bring(*marks[self._mark])

    def selected_text(self) -> str:
        """Rows by lines, cells by tabs: what a spreadsheet takes."""
        indexes = sorted(self.table.selectionModel().selectedIndexes(), key=lambda i: (i.row(), i.column()))
        if not indexes:
            return ""
        left, right = min(i.column() for i in indexes), max(i.column() for i in indexes)
        chosen = {(i.row(), i.column()) for i in indexes}
        return "\n".join(
            "\t".join(self.model.text(row, c) if (row, c) in chosen else "" for c in range(left, right + 1))
            for row in sorted({i.row() for i in indexes})
        )

    def whereabouts(self) -> Whereabouts:
        """The first row that is selected."""
        rows = [index.row() for index in self.table.selectionModel().selectedIndexes()]
        outline = self.model.outline
        return Whereabouts(sheet=outline.name if outline is not None else None, row=min(rows, default=None))

    # --- finding

    @property
    def can_find(self) -> bool:
        return True

    def find_words(self, words: str) -> None:
        at = self.table.currentIndex()
        self.model.find_words(words, (at.row(), at.column()) if at.isValid() else (0, 0))

    def step(self, by: int) -> None:
        self.model.step(by)

    def stop_finding(self) -> None:
        self.model.find_words("", (0, 0))

    def found(self) -> tuple[int, int, bool]:
        current = self.model.current
        return (0 if current is None else current + 1), len(self.model.hits), self.model.finding

    # --- what comes

    @Slot()
    def _opened(self) -> None:
        outline = self.model.outline
        assert outline is not None
        self._fitted = False
        self._mark = 0
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for name in outline.sheets:
            self.tabs.addTab(name.replace("&", "&&"))
        if outline.name in outline.sheets:
            self.tabs.setCurrentIndex(outline.sheets.index(outline.name))
        self.tabs.blockSignals(False)
        self.tabs.setVisible(len(outline.sheets) > 1)
        self.note.setVisible(outline.cut)
        self.note.setText(self.tr("Only the first %Ln row(s) are shown.", "", outline.rows) if outline.cut else "")
        # The names of the columns stand in the header above already.
        marked_rows = {row for row, _ in self.model.marks}
        self.table.setRowHidden(0, outline.header_row == 0 and outline.rows > 1 and 0 not in marked_rows)
        if self.model.marks:
            self.model.text(*self.model.marks[0])  # asks for its rows, in sight or not
            self._bring(*self.model.marks[0])

    @Slot(int)
    def _arrived(self, first: int) -> None:
        """Columns get the widths of what is in sight first; the cited rows may come later than the first ones."""
        marks = self.model.marks
        is_marked = any(first <= row < first + 100 for row, _ in marks)
        if not self._fitted or is_marked:
            self._fitted = True
            self._fit_columns(first)
        if is_marked:
            self._bring(*marks[0])
        if is_marked or not marks:
            self.shown.emit()

    def _fit_columns(self, first: int) -> None:
        outline = self.model.outline
        if outline is None:
            return
        plain, strong = theme().metrics(), theme().metrics(strong=True)
        rows = range(first, min(first + _ROWS_MEASURED, outline.rows))
        for column in range(min(outline.columns, 200)):
            widths = [strong.horizontalAdvance(self.model.column_title(column))]
            widths += [plain.horizontalAdvance(self.model.text(row, column)) for row in rows]
            wide = max(widths) + 3 * S
            self.table.setColumnWidth(column, min(max(wide, theme().px(NARROWEST)), theme().px(WIDEST)))

    def _bring(self, row: int, column: int) -> None:
        self.table.setRowHidden(row, False)
        index = self.model.index(row, column)
        # Where the person is, for the arrow keys, without the look of a selection over the mark.
        self.table.selectionModel().setCurrentIndex(index, self.table.selectionModel().SelectionFlag.NoUpdate)
        self.table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        first = self.model.index(row, 0)
        if self.table.columnViewportPosition(column) + self.table.columnWidth(column) <= self.table.viewport().width():
            return
        self.table.scrollTo(first, QAbstractItemView.ScrollHint.EnsureVisible)
        self.table.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    @Slot()
    def _go_to_hit(self) -> None:
        if self.model.current is not None:
            self._bring(*self.model.hits[self.model.current])
        self.found_changed.emit()

    @Slot(int)
    def _other_sheet(self, index: int) -> None:
        outline = self.model.outline
        if outline is not None and 0 <= index < len(outline.sheets):
            name = outline.sheets[index]
            cited = name == self._wanted[0] or (self._wanted[0] is None and index == 0)
            self.model.open(self._source, self._kind, name, self._wanted[1] if cited else ())
