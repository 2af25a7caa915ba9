"""Second generator of planted errors: word rules by family and language. Every rule that applies makes one wrong sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from app.rules.proper_names import find_names
from app.rules.quantities import read_quantities

FAMILIES = (
    "digit", "number word", "month", "weekday", "ordinal", "name", "name of passage", "negation", "modality", "quantifier", "direction",
    "unit", "bound lost",
)  # fmt: skip
_SWAPS = {
    "direction": {
        "en": "at least=at most, no later than=no earlier than, minimum=maximum, more than=less than, before=after, earlier=later, rose=fell, rise=fall, "
        "increased=decreased, raised=lowered, higher=lower, longer=shorter, above=below, first=last, largest=smallest, highest=lowest, oldest=youngest, north=south, "
        "east=west, begins=ends, opens=closes, inside=outside, upper=lower, up to=at least, until=after, bought=sold, won=lost, succeeded=preceded, following=preceding",
        "de": "mindestens=höchstens, spätestens=frühestens, mehr als=weniger als, vor=nach, bis zu=mindestens, bis=ab, steigt=sinkt, stieg=sank, erhöht=gesenkt, "
        "höher=niedriger, länger=kürzer, über=unter, ersten=letzten, größte=kleinste, beginnt=endet, öffnet=schließt, Beginn=Ende, innerhalb=außerhalb, angehoben=gesenkt",
        "fr": "au moins=au plus, avant=après, plus de=moins de, augmenté=baissé, supérieurs=inférieurs, au plus tard=au plus tôt, premier=dernier, première=dernière, "
        "commence=finit, ouvre=ferme",
    },
    "unit": {
        "en": "hours=days, days=weeks, weeks=months, months=years, minutes=hours, kg=g, kilometres=metres, km=m, euros=dollars, euros=cents, percent=percentage points, "
        "million=billion, a month=a year, per month=per year, per hour=per day, metres=centimetres, miles=yards",
        "de": "Stunden=Tage, Tage=Wochen, Tagen=Wochen, Wochen=Monate, Monate=Jahre, Minuten=Stunden, kg=g, Kilometer=Meter, Euro=Dollar, Euro=Cent, Prozent=Prozentpunkte, "
        "Millionen=Milliarden, im Monat=im Jahr, pro Stunde=pro Tag, pro Monat=pro Jahr",
        "fr": "heures=jours, jours=semaines, semaines=mois, kilogrammes=grammes, euros=dollars, pour cent=points de pourcentage, par an=par mois",
    },
    "modality": {
        "en": "must=may, have to=may, has to=may, is required to=may, should=must, mandatory=optional",
        "de": "muss=darf, müssen=dürfen, verpflichtet=berechtigt, soll=muss",
        "fr": "doit=peut, doivent=peuvent, obligatoire=facultatif",
    },
    "quantifier": {
        "en": "all=some, most=all, half=a third, twice=three times, once=twice, every=some, both=neither, always=sometimes",
        "de": "alle=einige, zweimal=dreimal, einmal=zweimal, immer=manchmal, die Hälfte=ein Viertel",
        "fr": "tous les=certains, toujours=parfois, deux fois=trois fois",
    },
}
_NEGATION = {
    "en": (
        (r"\b(is|are|was|were|must|may|can|could|will|would|should) not\b", r"\1"), (r"\b(is|are|was|were|may|can|could|will|would)\b(?! not)", r"\1 not"),
        (r"\b(is|are|was|were|can|will)\b(?! not)", r"\1 never"), (r"\bwith\b", "without"), (r"\bwithout\b", "with"), (r"\bnever\b", "always"), (r"\balways\b", "never"),
        (r"\bnobody\b", "everybody"), (r"\bineligible\b", "eligible"), (r"\b(eligible|valid|complete)\b", r"in\1"), (r"\b(paid|used|available|lawful|limited)\b", r"un\1"),
        (r"\b(allowed|permitted)\b", "forbidden"), (r"\b(forbidden|prohibited)\b", "allowed"), (r"^(?:The|Each|Every|All) ", "No "), (r"\bunless\b", "if"), (r"\bincluding\b", "excluding"),
    ),
    "de": (
        (r"\bnicht (?!mehr|weniger|länger|vor|später)", ""), (r"\bkein(\w*)\b", r"ein\1"), (r"\b(ist|sind|darf|dürfen|kann|können|wird|werden|wurde|hat)\b(?! nicht| kein)", r"\1 nicht"),
        (r"\bohne\b", "mit"), (r"\bmit\b", "ohne"), (r"\bnie(?:mals)?\b", "immer"), (r"\bunzulässig\b", "zulässig"), (r"\b(erlaubt|gestattet)\b", "verboten"), (r"\bkostenlos\b", "kostenpflichtig"),
    ),
    "fr": (
        (r"\bne (\w+) pas\b", r"\1"), (r"\b(est|sont)\b", r"n'\1 pas"), (r"\b(peut|peuvent|doit|doivent)\b(?! pas)", r"ne \1 pas"), (r"\bavec\b", "sans"), (r"\bsans\b", "avec"),
        (r"\binterdit\b", "autorisé"),
    ),
}  # fmt: skip
_LOST = {
    "en": (r"\b(?:up to|at least|at most|no more than|more than|less than|over|under) (?=\d|\w+ (?:nights|hours|days|weeks|months|people|euros))", r"\b(?:by|no later than) (?=\d|the \w+ )"),
    "de": (r"\b(?:bis zu|mindestens|höchstens|mehr als|weniger als|über|unter) (?=\d|\w+ (?:Nächte|Stunden|Tage|Wochen|Monate))",),
    "fr": (r"\b(?:jusqu'à|au moins|au plus|plus de) (?=\d|\w+ (?:nuits|heures|jours|mois))",),
}  # fmt: skip
_CYCLES = {
    "month": {
        "en": "January February March April May June July August September October November December",
        "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    },
    "weekday": {
        "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday", "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    },
    "number word": {
        "en": "two three four five six seven eight nine ten eleven twelve fourteen", "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "fr": "deux trois quatre cinq sept huit neuf dix onze douze",
    },
    "ordinal": {"en": "second third fourth fifth sixth", "de": "zweiten dritten vierten fünften", "fr": "deuxième troisième quatrième"},
}  # fmt: skip
_STRANGERS = ("Henrik Sauer", "Priya Nandakumar", "Okafor", "Delgado", "Bratislava", "Nairobi", "Northgate Holdings")


def variants(sentence: str, language: str, passages: str) -> list[tuple[str, str]]:
    """(family, wrong sentence) of every rule that applies; the same for the same sentence."""
    rng = random.Random(sentence)
    found: dict[str, str] = {}
    for family, changed in _all(sentence, language, passages, rng):
        if changed != sentence and len(changed) > 4:
            found.setdefault(changed, family)
    return [(family, changed) for changed, family in found.items()]


def _all(sentence: str, language: str, passages: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    for family, by_language in _SWAPS.items():
        for pair in by_language[language].split(", "):
            left, right = pair.split("=")
            both = ((left, right), (right, left)) if family in ("direction", "modality") else ((left, right),)
            yield from ((family, changed) for old, new in both for changed in _swapped(sentence, old, new))
    for pattern, new in _NEGATION[language]:
        yield "negation", _put(sentence, re.search(pattern, sentence), new)
    for pattern in _LOST[language]:
        match = re.search(pattern, sentence)
        yield "bound lost", _put(sentence, match, "on " if match and match.group().startswith(("by", "no later")) else "")
    for family, names in _CYCLES.items():
        yield from ((family, changed) for changed in _cycled(sentence, names[language].split(), passages, rng))
    yield from (("digit", changed) for changed in _digits(sentence, language, passages, rng))
    yield from _names(sentence, language, passages, rng)


def _put(sentence: str, match: re.Match[str] | None, new: str) -> str:
    if match is None:
        return sentence
    text = " ".join((sentence[: match.start()] + match.expand(new) + sentence[match.end() :]).split())
    return text[:1].upper() + text[1:] if sentence[:1].isupper() else text


def _swapped(sentence: str, old: str, new: str) -> Iterator[str]:
    match = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", sentence, re.IGNORECASE)
    if match:
        yield _put(sentence, match, new)


def _cycled(sentence: str, names: Sequence[str], passages: str, rng: random.Random) -> Iterator[str]:
    """Two other members of the series, which no passage names."""
    free = [n for n in names if not re.search(rf"(?<!\w){n}", passages, re.IGNORECASE)]
    for name in names:
        match = re.search(rf"(?<![\w-]){name}(?![\w-])", sentence) or re.search(rf"^{name.capitalize()}(?![\w-])", sentence)
        if match and not (name == "May" and re.search(r"May (?:not )?[a-z]", sentence)):
            yield from (_put(sentence, match, new) for new in rng.sample(free, min(2, len(free))))


def _digits(sentence: str, language: str, passages: str, rng: random.Random) -> Iterator[str]:
    """Two digits swapped, one more, one less, the last one another, the decimal point moved."""
    for figure in read_quantities(sentence, language):
        for match in () if figure.weak or figure.kind == "identifier" else re.finditer(r"\d+", figure.text):
            old, at = match.group(), figure.start + match.start()
            options = {
                old + "0",
                old[:-1],
                old[:-2] + old[-2:][::-1],
                str(int(old) + 1),
                old[:-1] + str((int(old[-1]) + rng.randrange(1, 9)) % 10),
            }
            for new in sorted(options - {old, ""}):
                is_decimal = re.match(r"[.,]", sentence[at - 1 : at]) and new.rstrip("0") == old.rstrip("0")
                if new.lstrip("0") == new and not is_decimal and not re.search(rf"(?<!\d){new}(?!\d)", passages):
                    yield sentence[:at] + new + sentence[at + len(old) :]


def _names(sentence: str, language: str, passages: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """A stranger, another first name, one letter changed, and another name of the same length from the passages."""
    others = sorted({n.text for n in find_names(passages, language) if n.sure and n.text not in sentence})
    for name in (n for n in find_names(sentence, language) if n.sure):
        *first, last = name.text.split()
        options = [rng.choice(_STRANGERS)] + ([" ".join(["Teodora", *first[1:], last])] if first else [])
        if len(last) > 5:
            options.append(" ".join([*first, last[:3] + ("k" if last[3] != "k" else "m") + last[4:]]))
        yield from (("name", sentence[: name.start] + new + sentence[name.end :]) for new in options if new not in passages)
        alike = [o for o in others if len(o.split()) == len(first) + 1 and o.isupper() == name.text.isupper()]
        if alike:
            yield "name of passage", sentence[: name.start] + rng.choice(alike) + sentence[name.end :]
