"""Numbers as a spreadsheet shows them: the number formats of Excel (ECMA-376 part 1, 18.8.31), with point and comma as in English."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from index.parsers.date_format import date_text, is_date_code

_SECTION = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[]|\[|"|\\)*)(?:;|\Z)', re.DOTALL)
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|[_*](?P<filler>.)|\[(?P<bracket>[^\]]*)\]|(?P<exponent>[Ee][+-])'
    r"|(?P<general>[Gg]eneral)|(?P<code>[0#?.,%/@])|(?P<other>.)",
    re.DOTALL,
)
_CONDITION = re.compile(r"([<>=]{1,2})\s*(-?\d+(?:\.\d+)?)")
_USUAL = re.compile(r"(#,##)?0(?:\.(0+))?(%)?")
_LARGEST = 1e300
_MAX_DIGITS = 30


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[str, ...]:
    found = [match.group(1) for match in _SECTION.finditer(code)]
    return tuple(found[:-1] if len(found) > 1 and found[-1] == "" and not code.endswith(";") else found)[:4]


@lru_cache(maxsize=2048)
def _tokens(section: str) -> tuple[tuple[str, str], ...]:
    """(kind, text): literal, code (digit places and signs), exponent, general; colours and fillers left out."""
    found: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(section):
        kind, text = match.lastgroup or "", match.group(match.lastgroup or 0)
        if kind in {"quoted", "escaped", "other"}:
            found.append(("literal", text))
        elif kind == "bracket":
            if text.startswith("$"):
                found.append(("literal", text[1:].split("-")[0]))
        elif kind != "filler":
            found.append((kind, text))
    return tuple(found)


@lru_cache(maxsize=2048)
def _plain_form(code: str) -> tuple[str, bool, int, bool, str] | None:
    """(words before, groups of three?, decimals, per cent?, words behind) of the usual formats of one section, which need no engine."""
    sections = _sections(code)
    if len(sections) != 1 or is_date_code(code) or _condition(code):
        return None
    tokens = _tokens(sections[0])
    kinds = [kind for kind, _ in tokens]
    if not tokens or any(kind not in {"code", "literal"} for kind in kinds):
        return None
    first = kinds.index("code") if "code" in kinds else len(kinds)
    last = len(kinds) - kinds[::-1].index("code") if "code" in kinds else 0
    match = _USUAL.fullmatch("".join(text for kind, text in tokens[first:last] if kind == "code"))
    if match is None or "literal" in kinds[first:last]:
        return None
    before, behind = ("".join(text for _, text in part) for part in (tokens[:first], tokens[last:]))
    return before, bool(match.group(1)), len(match.group(2) or ""), bool(match.group(3)), behind


def number_text(number: float, code: str, *, epoch_1904: bool = False) -> str:
    """``number`` as the format ``code`` shows it. Codes that make no sense show the plain number."""
    if not -_LARGEST < number < _LARGEST:
        return f"{number:g}"
    form = _plain_form(code)
    if form is not None:
        before, groups, decimals, percent, behind = form
        # Excel rounds half up what fifteen digits show; the factor lifts a half that binary stores a little too low.
        lifted = abs(number) * (100 if percent else 1) * (1 + 1e-15)
        digits = f"{lifted:,.{decimals}f}" if groups else f"{lifted:.{decimals}f}"
        sign = "-" if number < 0 and digits.strip("0.,") else ""
        return f"{sign}{before}{digits}{'%' if percent else ''}{behind}".strip()
    section, value = _choose(number, _sections(code))
    if is_date_code(section):
        return date_text(number, section, epoch_1904=epoch_1904)
    tokens = _tokens(section)
    codes = [text for kind, text in tokens if kind == "code"]
    sign = "-" if value < 0 else ""
    size = Decimal(repr(abs(value)))
    if any(kind == "general" for kind, _ in tokens):
        text = "".join(plain_number(abs(value)) if kind == "general" else text for kind, text in tokens if kind != "code")
        return (sign + text).strip()
    if not any(text in "0#?" for text in codes):
        shown = "".join(text for kind, text in tokens if kind == "literal" or text == "%").strip()
        return plain_number(value) if "@" in codes or (not shown and section) else shown
    if any(kind == "exponent" for kind, _ in tokens):
        return sign + _scientific(size, tokens)
    if "/" in codes:
        return _fraction(size, section, sign)
    return _fixed(size, tokens, sign)


def plain_number(number: float) -> str:
    """As the format "General" shows it: whole numbers without a point, others with up to ten digits."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10g}"


def _choose(number: float, sections: tuple[str, ...]) -> tuple[str, float]:
    """The section for the number, and the number it shows: of a section for negative ones without its sign."""
    if not sections:
        return "General", number
    conditions = [_condition(section) for section in sections[:2]]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=False):
            if condition is not None and _holds(number, *condition):
                return section, number
        rest = [s for s, c in zip(sections, [*conditions, None, None], strict=False) if c is None]
        return (rest[-1] if rest else sections[-1]), number
    if number < 0 and len(sections) > 1:
        return sections[1], -number
    if number == 0 and len(sections) > 2:
        return sections[2], number
    return sections[0], number


def _condition(section: str) -> tuple[str, float] | None:
    for kind in re.findall(r"\[([^\]]*)\]", section):
        match = _CONDITION.fullmatch(kind.strip())
        if match:
            return match.group(1), float(match.group(2))
    return None


