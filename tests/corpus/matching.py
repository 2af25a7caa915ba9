"""Whether a required string stands in an answer: whole words, whole numbers, the answer's own yes or no.

How a required string is read (``must_contain`` and the like are written by people, as strings):

* A number, amount, date, time, range or number word, alone or with words ("72 hours", "6-8 months"): compared by value. A
  currency or per cent sign in it must be there in the answer too. A number does not stand in a date's day, in "§ 6" or in "GS-15".
* "No", "Yes", "Nein", "Ja": must be what the answer says, that is, open it or open one of its sentences, and the answer must not
  open with the opposite. Strict on purpose: "can earn no hours" without a "No" is not counted.
* Several words: the same words in the same order; the last one, and lower-case ones, may be inflected ("hour", "hours").
* One word, German: a stem. It matches anywhere in a word ("behinder" in "Schwerbehinderung", "Betrieb" in
  "Betriebszugehörigkeit", "schrift" in "Schriftform"), without regard to case. Not after a negating prefix ("zulässig" is not in
  "unzulässig"), and what stands before it must be able to be a word: three letters with a vowel ("alter" is not in "Schalter").
* One word, English, lower case, of four letters or more: the beginning of a word ("standardi" in "standardised").
* Negations and words of up to three letters, English words with a capital: whole words.
* Units of time match all their forms and no others: "Monate" in "zwei Monaten" and "zweimonatig", not in "Monatsgehälter".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from folding import fold_characters, tokens
from vocabulary import UNIT, Token

YES, NO = frozenset({"yes", "ja"}), frozenset({"no", "nein"})
_WHOLE = {
    "not",
    "nicht",
    "kein",
    "keine",
    "keinen",
    "keiner",
    "keinem",
    "keines",
    "nie",
    "never",
    "none",
    "nur",
    "only",
    "nichts",
}
_NEGATING = ("un", "non", "dis", "nicht", "miss")
_AUXILIARIES = {"be", "been", "yet", "currently", "considered", "then", "therefore"}
_GERMAN_ENDINGS = {"", "e", "en", "n", "s", "es", "er", "em", "ern"}
_ENGLISH_ENDINGS = {"", "s", "es"}


def clean_answer(text: str) -> str:
    """Take out what is no part of the answer's words: citation marks such as [1] or [2, 3], and the ordinals of a list."""
    text = re.sub(r"\s?\[\^?[A-Z]?\d{1,2}(?:\s?[,;-]\s?\d{1,2})*\]", "", text)
    lines = text.splitlines()
    run: list[int] = []
    for row, line in enumerate([*lines, ""]):
        ordinal = re.match(r"\s*(\d{1,2})[.)]\s+(?=\S)", line)
        if ordinal and int(ordinal[1]) == len(run) + 1:
            run.append(row)
        elif line.strip() and not ordinal or row == len(lines):
            # A paragraph or the end closes the list; a single "1." is a list of nothing and stays.
            for member in run if len(run) > 1 else ():
                lines[member] = re.sub(r"^\s*\d{1,2}[.)]\s+", "", lines[member])
            run = []
    return "\n".join(lines)


def polarity(text: str) -> str:
    """ "yes", "no" or "" : what the answer's first word says."""
    words = _first_words(text)
    first = words[0] if words else ""
    return "yes" if first in YES else "no" if first in NO else ""


def contains(text: str, needle: str, language: str) -> bool:
    """Whether the answer ``text`` has ``needle``, by the reading described above. ``language`` is "en" or "de"."""
    if needle.strip().lower() in YES | NO:
        wanted = YES if needle.strip().lower() in YES else NO
        opposite = NO if wanted is YES else YES
        openings = _first_words(text)
        return any(w in wanted for w in openings) and openings[0] not in opposite
    wanted_tokens = tokens(needle, language)
    if not wanted_tokens:
        raise ValueError(f"nothing to compare in {needle!r}")
    given = tokens(clean_answer(text), language)
    if len(wanted_tokens) == 1:
        return any(_same(wanted_tokens[0], token, needle.strip(), language, alone=True) for token in given) or (
            _closed_compound(wanted_tokens, given)
        )
    return (
        any(_sequence_at(wanted_tokens, given, start, needle, language) for start in range(len(given)))
        or _closed_compound(wanted_tokens, given)
        or _negated_word(wanted_tokens, given)
    )


