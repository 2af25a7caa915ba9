"""A change has two ends: "rose from 26 to 32 euros" names two figures, not a range between them.

Example: "The fee was raised from 3 to 5 euros" → 3 euros and 5 euros, each to be found by itself; "open from 3 to 5 pm" stays a range.
Languages: en ("to" is also the word of ranges); German "von 3 auf 5" is read as two figures anyway.
"""

from __future__ import annotations

import re
from dataclasses import replace

from app.rules.quantities import Quantity, read_quantities

_CHANGE = re.compile(
    r"\b(?:increas|rose|rise|rais|grew|grow|fell|fall|drop|decreas|reduc|chang|lower|went up|went down)", re.IGNORECASE
)
_SEAM = re.compile(r"\s+to\s+", re.IGNORECASE)


def ends_apart(quantities: tuple[Quantity, ...], text: str, language: str) -> tuple[Quantity, ...]:
    """The same quantities, ranges of a sentence about a change taken apart. A unit that stands at one end counts for both."""
    if not _CHANGE.search(text):
        return quantities
    result: list[Quantity] = []
    for quantity in quantities:
        seam = _SEAM.search(quantity.text)
        if not quantity.is_range or seam is None:
            result.append(quantity)
            continue
        for part, at in ((quantity.text[: seam.start()], 0), (quantity.text[seam.end() :], seam.end())):
            for end in read_quantities(part, language):
                like = end if end.unit or not quantity.unit else replace(end, kind=quantity.kind, unit=quantity.unit)
                start = quantity.start + at
                result.append(replace(like, start=start + end.start, end=start + end.end))
    return tuple(result)
