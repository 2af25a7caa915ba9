"""Notebooks: every cell under its number and its headings, with what its code printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_office import block, blocks

from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


def notebook(*cells: dict[str, Any], **metadata: object) -> str:
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def words(kind: str, *lines: str, outputs: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": list(lines)}
    return cell | {"outputs": outputs, "execution_count": 1} if outputs is not None else cell


def test_cells_are_read_in_order_each_with_its_number_and_headings(make_file: MakeFile) -> None:
    document = parse(
        make_file(
            "a.ipynb",
            notebook(
                words("markdown", "# Harbour\n", "\n", "The pier is *long*.\n", "## Methods\n", "Tide gauges."),
                words(
                    "code", "mean(x)", outputs=[{"output_type": "stream", "name": "stdout", "text": ["The mean is 4.2 m\n"]}]
                ),
                words("raw", "A raw note"),
                authors=[{"name": "Ann Quay"}],
            ),
        )
    )
    assert (document.kind, document.title, document.author) == ("ipynb", "Harbour", "Ann Quay")
    assert blocks(document) == [
        ("heading", "Harbour"),
        ("paragraph", "The pier is long."),
        ("heading", "Methods"),
        ("paragraph", "Tide gauges."),
        ("code", "mean(x)"),
        ("code", "The mean is 4.2 m"),
        ("paragraph", "A raw note"),
    ]
    assert block(document, "long").place.heading_path == ("Harbour", "Cell 1")
    assert block(document, "4.2 m").place.heading_path == ("Harbour", "Methods", "Cell 2")
    assert block(document, "raw note").place.heading_path == ("Harbour", "Methods", "Cell 3")


def test_tables_that_code_shows_keep_their_headers_and_pictures_are_no_text(make_file: MakeFile) -> None:
    html = "<table><thead><tr><th>Pier</th><th>Length</th></tr></thead><tr><td>North</td><td>120</td></tr></table>"
    shown = {
        "output_type": "execute_result",
        "data": {"text/html": [html], "text/plain": ["  Pier  Length"], "image/png": "iVBOR"},
    }
    document = parse(make_file("a.ipynb", notebook(words("code", "df", outputs=[shown]))))
    assert blocks(document) == [("code", "df"), ("table_row", "Pier | Length"), ("table_row", "Pier: North | Length: 120")]


def test_errors_progress_bars_and_colours_of_a_terminal(make_file: MakeFile) -> None:
    outputs: list[dict[str, Any]] = [
        {"output_type": "stream", "text": ["10%|#\r", "100%|####\n", "\x1b[31mdone\x1b[0m"]},
        {"output_type": "error", "ename": "ValueError", "evalue": "bad depth", "traceback": ["\x1b[0;31m…"]},
    ]
    document = parse(make_file("a.ipynb", notebook(words("code", "run()", outputs=outputs))))
    assert blocks(document)[1:] == [("code", "100%|####\ndone"), ("note", "Error: ValueError: bad depth")]


def test_notebooks_of_older_formats_and_under_another_name(make_file: MakeFile) -> None:
    cells = [{"cell_type": "heading", "level": 2, "source": ["Tides"]}, {"cell_type": "code", "input": "x = 1", "outputs": []}]
    old = json.dumps({"metadata": {}, "nbformat": 3, "worksheets": [{"cells": cells}]})
    for name in ("a.ipynb", "a.json"):
        document = parse(make_file(name, old))
        assert (document.kind, blocks(document)) == ("ipynb", [("heading", "Tides"), ("code", "x = 1")])


@pytest.mark.parametrize("content", ['{"cells": [{"cell_type": "markdown", "source": ["The fee is 20 euro', '["The fee is 20 euro"]', '{"cells": 7, "fee": "20 euro"}'])  # fmt: skip
def test_a_damaged_notebook_is_read_as_text_and_says_so(content: str, make_file: MakeFile) -> None:
    document = parse(make_file("a.ipynb", content))
    assert "20 euro" in document.text
    assert any("damaged" in warning for warning in document.warnings)
