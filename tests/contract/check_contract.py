"""`make check-contract`: runs the contract's tables as tests and prints one line a row; fails on a row without a test."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.contract.rows import ROWS

Row = tuple[str, str]
HERE = Path(__file__).resolve().parent
TASKS = HERE.parent / "unit" / "app" / "pipeline" / "tasks"
"""Work over whole documents: its tests are by its code"""


class Collector:
    """Notes which tests prove which row, and how they ended."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.outcome: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            self.rows[item.nodeid] = [(mark.args[0], mark.args[1]) for mark in item.iter_markers("row")]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.outcome[report.nodeid] = "skipped"
        if report.failed or (report.when == "call" and report.passed):
            known = self.outcome.get(report.nodeid)
            self.outcome[report.nodeid] = "failed" if "failed" in (known, report.outcome) else "passed"

    def by_row(self) -> dict[Row, list[str]]:
        """Outcomes of the tests of each row that was named."""
        found: dict[Row, list[str]] = defaultdict(list)
        for test, rows in self.rows.items():
            for row in rows:
                found[row].append(self.outcome.get(test, "not run"))
        return found


def lines(found: dict[Row, list[str]]) -> list[tuple[str, str, str, int, int]]:
    """(verdict, table, row, passed, tests) of each row; verdict is "ok", "FAILED", "NO TEST", or "skipped" for want of a model."""
    made = []
    for table, names in ROWS.items():
        for name in names:
            outcomes = found.get((table, name), [])
            passed = outcomes.count("passed")
            verdict = _verdict(outcomes)
            made.append((verdict, table, name, passed, len(outcomes)))
    return made


def _verdict(outcomes: list[str]) -> str:
    if not outcomes:
        return "NO TEST"
    if set(outcomes) == {"skipped"}:
        return "skipped"
    return "ok" if set(outcomes) <= {"passed", "skipped"} else "FAILED"


def main(arguments: Sequence[str] | None = None) -> int:
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    collector = Collector()
    code = pytest.main([str(HERE), str(TASKS), "-q", "--no-header", "-p", "no:cacheprovider", "-r", ""], plugins=[collector])
    found = collector.by_row()
    table = lines(found)
    print()
    for verdict, group, name, passed, count in table:
        print(f"{verdict:<8} {group:<15} {name:<34} {passed:>3} of {count} tests")
    unknown = sorted(set(found) - {(group, name) for group, names in ROWS.items() for name in names})
    for group, name in unknown:
        print(f"NO ROW   {group:<15} {name}")
    proved = sum(verdict == "ok" for verdict, *_ in table)
    skipped = sum(verdict == "skipped" for verdict, *_ in table)
    note = f", {skipped} skipped without a model (DOSSIER_TEST_MODELS)" if skipped else ""
    print(f"{proved} of {len(table)} rows proved{note}, {len(collector.outcome)} tests")
    return 0 if code == 0 and proved + skipped == len(table) and not unknown else 1


if __name__ == "__main__":
    sys.exit(main())
