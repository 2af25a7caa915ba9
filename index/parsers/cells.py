"""Spreadsheet cell names and values as a person sees them in the sheet."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_REFERENCE = re.compile(r"([A-Z]{1,3})(\d+)")
_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0", 38: "#,##0",
    39: "#,##0.00", 40: "#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss",
}  # fmt: skip
"""Number formats without an entry in the file (ECMA-376 part 1, 18.8.30); 14 and 22 depend on the reader's country: ISO here."""
_QUOTED = re.compile(r'"([^"]*)"|\\(.)')
_CONDITION = re.compile(r"\[[^\]]*\]")
_DATE_TOKEN = re.compile(r"yyyy|yy|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|ss|s|AM/PM|A/P", re.IGNORECASE)


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


def shown(value: str, number_format: str | int | None, *, epoch_1904: bool = False) -> str:
    """The number ``value`` (as stored) the way its format shows it; formats beyond the usual fall back to the plain number."""
    try:
        number = float(value)
    except ValueError:
        return value
    code = _BUILT_IN.get(number_format, "General") if isinstance(number_format, int) else (number_format or "General")
    code = code.split(";")[0]
    bare = _CONDITION.sub("", _QUOTED.sub("", code))
    if re.search(r"[ymdhs]", bare, re.IGNORECASE) and "general" not in bare.lower():
        return _date(number, _CONDITION.sub("", code), epoch_1904)
    if "%" in bare:
        return f"{number * 100:.{_decimals(bare)}f}%"
    if "E+" in bare.upper() or "general" in bare.lower() or not re.search(r"[0#]", bare):
        return _plain(number)
    decimals = _decimals(bare)
    text = f"{number:,.{decimals}f}" if re.search(r"[#0],[#0]", bare) else f"{number:.{decimals}f}"
    if "?/" in bare or "." not in bare and number != int(number) and "0" not in bare:
        text = _plain(number)
    return _with_currency(text, code)


def _plain(number: float) -> str:
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10g}"


def _decimals(bare: str) -> int:
    match = re.search(r"\.([0#?]+)", bare)
    return len(match.group(1)) if match else 0


def _with_currency(text: str, code: str) -> str:
    symbol = re.search(r"\[\$([^\-\]]+)", code) or re.search(r'"?([€$£¥₹])"?', code)
    if not symbol:
        return text
    mark = symbol.group(1)
    before = symbol.start() < (re.search(r"[0#]", code) or symbol).start()
    return f"{mark}{text}" if before else f"{text} {mark}"


def _date(number: float, code: str, epoch_1904: bool) -> str:
    if not 0 <= number < 2_958_466:  # 9999-12-31, the last day that Excel knows
        return _plain(number)
    base = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 30)
    moment = base + timedelta(days=number)
    moment = (moment + timedelta(microseconds=500_000)).replace(microsecond=0)
    code = _QUOTED.sub(lambda m: m.group(1) or m.group(2) or "", code).replace("@", "").strip()
    twelve = bool(re.search(r"AM/PM|A/P", code, re.IGNORECASE))
    out: list[str] = []
    at = 0
    previous = ""
    for match in _DATE_TOKEN.finditer(code):
        out.append(code[at : match.start()])
        token = match.group().lower()
        rest = code[match.end() :].lower()
        minutes = token in {"m", "mm"} and (previous.startswith("h") or bool(re.match(r"[^a-z]*s", rest)))
        out.append(_token(token, moment, minutes, twelve))
        previous = token
        at = match.end()
    out.append(code[at:])
    return "".join(out).replace("_", " ").strip()


def _token(token: str, moment: datetime, minutes: bool, twelve: bool) -> str:
    hour = (moment.hour % 12 or 12) if twelve else moment.hour
    values = {
        "yyyy": f"{moment.year:04d}", "yy": f"{moment.year % 100:02d}", "mmmm": moment.strftime("%B"), "mmm": moment.strftime("%b"),
        "mm": f"{moment.minute if minutes else moment.month:02d}", "m": str(moment.minute if minutes else moment.month),
        "dddd": moment.strftime("%A"), "ddd": moment.strftime("%a"), "dd": f"{moment.day:02d}", "d": str(moment.day),
        "hh": f"{hour:02d}", "h": str(hour), "ss": f"{moment.second:02d}", "s": str(moment.second),
    }  # fmt: skip
    return values.get(token, moment.strftime("%p"))
