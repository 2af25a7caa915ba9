"""CSV and TSV: each row as "header: value", with its cells as the place."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import decode_text
from index.parsers.sheet_rows import Row, add_rows

PARSER = "csv_table/1"
_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 50


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Delimiter by the most even split of the first rows; the header is the first row that looks like one."""
    csv.field_size_limit(1 << 24)
    text = decode_text(source.read()).replace("\0", "")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), skipinitialspace=True))
    builder = DocumentBuilder("csv", PARSER)
    builder.set_place("sheet", sheet=None)
    add_rows(builder, _filled(rows))
    return builder.build()


def _filled(rows: list[list[str]]) -> Iterator[Row]:
    for number, row in enumerate(rows):
        values = {column: text for column, cell in enumerate(row) if (text := " ".join(cell.split()))}
        if values:
            yield number, values


def _delimiter(text: str) -> str:
    sample = "\n".join(text.splitlines()[:_SAMPLE_ROWS])

    def evenness(delimiter: str) -> tuple[float, int]:
        widths = [len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row]
        if not widths or max(widths) < 2:
            return (0.0, 0)
        common = max(set(widths), key=widths.count)
        return (widths.count(common) / len(widths) if common > 1 else 0.0, common)

    return max(_DELIMITERS, key=evenness)
