"""The table of invariants names tests that exist, and hides nothing: what no test proves is called pending."""

import re

import pytest
from source_tree import ROOT

TABLE = (ROOT / "tests" / "architecture" / "INVARIANTS.md").read_text(encoding="utf-8")
ROWS = {
    row[0]: row for row in (re.split(r"\s*\|\s*", line.strip(" |")) for line in TABLE.splitlines() if line.startswith("| I"))
}


def test_every_invariant_has_a_row() -> None:
    assert list(ROWS) == [f"I{number}" for number in range(1, 11)]


@pytest.mark.parametrize("name", ROWS)
def test_a_row_names_existing_tests_or_says_what_is_pending(name: str) -> None:
    files = re.findall(r"`([^`]+)`", "|".join(ROWS[name]))
    assert [file for file in files if not (ROOT / file).is_file()] == []
    # The row's cells: invariant, sentence, tests, pending.
    assert files or ROWS[name][-1]
