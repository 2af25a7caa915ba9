"""Words that turn the sense of a sentence: negation, restriction, duty and permission, direction. Data for several rules."""

from __future__ import annotations

import re
from typing import Literal

from app.rules.function_words import word_set
from app.rules.words import flatten

Direction = Literal["up", "down"]
Modality = Literal["must", "may", "should"]


def _union(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


NEGATION = _union(
    r"\b(?:not|no|never|none|neither|nor|cannot|nobody|nothing|without|[a-z]+n't)\b",
    r"\b(?:nicht|kein(?:e[rsnm]?)?|nie|niemals|weder|ohne|niemand(?:em|en)?|nichts|nein)\b",
    r"\b(?:ne|n'(?=\w)|pas|jamais|aucune?|sans|ni|nunca|jamás|ningún|ninguna?|sin|tampoco|non|mai|senza|nessun[oa]?|niet|geen|nooit|zonder|não|sem|nem|nie|bez|не|нет|без|никогда)\b",
    r"[不没無无未勿]|(?:禁止)",
)
NEGATIVE_ADJECTIVE = _union(
    r"\b(?:ineligible|unavailable|unable|prohibited|forbidden|excluded|exempt|invalid|void|illegal|denied|refused|rejected|disallowed|unlawful|unauthori[sz]ed)\b",
    r"\b(?:unzulässig|unwirksam|verboten|ausgeschlossen|untersagt|ungültig|unmöglich|nichtig|ausgenommen|entfällt|entfallen)\w{0,2}\b",
    r"\b(?:interdite?s?|exclu[es]*|prohibid[oa]s?|excluid[oa]s?)\b",
)
RESTRICTION = _union(
    r"\b(?:only|unless|except(?:ion)?|solely|exclusively|must|required?|requires|needs?|limited|instead)\b",
    r"\b(?:nur|ausschließlich|lediglich|außer|sofern nicht|es sei denn|bedarf|bedürfen|muss|müssen|erforderlich|höchstens|statt)\b",
    r"\b(?:seulement|uniquement|sauf|solo|únicamente|salvo|excepto)\b|只|仅|除非",
)
EXCLUSIVE = _union(
    r"\b(?:only|solely|exclusively|always|every|all|nur|ausschließlich|lediglich|immer|stets|jede[rsnm]?|sämtliche[rsn]?|seulement|uniquement|toujours|solo|siempre|únicamente)\b",
    r"只|仅|总是",
)
ONLY = _union(r"\b(?:only|solely|exclusively|always|never|nur|ausschließlich|lediglich|immer|stets|niemals|seulement|uniquement|toujours|solamente|únicamente|siempre)\b|只有|仅")  # fmt: skip

# Phrases that contain a negation or "only" but state a limit. They are masked before negation is looked for.
_UP_PHRASES = (
    r"at least", r"(?:no|not) (?:less|fewer) than", r"no earlier than", r"not (?:before|earlier than)", r"(?:a )?minimum(?: of)?", r"min\.", r"more than",
    r"greater than", r"longer than", r"exceed(?:s|ing)?", r"over", r"above", r"after", r"since", r"from", r"mindestens", r"wenigstens",
    r"nicht weniger als", r"mehr als", r"länger als", r"über", r"ab(?: dem)?", r"seit(?: dem)?", r"nach(?: dem)?", r"frühestens(?: am| ab)?", r"nicht vor(?: dem)?", r"au moins", r"plus de", r"après(?: le)?",
    r"à partir d[ue]", r"dès(?: le)?", r"depuis(?: le)?", r"al menos", r"como mínimo", r"más de", r"después del?", r"desde(?: el)?", r"almeno", r"più di", r"minstens", r"至少", r"不少于", r"超过", r"大于",
)  # fmt: skip
_DOWN_PHRASES = (
    r"at (?:the )?most", r"(?:no|not) (?:more|longer|greater|higher) than", r"(?:no|not) later than", r"up to", r"(?:a )?max(?:imum|\.)?(?: of)?", r"less than", r"fewer than",
    r"not (?:to )?exceed(?:ing)?", r"under", r"below", r"within", r"by", r"before", r"prior to", r"until", r"till", r"höchstens", r"maximal", r"bis(?: zu[mr]?)?", r"nicht (?:mehr|länger|später|höher) als",
    r"weniger als", r"nicht über", r"unter", r"innerhalb(?: von)?", r"binnen", r"spätestens(?: am| bis(?: zum)?)?", r"vor(?: dem)?", r"längstens", r"au plus(?: tard)?(?: le)?", r"pas plus de", r"jusqu'(?:à|au)", r"moins de",
    r"avant(?: le)?", r"a más tardar(?: el)?", r"como máximo", r"no más de", r"hasta(?: el)?", r"menos de", r"antes del?", r"al massimo", r"meno di", r"entro", r"ten hoogste", r"hoogstens", r"binnen", r"至多", r"最多", r"不超过", r"不得超过", r"少于",
)  # fmt: skip
_STRONG_UP = re.compile(
    r"(?:at least|minimum|more than|mindestens|wenigstens|mehr als|au moins|plus de|al menos|más de|至少|超过)", re.IGNORECASE
)
_STRONG_DOWN = re.compile(r"(?:at (?:the )?most|no more than|maximum|less than|höchstens|maximal|weniger als|au plus|moins de|como máximo|menos de|至多|最多|不超过)", re.IGNORECASE)  # fmt: skip
_FILLER = r"[\s\u00a0(~]*(?:(?:the|a|an|about|approximately|another|der|die|den|dem|das|einer|einem|eines|etwa|rund|ca\.|insgesamt|le|la|el|los)[\s\u00a0]+)?(?:[€$£¥][\s\u00a0]?)?"
_ONLY_TIME = re.compile(r"(?:by|after|before|prior to|until|till|since|from|within|ab|seit|nach|vor|bis(?! zu)|innerhalb|binnen|avant|après|antes|después|desde|depuis|dès)\b", re.IGNORECASE)  # fmt: skip


def _ending(phrases: tuple[str, ...]) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<![^\W\d_])(?P<phrase>{'|'.join(ordered)}){_FILLER}$", re.IGNORECASE)


