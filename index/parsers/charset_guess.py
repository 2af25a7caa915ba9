"""Which encoding of one or two bytes a text without any mark is written in: the one under which it reads most like a language.

A naive likelihood over characters: every language has its letters beyond ASCII in the order of their frequency (Zipf over ranks),
East Asian characters count by the level of their national standard, and a capital in the middle of a word, a symbol between letters
or two scripts in one word make a reading improbable. Words in plain ASCII, which every encoding reads alike, tell the language.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from math import log

from index.chunking.abbreviations import HINTS

_LETTERS = {
    "de": "üäößéàèê", "fr": "éèàêçôîûùâœëïÿ", "es": "óíáéñúü¿¡", "pt": "ãçáéõíóêâúàô", "it": "àèòùìéí", "nl": "ëéïöèüá", "sv": "äåöé",
    "da": "åøæéö", "fi": "äöåé", "is": "ðíáþóéæöýú", "pl": "łążęóśćńź", "cs": "íáéěřčžýůšúňťďó", "hu": "áéőöíóüúű", "ro": "ăîşţâșț",
    "hr": "čšžćđ", "tr": "ıüşçğöiâ", "lt": "ėšųžįūčąę", "lv": "āēīšūņļķģžč", "et": "äõüöšž",
    "ru": "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", "uk": "оаинвітерскдлумпязьбгчйхїжцшюєщфґ", "bg": "аоиетнрсвлкдпмзяуъгбчщжцйхюшфь",
    "el": "αοιτεσνηυρπκμλωςγέδίόχάθύβφήξώζψϊϋ", "he": "יוהלאתרבשמםנכדעחקפסגטזןךצףץ", "ar": "اليمونترةبعدسفهكقحجأشطصخذىإثئغزضظءآؤپچگکی",
    "th": "านรอกเงมยลวดทสตะ่ปบคหแจพชขใไโซผธณศถฐฎฏ้๊๋์ัิีึืุูำๆฉญฑฒภษฤฦ",
}  # fmt: skip
_ENCODINGS = (
    ("cp1252", 0.0), ("iso8859_15", 2.0), ("cp1250", 2.0), ("iso8859_2", 3.0), ("cp1251", 2.0), ("koi8_r", 3.0), ("koi8_u", 4.0), ("cp866", 3.0),
    ("iso8859_5", 5.0), ("cp1253", 2.0), ("iso8859_7", 3.0), ("cp1254", 3.0), ("cp1255", 2.0), ("cp1256", 2.0), ("iso8859_6", 4.0), ("cp1257", 4.0),
    ("cp874", 3.0), ("cp850", 3.0), ("cp437", 4.0), ("cp852", 4.0), ("mac_roman", 5.0), ("cp862", 6.0), ("mac_cyrillic", 7.0),
    ("cp932", 2.0), ("euc_jp", 2.0), ("gb18030", 2.0), ("big5hkscs", 2.0), ("cp949", 2.0), ("shift_jis_2004", 4.0), ("euc_jis_2004", 4.0), ("utf_16_le", 2.0), ("utf_16_be", 3.0),
)  # fmt: skip
"""With what must speak against the rarer ones, in nats; the order of a tie."""
_PUNCTUATION = frozenset("“”„‚‘’«»–—…•€§°·©®™£½²³±×\u00a0、。「」，．・ー：；（）？！《》")
_FREQUENT = frozenset(
    # Some of the commonest Chinese and Japanese characters, then Korean syllables: the three share their bytes, and only
    # frequency tells them apart.
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去"
    "法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日者意无力与长机十民第公此已工使情明性知全三又关点正业外将两"
    "高间由问很最重并物手应向头文体政美相见被利等产或新己制身果加西月话合回特代内信表化老给世位次度门任常先海通教原东声提立及比员解水名"
    "真论处走义各入几口认条平系气题活更别打女变四总何电数安少报才结反受目太量再建务做接必场件计管期市直资命山金指许统区保至形社便空决治"
    "展科司五基书非则界达光放强即难且权思完设式色路记南品住告类求据程北边交规万取格望术领共确传师观清今切院识带导运号额币约"
    "這個們來為國說時會對發後經麼學現當沒動還進樣開從實無與長機關點業將兩間問並應戰頭體見產話東聲員論處義幾條題變總電數報結務場計達書"
    "記請番円額前京府県区町村様御課契約払税込合計付届店売買価値氏"
    "이다의는에을가한고하지로서사은기자인도시를정아대수리해전어제일그나부과있장상구보스동공여원주유라위들세소성미생당비국회조신경문내선관"
    "마민개발등연계용안학교행화업물방중적실통명진무반금액약권법김박최울"
)
_DRAWING = re.compile("[\u2500-\u259f]")
_WORD_PART = re.compile(r"[^\W\d_]+")
_SAMPLE = 6000
_UNKNOWN_LETTER, _UNKNOWN_SYMBOL, _FORBIDDEN = log(4e-4), log(1e-4), log(1e-7)
_ASCII_COST = -3.0
_MISFIT = log(0.01)
_CUT_COST = 5.0
_LONE_IDEOGRAM = re.compile("(?<=[a-z])[\u2e80-\ud7ff](?=[a-z])")
_HINT = 0.4
_MAX_HINTS = 60


def guess_charset(data: bytes) -> tuple[str, float] | None:
    """(Python's name, mean log-likelihood in nats a byte beyond ASCII) of the best encoding, None when none decodes.

    About -2 to -5 for real text; below -6.5 nothing fits.
    """
    sample = _interesting(data)
    high = sum(byte > 127 for byte in sample) or 1
    languages = _ascii_languages(sample)
    best: tuple[float, str] | None = None
    for name, handicap in _ENCODINGS:
        piece = data[: _SAMPLE - _SAMPLE % 2] if name.startswith("utf") else sample
        text, cut = _decoded(piece, name)
        if text is None:
            continue
        # UTF-16 has its ASCII characters in other bytes: compare by byte.
        score = _score(text, languages) * (len(sample) / len(piece)) - handicap - cut * _CUT_COST
        if best is None or score > best[0]:
            best = score, name
    if best is None:
        return None
    ascii_part = (len(sample) - high) * _ASCII_COST
    return best[1], (best[0] - ascii_part) / high


def _interesting(data: bytes) -> bytes:
    """Lines with bytes beyond ASCII, a few kilobytes of them."""
    if len(data) <= _SAMPLE:
        return data
    lines: list[bytes] = []
    size = 0
    for line in data.split(b"\n"):
        if not line.isascii():
            lines.append(line[:_SAMPLE])
            size += len(lines[-1]) + 1
            if size >= _SAMPLE:
                break
    return b"\n".join(lines)


def _decoded(data: bytes, name: str) -> tuple[str | None, int]:
    """The text without a character that is cut at the end, and the bytes cut; None when the bytes are none of this encoding."""
    for cut in range(4):
        try:
            return data[: len(data) - cut].decode(name), cut
        except UnicodeDecodeError as error:
            if error.start < len(data) - 4:
                return None, 0
        except LookupError:
            return None, 0
    return None, 0


def _ascii_languages(sample: bytes) -> dict[str, float]:
    """Nats in favour of each language by its commonest words that stand in the sample in plain ASCII."""
    words = Counter(re.findall(rb"(?<![\x80-\xff])\b[a-z]{2,}\b(?![\x80-\xff])", sample.lower()))
    found: dict[str, float] = {}
    for language, hints in HINTS.items():
        hits = sum(words[hint.encode()] for hint in hints if hint.isascii())
        found[language] = _HINT * min(hits, _MAX_HINTS)
    return found


def _score(text: str, languages: dict[str, float]) -> float:
    counts = Counter(text)
    fixed = 0.0
    letters: dict[str, int] = {}
    for char, count in counts.items():
        if char < "\x80":
            fixed += count * (_ASCII_COST if char >= " " or char in "\t\n\r\f" else _FORBIDDEN)
        elif _is_alphabetic(char):
            letters[char] = count
        else:
            fixed += count * _symbol(char)
    best = max(
        languages.get(language, 0.0) + sum(count * _letter(char, language) for char, count in letters.items())
        for language in _LETTERS
    )
    return fixed + best + _misfits(text)


@lru_cache(maxsize=4096)
def _is_alphabetic(char: str) -> bool:
    """A letter of an alphabet (not an ideogram, kana or hangul), or a Thai vowel sign."""
    return char < "\u1100" and unicodedata.category(char)[0] in "LM"


@lru_cache(maxsize=20000)
def _symbol(char: str) -> float:
    """Log-likelihood of a character that is no letter of an alphabet."""
    if "\u3041" <= char <= "\u30fa":
        return log(1 / 80)
    if char in _FREQUENT:
        return log(1 / 300)
    if "\uac00" <= char <= "\ud7a3":
        return log(1 / 3000) if len(_bytes(char, "euc_kr")) == 2 else log(1e-5)
    if "\u4e00" <= char <= "\u9fff":
        return log(1 / 4000) if _is_common(char) else log(2e-6)
    if char in _PUNCTUATION:
        return log(0.01)
    if _DRAWING.match(char):
        return log(1e-3)
    category = unicodedata.category(char)
    return _FORBIDDEN if category in {"Cc", "Co", "Cn", "Cs"} else _UNKNOWN_SYMBOL


@lru_cache(maxsize=20000)
def _is_common(char: str) -> bool:
    """Of the first level of the Chinese or Taiwanese standard, or of the Japanese one."""
    simple, traditional, japanese = _bytes(char, "gb2312"), _bytes(char, "big5"), _bytes(char, "euc_jp")
    return (
        (len(simple) == 2 and 0xB0 <= simple[0] <= 0xD7)
        or (len(traditional) == 2 and 0xA4 <= traditional[0] <= 0xC6)
        or (len(japanese) == 2 and 0xB0 <= japanese[0] <= 0xCF)
    )


def _bytes(char: str, encoding: str) -> bytes:
    try:
        return char.encode(encoding)
    except UnicodeEncodeError:
        return b""


@lru_cache(maxsize=20000)
def _letter(char: str, language: str) -> float:
    alphabet = _LETTERS[language]
    lower = char.lower()
    rank = alphabet.find(lower[:1])
    if rank < 0:
        return _UNKNOWN_LETTER
    likelihood = 0.35 / (rank + 1.5) if len(alphabet) < 20 else 0.09 * (1 - rank / (len(alphabet) + 4))
    return log(likelihood * (1.0 if lower == char else 0.2))


def _misfits(text: str) -> float:
    """Capitals inside words, two scripts in one word, symbols between letters."""
    penalty = 0.0
    for word in _WORD_PART.findall(text):
        if word.isascii():
            continue
        inside = sum(
            1
            for before, char in zip(word, word[1:], strict=False)
            if char.isupper() and before.islower() and (char > "\x7f" or before > "\x7f")
        )
        latin = sum(char < "\u0250" for char in word)
        mixed = 0 if latin in (0, len(word)) or any(char >= "\u2e80" for char in word) else min(latin, len(word) - latin)
        penalty += _MISFIT * (inside + mixed)
    penalty += _MISFIT * len(_LONE_IDEOGRAM.findall(text))
    return penalty + _MISFIT * len(
        re.findall(r"(?<=[^\W\d_])[^\w\s\x00-\x7f’·‑–—\u0300-\u0e7f\u3000-\u303f\uff00-\uffef](?=[^\W\d_])", text)
    )
