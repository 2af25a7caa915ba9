"""Writes the table of an answer into a text document, below its text.

Everything goes in by ``insertText``, as in ``answer_document``. Anchors: ``dossier:cell/ROW/COLUMN/CHIP``.
"""

from __future__ import annotations

from PySide6.QtGui import (
    QBrush,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)

from app.ui.ask import answer_document
from app.ui.theme.theme import theme
from app.ui.theme.tokens import S
from app.viewmodels.table_layout import CellLayout, TableLayout

DIFFERS = "≠ "


def write_table(document: QTextDocument, table: TableLayout) -> None:
    """Behind what stands there."""
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    made = cursor.insertTable(len(table.rows) + 1, len(table.columns), _format(len(table.columns)))
    for column, name in enumerate(table.columns):
        cell = made.cellAt(0, column)
        shaded = cell.format()
        shaded.setBackground(QBrush(theme().colour("side")))
        cell.setFormat(shaded)
        _begin(cell.firstCursorPosition()).insertText(name, _strong())
    for number, row in enumerate(table.rows, start=1):
        for column, content in enumerate(row.cells):
            into = _begin(made.cellAt(number, column).firstCursorPosition())
            if column == 0 and row.differs:
                into.insertText(DIFFERS, _coloured("partly"))
            _write_cell(into, content, number - 1, column)


def _write_cell(cursor: QTextCursor, cell: CellLayout, row: int, column: int) -> None:
    cursor.insertText(cell.text, _coloured("muted") if cell.missing else answer_document.text_format())
    for index, chip in enumerate(cell.chips):
        cursor.insertText(answer_document.NARROW_SPACE, answer_document.text_format())
        answer_document.insert_chip(cursor, chip.number, "", f"cell/{row}/{column}/{index}", chip.target.sign)


def _begin(cursor: QTextCursor) -> QTextCursor:
    """Lines as high as their text: cells are read across, and chips are rare in them."""
    cursor.setBlockFormat(QTextBlockFormat())
    return cursor


def _format(columns: int) -> QTextTableFormat:
    made = QTextTableFormat()
    made.setHeaderRowCount(1)
    made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    made.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, 100 / columns)] * columns)
    made.setCellPadding(S)
    made.setCellSpacing(0)
    made.setBorder(1)
    made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    made.setBorderBrush(QBrush(theme().colour("border")))
    made.setBorderCollapse(True)
    made.setTopMargin(S)
    return made


def _strong() -> QTextCharFormat:
    made = answer_document.text_format()
    made.setFontWeight(600)
    return made


def _coloured(name: str) -> QTextCharFormat:
    made = answer_document.text_format()
    made.setForeground(theme().colour(name))
    return made
