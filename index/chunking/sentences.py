"""Sentence borders as exact spans of the text, for twelve languages, by rules.

Own rules instead of syntok (MIT, en/de/es): it tokenises the text and loses offsets and line structure, knows three languages,
and takes about 20 times as long; see tests/unit/index/chunking/test_sentences.py for the cases that decide.

Two steps: lines are joined into segments or kept apart (headings, list items and table rows end at their line, hard-wrapped
prose does not); inside a segment each run of terminal punctuation is judged by what stands before and after it.
"""

from __future__ import annotations

import re
import unicodedata

from index.chunking.abbreviations import (
    ARTICLES,
    BEFORE_NUMBER,
    LANGUAGES,
    MAY_END,
    MONTHS,
    NEVER_ENDS,
    ORDINAL_LANGUAGES,
    STARTERS,
)
from index.chunking.language import guess_language
from index.document import Span

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CLOSERS = "\"'”’“‘«»›‹)\\]}」』）】》〉*_"
_LOW_QUOTE_END = "“"
"""Closes a quotation in German, opens one in Chinese."""
_LINE = re.compile("[^\n\r\x0b\x0c\x85\u2028\u2029]+")
_BOUNDARY = re.compile(
    f"[。｡！？]+[{_CLOSERS.replace(_LOW_QUOTE_END, '')}]*"  # CJK: no white space needed after it
    f"|[!?]+(?=[{_CJK}])"
    f"|[.!?…؟۔।]+(?:[{_CLOSERS}]|[\u00a0\u202f ]»)*(?=\\s)"
)
_BULLET = re.compile(r"[•‣▪◦●■□✓·*+-]\s|#{1,6}\s|>\s")
_ENUMERATOR = re.compile(
    r"(?:[–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z]{1,2}[.)]|\(?[ivxIVX]{1,4}[.)]|\(\d{1,3}[a-z]?\)|\d+(?:\.\d+)+\.?|§§?)\s"
)
LABELLED_LINE = re.compile(r"[^\W\d_][^:：.!?|]{0,40}[:：]\s*\S")
"""A line that is one entry of a list of such: a label of a few words, a colon, what is said of it."""
_WORD_BEFORE = re.compile(r"[^\s(\[{\"'“„‚«»›‹]*$")
_WORD_AFTER = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_DOTTED = re.compile(r"[^\W\d_]{1,3}(?:\.[^\W\d_]{1,3})+")
_ROMAN = re.compile(r"[IVXLC]+")
_OPENERS = "\"'“„‚«»›‹([{¿¡「『（【《〈*_‘”"
_SHORT_LINE = 45
"""Columns below which a line without final punctuation is taken as a heading or label, not as wrapped prose."""


def split_sentences(text: str, language: str | None = None) -> list[Span]:
    """Spans of the sentences of ``text`` in order.

    They do not overlap, neither begin nor end with white space, and together hold every other character. ``language`` is an
    ISO 639-1 code; unknown or None means guessed from common words of the text.
    """
    lang = language if language in LANGUAGES else guess_language(text) or "en"
    spans: list[Span] = []
    for start, end, is_row in _segments(text):
        if is_row:
            spans.append(Span(start=start, end=end))
            continue
        at = start
        for match in _BOUNDARY.finditer(text, start, end):
            if match.end() >= end or match.start() < at or not _ends(text, start, end, match, lang):
                continue
            spans.append(Span(start=at, end=match.end()))
            at = _skip_space(text, match.end(), end)
        if at < end:
            spans.append(Span(start=at, end=end))
    return spans


