"""Words of a text with their offsets: normal form, stem, and which of them carry content.

Han, kana and Thai have no spaces between words: runs of them become overlapping pairs of characters, as is usual in CJK retrieval.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

from app.rules.function_words import FUNCTION_WORDS

_STEMMERS = {
    "de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian", "nl": "dutch", "pl": "polish",
    "pt": "portuguese", "ru": "russian", "ar": "arabic", "tr": "turkish", "sv": "swedish", "da": "danish", "no": "norwegian",
    "fi": "finnish", "cs": "czech", "hu": "hungarian", "ro": "romanian", "el": "greek", "uk": "russian",
}  # fmt: skip
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_WORD = re.compile(f"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])[^\\W_])+(?:'(?:(?![{_UNSPACED}])[^\\W_])+)*")
_ELIDED = {
    "fr": re.compile(r"(?:qu|jusqu|lorsqu|puisqu|quoiqu|[cdjlmnst])'(?=\w)", re.IGNORECASE),
    "it": re.compile(r"(?:dell|all|nell|sull|dall|bell|quell|quest|gl|un|dov|com|cos|[cdlmnstv])'(?=\w)", re.IGNORECASE),
}
"""Articles and particles that lose their vowel before a word ("l'appareil", "dell'acqua"): the word counts without them."""
_UNSPACED_CHAR = re.compile(f"[{_UNSPACED}]")
_FLAT = {
    0x2019: "'", 0x2018: "'", 0x02BC: "'", 0x2010: "-", 0x2011: "-", 0x2212: "-", 0x00AD: "-", 0x2012: "–", 0x2014: "–",
    0x202F: "\u00a0", 0x2007: "\u00a0", 0x2009: "\u00a0", 0x2008: "\u00a0", 0xFF05: "%", 0xFF0C: ",", 0xFF0E: ".",
} | {start + i: str(i) for start in (0xFF10, 0x0660, 0x06F0) for i in range(10)} | {0x066B: ".", 0x066C: ",", 0xFF5E: "~", 0x301C: "~"}  # fmt: skip
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Token:
    """``text`` stands at ``start:end``; ``key`` is its case-folded NFC form, ``stem`` its stem in the text's language."""

    text: str
    start: int
    end: int
    key: str
    stem: str


def flatten(text: str) -> str:
    """The text with typographic variants made alike (no-break spaces, hyphens, full-width and Arabic digits). Offsets stay the same."""
    return text.translate(_FLAT)


@lru_cache(maxsize=50_000)
def stem(key: str, language: str) -> str:
    """Snowball stem of a case-folded word; words of languages without a stemmer stay as they are."""
    name = _STEMMERS.get(language)
    if name is None or not key[0].isalpha():
        return key
    with _lock:  # a Snowball stemmer keeps state
        return str(_stemmer(name).stemWord(key))


@lru_cache(maxsize=len(_STEMMERS))
def _stemmer(name: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(name)


def tokens(text: str, language: str) -> list[Token]:
    """All words and digit groups of ``text`` in order; offsets are into ``text``."""
    found: list[Token] = []
    for match in _WORD.finditer(flatten(text)):
        start, word = match.start(), match.group()
        elided = _ELIDED[language].match(word) if language in _ELIDED else None
        if elided is not None:
            start, word = start + elided.end(), word[elided.end() :]
        if _UNSPACED_CHAR.match(word):
            pairs = [word[i : i + 2] for i in range(len(word) - 1)] or [word]
            found.extend(Token(pair, start + i, start + i + len(pair), pair, pair) for i, pair in enumerate(pairs))
            continue
        key = unicodedata.normalize("NFC", word).casefold().removesuffix("'s").replace("'", "")
        if key:
            found.append(Token(word, start, match.end(), key, stem(key, language)))
    return found


def without_elision(flat: str, language: str) -> str:
    """The text with elided articles blanked out, offsets kept."""
    if language not in _ELIDED:
        return flat
    return re.sub(rf"(?<!\w)(?:{_ELIDED[language].pattern})", lambda m: " " * len(m.group()), flat, flags=re.IGNORECASE)


@lru_cache(maxsize=64)
def _function_words(language: str) -> frozenset[str]:
    return FUNCTION_WORDS.get(language, frozenset()) | (FUNCTION_WORDS["en"] if language not in FUNCTION_WORDS else frozenset())


def is_content(token: Token, language: str) -> bool:
    """Does the word say something by itself? Digits do not count here: ``quantities`` reads them."""
    if token.key.isdigit() or token.key in _function_words(language):
        return False
    return len(token.key) > 1 or bool(_UNSPACED_CHAR.match(token.key))


def content_stems(text: str, language: str) -> list[str]:
    """Stems of the content words in order, with repetitions."""
    return [t.stem for t in tokens(text, language) if is_content(t, language)]


def related(a: str, b: str) -> bool:
    """Are two different stems likely forms of one word, or one a part of the other's compound?

    "standardis" and "standard", "verif" and "verifi", "wochenstund" and "stund". A shared beginning of five letters and 60 % of the
    longer word, or a compound's head or first part of five letters.
    """
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if len(short) < 4 or not short.isalpha():
        return False
    if len(short) >= 5 and (long.endswith(short) or long.startswith(short)):
        return True
    shared = 0
    for x, y in zip(short, long, strict=False):
        if x != y:
            break
        shared += 1
    return shared >= 5 and shared >= 0.6 * len(long)
