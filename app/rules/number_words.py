"""Number words of Polish, Russian and Arabic, which text2num does not read: the forms that documents use, up to the thousands.

Own tables: an inflected word is looked up as it stands; ordinals are told by their stem and an adjective's ending. Values are added
up as they are said ("двадцать один" 20 + 1, "خمسة وعشرون" 5 + 20), a thousand multiplies what stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from app.rules.words import Token

_FORMS: dict[str, dict[int, str]] = {
    "pl": {
        0: "zero", 1: "jeden jedna jedno jednego jednej jednym jedną", 2: "dwa dwie dwóch dwu dwoma dwiema", 3: "trzy trzech trzem trzema",
        4: "cztery czterech czterem", 5: "pięć pięciu", 6: "sześć sześciu", 7: "siedem siedmiu", 8: "osiem ośmiu", 9: "dziewięć dziewięciu",
        10: "dziesięć dziesięciu", 11: "jedenaście jedenastu", 12: "dwanaście dwunastu", 13: "trzynaście trzynastu", 14: "czternaście czternastu",
        15: "piętnaście piętnastu", 16: "szesnaście szesnastu", 17: "siedemnaście siedemnastu", 18: "osiemnaście osiemnastu",
        19: "dziewiętnaście dziewiętnastu", 20: "dwadzieścia dwudziestu", 30: "trzydzieści trzydziestu", 40: "czterdzieści czterdziestu",
        50: "pięćdziesiąt pięćdziesięciu", 60: "sześćdziesiąt sześćdziesięciu", 70: "siedemdziesiąt siedemdziesięciu",
        80: "osiemdziesiąt osiemdziesięciu", 90: "dziewięćdziesiąt dziewięćdziesięciu", 100: "sto stu", 200: "dwieście dwustu",
        300: "trzysta trzystu", 400: "czterysta czterystu", 500: "pięćset pięciuset", 600: "sześćset", 700: "siedemset", 800: "osiemset",
        900: "dziewięćset", 1000: "tysiąc tysiące tysięcy tysiąca",
    },
    "ru": {
        0: "ноль нуль", 1: "один одна одно одного одной одном одну одним", 2: "два две двух двум двумя", 3: "три трёх трех трём трем тремя",
        4: "четыре четырёх четырех четырём четырем", 5: "пять пяти пятью", 6: "шесть шести шестью", 7: "семь семи семью",
        8: "восемь восьми", 9: "девять девяти", 10: "десять десяти", 11: "одиннадцать одиннадцати", 12: "двенадцать двенадцати",
        13: "тринадцать тринадцати", 14: "четырнадцать четырнадцати", 15: "пятнадцать пятнадцати", 16: "шестнадцать шестнадцати",
        17: "семнадцать семнадцати", 18: "восемнадцать восемнадцати", 19: "девятнадцать девятнадцати", 20: "двадцать двадцати",
        30: "тридцать тридцати", 40: "сорок сорока", 50: "пятьдесят пятидесяти", 60: "шестьдесят шестидесяти",
        70: "семьдесят семидесяти", 80: "восемьдесят восьмидесяти", 90: "девяносто девяноста", 100: "сто ста", 200: "двести двухсот",
        300: "триста трёхсот трехсот", 400: "четыреста четырёхсот четырехсот", 500: "пятьсот пятисот", 600: "шестьсот шестисот",
        700: "семьсот семисот", 800: "восемьсот восьмисот", 900: "девятьсот девятисот", 1000: "тысяча тысячи тысяч тысячу",
    },
    "ar": {
        0: "صفر", 1: "واحد واحدة", 2: "اثنان اثنين اثنتان اثنتين", 3: "ثلاثة ثلاث", 4: "أربعة أربع اربعة اربع", 5: "خمسة خمس",
        6: "ستة ست", 7: "سبعة سبع", 8: "ثمانية ثماني ثمان", 9: "تسعة تسع", 10: "عشرة عشر", 11: "", 20: "عشرون عشرين",
        30: "ثلاثون ثلاثين", 40: "أربعون أربعين", 50: "خمسون خمسين", 60: "ستون ستين", 70: "سبعون سبعين", 80: "ثمانون ثمانين",
        90: "تسعون تسعين", 100: "مئة مائة", 200: "مئتان مئتين مائتان مائتين", 300: "ثلاثمئة ثلاثمائة", 500: "خمسمئة خمسمائة",
        1000: "ألف آلاف ألفا", 2000: "ألفان ألفين",
    },
}  # fmt: skip
_CARDINALS: dict[str, dict[str, int]] = {
    language: {form: value for value, forms in table.items() for form in forms.split()} for language, table in _FORMS.items()
}
_ORDINAL_STEMS: dict[str, dict[str, int]] = {
    "pl": {"pierwsz": 1, "drug": 2, "trzec": 3, "czwart": 4, "piąt": 5, "szóst": 6, "siódm": 7, "ósm": 8, "dziewiąt": 9, "dziesiąt": 10},
    "ru": {"перв": 1, "втор": 2, "трет": 3, "четвёрт": 4, "четверт": 4, "пят": 5, "шест": 6, "седьм": 7, "восьм": 8, "девят": 9, "десят": 10},
    "ar": {"أول": 1, "أولى": 1, "ثاني": 2, "ثالث": 3, "رابع": 4, "خامس": 5, "سادس": 6, "سابع": 7, "ثامن": 8, "تاسع": 9, "عاشر": 10},
}  # fmt: skip
_ORDINAL = {
    "pl": re.compile(r"(?P<stem>\w+?)(?:i?(?:y|a|e|i|ego|ej|emu|ym|im|ą|iego|iej|ia|ie|ich|ych))"),
    "ru": re.compile(r"(?P<stem>\w+?)(?:ый|ой|ий|ая|ое|ого|ому|ым|ом|ую|ые|ых|ья|ье|ьего|ьей|ьему|ьем|ьим|ью|ьи)"),
    "ar": re.compile(r"ال(?P<stem>\w+?)ة?"),
}
LANGUAGES = frozenset(_CARDINALS)

Found = tuple[int, int, int, bool]
"""First token, token behind the last, value, is it an ordinal."""


def find_number_words(words: Sequence[Token], text: str, language: str) -> list[Found]:
    """Numbers in words among ``words``, in order; nothing for other languages than ``LANGUAGES``."""
    if language not in LANGUAGES:
        return []
    found: list[Found] = []
    at = 0
    while at < len(words):
        run = _run(words, text, language, at)
        if run is not None:
            found.append(run)
            at = run[1]
            continue
        ordinal = _ordinal(words[at].key, language)
        if ordinal is not None:
            found.append((at, at + 1, ordinal, True))
        at += 1
    return found


def cardinal(word: str, language: str) -> Decimal | None:
    """Value of one case-folded number word, None when it is none."""
    value = _CARDINALS.get(language, {}).get(word)
    return None if value is None else Decimal(value)


def _value(word: str, language: str, inside: bool) -> int | None:
    table = _CARDINALS[language]
    if language == "ar" and inside and word.startswith("و"):
        return table.get(word[1:])
    return table.get(word)


def _run(words: Sequence[Token], text: str, language: str, at: int) -> Found | None:
    """The longest number that begins at token ``at``."""
    first = _value(words[at].key, language, inside=False)
    if first is None:
        return None
    total, section, last = 0, first, at + 1
    lowest = first
    while last < len(words) and text[words[last - 1].end : words[last].start].strip(" \u00a0-") == "":
        value = _value(words[last].key, language, inside=True)
        if value is None or not _follows(lowest, value, language):
            break
        if value == 1000:
            total, section, lowest = total + section * 1000, 0, 1000
        else:
            section += value
            lowest = value
        last += 1
    return at, last, total + section, False


def _follows(before: int, value: int, language: str) -> bool:
    """May ``value`` be said after ``before`` in one number?"""
    if value == 1000:
        return before < 1000
    if language == "ar" and 0 < before < 10:
        return value == 10 or 20 <= value <= 90  # ثلاثة عشر, خمسة وعشرون
    if before >= 100:
        return value < 100 or (before >= 1000 and value < 1000)
    return before >= 20 and 0 < value < 10


def _ordinal(word: str, language: str) -> int | None:
    match = _ORDINAL[language].fullmatch(word)
    return _ORDINAL_STEMS[language].get(match["stem"]) if match else None