def _skip_space(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at


# --- lines ---------------------------------------------------------------------------------------------------------------


def _segments(text: str) -> list[tuple[int, int, bool]]:
    """(start, end, is a table row) of runs of lines that belong together, without outer white space."""
    segments: list[tuple[int, int, bool]] = []
    previous_end = -1
    for match in _LINE.finditer(text):
        line = match.group()
        stripped = line.strip()
        if not stripped:
            continue
        start = match.start() + (len(line) - len(line.lstrip()))
        end = start + len(stripped)
        is_row = " | " in stripped or stripped.startswith("|")
        # More than one line break between them (CR LF counts as one) is a blank line.
        gap = text[previous_end:start] if segments else ""
        blank = gap.replace("\r\n", "\n").strip(" \t\u00a0\u3000") not in ("\n", "\r")
        if segments and not blank and not is_row and not segments[-1][2] and _joins(text, segments[-1], previous_end, stripped):
            segments[-1] = (segments[-1][0], end, False)
        else:
            segments.append((start, end, is_row))
        previous_end = end
    return segments


def _joins(text: str, segment: tuple[int, int, bool], line_end: int, following: str) -> bool:
    """Does the next line go on with the sentence of the line that ends at ``line_end``?"""
    line_start = max(segment[0], text.rfind("\n", 0, line_end) + 1)
    line = text[line_start:line_end].strip()
    if _BULLET.match(following) or line.startswith("#"):
        return False
    if LABELLED_LINE.match(line) and LABELLED_LINE.match(following):
        return False  # "Canteen: noon to two" above "Works council: extension 140": entries of a list, however long
    final = line[-1]
    short = _columns(line) < _SHORT_LINE
    if _ENUMERATOR.match(following) and (short or final in ".:;,!?…"):
        return False
    first = following[0]
    if first.islower() or final in ",-–(/":
        return True
    if final in ".!?…":
        return True  # judged as an ordinary boundary: "z. B." at a line's end goes on
    return not short and final != ":"


def _columns(line: str) -> int:
    if line.isascii():
        return len(line)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line[:_SHORT_LINE])


# --- boundaries ----------------------------------------------------------------------------------------------------------


def _ends(text: str, start: int, end: int, match: re.Match[str], lang: str) -> bool:
    """Is the punctuation run ``match`` the end of a sentence?"""
    run = match.group()
    at = _skip_space(text, match.end(), end)
    if at >= end:
        return True
    if run[0] in "。｡！？":
        # 「はい。」と言った。: speech inside a sentence.
        return not (run[-1] in "」』）" and text[at] in "とっなのを、，")
    after, opened = _next_letter(text, at, end)
    if after.islower() and not (lang == "nl" and text.startswith(("'s ", "’s ", "'t ", "’t "), at)):
        return run.rstrip(_CLOSERS)[-1] in "!?؟" and opened and run[-1] not in _CLOSERS
    if run[0] in "!?؟۔।" or run.startswith(("..", "…")):
        return True
    return _full_stop_ends(text, start, match.start(), at, lang)


def _next_letter(text: str, at: int, end: int) -> tuple[str, bool]:
    """First character after opening quotes and brackets, and whether there were any."""
    opened = False
    while at < end and text[at] in _OPENERS:
        at += 1
        opened = True
    return (text[at] if at < end else ""), opened


def _full_stop_ends(text: str, start: int, stop: int, after: int, lang: str) -> bool:
    found = _WORD_BEFORE.search(text, max(start, stop - 40), stop)
    word = found.group() if found else ""
    following = _WORD_AFTER.match(text, after)
    next_word = following.group().lower() if following else ""
    starts_sentence = next_word in STARTERS[lang]
    lower = word.lower()
    if lower in BEFORE_NUMBER:
        return not (text[after].isnumeric() or text[after] == "§" or _ROMAN.fullmatch(next_word.upper()))
    if lower in NEVER_ENDS[lang]:
        return False
    if lower in MAY_END[lang]:
        return starts_sentence
    if word.isdigit():
        return _number_ends(text, start, stop - len(word), word, next_word, lang)
    if len(word) == 1 and word.isalpha():
        # An initial, an enumerator, or the last piece of "z. B.".
        return word.isupper() and starts_sentence and stop - len(word) > start
    if _DOTTED.fullmatch(word) and max(map(len, word.split("."))) == 1:
        return starts_sentence
    if _ROMAN.fullmatch(word) and lang in ORDINAL_LANGUAGES:
        return starts_sentence
    return True


def _number_ends(text: str, start: int, word_start: int, word: str, next_word: str, lang: str) -> bool:
    if word_start == start:
        return False  # "1. First step": an enumerator
    if lang not in ORDINAL_LANGUAGES or len(word) > 2 or not next_word:
        return True
    if next_word in MONTHS:
        return False
    before = text[max(start, word_start - 14) : word_start].rstrip().rsplit(" ", 1)[-1].lower()
    return next_word in STARTERS[lang] and before not in ARTICLES
