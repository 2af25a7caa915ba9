"""Full-text analysis: the same text gives the same terms when a passage is stored and when a question is asked.

LanceDB's own tokenizers stem or cut n-grams, never both in one column. So the terms are made here and stored, separated by
spaces, in one column with a whitespace tokenizer:

* words: NFKC, lower case, stemmed (Snowball, by the document's language), accents folded: "Überstunden" -> "uberstund"; of a passage also
  as one without a key for accents would write them, where the stemmer makes another stem of that ("informação" -> "inform", "informaca")
* scripts without spaces (Chinese, Japanese, Korean, Thai …): single characters and pairs of neighbours
* identifiers with digits or an at sign ("AB-1234/5", "a.b@c.de", "12.500,00"): whole, in parts, and grouped numbers joined
* numbers in any digits: "٢٠٢٤" and "२०२४" give "2024"
* section signs: "§ 15" and "§15" both give "§15" beside "15", "§§ 3, 4 und 7" one for each

No query syntax exists: a question becomes a bag of terms, whatever characters it has.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

ANALYSIS_VERSION = 3
"""Raised when the terms of the same text change; stored terms are then out of date."""

MAX_TERM_LENGTH = 64
"""Longer terms are cut: they are data (base64, long rules), not words."""

SNOWBALL = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
    "nn": "norwegian", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
"""ISO 639-1 to Snowball algorithm; other languages are folded but not stemmed."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Japanese
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7af"  # Hangul: spaced, but endings stick to words
)
_MARKS = "".join(
    chr(c)
    for c in range(0x300, 0xFE30)
    if unicodedata.category(chr(c)) in ("Mn", "Mc") and not re.match(f"[{_UNSPACED}]", chr(c))
)
_PART = f"(?:[^\\W_][{_MARKS}]*)+"
_TOKEN = re.compile(f"{_PART}(?:[-‐‑/._:+@,&]{_PART})*")
_SECTION = re.compile(
    r"§\s*\d+[a-z]?\b|§§+\s*\d+[a-z]?\b(?:(?:\s*[,;–-]\s*|\s+(?:u\.|und|and|et|e|y|bis|to|oder|or)\s+)\d+[a-z]?\b)*"
)
_SECTION_NUMBER = re.compile(r"\d+[a-z]?\b")
_PIECES = re.compile(_PART)
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?![\d])")
_DIGIT = re.compile(r"\d")
_FOLD = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_BEFORE_STEMMING = str.maketrans(
    {
        **{chr(c): str(unicodedata.decimal(chr(c))) for c in range(0x660, 0xABFA) if unicodedata.category(chr(c)) == "Nd"},
        # Seen by nobody: soft hyphen, joiners, direction marks; and the Arabic stroke that widens a word. (The zero-width space and
        # the non-joiner stay: they part words.)
        **dict.fromkeys("\u00ad\u200d\u200e\u200f\u2060\ufeff\u0640"),
        # Russian print leaves the points out; the stemmer knows only the letter without.
        "ё": "е",
    }
)
_GERMAN_DIGRAPH = re.compile("[aou]e")
_UMLAUT = re.compile("[äöü]")
_TO_UMLAUT = str.maketrans("aou", "äöü")
_FROM_UMLAUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_FOLDED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]")
"""Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. Vowel signs of Indic scripts are letters and stay."""
_ARABIC_ARTICLE = re.compile(r"^(?:[وف]?(?:ال|بال|كال)|[وف](?=لل))(?=\w{3})")
"""The article with what is written to it ("and the", "with the"); Snowball leaves it on a word after "and", and cuts another first letter
from the word with it than from the word without."""
_local = threading.local()


@dataclass(frozen=True)
class QueryTerm:
    """One word of a question. A passage has it when it has any of ``variants`` (one for each language of the collection)."""

    surface: str
    variants: frozenset[str]


def language_of_script(text: str) -> str | None:
    """Language to stem by when nobody told one: judged by script alone, None for Latin and unstemmed scripts."""
    for char in text[:400]:
        for low, high, language in (
            ("\u0370", "\u03ff", "el"),
            ("\u0400", "\u04ff", "ru"),
            ("\u0600", "\u06ff", "ar"),
            ("\u0900", "\u097f", "hi"),
        ):
            if low <= char <= high:
                return language
    return None


