"""The files of `dossier ask --batch`: questions from CSV, answers to CSV or XLSX, row by row, so that a killed run loses none."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from app.pipeline.query import QueryInvalid
from index.errors import UserFixable
from index.ingest.reading import classify_os_error
from index.parsers.encodings import decode_text

_QUESTION = ("question", "questions", "frage", "fragen", "query", "pregunta", "domanda")
_DELIMITERS = "\t;,|"
_SEPARATOR_LINE = re.compile(r"\Asep=.\r?\n", re.IGNORECASE)
_MOST_ZERO = 0.5
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins so for a formula (OWASP, "CSV injection")."""
_END = b"\r\n"
_SHEET_WIDTHS = (6, 40, 12, 70, 18, 12, 70, 40, 24, 9)
_MAX_CELL = 32_000
"""Characters; Excel takes 32,767."""


@dataclass(frozen=True)
class Questions:
    texts: tuple[str, ...]
    delimiter: str = ","


@dataclass(frozen=True)
class AnswerRow:
    number: str
    question: str
    status: str
    answer: str
    verdict: str
    supported: str
    sources: str
    notes: str
    model: str
    seconds: str


COLUMNS = tuple(field.name for field in fields(AnswerRow))


def read_questions(path: Path) -> Questions:
    """The column named "question" (or "Frage" …); without such a heading each line is a question. Raises UserFixable, and QueryInvalid where
    nothing is asked."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserFixable(f"{path} cannot be read.", next_step="Check that it is there and may be read.") from error
    text = _decoded(path, data)
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise QueryInvalid(f"{path.name} is empty. Write one question a line, below the heading “question”.")
    for delimiter in _DELIMITERS:
        heading = [cell.strip().casefold() for cell in next(csv.reader([lines[0]], delimiter=delimiter))]
        column = next((i for i, cell in enumerate(heading) if cell in _QUESTION), None)
        if column is not None:
            return Questions(_column(path, text, delimiter, column), delimiter if len(heading) > 1 else ",")
    if any(_looks_like_columns(lines, delimiter) for delimiter in "\t;"):
        raise UserFixable(
            f"No column of {path.name} is named “question”.",
            next_step="Name the column with the questions so in the first line.",
        )
    return Questions(tuple(_unquoted(line) for line in lines))


def _decoded(path: Path, data: bytes) -> str:
    """Without the mark of its encoding and without Excel's line "sep=;". Raises UserFixable for what is no text."""
    head, marked = data[:4096], data.startswith((b"\xff\xfe", b"\xfe\xff"))
    # "Unicode text" of some programs has no mark: most other bytes of Latin letters are zero.
    even, odd = (0.0, 0.0) if marked else (2 * head[start::2].count(0) / max(1, len(head)) for start in (0, 1))
    if data[:2] == b"PK" or ((even or odd) and (min(even, odd) > 0 or max(even, odd) < _MOST_ZERO)):
        raise UserFixable(f"{path.name} is no CSV file.", next_step="Save the sheet as CSV (comma separated) and try again.")
    text = data.decode("utf-16-be" if even else "utf-16-le", errors="replace") if even or odd else decode_text(data)
    return _SEPARATOR_LINE.sub("", text.lstrip("\ufeff"))


def _column(path: Path, text: str, delimiter: str, column: int) -> tuple[str, ...]:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))[1:]
    except csv.Error as error:
        raise UserFixable(
            f"{path.name} is no sound CSV file ({error}).", next_step="Save it anew from a spreadsheet program, as CSV."
        ) from error
    found = tuple(" ".join(row[column].split()) for row in rows if len(row) > column and row[column].strip())
    if not found:
        raise QueryInvalid(f"{path.name} has no question below its heading. Write one question a line.")
    return found


def _looks_like_columns(lines: Sequence[str], delimiter: str) -> bool:
    counts = {len(row) for row in csv.reader(lines, delimiter=delimiter)}
    return len(counts) == 1 and counts.pop() > 1


def _unquoted(line: str) -> str:
    text = " ".join(line.split())
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text


