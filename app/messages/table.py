"""Answers of whole-document and whole-collection tasks: a table with cited cells, and what of the documents was read for it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from app.messages.base import Message
from app.messages.validation import Citation

TaskKind = Literal["summary", "list", "compare"]
LeftOut = Literal["queued", "failed", "skipped", "empty", "copies"]
"""Why a document was not read: not indexed yet, could not be read, left out at import, has no text, has the text of another one."""


class Cell(Message):
    """``text`` is word for word what the cited places say, or the program's own words (a number of places, "not found in …")."""

    text: str
    citations: tuple[Citation, ...] = ()
    missing: bool = Field(default=False, description="nothing was found; the text says where")


class Row(Message):
    cells: tuple[Cell, ...]
    differs: bool = Field(default=False, description="its documents give different figures for the same thing")


class Table(Message):
    """``total`` rows were found; more than ``rows`` has only where the list is cut, which the answer's text says."""

    columns: tuple[str, ...] = Field(min_length=1)
    rows: tuple[Row, ...]
    total: int = Field(ge=0)

    @model_validator(mode="after")
    def _rectangular(self) -> Table:
        if any(len(row.cells) != len(self.columns) for row in self.rows):
            raise ValueError("each row needs a cell for each column")
        if self.total < len(self.rows):
            raise ValueError("total counts the rows shown too")
        return self

    def citations(self) -> tuple[Citation, ...]:
        """Of all cells, row by row."""
        return tuple(c for row in self.rows for cell in row.cells for c in cell.citations)


class Coverage(Message):
    """``done`` of ``total`` were read from beginning to end; ``left_out`` says what became of the rest, and which copies were not
    counted."""

    unit: Literal["documents", "sections"]
    done: int = Field(ge=0)
    total: int = Field(ge=0)
    left_out: dict[LeftOut, int] = Field(default_factory=dict)
