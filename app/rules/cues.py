"""Words that turn the sense of a sentence: negation, restriction, duty and permission, direction. Data for several rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    r"\b(?:ne|n'(?=\w)|pas|jamais|aucune?|sans|ni|nunca|jamás|ningún|ninguna?|sin|tampoco|non|mai|senza|nessun[oa]?|niet|geen|nooit|zonder|não|sem|nem|nenhuma?|nie|bez|niet|nooit|niemand|niets|нет|без|никогда|не)\b",
    r"\b(?:né|neppure|nigdy|żaden|żadn\w+|nikt|нельзя|ни|لا|لم|لن|ليس|ليست|غير|دون|بدون|بلا)\b",
    r"[不没無无未勿]|(?:禁止)|ません|(?<![少危])ない|なかった|なく(?!とも)|できず",
)
NEGATIVE_ADJECTIVE = _union(
    r"\b(?:ineligible|unavailable|unable|prohibited|forbidden|excluded|exempt|invalid|void|illegal|denied|refused|rejected|disallowed|unlawful|unauthori[sz]ed)\b",
    r"\b(?:unzulässig|unwirksam|verboten|ausgeschlossen|untersagt|ungültig|unmöglich|nichtig|ausgenommen|entfällt|entfallen)\w{0,2}\b",
    r"\b(?:(?:turned|voted) down|abgelehnt\w{0,2}|verworfen|rechazad[oa]s?|rejet[ée]e?s?|refusée?s?|respint[oaie]|rifiutat[oaie]|rejeitad[oa]s?|recusad[oa]s?|afgewezen|verworpen|odrzucon\w*|отклон\w+|отверг\w+)\b|否决|否決|拒绝|拒否",
    r"\b(?:interdite?s?|exclu[es]*|prohibid[oa]s?|excluid[oa]s?|vietat[oaie]|esclus[oaie]|verboden|uitgesloten|zabronion\w+|wykluczon\w+|proibid[oa]s?|excluíd[oa]s?)\b",
    r"\b(?:запрещ\w+|исключен\w*|недопустим\w*|ممنوع\w*|محظور\w*|يحظر|يُحظر)\b",
)
FORBIDDEN = _union(
    r"\b(?:prohibited|forbidden|banned|disallowed|turned down|voted down|rejected|refused|verboten\w{0,2}|untersagt\w{0,2}|unzulässig\w{0,2}|abgelehnt|verworfen)\b",
    r"\b(?:interdite?s?|rejet[ée]e?s?|refusée?s?|prohibid[oa]s?|rechazad[oa]s?|vietat[oaie]|respint[oaie]|rifiutat[oaie]|proibid[oa]s?|rejeitad[oa]s?|recusad[oa]s?)\b",
    r"\b(?:verboden|afgewezen|verworpen|zabronion\w+|odrzucon\w*|запрещ\w+|отклон\w+|отверг\w+)\b|禁止|否决|否決|拒绝|拒否",
)
"""What forbids or turns down something, whose words stand around it."""
EXCEPTION = _union(
    r"\b(?:unless|except|without|only|außer|ohne|nur|sauf|sans|seulement|salvo|excepto|sin|solo|tranne|senza|soltanto|zonder|tenzij|alleen|behalve|chyba|bez|tylko|sem|apenas|без|кроме|только)\b|除非|以外"
)
RESTRICTION = _union(
    r"\b(?:only|unless|except(?:ion)?|solely|exclusively|must|required?|requires|needs?|limited|instead)\b",
    r"\b(?:nur|ausschließlich|lediglich|außer|sofern nicht|es sei denn|bedarf|bedürfen|muss|müssen|erforderlich|höchstens|statt)\b",
    r"\b(?:seulement|uniquement|sauf|solo|únicamente|salvo|excepto|soltanto|solamente|tranne|eccetto|alleen|slechts|behalve|tenzij|tylko|wyłącznie|chyba że|oprócz|apenas|somente|exceto|только|лишь|кроме|فقط|إلا|ما عدا)\b|只|仅|除非|のみ|だけ|限り",
)
EXCLUSIVE = _union(
    r"\b(?:only|solely|exclusively|always|every|all|nur|ausschließlich|lediglich|immer|stets|jede[rsnm]?|sämtliche[rsn]?|seulement|uniquement|toujours|solo|siempre|únicamente|soltanto|solamente|sempre|alleen|slechts|altijd|elke|tylko|wyłącznie|zawsze|każd\w+|apenas|somente|только|лишь|всегда|кажд\w+|فقط|دائما|كل)\b",
    r"只|仅|总是|のみ|だけ|常に|必ず",
)
ONLY = _union(r"\b(?:only|solely|exclusively|always|never|nur|ausschließlich|lediglich|immer|stets|niemals|seulement|uniquement|toujours|solamente|únicamente|siempre|soltanto|alleen|slechts|altijd|nooit|tylko|wyłącznie|zawsze|nigdy|somente|только|лишь|всегда|никогда|فقط|دائما)\b|只有|仅|のみ|だけ|常に")  # fmt: skip

# Phrases that contain a negation or "only" but state a limit. They are masked before negation is looked for.
_UP_PHRASES = (
    r"at least", r"(?:no|not) (?:less|fewer) than", r"no earlier than", r"not (?:before|earlier than)", r"(?:a )?minimum(?: of)?", r"min\.", r"more than",
    r"(?:great|long|heavi|old|larg|high|bigg|wid|deep|dear)er than", r"in excess of", r"(?:schwer|größ|höh|ält|breit|teur)er als", r"supérieure?s? à", r"exceed(?:s|ing)?", r"over", r"above", r"after", r"since", r"from", r"mindestens", r"wenigstens",
    r"nicht weniger als", r"mehr als", r"länger als", r"über", r"ab(?: dem)?", r"seit(?: dem)?", r"nach(?: dem)?", r"frühestens(?: am| ab)?", r"nicht vor(?: dem)?", r"au moins", r"plus de", r"après(?: le)?",
    r"à partir d[ue]", r"dès(?: le)?", r"depuis(?: le)?", r"al menos", r"como mínimo", r"más de", r"después del?", r"desde(?: el)?", r"almeno", r"più di", r"minstens", r"至少", r"不少于", r"超过", r"大于",
    r"come minimo", r"non meno di", r"a partire da(?:l)?", r"oltre", r"ten minste", r"minimaal", r"niet minder dan", r"meer dan", r"vanaf", r"co najmniej", r"przynajmniej", r"nie mniej niż", r"więcej niż", r"ponad",
    r"powyżej", r"pelo menos", r"no mínimo", r"mais de", r"a partir de", r"não menos de", r"не менее", r"не меньше", r"как минимум", r"минимум", r"более", r"больше", r"свыше", r"не ранее", r"最低", r"少なくとも",
    r"ما لا يقل عن", r"لا يقل عن", r"لا تقل عن", r"أكثر من", r"mayores de", r"por encima de", r"au-dessus de", r"plus âgés? de", r"maggiori di", r"al di sopra d[ei]", r"sopra (?:i|gli)?", r"sopra",
    r"boven(?: de)?", r"ouder dan", r"acima de", r"maiores de", r"depois de", r"после", r"старше", r"выше", r"не раньше", r"高于", r"晚于",
)  # fmt: skip
_DOWN_PHRASES = (
    r"at (?:the )?most", r"(?:no|not) (?:more|longer|greater|higher) than", r"(?:no|not) later than", r"up to", r"(?:a )?max(?:imum|\.)?(?: of)?", r"less than", r"fewer than", r"(?:short|light|young|small|low|narrow|cheap)er than", r"(?:kürz|leicht|jüng|klein|niedrig|billig)er als", r"inférieure?s? à",
    r"not (?:to )?exceed(?:ing)?", r"under", r"below", r"within", r"by", r"before", r"prior to", r"until", r"till", r"höchstens", r"maximal", r"bis(?: zu[mr]?)?", r"nicht (?:mehr|länger|später|höher) als",
    r"weniger als", r"nicht über", r"unter", r"innerhalb(?: von)?", r"binnen", r"spätestens(?: am| bis(?: zum)?)?", r"vor(?: dem)?", r"längstens", r"au plus(?: tard)?(?: le)?", r"pas plus de", r"jusqu'(?:à|au)", r"moins de",
    r"avant(?: le)?", r"a más tardar(?: el)?", r"como máximo", r"no más de", r"hasta(?: el)?", r"menos de", r"antes del?", r"al massimo", r"meno di", r"entro", r"ten hoogste", r"hoogstens", r"binnen", r"至多", r"最多", r"不超过", r"不得超过", r"少于",
    r"non più di", r"non oltre(?: il)?", r"fino a", r"maximaal", r"niet meer dan", r"niet later dan", r"minder dan", r"uiterlijk(?: op)?", r"najwyżej", r"co najwyżej", r"maksymalnie", r"nie więcej niż", r"nie później niż",
    r"mniej niż", r"poniżej", r"w ciągu", r"no máximo", r"até", r"não mais de", r"menos de", r"dentro de", r"не более", r"не больше", r"не позднее", r"максимум", r"менее", r"меньше", r"в течение", r"最大", r"最長",
    r"menores de", r"por debajo de", r"au-dessous de", r"en dessous de", r"minori di", r"al di sotto d[ei]", r"sotto (?:i|gli)?", r"sotto", r"onder(?: de)?", r"voor(?: de)?", r"tot(?: en met)?", r"jonger dan",
    r"abaixo de", r"menores de", r"antes d[eo]", r"prima d[ei]l?", r"przed", r"младше", r"ниже", r"до", r"не позже", r"未满", r"不满", r"低于", r"早于", r"不到",
    r"لا يزيد عن", r"لا تزيد عن", r"لا يتجاوز", r"لا تتجاوز", r"أقل من", r"خلال", r"قبل", r"حتى", r"بحد أقصى",
)  # fmt: skip
_STRONG_UP = re.compile(
    r"(?:at least|minimum|more than|over|above|in excess|exceed|\w+er (?:than|als)|über|supérieure?s? à|mindestens|wenigstens|mehr als|au moins|plus de|al menos|más de|至少|超过|almeno|non meno di|più di|minstens|ten minste|minimaal|co najmniej|przynajmniej|nie mniej niż|pelo menos|no mínimo|не менее|как минимум|少なくとも|最低|(?:ما )?لا [يت]قل عن|أكثر من)",
    re.IGNORECASE,
)
_STRONG_DOWN = re.compile(r"(?:at (?:the )?most|(?:no|not) (?:more|longer|later) than|up to|maximum|less than|fewer than|under|below|unter|bis zu|jusqu|inférieure?s? à|spätestens|höchstens|maximal|weniger als|au plus|moins de|como máximo|menos de|至多|最多|不超过|al massimo|non più di|hoogstens|ten hoogste|maximaal|najwyżej|maksymalnie|nie więcej niż|no máximo|не более|максимум|最大|最長|لا [يت]زيد عن|لا [يت]تجاوز|أقل من)", re.IGNORECASE)  # fmt: skip
_FILLER = r"[\s\u00a0(~]*(?:(?:the age of|age|aber|auch|jedoch|nur|only|the|a|an|about|approximately|another|der|die|den|dem|das|de|het|il|lo|gli|os|einer|einem|eines|etwa|rund|ca\.|insgesamt|le|la|el|los)[\s\u00a0]+)?(?:[€$£¥][\s\u00a0]?)?"
_ONLY_TIME = re.compile(r"(?:by|after|before|prior to|until|till|since|from|within|ab|seit|nach|vor|bis(?! zu)|innerhalb|binnen|avant|après|antes|después|desde|depuis|dès|voor|tot|prima|depois|przed|до|после)\b", re.IGNORECASE)  # fmt: skip


def _ending(phrases: tuple[str, ...]) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    return re.compile(
        rf"(?<![^\W\d_])(?P<phrase>{'|'.join(ordered)}){_FILLER}[\u3040-\u30ff\u4e00-\u9fff]{{0,4}}$", re.IGNORECASE
    )


_BEFORE: tuple[tuple[Direction, re.Pattern[str]], ...] = (("up", _ending(_UP_PHRASES)), ("down", _ending(_DOWN_PHRASES)))
_UP_AFTER = re.compile(
    r"^[\s\u00a0,]*(?:or (?:more|longer|above|higher|later|older)|and (?:more|above)|\+|oder (?:mehr|länger|später|älter)|at least|minimum|ou plus|o más|o più|of meer|lub więcej|ou mais|или более|على الأقل|以上|之后|以后|以降|後|后)",
    re.IGNORECASE,
)
_DOWN_AFTER = re.compile(
    r"^[\s\u00a0,]*(?:or (?:less|fewer|shorter|below|lower|earlier|younger)|oder (?:weniger|kürzer|früher|jünger)|at (?:the )?most|maximum|ou moins|o menos|o meno|of minder|lub mniej|или менее|على الأكثر|كحد أقصى|以下|以内|之内|未満|まで|内|之前|前)",
    re.IGNORECASE,
)
_AFTER: tuple[tuple[Direction, re.Pattern[str]], ...] = (("up", _UP_AFTER), ("down", _DOWN_AFTER))
LIMIT_PHRASE = re.compile(
    r"\b(?:(?:no|not) (?:less|fewer|more|longer|greater|higher|later|earlier) than|not (?:to )?exceed(?:ing)?|not only|not (?:as|so) \w+(?= as\b)|no\.(?= ?\d)|"
    r"nicht (?:weniger|mehr|länger|später|höher|früher) als|nicht nur|noch nicht|nicht so \w+(?= wie\b)|nicht über|pas plus de|no más de|non seulement|no solo|non solo|niet alleen|nie tylko|não só|не только|"
    r"non (?:più|meno|oltre)|niet (?:meer|minder|later|langer) dan|nie (?:więcej|mniej|później|dłużej) niż|não mais de|не (?:менее|более|меньше|больше|позднее|ранее)|لا [يت](?:قل|زيد) عن|لا [يت]تجاوز)\b"
    r"|不超过|不少于|不得超过|な(?:けれ|くて)ばな(?:らない|りません)|なくてはな(?:らない|りません)|ねばな(?:らない|りません)|かもしれ(?:ない|ません)|だけでなく|を超えない|に過ぎない",
    re.IGNORECASE,
)

_MODALS: tuple[tuple[Modality, re.Pattern[str]], ...] = (
    ("must", _union(r"\b(?:must|shall|(?:is|are|be) required|required to|ha(?:s|ve) to|needs? to|obliged|mandatory|muss|muß|müssen|verpflichtet|ha(?:t|ben) zu|doit|doivent|debe[n]?|deve|devono|devem|dovrà|obbligatori[oa]|moet|moeten|verplicht|musi|muszą|należy|obowiązkow\w+|obrigatóri[oa]s?|долж\w+|обязан\w*|необходимо|يجب|يلزم|يتعين)\b|必须|应当|なければな|なくてはな|ねばな|必要がある|義務")),
    ("may", _union(r"\b(?:may|can|might|allowed|permitted|optional(?:ly)?|darf|dürfen|kann|können|erlaubt|zulässig|peut|peuvent|puede[n]?|può|possono|mogen|kan|kunnen|może|mogą|wolno|pode|podem|может|могут|можно|разреш\w+|يجوز|يمكن|يُسمح|يسمح)\b|可以|允许|てもよい|ことができ|できる|できます")),
    ("should", _union(r"\b(?:should|recommended|ought|soll|sollen|sollte[n]?|empfohlen|devrait|debería|dovrebbe|dovrebbero|aanbevolen|powinien|powinna|powinny|powinno|zaleca|deveria|recomenda\w*|следует|рекоменд\w+|ينبغي|يُنصح|يوصى)\b|应该|建议|べき|望ましい|推奨")),
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
        re.compile(r"\b(?:after|nachdem|danach|nach|après|después)\b|(?<=\w )\b(?:since|seit|depuis|desde)\b(?! \d)", re.IGNORECASE),
        re.compile(r"\b(?:after|since|following|once|upon|later|then|from|post\w*|when|starting|nachdem|danach|nach|seit|sobald|ab|anschließend|mit|après|depuis|después|desde)\b|后", re.IGNORECASE),
    ),
)  # fmt: skip
"""(word of time order in a claim, words of which a cited sentence must have one). "Since" at the beginning may be a reason, and a date behind it is
looked up by itself."""

CLAUSE_ENDS = re.compile(r"[\s\u00a0]*(?:[.,;:!?)]|$)")
_PERFECT = re.compile(r"\b(?:has|have|had|been|ever)\b|'(?:s|ve|d) (?:been|\w+ed)\b", re.IGNORECASE)


def gives_a_cause(flat: str, at: int) -> bool:
    """Is the English "since" at ``at`` "because"? In time it stands behind a perfect tense, or before a year, day or month."""
    behind = flat[at + 5 : at + 30].lstrip(" \u00a0")
    clause = re.split(r"[;.]", flat[:at])[-1]
    return not (_PERFECT.search(clause) or not behind or behind[0].isdigit() or behind[0].isupper())


UNLESS = _union(
    r"\b(?:unless|except (?:if|when|where)|es sei denn|außer wenn|sofern nicht|wenn nicht|sauf si|à moins qu[e']|a menos que|salvo que|a meno che|tenzij|chyba że|a não ser que)\b"
)
IF = _union(
    r"\b(?:if|when|where|provided|as long as|wenn|falls|sofern|soweit|si|s'il|lorsque|cuando|siempre que|se|quando|als|indien|jeśli|gdy|если|когда)\b"
)
"""Conditions, and what turns one into its opposite."""

ARITHMETIC = word_set(
    "difference differ differs total sum altogether combined overall together times each more less fewer unterschied differenz summe "
    "insgesamt zusammen gesamt jeweils mehr weniger différence total somme diferencia suma"
)
"""Words that say how figures were combined; no passage need hold them."""

_FALSE_FRIENDS = {
    "de": re.compile(r"\b(?:Mai|Sin|No\.)\b", re.IGNORECASE),
    "en": re.compile(r"\b(?:Mai|sin|pas|ni|bez|No\.(?= ?\d))\b"),
    "pt": re.compile(r"\bno\b", re.IGNORECASE),
    "it": re.compile(r"\b(?:ne|ni)\b", re.IGNORECASE),
    "es": re.compile(r"\bne\b", re.IGNORECASE),
    "nl": re.compile(r"\bpas\b", re.IGNORECASE),
    "pl": re.compile(r"\b(?:no|pas|sin)\b", re.IGNORECASE),
}
"""Words that deny in another language and mean something else in this one: German "Mai", Portuguese "no"."""


PARTICLE = re.compile(r"^\W*(?:no|nein|non|nee|não|nie|нет)\s*[,.!]", re.IGNORECASE)
""" "No, it ends …" answers the question and denies nothing of the sentence."""


def masked(text: str, language: str = "") -> str:
    """Flattened text with limit phrases ("no more than") and the language's false friends blanked out, offsets kept."""
    flat = LIMIT_PHRASE.sub(lambda m: " " * len(m.group()), flatten(text))
    friends = _FALSE_FRIENDS.get(language)
    return friends.sub(lambda m: " " * len(m.group()), flat) if friends else flat


