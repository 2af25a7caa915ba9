"""What the question asks for: its terms, its names, and the kind of answer it expects, found by question words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.rules.evidence import content_words
from app.rules.proper_names import find_names
from app.rules.quantities import Quantity, read_quantities
from app.rules.words import flatten

AnswerType = Literal["number", "percent", "money", "duration", "date", "person", "yes_no", "other"]

_PATTERNS: tuple[tuple[AnswerType, str], ...] = (
    ("percent", r"\b(?:what|which) (?:percentage|percent|share)\b|\bhow many percent|\bwie ?viele?[nr]? prozent|\b(?:welcher|welchen) (?:prozentsatz|anteil)\b|\bquel pourcentage|\bqué porcentaje|百分之几|百分比"),
    ("money", r"\bhow much (?:does|do|did|is|are|must|will|would) .*\b(?:cost|pay|paid|fee|charge|worth)\b|\bwhat (?:do|does|did|would|will) .*\bcost\b|\bwhat (?:is|are|was) the (?:\w+ ){0,3}(?:fee|price|cost|costs|salary|deposit|fine|rent|wage)\b|\bwie ?viel (?:euro|geld|kostet|kosten)|\bwas kostet|\bwie hoch (?:ist|sind|war|waren) (?:\w+ ){0,4}(?:gebühr|preis|kosten|miete|kaution|lohn|mindestlohn|gehalt|bußgeld|zuschuss|betrag)|\bcombien coûte|\bcuánto cuesta|多少钱|费用是多少"),
    ("duration", r"\bhow long\b|\bhow many (?:\w+ )?(?:seconds|minutes|hours|days|weeks|months|years)\b|\b(?:with)?in (?:how much|what) time|\bwie lange\b|\bwie ?vielen? (?:\w+ )?(?:sekunden|minuten|stunden|(?:werk|arbeits|urlaubs)?tagen?|wochen|monaten?|jahren?)\b|\bwelche frist|\binnerhalb welcher|\bcombien de (?:temps|jours|mois|semaines|heures)|\bcuánto tiempo|\bcuántos (?:días|meses|años)|多久|多长时间|几天"),
    ("date", r"^(?:\w+ )?when\b|\b(?:by|until|since) when\b|\b(?:what|which|on what|on which) (?:date|day|year|month)\b|\bwhat is the (?:\w+ ){0,2}(?:deadline|due date)|\bwann\b|\bbis wann|\bwelche[sm]? (?:datum|tag|jahr)|\bquand\b|\bà quelle date|\bcuándo\b|什么时候|何时|哪一年"),
    ("number", r"\bhow (?:many|much)\b|\bwie ?viele?[nrm]?\b|\bcombien\b|\bcuánt[oa]s?\b|\bwhat (?:is|was) the (?:\w+ ){0,3}(?:number|code|rating|score|amount|maximum|minimum|target)\b|\b(?:what|which) (?:number|rating|score|amount|quota)\b|\bwie hoch\b|\bwelche[rsnm]? (?:zahl|nummer|höhe|anzahl|note|wert|betrag)\b|多少|几个"),
    ("person", r"\bwho(?:m|se)?\b|\bwer\b|\bwem\b|\bwen\b|\bwessen\b|\bqui (?:a|est|sont|doit|peut)\b|\bquién(?:es)?\b|谁"),
    ("yes_no", r"^(?:is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would|has|have|had|am)\b|^(?:ist|sind|war|waren|kann|kannst|können|könnte|darf|dürfen|muss|muß|müssen|soll|sollte|sollen|hat|haben|habe|wird|werden|gilt|gibt es|bekomme|bekommt|brauche|braucht|brauchen)\b|^est-ce|^(?:puis-je|peut-on|faut-il)|^¿?(?:es|son|puede|debe|hay|está)\b|吗[？?]?$"),
)  # fmt: skip
_COMPILED = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS)
_COMPARES = re.compile(
    r"\b(?:differences?|differs?|change[ds]? from|different from|compare[ds]?|compared to|comparison|versus|vs|by how (?:much|many)"
    r"|how did [^.?!]* change|wie hat sich [^.?!]* (?:ge|ver)ändert|unterschied\w*|unterscheide\w*|vergleich\w*|verglichen|jeweils|bei jede[mrn]|différences?|comparer|diferencias?|comparar)\b"
    r"|\b(?:which|who|what|is|are|was|were|welche[rsmn]?|wer|was|ist|sind)\b[^.?!]*\b(?:\w{3,}er|more|less|fewer|better|worse|mehr|weniger)\b"
    r"[^.?!]*\b(?:or|than|oder|als)\b"
    r"|\b(?:how (?:much|many)|wie ?viele?[rnm]?|by how|um wie|do|does|did|wird|hat|kostet|dauert)\b[^.?!]*\b(?:\w{3,}er|more|less|fewer|mehr|weniger)\b[^.?!]*"
    r"\b(?:than|als)\b(?! (?:\d|an? (?:hour|day|week|month|year)|one|two|three|four|five|six|seven|eight|ten|half|eine?[nmrs]? (?:stunde|tag|woche|monat|jahr)|zwei|drei|vier|fünf|sechs|sieben|acht|zehn))"
    r"|\b(?:or|oder)\b[^.?!]*\b(?:dearer|cheaper|higher|lower|longer|shorter|earlier|later|larger|smaller|more|less"
    r"|teurer|billiger|höher|niedriger|länger|kürzer|früher|später|größer|kleiner|mehr|weniger)\b|相比|区别|差别|比较",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:and|und|plus|et|y|e)\b[^.?!]*\b(?:together|altogether|combined|in total|added up|zusammen(?:genommen|gerechnet)?|insgesamt|au total"
    r"|ensemble|en total|en conjunto|in tutto)\b|\b(?:sum|total|summe) (?:of|von|der|aus)\b[^.?!]*\b(?:and|und)\b|和.*(?:一共|合计|总共)",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(r"\b(?:or|oder|ou|o)\b", re.IGNORECASE)


_ASIDE = 0.5


@dataclass(frozen=True)
class Question:
    """A question taken apart. ``terms``: stems of its content words; ``aside``: those of them that stand only in the sentences beside the
    one that asks ("We work in shifts. How many Sundays …?"); ``names``: case-folded proper names and acronyms."""

    text: str
    language: str
    terms: tuple[str, ...]
    names: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    expects: AnswerType
    aside: frozenset[str] = frozenset()

    @classmethod
    def read(cls, text: str, language: str) -> Question:
        quantities = read_quantities(text, language)
        identifiers = [q for q in quantities if q.kind == "identifier"]
        names = tuple(
            n.text
            for n in find_names(text, language)
            if n.sure and not any(q.start < n.end and n.start < q.end for q in identifiers)
        )
        terms = tuple(dict.fromkeys(w.stem for w in content_words(text, language)))
        asked = {w.stem for sentence in _asking(text) for w in content_words(sentence, language)}
        return cls(
            text, language, terms, names, quantities, expected_answer(text), frozenset(terms) - asked if asked else frozenset()
        )

    def weight(self, term: str) -> float:
        """How much one of ``terms`` tells of what is asked: what only describes the situation, half."""
        return _ASIDE if term in self.aside else 1.0


def compares(question: str) -> bool:
    """Does the question set two things side by side, so that an answer about one of them is half an answer?"""
    return _COMPARES.search(flatten(question)) is not None


def adds_up(question: str) -> bool:
    """Does the question ask for what several things come to together?"""
    return _ADDS.search(flatten(question)) is not None


def _asking(text: str) -> list[str]:
    """The sentences that ask; the whole text where none has a question mark."""
    flat = flatten(text).strip()
    return [s for s in re.split(r"(?<=[.?!;？])\s+|(?<=[。？])", flat) if "?" in s or "？" in s] or [flat]


def expected_answer(question: str) -> AnswerType:
    """The kind of answer that the last question of the text expects; "other" when its words do not say."""
    last = _asking(question)[-1].lstrip("¿¡\"'„“ ")
    for kind, pattern in _COMPILED:
        if pattern.search(last):
            if kind == "yes_no" and _ALTERNATIVE.search(last):
                return "other"
            return kind
    return "other"
