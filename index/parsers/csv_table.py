"""CSV and TSV: each row as "header: value", with its cells as the place."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import decode_text
from index.parsers.sheet_rows import Row, add_rows

PARSER = "csv_table/2"
_DELIMITERS = ",;\t|:^~\x1f\x01"
_SAMPLE_CHARS = 64_000
_SAMPLE_ROWS = 100
_NAMED = re.compile(r"\A\ufeff?sep=(.)\r?\n", re.IGNORECASE)
_SINGLE_QUOTED = re.compile(r"(?:^|[,;\t|])'[^'\n]*[,;\t|][^'\n]*'(?=[,;\t|\r\n])", re.MULTILINE)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_MAX_FIELD = 1 << 24


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Delimiter by the most even split of the first rows, or by the line ``sep=`` of Excel; the header is the first row that looks like one."""
    csv.field_size_limit(_MAX_FIELD)
    text = decode_text(source.read()).replace("\0", "")
    first_line = 0
    named = _NAMED.match(text)
    if named:
        text, first_line = text[named.end() :], 1
    delimiter = named.group(1) if named else _delimiter(text, tabs_first=source.path.suffix.lower() in {".tsv", ".tab"})
    builder = DocumentBuilder("csv", PARSER)
    builder.set_place("sheet", sheet=None)
    add_rows(builder, _filled(_records(text, delimiter, _quote(text)), first_line))
    return builder.build()


def _records(text: str, delimiter: str, quote: str) -> Iterator[list[str]]:
    """Rows; when a quotation mark never ends, the rest is read line by line, so that one mark does not swallow a whole file."""
    lines = (match.group() for match in _LINE.finditer(text))
    balanced = text.count(quote) % 2 == 0
    reader = csv.reader(
        lines,
        delimiter=delimiter,
        quotechar=quote,
        quoting=csv.QUOTE_MINIMAL if balanced else csv.QUOTE_NONE,
        skipinitialspace=True,
    )
    for row in reader:
        yield row if balanced else [cell.strip().strip(quote) for cell in row]


def _quote(text: str) -> str:
    sample = text[:_SAMPLE_CHARS]
    return "'" if '"' not in sample and _SINGLE_QUOTED.search(sample) else '"'


def _filled(rows: Iterator[list[str]], first_line: int) -> Iterator[Row]:
    for number, row in enumerate(rows, start=first_line):
        values = {column: text for column, cell in enumerate(row) if (text := " ".join(cell.split()))}
        if values:
            yield number, values


def _delimiter(text: str, *, tabs_first: bool) -> str:
    sample = "\n".join(text[:_SAMPLE_CHARS].splitlines()[:_SAMPLE_ROWS])
    if tabs_first and "\t" in sample:
        return "\t"

    def evenness(delimiter: str) -> tuple[float, int]:
        widths = [len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row]
        if not widths or max(widths) < 2:
            return (0.0, 0)
        common = max(set(widths), key=widths.count)
        share = widths.count(common) / len(widths) if common > 1 else 0.0
        # A colon or caret also stands in times and prose: only when nothing usual splits the rows evenly.
        return (share * (1.0 if delimiter in ",;\t|" else 0.6), common)

    return max(_DELIMITERS, key=evenness)