def is_negated(text: str, language: str = "") -> bool:
    """Does the text deny anything (limit phrases apart)?"""
    flat = masked(text, language)
    return bool(NEGATION.search(flat) or NEGATIVE_ADJECTIVE.search(flat))


def modalities(text: str) -> frozenset[Modality]:
    """Duty, permission, advice in the text. "Need not" is permission; a month is none."""
    flat = _MAY_MONTH.sub("   ", flatten(text))
    freed = _FREED.search(flat)
    if freed:
        return frozenset({"may"})
    return frozenset(kind for kind, pattern in _MODALS if pattern.search(flat))


LACK = re.compile(r"without|ohne|sans|sin|senza|zonder|sem|bez|без|بدون", re.IGNORECASE)
"""They deny the noun behind them and nothing else."""


@dataclass(frozen=True, slots=True)
class Limit:
    """``way``: "up" is at least, more than, after; "down" is at most, less than, before. ``plain``: no word of time alone, a limit as such.
    ``denied``: a negation stands in the clause before it."""

    way: Direction
    phrase: str
    plain: bool
    denied: bool = False

    def opposes(self, other: Limit) -> bool | None:
        """Do the two point in opposite directions? "Not more than" is "at most"; "not within" beside anything else tells nothing (None)."""
        if self.denied == other.denied:
            return self.way != other.way
        if (self if self.denied else other).way == "down":
            return None
        return self.way == other.way


