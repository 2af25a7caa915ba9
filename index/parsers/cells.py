"""Spreadsheet cell names and values as a person sees them in the sheet."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from index.parsers.number_format import number_text, plain_number

_REFERENCE = re.compile(r"([A-Z]{1,3})(\d+)")
_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 5: "$#,##0", 6: "$#,##0", 7: "$#,##0.00", 8: "$#,##0.00", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0", 42: "$#,##0", 43: "#,##0.00", 44: "$#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""Number formats without an entry in the file (ECMA-376 part 1, 18.8.30); 14 and 22 depend on the reader's country: ISO here."""


def column_name(index: int) -> str:
    """0 → A, 26 → AA."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(65 + rest) + name
    return name


def parse_reference(reference: str) -> tuple[int, int] | None:
    """ "B3" → (row 2, column 1), both from 0."""
    match = _REFERENCE.fullmatch(reference.replace("$", ""))
    if not match:
        return None
    column = 0
    for letter in match.group(1):
        column = column * 26 + ord(letter) - 64
    return int(match.group(2)) - 1, column - 1


def format_code(number_format: str | int | None) -> str:
    """The code of a built-in format or a code as it is; what is unknown is "General"."""
    if isinstance(number_format, int):
        return _BUILT_IN.get(number_format, "General")
    return number_format or "General"


@lru_cache(maxsize=8192)
def shown(value: str, number_format: str | int | None, *, epoch_1904: bool = False) -> str:
    """The number ``value`` (as stored) the way its format shows it; what is no number comes as it is."""
    try:
        number = float(value)
    except ValueError:
        return value
    code = format_code(number_format)
    if code == "General":
        return plain_number(number) if math.isfinite(number) else value
    return number_text(number, code, epoch_1904=epoch_1904)