class AnswerFile:
    """Rows are appended whole and reach the disk before the next question is asked; a torn last one is taken back at the next start.

    An ``.xlsx`` is written from the rows kept beside it (``NAME.rows.csv``) whenever a run ends, and those go when all is answered.
    """

    def __init__(self, path: Path, delimiter: str) -> None:
        """Raises UserFixable for an ending that is neither."""
        if path.suffix.lower() not in (".csv", ".xlsx"):
            raise UserFixable(
                f"Answers are not written to “{path.suffix}”.", next_step="Name a file that ends with .csv or .xlsx."
            )
        self.path = path
        self._sheet = path.suffix.lower() == ".xlsx"
        self._rows_path = path.with_name(f"{path.name}.rows.csv") if self._sheet else path
        self._delimiter = delimiter

    def open(self) -> list[AnswerRow]:
        """What earlier runs have written. Raises UserFixable when something else lies there."""
        if self._sheet and self.path.exists() and not self._rows_path.exists():
            raise UserFixable(f"{self.path} is there already.", next_step="Name another file, or move this one away.")
        with self._classified():
            if not self._rows_path.exists():
                self._rows_path.write_bytes("\ufeff".encode() + self._line(COLUMNS))
                return []
            data = self._rows_path.read_bytes()
            whole = data[: _whole_length(data)]
            rows = list(csv.reader(io.StringIO(whole.decode("utf-8-sig", "replace"), newline=""), delimiter=self._delimiter))
            if not rows or tuple(rows[0]) != COLUMNS or any(len(row) != len(COLUMNS) for row in rows):
                raise UserFixable(
                    f"{self._rows_path} is there already and holds something else.", next_step="Name another file with --out."
                )
            if len(whole) < len(data):
                with self._rows_path.open("r+b") as file:
                    file.truncate(len(whole))
        return [AnswerRow(*row) for row in rows[1:]]

    def append(self, row: AnswerRow) -> None:
        with self._classified(), self._rows_path.open("ab") as file:
            file.write(self._line(tuple(neutral(cell) for cell in astuple(row))))
            file.flush()
            os.fsync(file.fileno())

    def finish(self, *, complete: bool) -> None:
        """The XLSX of all rows so far, in place of an earlier one."""
        if not self._sheet:
            return
        rows = self.open_rows()
        partial = self.path.with_name(f"{self.path.name}.part")
        with self._classified():
            partial.write_bytes(_workbook(rows))
            partial.replace(self.path)
            if complete:
                self._rows_path.unlink()

    def open_rows(self) -> list[AnswerRow]:
        with self._classified():
            text = self._rows_path.read_bytes().decode("utf-8-sig", "replace")
        return [AnswerRow(*row) for row in list(csv.reader(io.StringIO(text, newline=""), delimiter=self._delimiter))[1:]]

    def _line(self, cells: Sequence[str]) -> bytes:
        made = io.StringIO(newline="")
        csv.writer(made, delimiter=self._delimiter, lineterminator="\r\n").writerow(cells)
        return made.getvalue().encode("utf-8", "replace")

    def _classified(self) -> _Classified:
        return _Classified(self._rows_path)


class _Classified:
    """Errors of the file system as ours."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, FileNotFoundError):
            raise UserFixable(f"There is no folder {self._path.parent}.", next_step="Choose one that exists.") from error
        if isinstance(error, PermissionError | IsADirectoryError):
            raise UserFixable(
                f"{self._path} cannot be written.", next_step="Close it in other programs, or choose another place."
            ) from error
        if isinstance(error, OSError):
            raise classify_os_error(error) from error


def neutral(cell: str) -> str:
    """With an apostrophe before what a spreadsheet would take for a formula; without lines' own carriage returns."""
    text = cell.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def plain(cell: str) -> str:
    """What ``neutral`` was given."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_DANGEROUS) else cell


def _whole_length(data: bytes) -> int:
    """Bytes up to the end of the last row that is whole."""
    end, quoted = 0, False
    for position in _marks(data):
        if data[position : position + 1] == b'"':
            quoted = not quoted
        elif not quoted:
            end = position + len(_END)
    return end


def _marks(data: bytes) -> Iterator[int]:
    """Positions of quotation marks and line ends."""
    position = 0
    while True:
        found = [p for p in (data.find(b'"', position), data.find(_END, position)) if p >= 0]
        if not found:
            return
        yield min(found)
        position = min(found) + 1


def _workbook(rows: Sequence[AnswerRow]) -> bytes:
    """Every cell is text: nothing in an answer is read as a formula or a link."""
    import xlsxwriter  # imported with the first sheet: the other commands need not wait for it

    made = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(made, options) as book:
        sheet = book.add_worksheet("Answers")
        strong, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True, "valign": "top"})
        for column, (name, width) in enumerate(zip(COLUMNS, _SHEET_WIDTHS, strict=True)):
            sheet.set_column(column, column, width)
            sheet.write_string(0, column, name, strong)
        for number, row in enumerate(rows, start=1):
            for column, cell in enumerate(astuple(row)):
                sheet.write_string(number, column, plain(cell)[:_MAX_CELL], wrapped)
        sheet.freeze_panes(1, 2)
    return made.getvalue()