_NOUN_BEHIND = re.compile(
    r"[\s\u00a0]+[^\W\d_]+(?=[\s\u00a0]+(?:at (?:the )?(?:most|least)|au (?:plus|moins)|como (?:máximo|mínimo)|al (?:massimo|meno)|(?:no|pelo) (?:máximo|mínimo|menos)|höchstens|mindestens))"
)
"""The counted noun before the words of a limit: "deux personnes au plus"."""


def direction(text: str, start: int, end: int, is_time: bool) -> Limit | None:
    """The limit of the quantity at ``start:end``; None when its sentence gives none. ``is_time``: prepositions of time count."""
    flat = flatten(text)
    base = max(0, start - 36)
    before = flat[base:start]
    hits: list[tuple[Direction, re.Match[str]]] = []
    for way, pattern in _BEFORE:
        match = pattern.search(before)
        if match:
            hits.append((way, match))
    if hits:
        way, match = max(hits, key=lambda hit: len(hit[1]["phrase"]))
        phrase = match["phrase"]
        if (is_time or not _ONLY_TIME.match(phrase)) and not phrase.isupper():
            plain = bool(_STRONG_UP.match(phrase) or _STRONG_DOWN.match(phrase))
            return Limit(way, phrase, plain, _denied(flat, base + match.start("phrase")))
    behind = flat[end : end + 32]
    noun = _NOUN_BEHIND.match(behind)
    for start_at in (0, noun.end()) if noun else (0,):
        for way, pattern in _AFTER:
            match = pattern.search(behind[start_at:])
            if match:
                return Limit(way, match.group().strip(" ,\u00a0"), True)
    return None


def _denied(flat: str, at: int) -> bool:
    """Does a negation stand in the same clause before the place?"""
    clause = re.split(r"[,;:.()–]", flat[max(0, at - 60) : at])[-1]
    return any(not LACK.match(cue.group()) for cue in NEGATION.finditer(clause))