def document_terms(text: str, language: str | None) -> str:
    """Space-separated terms of a passage, repeated as often as they occur (BM25 needs the counts)."""
    language = language or language_of_script(text)
    found: list[str] = []
    for surface, terms in _tokens(text, (language,)):
        found += terms
        # Snowball cuts other endings from a word without its accents: one word in seven of French, one in four of Polish with any.
        if not surface.isascii() and surface.isalpha() and (plain := _fold(surface)).isascii():
            found += {_stem(plain, language)}.difference(terms)
    return " ".join(found)


def query_terms(text: str, languages: Sequence[str]) -> tuple[QueryTerm, ...]:
    """Distinct words of a question in order, each with its variants for ``languages`` (ISO 639-1 of the documents searched)."""
    script = language_of_script(text)
    known: tuple[str | None, ...] = tuple(dict.fromkeys((*languages, script) if script else languages)) or (None,)
    found: dict[frozenset[str], QueryTerm] = {}
    for surface, terms in _tokens(text, known):
        variants = frozenset(terms)
        if "de" in known and surface.isalpha():
            variants |= {_stem(variant, "de") for variant in _umlaut_variants(surface)}
        found.setdefault(variants, QueryTerm(surface, variants))
    return tuple(found.values())


def folded(text: str) -> str:
    """Lower case without accents, as terms are, not stemmed: for comparing names and what a person types."""
    return _FOLDED_MARKS.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).lower().translate(_FOLD)))


def _tokens(text: str, languages: Sequence[str | None]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Surface and terms of each token. With one language a word gives one term, with several one for each distinct stem."""
    text = unicodedata.normalize("NFKC", text).lower().translate(_BEFORE_STEMMING)
    for section in _SECTION.finditer(text):
        for number in _SECTION_NUMBER.findall(section.group(0)):
            yield f"§{number}", (f"§{number}",)
    for match in _TOKEN.finditer(text):
        token = match.group(0)
        pieces = _PIECES.findall(token)
        if len(pieces) > 1 and (_DIGIT.search(token) or "@" in token):
            yield token, (_fold(token),)
            grouped = _GROUPED.match(token)
            if grouped:
                joined = re.sub(r"[.,]", "", grouped.group(0))
                yield joined, (joined,)
        for piece in pieces:
            yield from _piece(piece, languages)


def _piece(piece: str, languages: Sequence[str | None]) -> Iterator[tuple[str, tuple[str, ...]]]:
    end = 0
    for run in _UNSPACED_RUN.finditer(piece):
        if run.start() > end:
            yield from _word(piece[end : run.start()], languages)
        end = run.end()
        chars = run.group(0)
        for char in chars:
            yield char, (char,)
        for left, right in zip(chars, chars[1:], strict=False):
            yield left + right, (left + right,)
    if end < len(piece):
        yield from _word(piece[end:], languages)


def _word(word: str, languages: Sequence[str | None]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if _DIGIT.search(word):
        yield word, (_fold(word),)
        return
    yield word, tuple(dict.fromkeys(_stem(word, language) for language in languages))


def _umlaut_variants(word: str) -> Iterator[str]:
    """Written without an umlaut key, on either side: "Ueberstunden" finds "Überstunden" and the other way round."""
    if _GERMAN_DIGRAPH.search(word):
        yield _GERMAN_DIGRAPH.sub(lambda m: m.group(0)[0].translate(_TO_UMLAUT), word)
    if _UMLAUT.search(word):
        yield word.translate(_FROM_UMLAUT)


def _stem(word: str, language: str | None) -> str:
    algorithm = SNOWBALL.get(language or "")
    if algorithm is None:
        return _fold(word)
    if language == "ar":
        word = _ARABIC_ARTICLE.sub("", _fold(word))
    # A Snowball object is not thread-safe; one for each thread and language.
    stemmers: dict[str, Stemmer.Stemmer] = _local.__dict__.setdefault("stemmers", {})
    stemmer = stemmers.get(algorithm)
    if stemmer is None:
        stemmer = stemmers[algorithm] = Stemmer.Stemmer(algorithm)
    return _fold(stemmer.stemWord(word))


@lru_cache(maxsize=65536)
def _fold(word: str) -> str:
    """Accents away (Latin, Greek, Arabic vowel marks), letters that do not decompose replaced, length limited."""
    folded = word.translate(_FOLD)
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", _FOLDED_MARKS.sub("", unicodedata.normalize("NFD", folded)))
    return folded[:MAX_TERM_LENGTH]