_UP_BEFORE, _DOWN_BEFORE = _ending(_UP_PHRASES), _ending(_DOWN_PHRASES)
_UP_AFTER = re.compile(
    r"^[\s\u00a0,]*(?:or (?:more|longer|above|higher|later|older)|and (?:more|above)|\+|oder (?:mehr|länger|später|älter)|at least|minimum|ou plus|o más|以上)",
    re.IGNORECASE,
)
_DOWN_AFTER = re.compile(
    r"^[\s\u00a0,]*(?:or (?:less|fewer|shorter|below|lower|earlier|younger)|oder (?:weniger|kürzer|früher|jünger)|at (?:the )?most|maximum|ou moins|o menos|以下|以内|之内|内)",
    re.IGNORECASE,
)
LIMIT_PHRASE = re.compile(
    r"\b(?:(?:no|not) (?:less|fewer|more|longer|greater|higher|later|earlier) than|not (?:to )?exceed(?:ing)?|not only|no\.(?= ?\d)|"
    r"nicht (?:weniger|mehr|länger|später|höher|früher) als|nicht nur|noch nicht|nicht über|pas plus de|no más de|non seulement|no solo)\b|不超过|不少于|不得超过",
    re.IGNORECASE,
)

_MODALS: tuple[tuple[Modality, re.Pattern[str]], ...] = (
    ("must", _union(r"\b(?:must|shall|(?:is|are|be) required|required to|ha(?:s|ve) to|needs? to|obliged|mandatory|muss|muß|müssen|verpflichtet|ha(?:t|ben) zu|doit|doivent|debe[n]?)\b|必须|应当")),
    ("may", _union(r"\b(?:may|can|might|allowed|permitted|optional(?:ly)?|darf|dürfen|kann|können|erlaubt|zulässig|peut|peuvent|puede[n]?)\b|可以")),
    ("should", _union(r"\b(?:should|recommended|ought|soll|sollen|sollte[n]?|empfohlen|devrait|debería)\b|应该|建议")),
)  # fmt: skip
_FREED = re.compile(
    r"\b(?:need not|do(?:es)? not (?:need|have) to|not required|not mandatory|(?:muss|müssen|braucht|brauchen) (?:\w+ )?nicht)\b",
    re.IGNORECASE,
)
_MAY_MONTH = re.compile(r"\bMay(?= \d|,)|(?<=\d )May\b|(?<=in )May\b|(?<=of )May\b")

