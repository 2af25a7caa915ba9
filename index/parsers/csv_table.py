"""CSV and TSV: each row as "header: value", with its cells as the place."""

from __future__ import annotations

import csv
import io

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.cells import column_name
from index.parsers.encodings import decode
from index.parsers.tables import column_headers, looks_like_header, row_line

PARSER = "csv_table/1"
_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 50


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Delimiter by the most even split of the first rows; the first row is the header when it looks like one."""
    csv.field_size_limit(1 << 24)
    text = decode(source.read()).replace("\0", "")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), skipinitialspace=True))
    builder = DocumentBuilder("csv", PARSER)
    builder.set_place("sheet", sheet=None)
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    first = next((number for number, row in enumerate(rows) if any(cell.strip() for cell in row)), 0)
    has_header = looks_like_header([[" ".join(c.split()) for c in row] for row in filled[:_SAMPLE_ROWS]])
    headers = column_headers([[" ".join(c.split()) for c in filled[0]]]) if has_header else []
    for number, row in enumerate(rows):
        values = [" ".join(cell.split()) for cell in row]
        if any(values):
            is_header = has_header and number == first
            cells = f"A{number + 1}:{column_name(max(len(values) - 1, 0))}{number + 1}"
            builder.add("table_row", row_line([] if is_header else headers, values), cells=cells)
    return builder.build()


def _delimiter(text: str) -> str:
    sample = "\n".join(text.splitlines()[:_SAMPLE_ROWS])

    def evenness(delimiter: str) -> tuple[float, int]:
        widths = [len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row]
        if not widths or max(widths) < 2:
            return (0.0, 0)
        common = max(set(widths), key=widths.count)
        return (widths.count(common) / len(widths) if common > 1 else 0.0, common)

    return max(_DELIMITERS, key=evenness)
