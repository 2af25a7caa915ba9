"""Proper names of a text: people, places, organisations, acronyms, product names.

English, French, Spanish: a capital inside a sentence marks a name. German writes all nouns so; there only acronyms, inner capitals,
words after a title ("Frau Krüger"), and runs of capitalised words without a noun's ending count ("Laura Gerhardt").
Source of the German endings: the derivational suffixes of nouns in any grammar (Duden 4, Wortbildung).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from app.rules.calendar_dates import is_month
from app.rules.function_words import FUNCTION_WORDS, word_set
from app.rules.words import flatten, without_elision

_WORD = re.compile(r"[^\W\d_]+(?:['&][^\W\d_]+)*(?:-[^\W\d_]+)*\.?")
_NOUN_ENDING = re.compile(
    r"(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|ment|mente|nis|nisse|tum|ismus|ling|linge|gesetz|recht|"
    r"zeit|geld|amt|dienst|plan|stelle|vertrag|antrag|arbeit|urlaub|pflicht|frist|woche|wochen|tag|tage|tagen|monat|monate|monaten|"
    r"jahr|jahre|jahren|stunde|stunden|verordnung|ordnung)$"
)
TITLES = word_set("herr herrn frau dr prof mr mrs ms miss sir madame monsieur mme m señor señora sra sr signor signora firma")
_PARTICLES = word_set("von van de der den del della di da du la le el al bin of the for und and et y & zu zur vom")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;•|]\s*|\n\s*|[\"„“«(\[*>#-]\s*)$")
_WEEKDAYS = word_set(
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag"
    " maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"
)
_NOT_NAMES = word_set("i i'm i'd i'll ok yes no nein ja note am pm a.m. p.m. uhr usd eur gbp chf jpy nr abs art")


@dataclass(frozen=True, slots=True)
class Name:
    """A name at ``start:end``. ``sure`` is False where the capital may only be grammar (a German noun)."""

    text: str
    start: int
    end: int
    sure: bool

    @property
    def parts(self) -> tuple[str, ...]:
        return _parts(self.text)


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[str, ...]:
    return tuple(p.casefold().strip(".") for p in re.split(r"[\s-]+", text) if p.casefold() not in _PARTICLES)


def find_names(text: str, language: str) -> list[Name]:
    """Names in order of their start; offsets are into ``text``."""
    flat = without_elision(flatten(text), language)
    found: list[Name] = []
    run: list[re.Match[str]] = []
    words = list(_WORD.finditer(flat))
    for i, match in enumerate(words):
        joined = bool(run) and flat[run[-1].end() : match.start()].strip(" \u00a0") == "" and not _stops(run[-1].group())
        if run and not joined:
            found += _close(run, flat, language)
            run = []
        if _capital(match.group()) or run and match.group().casefold() in _PARTICLES and _goes_on(words, i, flat, language):
            run.append(match)
        else:
            found += _close(run, flat, language)
            run = []
    return found + _close(run, flat, language)


def _stops(word: str) -> bool:
    """Does the full stop of the word end the sentence? Not after an initial or a title."""
    bare = word[:-1]
    return word.endswith(".") and len(bare) > 1 and bare.casefold() not in TITLES


def _capital(word: str) -> bool:
    return word[0].isupper() or any(c.isupper() for c in word[1:])


def _goes_on(words: list[re.Match[str]], i: int, flat: str, language: str) -> bool:
    """A particle inside a name: "Board of Directors", "Ursula von der Leyen"; not "Anna and Ben" and not German articles."""
    if words[i].group().casefold() in ("and", "und", "et", "y", "the", "for") or i + 1 >= len(words):
        return False
    following = words[i + 1]
    if flat[words[i].end() : following.start()].strip() != "":
        return False
    if language == "de" and words[i].group().casefold() not in ("von", "van", "de", "zu"):
        return False
    return _capital(following.group()) or following.group().casefold() in ("la", "der", "den")


def _close(run: list[re.Match[str]], flat: str, language: str) -> list[Name]:
    """The names in a run of capitalised words."""
    while run and run[-1].group().casefold() in _PARTICLES:
        run = run[:-1]
    while len(run) > 1 and _is_grammar(run[0].group(), language) and (len(run[0].group()) == 1 or not run[0].group().isupper()):
        run = run[1:]
    if not run:
        return []
    starts = bool(_SENTENCE_START.search(flat[max(0, run[0].start() - 4) : run[0].start()]))
    kept = [m for m in run if not _ignored(m.group())]
    if not kept:
        return []
    if language == "de":
        return _german(run, kept, flat)
    first, last = kept[0], kept[-1]
    text = flat[first.start() : last.end()]
    single = len(kept) == 1
    if single and _shouted(kept[0].group(), flat):
        return []
    if single and starts and not _inner_capital(kept[0].group()):
        return []
    return [_name(text, first.start(), not (single and _is_grammar(text, language)))]


def _name(text: str, start: int, sure: bool) -> Name:
    trimmed = text[:-1] if text.endswith(".") and not re.search(r"\b\w\.$", text) else text
    trimmed = re.sub(r"'s$", "", trimmed)
    return Name(trimmed, start, start + len(trimmed), sure)


def _is_grammar(word: str, language: str) -> bool:
    return word.casefold().strip(".") in FUNCTION_WORDS.get(language, frozenset()) | FUNCTION_WORDS["en"]


def _ignored(word: str) -> bool:
    key = word.casefold().strip(".")
    return key in _NOT_NAMES or key in _WEEKDAYS or is_month(key) or key == ""


def _inner_capital(word: str) -> bool:
    return any(c.isupper() for c in word[1:])


def _shouted(word: str, flat: str) -> bool:
    """A word in capitals for emphasis: NOT, MUST, or a whole heading in capitals."""
    if not word.isupper() or len(word) < 2:
        return False
    letters = [c for c in flat if c.isalpha()]
    return word.casefold() in FUNCTION_WORDS["en"] or sum(c.isupper() for c in letters) > 0.7 * len(letters) > 14


def _german(run: list[re.Match[str]], kept: list[re.Match[str]], flat: str) -> list[Name]:
    before = flat[: run[0].start()].split()
    titled = bool(before) and before[-1].casefold().strip(".") in TITLES
    if run[0].group().casefold().strip(".") in TITLES:
        titled, kept = True, [m for m in kept if m.group().casefold().strip(".") not in TITLES]
    plain = [m for m in kept if not _NOUN_ENDING.search(m.group().casefold())]
    if kept and (titled or (len(kept) >= 2 and len(plain) == len(kept))):
        first, last = kept[0], kept[-1]
        acronym = all(_inner_capital(m.group()) for m in kept)
        return [_name(flat[first.start() : last.end()], first.start(), titled or acronym)]
    return [
        _name(m.group(), m.start(), True)
        for m in kept
        if _inner_capital(m.group().split("-")[0]) and not _shouted(m.group(), flat)
    ]
