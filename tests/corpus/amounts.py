"""Second reading of a row of tokens: number words become numbers, numbers get their currency, two numbers become a range."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import number_words
from vocabulary import ARTICLES, MEASURE, UNIT, Token


def read_number_words(raw: list[Token], language: str) -> list[Token]:
    """Turn "twenty-two", "achteinhalb", "sechsmonatig" and "an hour" into numbers; drop the empty tokens of hyphens."""
    out: list[Token] = []
    position = 0
    words = [next(iter(t.words)) if len(t.words) == 1 and not t.date else "" for t in raw]
    while position < len(raw):
        word = words[position]
        used, made = 1, [raw[position]]
        if word and language == "de":
            compound = number_words.german_compound(word)
            if (value := number_words.german(word)) is not None:
                made = [Token(words=frozenset({word}), values=frozenset({value}))]
            elif compound is not None:
                made = [Token(values=frozenset({compound[0]})), Token(words=frozenset({compound[1], word}))]
        elif word:
            # Empty tokens are hyphens: "twenty-two" reads as two words with one between.
            ahead = [(i, w) for i, w in enumerate(words[position : position + 12]) if w or raw[position + i] != Token()]
            found = number_words.english([w for _, w in ahead])
            if found is not None:
                used = ahead[found[1] - 1][0] + 1
                made = [Token(words=frozenset({word}) if found[1] == 1 else frozenset(), values=frozenset({found[0]}))]
        following = words[position + 1] if position + 1 < len(raw) else ""
        before = out[-1] if out else Token()
        if word in ARTICLES.get(language, ()) and following in UNIT and not (before.values or before.measure):
            # "an hour" is one hour, but "$5 an hour" is a rate.
            made = [Token(words=frozenset({word}), values=frozenset({Decimal(1)}))]
        out += made
        position += used
    return [t for t in out if t != Token()]


def read_measures(raw: list[Token]) -> list[Token]:
    """Give numbers their currency or per cent sign and their scale (million), and fold "six (6)" into one number."""
    raw = _per_cent(raw)
    out: list[Token] = []
    pending: str | None = None  # a currency sign waiting for its number
    for token in raw:
        word = next(iter(token.words)) if len(token.words) == 1 and not token.values and not token.date else ""
        code = MEASURE.get(word)
        last = out[-1] if out else Token()
        countable = bool(last.values) and last.minutes is None
        if word in number_words.SCALES and countable:
            factor = number_words.SCALES[word]
            out[-1] = replace(last, values=frozenset(v * factor for v in last.values), words=frozenset())
        elif code and countable and last.measure in (None, code):
            out[-1] = replace(last, measure=code, words=last.words | {word})
        elif word == "us" and countable:
            continue
        elif code and code != "%":
            pending = code
            out.append(token)
        elif token.values and pending and token.minutes is None:
            # the sign's own token is dropped: "$80" is one token
            out[-1] = replace(token, measure=pending, words=token.words | out[-1].words)
            pending = None
            continue
        elif token.values and token.minutes is None and last.values == token.values and last.measure is None:
            out[-1] = replace(token, words=last.words | token.words)
        else:
            out.append(token)
        if not code:
            pending = None
    return out


def _per_cent(raw: list[Token]) -> list[Token]:
    out: list[Token] = []
    for token in raw:
        if out and token.words == {"cent"} and out[-1].words == {"per"}:
            out[-1] = Token(words=frozenset({"percent"}))
        else:
            out.append(token)
    return out


def join_ranges(raw: list[Token]) -> list[Token]:
    """Make "6 to 8", "between 6 and 8", "6 months to 8 months" the same three tokens, and share a sign over both ends."""
    out: list[Token] = []
    for position, token in enumerate(raw):
        after = raw[position + 1] if position + 1 < len(raw) else Token()
        before = out[-1] if out else Token()
        unit_between = (
            not before.values and UNIT.get("".join(before.words)) is not None and len(out) > 1 and bool(out[-2].values)
        )
        left = out[-2] if unit_between else before
        opened = out[-3 if unit_between else -2].words if len(out) > (2 if unit_between else 1) else frozenset()
        joins = (
            token.words & {"to", "bis"} or (token.words & {"and", "und"} and opened & {"between", "zwischen"}) or token.is_range
        )
        if joins and left.values and after.values:
            if unit_between and after.values and position + 2 < len(raw) and raw[position + 2].words & before.words:
                out.pop()
            if not (unit_between and out[-1] is before):
                out.append(Token(is_range=True))
                continue
        if len(out) > 1 and out[-1].is_range and token.values and out[-2].values:
            shared = token.measure or out[-2].measure
            out[-2] = replace(out[-2], measure=out[-2].measure or shared)
            token = replace(token, measure=shared)
        out.append(token)
    return out