RELATIONS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        re.compile(r"\b(?:before|prior|bevor|vorher|vor|avant|antes)\b", re.IGNORECASE),
        re.compile(r"\b(?:before|prior|ahead|advance|earlier|by|until|till|pre\w*|bevor|vorher|vor|voraus|bis|spätestens|zuvor|avant|antes|hasta)\b|前", re.IGNORECASE),
    ),
    (
        re.compile(r"\b(?:after|since|nachdem|danach|nach|seit|après|depuis|después|desde)\b", re.IGNORECASE),
        re.compile(r"\b(?:after|since|following|once|upon|later|then|from|post\w*|when|starting|nachdem|danach|nach|seit|sobald|ab|anschließend|mit|après|depuis|después|desde)\b|后", re.IGNORECASE),
    ),
)  # fmt: skip
"""(word of time order in a claim, words of which a cited sentence must have one)."""

ARITHMETIC = word_set(
    "difference differ differs total sum altogether combined overall together times each more less fewer unterschied differenz summe "
    "insgesamt zusammen gesamt jeweils mehr weniger différence total somme diferencia suma"
)
"""Words that say how figures were combined; no passage need hold them."""

OPPOSITES: tuple[tuple[str, str], ...] = (
    ("before", "after"), ("above", "below"), ("higher", "lower"), ("more", "less"), ("more", "fewer"), ("earlier", "later"),
    ("increase", "decrease"), ("increased", "decreased"), ("increases", "decreases"), ("rise", "fall"), ("rose", "fell"), ("maximum", "minimum"),
    ("longer", "shorter"), ("older", "younger"), ("largest", "smallest"), ("highest", "lowest"), ("first", "last"), ("inside", "outside"),
    ("internal", "external"), ("accept", "reject"), ("accepted", "rejected"), ("approved", "denied"), ("allowed", "prohibited"), ("include", "exclude"),
    ("includes", "excludes"), ("included", "excluded"), ("mandatory", "optional"), ("open", "closed"), ("public", "private"), ("paid", "unpaid"),
    ("vor", "nach"), ("vorher", "nachher"), ("mehr", "weniger"), ("höher", "niedriger"), ("höchste", "niedrigste"), ("länger", "kürzer"),
    ("früher", "später"), ("frühestens", "spätestens"), ("mindestens", "höchstens"), ("maximal", "minimal"), ("erste", "letzte"), ("innerhalb", "außerhalb"),
    ("steigt", "sinkt"), ("gestiegen", "gesunken"), ("erhöht", "gekürzt"), ("erlaubt", "verboten"), ("zulässig", "unzulässig"), ("wirksam", "unwirksam"),
    ("schriftlich", "mündlich"), ("avant", "après"), ("plus", "moins"), ("antes", "después"), ("más", "menos"), ("wins", "loses"), ("won", "lost"),
)  # fmt: skip


def masked(text: str) -> str:
    """Flattened text with limit phrases ("no more than") blanked out, offsets kept."""
    return LIMIT_PHRASE.sub(lambda m: " " * len(m.group()), flatten(text))


def is_negated(text: str) -> bool:
    """Does the text deny anything (limit phrases apart)?"""
    flat = masked(text)
    return bool(NEGATION.search(flat) or NEGATIVE_ADJECTIVE.search(flat))


def modalities(text: str) -> frozenset[Modality]:
    """Duty, permission, advice in the text. "Need not" is permission; a month is none."""
    flat = _MAY_MONTH.sub("   ", flatten(text))
    freed = _FREED.search(flat)
    if freed:
        return frozenset({"may"})
    return frozenset(kind for kind, pattern in _MODALS if pattern.search(flat))


def direction(text: str, start: int, end: int, is_time: bool) -> tuple[Direction, str, bool] | None:
    """(direction, its words, is it a plain limit) of the quantity at ``start:end``; None when its sentence gives none.

    "up" = at least, more than, after; "down" = at most, less than, before. ``is_time``: prepositions of time count.
    """
    flat = flatten(text)
    before = flat[max(0, start - 36) : start]
    after = flat[end : end + 16]
    hits: list[tuple[Direction, re.Match[str]]] = []
    for way, pattern in (("up", _UP_BEFORE), ("down", _DOWN_BEFORE)):
        match = pattern.search(before)
        if match:
            hits.append(("up" if way == "up" else "down", match))
    if hits:
        way, match = max(hits, key=lambda hit: len(hit[1]["phrase"]))
        phrase = match["phrase"]
        if is_time or not _ONLY_TIME.match(phrase):
            return way, phrase, bool(_STRONG_UP.match(phrase) or _STRONG_DOWN.match(phrase))
    for way, pattern in (("up", _UP_AFTER), ("down", _DOWN_AFTER)):
        match = pattern.search(after)
        if match:
            return ("up" if way == "up" else "down"), match.group().strip(" ,\u00a0"), True
    return None
