"""Rule: a figure of a table belongs to the row that is asked for.

Why: small models pick the neighbouring row. Rows are read as "header: value | header: value"; the first cell is what a row is about. Where
the sentence (or else the question) names the first cell of one row, and the figure stands only in rows about something else, it is doubted.
Example: rows "Reports: 6 | Target: 40%", "Reports: 7 | Target: 30%"; answer "With 6 reports the target is 30%" → doubt. Languages: all.
Source: an office question whose answer took its figures from the rows above the asked ones; planted in tests/unit/app/rules/test_rows.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.quantities import Quantity, same

_CELLS = " | "
_HEADED = ": "


@dataclass(frozen=True)
class _Row:
    headers: tuple[str, ...]
    label: str
    sentence: EvidenceSentence


def check(claim: Claim) -> list[Finding]:
    rows = _rows(claim.evidence)
    if len(rows) < 2:
        return []
    for figure in claim.quantities:
        if figure.weak or figure.kind == "identifier" or any(_names(figure.text, r.label) for r in rows):
            continue
        holders = [r for r in rows if _holds(r.sentence, figure)]
        if not holders or any(_holds(s, figure) for s in claim.evidence.sentences if not _is_row(s, rows)):
            continue
        asked = _asked(claim, figure, holders, rows)
        if asked is not None:
            span = (figure.start, figure.end)
            return [
                claim.finding("rows", "doubt", "rows.other", span, what=figure.text, given=holders[0].label, asked=asked.label)
            ]
    return []


def _asked(claim: Claim, figure: Quantity, holders: list[_Row], rows: list[_Row]) -> _Row | None:
    """The row of the same table that the sentence, or else the question, names and that has not got the figure; None where a row with the
    figure is named as well, or none is."""
    tables = {r.headers for r in holders}
    for text in (claim.text[: figure.start] + " " + claim.text[figure.end :], claim.question.text):
        if any(_names(text, r.label) for r in holders):
            return None
        named = [r for r in rows if r.headers in tables and _names(text, r.label)]
        if named:
            return named[0]
    return None


def _rows(evidence: Evidence) -> list[_Row]:
    key = ("table rows",)
    if key not in evidence.memo:
        evidence.memo[key] = [row for s in evidence.sentences if (row := _row(s)) is not None]
    return cast(list[_Row], evidence.memo[key])


def _row(sentence: EvidenceSentence) -> _Row | None:
    cells = [cell.partition(_HEADED) for cell in sentence.text.split(_CELLS)]
    if len(cells) < 2 or not all(colon for _, colon, _ in cells):
        return None
    label = cells[0][2].strip()
    return _Row(tuple(header.strip() for header, _, _ in cells), label, sentence) if label else None


def _is_row(sentence: EvidenceSentence, rows: list[_Row]) -> bool:
    return any(r.sentence is sentence for r in rows)


def _holds(sentence: EvidenceSentence, figure: Quantity) -> bool:
    return any(same(figure, g) for g in sentence.quantities)


def _names(text: str, label: str) -> bool:
    """Does the label stand in the text, as whole words?"""
    return re.search(rf"(?<![\w.,]){re.escape(label)}(?![\w]|[.,]\d)", text, re.IGNORECASE) is not None


RULE = Rule("rows", "contamination", check, "all")