def _holds(number: float, operator: str, bound: float) -> bool:
    results = {"<": number < bound, "<=": number <= bound, ">": number > bound, ">=": number >= bound, "=": number == bound}
    return results.get(operator, number != bound)


def _rounded(size: Decimal, decimals: int) -> str:
    # Excel rounds what fifteen digits show, and half up.
    return f"{Decimal(f'{size:.15g}').quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP):f}"


def _fixed(size: Decimal, tokens: tuple[tuple[str, str], ...], sign: str) -> str:
    codes = [text for kind, text in tokens if kind == "code"]
    point = codes.index(".") if "." in codes else len(codes)
    places = [index for index, text in enumerate(codes) if text in "0#?"]
    whole_places = [index for index in places if index < point]
    last_whole = whole_places[-1] if whole_places else -1
    size = size.scaleb(2 * codes.count("%"))
    size = size.scaleb(
        -3 * sum(1 for index, text in enumerate(codes) if text == "," and last_whole < index <= max(point, last_whole + 9))
    )
    grouped = any(codes[index] == "," and whole_places and whole_places[0] < index < last_whole for index in range(len(codes)))
    decimals = min(len(places) - len(whole_places), _MAX_DIGITS)
    whole, _, rest = _rounded(size, decimals).partition(".")
    whole = whole.lstrip("0")
    minimum = sum(1 for index in whole_places if codes[index] == "0")
    whole = whole.rjust(minimum, "0")
    if not any(digit != "0" for digit in whole + rest) and sign:
        sign = ""
    return sign + _filled(tokens, point, whole, rest, grouped).strip()


def _filled(tokens: tuple[tuple[str, str], ...], point: int, whole: str, rest: str, grouped: bool) -> str:
    """Digits in their places, from the point outwards; what has no place of its own stands before the first."""
    waiting = sum(1 for index, (_, text) in enumerate([t for t in tokens if t[0] == "code"]) if text in "0#?" and index < point)
    out: list[str] = []
    index, decimal_at, emitted = -1, 0, False
    for kind, text in tokens:
        if kind == "literal":
            out.append(text)
            continue
        index += 1
        if text == "%":
            out.append("%")
        elif text == "." and (rest.rstrip("0") or "0" in _places_after(tokens, index)):
            out.append(".")
        elif text in "0#?" and index < point:
            if not emitted:
                head, emitted = whole[: max(len(whole) - waiting + 1, 0)], True
            else:
                head = whole[len(whole) - waiting : len(whole) - waiting + 1] if waiting <= len(whole) else ""
            out.append(_with_groups(head, waiting - 1) if grouped else head)
            waiting -= 1
        elif text in "0#?" and index > point:
            if text == "0" or rest[decimal_at:].rstrip("0"):
                out.append(rest[decimal_at : decimal_at + 1])
            decimal_at += 1
    return "".join(out)


def _places_after(tokens: tuple[tuple[str, str], ...], index: int) -> str:
    return "".join([text for kind, text in tokens if kind == "code"][index + 1 :])


def _with_groups(digits: str, following: int) -> str:
    """A comma behind each digit that has a multiple of three behind it."""
    out: list[str] = []
    for at, digit in enumerate(digits):
        behind = len(digits) - 1 - at + following
        out.append(digit + ("," if behind and behind % 3 == 0 else ""))
    return "".join(out)


def _scientific(size: Decimal, tokens: tuple[tuple[str, str], ...]) -> str:
    at = next(index for index, (kind, _) in enumerate(tokens) if kind == "exponent")
    before = "".join(text for kind, text in tokens[:at] if kind == "code")
    whole, _, rest = before.partition(".")
    step = max(sum(place in "0#?" for place in whole), 1)
    decimals = sum(place in "0#?" for place in rest)
    digits = max(sum(text == "0" for kind, text in tokens[at:] if kind == "code"), 1)
    # With several places before the point the exponent goes in steps of as many: 12.0E+3.
    exponent = (size.adjusted() // step) * step if size else 0
    mantissa = _rounded(size.scaleb(-exponent), decimals)
    if mantissa.partition(".")[0].strip("0") and len(mantissa.partition(".")[0]) > step:
        exponent += step
        mantissa = _rounded(size.scaleb(-exponent), decimals)
    sign = "-" if exponent < 0 else "+" if tokens[at][1].endswith("+") else ""
    return f"{mantissa}E{sign}{abs(exponent):0{min(digits, 3)}d}"


def _fraction(size: Decimal, section: str, sign: str) -> str:
    after = section.split("/", 1)[1]
    fixed = re.match(r"\s*([1-9]\d*)", after)
    places = len(re.match(r"\s*([?#0]*)", after).group(1)) if not fixed else 0  # type: ignore[union-attr]
    whole = int(size) if re.search(r"[0#?]\s+[0#?]", section.split("/", 1)[0]) else 0
    rest = Fraction(str(size)) - whole
    if fixed:
        bottom = int(fixed.group(1))
        top = round(rest * bottom)
    else:
        near = rest.limit_denominator(10 ** min(max(places, 1), 5) - 1)
        top, bottom = near.numerator, near.denominator
    if top and top == bottom and whole is not None:
        whole, top = whole + 1, 0
    parts = [str(whole)] if whole or not top else []
    return sign + " ".join([*parts, f"{top}/{bottom}"] if top else parts)
