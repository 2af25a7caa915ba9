"""What a number counts: the unit, noun or multiplier that follows it."""

from __future__ import annotations

import re
from bisect import bisect_right

from app.rules.quantity import QuantityKind
from app.rules.units import MULTIPLIERS, SIGNS, UNITS, WORKING, unit_of
from app.rules.words import Token, is_content

_UNIT_AFTER = re.compile(
    r"[ \u00a0\n]*-?\)?[ \u00a0]?(?P<word>(?:k?m/h|[cdk]?m[23²³]|ft[2²])(?![^\W_])|[^\W\d_]+(?:'[^\W\d_]+)?|[€$£¥¢₹₽%‰٪]|°[CF])"
)
_LETTERS = ("h", "m", "g", "t", "l")
"""Units only directly behind the number; "5m" without a space may be five million, "5g" a network."""
_SQUARE = re.compile(r"(?:sq\.?|square)[ \u00a0](?:m|met(?:er|re)s?)\b", re.IGNORECASE)
_OF_HUNDRED = re.compile(r"[ \u00a0]p(?:er|or|our)[ \u00a0]?(?:cento|ciento|cent)(?!\w)", re.IGNORECASE)
_CJK_WORD = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_WORKING_STEMS = frozenset(("work", "busi", "рабоч"))
_CJK_COUNTER = re.compile("[个個]")


def unit_after(flat: str, at: int, words: list[Token], language: str) -> tuple[QuantityKind, str | None, str | None, int, int]:
    """(kind, unit, counted noun, end, power of ten) of what follows a number that ends at ``at``.

    One adjective may stand between ("30 calendar days", "14 aufeinanderfolgende Tage").
    """
    factor, noun, first_end = 0, None, at
    cursor = at
    square = _SQUARE.match(flat, at + (flat[at : at + 1] in (" ", "\u00a0")))
    if square is not None:
        return "measure", "sqm", None, square.end(), factor
    share = _OF_HUNDRED.match(flat, at)
    if share is not None:
        return "percent", "percent", None, share.end(), factor
    for step in range(3):
        match = _UNIT_AFTER.match(flat, cursor)
        if match is None:
            break
        word = match["word"].casefold()
        if _CJK_WORD.match(word):
            return cjk_unit(word, match.start("word"), first_end, factor)
        if word in MULTIPLIERS and not factor and step == 0:
            factor, cursor, first_end = MULTIPLIERS[word], match.end(), match.end()
            if flat[cursor : cursor + 1] == ".":
                cursor += 1
            continue
        known = unit_of(word, language)
        if known is not None and not (word in _LETTERS and step) and not (word in ("m", "g") and match.group()[0] == word):
            if known[1] != "day":
                return known[0], known[1], noun, match.end(), factor
            working = noun in _WORKING_STEMS or _is_working(flat, match.end())
            return known[0], "workday" if working else "day", noun, match.end(), factor
        if word in SIGNS:
            break
        token = Token(match["word"], match.start("word"), match.end("word"), word, word)
        if not is_content(token, language):
            break
        noun = noun or _stem_at(words, match.start("word"), word)
        cursor = match.end()
    return "number", None, noun, first_end, factor


def _is_working(flat: str, at: int) -> bool:
    """ "jours ouvrables", "dni roboczych": the adjective stands after the unit."""
    match = _UNIT_AFTER.match(flat, at)
    return match is not None and match["word"].casefold() in WORKING


def cjk_unit(word: str, start: int, number_end: int, factor: int) -> tuple[QuantityKind, str | None, str | None, int, int]:
    """Chinese and Japanese counters follow the number without a space: 30天内, 6ヶ月."""
    if word[:1] in MULTIPLIERS:
        factor, word, start, number_end = factor + MULTIPLIERS[word[0]], word[1:], start + 1, start + 1
    if _CJK_COUNTER.match(word) and word[:2] not in UNITS:
        word, start = word[1:], start + 1
    for length in (3, 2, 1):
        known = UNITS.get(word[:length])
        if known is not None and len(word) >= length:
            return known[0], known[1], None, start + length, factor
    return "number", None, None, number_end, factor


def _stem_at(words: list[Token], start: int, word: str) -> str:
    at = bisect_right(words, start, key=lambda w: w.start) - 1
    return words[at].stem if 0 <= at < len(words) and words[at].start == start else word