def figures_in(text: str, language: str) -> set[object]:
    """All numbers, dates and times of a text, by value."""
    found = tokens(clean_answer(text), language)
    return {part for t in found for part in (*t.values, t.date, t.minutes) if part is not None}


def _first_words(text: str) -> list[str]:
    """The first word of each sentence, in lower case; a clause after a colon, a dash or "the answer is" opens one too."""
    plain = re.sub(r"[*_#>\"'“”„()\[\]]", " ", fold_characters(clean_answer(text)))
    parts = re.split(r"(?<=[.!?:;])\s+|\n+|\s—\s|\b(?:answer is|antwort ist|antwort lautet)\b", plain, flags=re.I)
    return [match[0].lower() for part in parts if (match := re.search(r"[^\W_]+", part))]


def _sequence_at(wanted: Sequence[Token], given: Sequence[Token], start: int, needle: str, language: str) -> bool:
    position = start
    for token in wanted:
        while (
            position > start
            and position < len(given)
            and wanted[0].words & {"not", "nicht"}
            and given[position].words & _AUXILIARIES
        ):
            position += 1
        if position >= len(given) or not _same(token, given[position], needle, language, alone=False):
            return False
        position += 1
    return True


def _same(wanted: Token, given: Token, needle: str, language: str, *, alone: bool) -> bool:
    if wanted.is_range or given.is_range:
        return wanted.is_range and given.is_range
    if wanted.date:
        return given.date is not None and all(w is None or w == g for w, g in zip(wanted.date, given.date, strict=True))
    if wanted.minutes is not None:
        return wanted.minutes == given.minutes
    if wanted.label:
        return wanted.label == given.label or any(str(v) == wanted.label for v in given.values)
    if wanted.values:
        year = given.date[0] if given.date else None
        measured = wanted.measure is None or wanted.measure == given.measure
        return measured and bool(wanted.values & given.values or (year is not None and year in wanted.values))
    return any(_same_word(w, g, needle, language, alone=alone) for w in wanted.words for g in given.words)


def _same_word(wanted: str, given: str, needle: str, language: str, *, alone: bool) -> bool:
    if wanted == given:
        return True
    if wanted in UNIT or given in UNIT:
        return UNIT.get(wanted) == UNIT.get(given)
    if wanted in _WHOLE or len(wanted) < 4:
        return False
    if not alone:
        endings = _GERMAN_ENDINGS if language == "de" else _ENGLISH_ENDINGS
        return given.startswith(wanted) and given[len(wanted) :] in endings
    if language != "de":
        return needle[:1].islower() and given.startswith(wanted)
    before, found, _ = given.partition(wanted)
    if not found or before.endswith(_NEGATING):
        return False
    return not before or (len(before) >= 3 and re.search(r"[aeiouyäöü]", before) is not None)


def _closed_compound(wanted: Sequence[Token], given: Sequence[Token]) -> bool:
    """ "road map" is "roadmap" and the other way round; short words are left alone ("no thing", "not able")."""
    parts = [next(iter(t.words)) for t in wanted if len(t.words) == 1 and not t.values]
    if len(parts) != len(wanted) or any(len(p) < 3 or p in _WHOLE for p in parts):
        return False
    joined = "".join(parts)
    if len(parts) > 1:
        return any(joined in t.words for t in given)
    pairs = zip(given, given[1:], strict=False)
    return any(a + b == joined for s, t in pairs for a in s.words for b in t.words if len(a) > 2 < len(b) and a not in _WHOLE)


def _negated_word(wanted: Sequence[Token], given: Sequence[Token]) -> bool:
    """ "not eligible" is "ineligible", "nicht wirksam" is "unwirksam"."""
    if len(wanted) != 2 or not wanted[0].words & {"not", "nicht"}:
        return False
    return any(
        prefix + word in t.words for t in given for word in wanted[1].words for prefix in ("in", "un", "im", "ir", "il", "non")
    )
