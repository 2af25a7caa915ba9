"""Words that give a date by the day of reading ("tomorrow", "nächste Woche", "明天"), with what they mean, so that languages can differ."""

from __future__ import annotations

import re
from functools import lru_cache

_DAYS = {
    "today": {
        "en": "today|tonight", "de": "heute", "fr": "aujourd'hui", "es": "hoy", "it": "oggi", "nl": "vandaag", "pl": "dzisiaj|dziś", "pt": "hoje",
        "ru": "сегодня", "zh": "今天|今日", "ja": "今日|本日", "ar": "اليوم(?! ال)",
    },
    "tomorrow": {
        "en": "tomorrow", "de": "morgen(?= (?!früh|mittag|abend)|[,.])(?<!jeden morgen)(?<!am morgen)", "fr": "demain", "es": "mañana(?! por la)(?<!la mañana)",
        "it": "domani", "nl": "morgen(?!s)(?<!de morgen)", "pl": "jutro", "pt": "amanhã", "ru": "завтра", "zh": "明天", "ja": "明日", "ar": "غدا",
    },
    "yesterday": {
        "en": "yesterday", "de": "gestern", "fr": "hier(?! ist)", "es": "ayer", "it": "ieri", "nl": "gisteren", "pl": "wczoraj", "pt": "ontem", "ru": "вчера",
        "zh": "昨天", "ja": "昨日", "ar": "أمس",
    },
    "day after tomorrow": {
        "en": "the day after tomorrow", "de": "übermorgen", "fr": "après-demain", "es": "pasado mañana", "it": "dopodomani", "nl": "overmorgen",
        "pl": "pojutrze", "pt": "depois de amanhã", "ru": "послезавтра", "zh": "后天", "ja": "明後日", "ar": "بعد غد",
    },
}  # fmt: skip
_NEXT = {
    "en": r"(?<!the )(?:next|this coming) {}", "de": r"(?:nächste|kommende)[nrms]? {}", "fr": r"{} prochaine?", "es": r"(?:{} que viene|próxim[oa] {})",
    "it": r"(?:{} prossim[oa]|prossim[oa] {})", "nl": r"(?:volgende|komende) {}", "pl": r"(?:przyszł|następn)\w{{1,3}} {}",
    "pt": r"(?:{} que vem|próxim[oa] {})", "ru": r"(?:на )?следующ\w+ {}", "zh": "(?:下个?|下一个?){}", "ja": "来{}", "ar": r"{} (?:القادم|المقبل)ة?",
}  # fmt: skip
_LAST = {
    "en": r"(?<!the )last {}", "de": r"(?:letzte|vorige|vergangene)[nrms]? {}", "fr": r"{} derni(?:er|ère)", "es": r"{} pasad[oa]", "it": r"{} scors[oa]",
    "nl": r"(?:vorige|afgelopen) {}", "pl": r"(?:zeszł|ubiegł)\w{{1,3}} {}", "pt": r"{} passad[oa]", "ru": r"(?:прошл|минувш)\w+ {}", "zh": "(?:上个?|上一个?){}",
    "ja": "先{}", "ar": r"{} (?:الماضي|السابق)ة?",
}  # fmt: skip
_SPANS = {
    "week": {
        "en": "week", "de": "Woche", "fr": "semaine", "es": "semana", "it": "settimana", "nl": "week", "pl": r"tydz\w+|tygodn\w+", "pt": "semana",
        "ru": r"недел\w", "zh": "周|星期", "ja": "週", "ar": "الأسبوع",
    },
    "month": {
        "en": "month", "de": "Monats?", "fr": "mois", "es": "mes", "it": "mese", "nl": "maand", "pl": r"miesiąc\w*", "pt": "mês", "ru": r"месяц\w*",
        "zh": "月(?!\\d)", "ja": "月", "ar": "الشهر",
    },
    "year": {
        "en": "year", "de": "Jahr(?:es)?", "fr": "année|an", "es": "año", "it": "anno", "nl": "jaar", "pl": "roku?", "pt": "ano", "ru": r"год\w*", "zh": "年",
        "ja": "年", "ar": "العام|السنة",
    },
    "weekday": {
        "en": r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", "de": r"(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch",
        "fr": "(?:lun|mar|mercre|jeu|vendre|same)di|dimanche", "es": "lunes|martes|miércoles|jueves|viernes", "it": "(?:lune|marte|mercole|giove|vener)dì",
    },
}  # fmt: skip
_SPACELESS = ("zh", "ja", "ar")
# "The next year" counts from what was told before, "next year" from today.
_SEASON = {"zh": {"year": "明年"}, "ja": {"year": "来年"}}


@lru_cache(maxsize=32)
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    known = language if language in _NEXT else "en"
    found = [("day after tomorrow", _DAYS["day after tomorrow"][known])]
    found += [(meaning, words[known]) for meaning, words in _DAYS.items() if meaning != "day after tomorrow"]
    for span, names in _SPANS.items():
        if known not in names:
            continue
        noun = f"(?:{names[known]})"
        found += [(f"next {span}", _NEXT[known].replace("{}", noun).replace("{{", "{").replace("}}", "}"))]
        found += [(f"last {span}", _LAST[known].replace("{}", noun).replace("{{", "{").replace("}}", "}"))]
    if known in _SEASON:
        found += [(f"next {span}", word) for span, word in _SEASON[known].items()]
    border = ("", "") if known in _SPACELESS else (r"(?<!\w)", r"(?!\w)")
    return tuple((m, re.compile(f"{border[0]}(?:{p}){border[1]}", re.IGNORECASE)) for m, p in found)


def relative_dates(flat: str, language: str) -> list[tuple[str, int, int]]:
    """(meaning, start, end) of each relative date in a flattened text, in order and without overlap.

    English words count in every language, so that a passage in English supports an answer in another.
    """
    found: list[tuple[str, int, int]] = []
    for meaning, pattern in (*_patterns(language), *(_patterns("en") if language != "en" else ())):
        for match in pattern.finditer(flat):
            if all(match.end() <= start or end <= match.start() for _, start, end in found):
                found.append((meaning, match.start(), match.end()))
    return sorted(found, key=lambda hit: hit[1])
