"""Questions for a list or a number of documents, or of places in them, taken apart by rules."""

from __future__ import annotations

import re

from app.pipeline.tasks.requests import ListTask, Unit

_END = r"\s*[.?!]*$"
_NOUN = r"(?P<noun>[^\W\d][\w-]*(?: [^\W\d][\w-]*){0,2}?)"
_WHOSE = r"(?:of )?(?:the |my |our |these |those )*"
DOCUMENT_NOUNS = re.compile(
    r"(?:documents?|files?|contracts?|agreements?|invoices?|bills?|receipts?|e-?mails?|mails?|messages?|letters?|reports?|minutes|memos?"
    r"|polic(?:y|ies)|guidelines?|charters?|presentations?|slide ?decks?|spreadsheets?|workbooks?|pdfs?|notes?|offers?|quotes?|orders?"
    r"|certificates?|applications?|statements?|newsletters?|papers?|articles?|manuals?|forms|templates?|leases?|protocols?"
    r"|dokumente?n?|dateien?|unterlagen?|\w*vertr(?:ag|äge)n?|\w*rechnung(?:en)?|belege?|nachrichten?|\w*briefe?|schreiben|\w*berichte?n?|\w*protokolle?n?|\w*notizen?"
    r"|\w*richtlinien?|\w*ordnung(?:en)?|\w*vereinbarung(?:en)?|präsentation(?:en)?|tabellen?|\w*angebote?|\w*bestellung(?:en)?|\w*bescheide?|\w*anträge?|\w*formulare?"
    r"|\w*merkblätter|\w*anleitung(?:en)?|fichiers?|contrats?|factures?|courriels?|lettres?|rapports?|comptes rendus"
    r"|documentos?|archivos?|contratos?|facturas?|correos?|cartas?|informes?|documenti?|contratti?|fatture|lettere|relazioni|rapporti)",
    re.IGNORECASE,
)
PLACE_NOUNS = re.compile(
    r"(?:places?|passages?|sentences?|paragraphs?|sections?|clauses?|mentions?|occurrences?|lines?|rows?|entries|stellen?|textstellen?|abschnitte?n?"
    r"|sätze?n?|absätze?n?|paragra(?:ph|f)en|klauseln?|erwähnungen?|zeilen?|einträge?n?|passages|endroits|phrases|pasajes|lugares|frases|passi|punti|frasi)",
    re.IGNORECASE,
)
_LIST = (
    rf"(?:list|enumerate|show(?: me)?|find|name|give me|tell me)(?: me)? (?:all|every|each|any|the)(?: {_WHOSE})?\s*{_NOUN}(?P<rest> .+)",
    rf"(?:a |the |make a |give me a )?(?:complete |full )?list of (?:all )?{_WHOSE}{_NOUN}(?P<rest> .+)",
    rf"(?:liste?|nenne?|zeige?|finde|such|suche)(?:n sie)?(?: mir| bitte)* (?:alle|jede[ns]?|sämtliche|die) {_NOUN}(?: auf)?,?(?P<rest> .+?)(?: auf)?",
    rf"(?:list(?:er?|ez)|montre[rz]?|trouve[rz]?)(?:-moi)? (?:tous |toutes )?(?:les|chaque) {_NOUN}(?P<rest> .+)",
    rf"(?:lista|enumera|muestra|encuentra|busca)(?:me)? (?:todos |todas )?(?:los|las) {_NOUN}(?P<rest> .+)",
    rf"(?:elenca|mostra|trova)(?:mi)? (?:tutt[ie] )?(?:i|gli|le) {_NOUN}(?P<rest> .+)",
)
_ALL = (
    rf"(?:list|enumerate|show(?: me)?|find|name|give me)(?: me)? (?:all|every|each)(?: {_WHOSE})?\s*{_NOUN}",
    rf"(?:liste?|nenne?|zeige?|finde)(?:n sie)?(?: mir| bitte)* (?:alle|jede[ns]?|sämtliche) {_NOUN}(?: auf)?",
    rf"(?:list(?:er?|ez)|montre[rz]?)(?:-moi)? (?:tous|toutes) les {_NOUN}",
    rf"(?:lista|enumera|muestra)(?:me)? (?:todos los|todas las) {_NOUN}",
    rf"(?:elenca|mostra)(?:mi)? tutt[ie] (?:i|gli|le) {_NOUN}",
)
_WHICH = (
    rf"(?:which|what) {_WHOSE}{_NOUN}(?P<rest> .+)",
    rf"welche[rsn]? (?:meiner |unserer |der )?{_NOUN}(?P<rest> .+)",
    rf"(?:quel(?:le)?s) {_NOUN}(?P<rest> .+)",
    rf"¿?(?:qué|cuáles) {_NOUN}(?P<rest> .+)",
    rf"(?:quali) {_NOUN}(?P<rest> .+)",
)
_IN_WHICH = (
    rf"in (?:which|what|how many) {_WHOSE}{_NOUN} (?:is|are|does|do|can)(?P<said> .+?)(?: (?:mentioned|named|found|appear|occur|discussed|listed|referred to|be found))?",
    rf"in welchen (?:meiner |unserer |der )?{_NOUN} (?:wird|werden|ist|sind|kommt|kommen|steht|stehen|taucht|tauchen|geht es um)(?P<said> .+?)(?: (?:erwähnt|genannt|vor|auf|enthalten|behandelt|die rede))?",
    rf"dans quel(?:le)?s {_NOUN} (?:est|sont|figure|figurent|apparaît|apparaissent)(?P<said> .+?)(?: (?:mentionnée?s?|citée?s?))?",
)
_COUNT = (
    rf"how many {_WHOSE}{_NOUN}(?P<rest> .+)",
    rf"(?:count|what is the number of) (?:all )?{_WHOSE}{_NOUN}(?P<rest> .+)",
    rf"wie ?viele (?:meiner |unserer |der )?{_NOUN}(?P<rest> .+)",
    rf"combien de {_NOUN}(?P<rest> .+)",
    rf"¿?cuánt[oa]s {_NOUN}(?P<rest> .+)",
    rf"quant[ie] {_NOUN}(?P<rest> .+)",
)
_MENTIONS_OF = (
    r"(?:list|show(?: me)?|find|count) (?:all |every |each )?(?:the )?(?P<noun>mentions?|occurrences?|uses?) of (?P<said>.+)",
    r"(?:liste?|zeige?|finde|zähle)(?: mir)? (?:alle )?(?P<noun>erwähnungen|vorkommen) (?:von|des|der) (?P<said>.+)",
    r"where (?P<noun>is|are) (?P<said>.+?) (?:mentioned|named)(?: everywhere)?",
    r"wo (?P<noun>wird|werden) (?P<said>.+?) überall (?:erwähnt|genannt)",
)
_MENTION = re.compile(
    r"(?:^|\s)(?:that |which |where |who |die |der |das |welche |in denen |qui |que |che )?"
    r"(?:mention(?:s|ing|nent|ne)?|erwähn(?:en|t|ten)|menciona[n]?|menzionan?o?|citan?o?)\s+(?P<said>.+)$",
    re.IGNORECASE,
)
_CONTAIN = re.compile(
    r"(?:^|\s)(?:that |which |where |die |der |das |welche |qui |que |che )?(?:(?:is|are|was|were|sind|ist) )?"
    r"(?:contain(?:s|ing)?|includ(?:es?|ing)|refer(?:s|ring)? to|name(?:s)?|say(?:s)? something about|talk(?:s|ing)? about|speak(?:s|ing)? of|deal(?:s|ing)? with"
    r"|cover(?:s|ing)?|about|with the (?:words?|name|term|phrase)|enthalten|enthält|nennen|nennt|behandeln|behandelt|handeln von|sprechen von|über|zum thema|mit dem (?:wort|namen|begriff)"
    r"|contien(?:nent|t)|contenant|parlent de|contienen|hablan de|contengono|parlano di)\s+(?P<said>.+)$",
    re.IGNORECASE,
)
_VERB_LAST = re.compile(
    r"^(?:die|der|das|welche)\s+(?P<said>.+?)\s+(?:enthalten|enthält|erwähnen|erwähnt|nennen|nennt|behandeln|behandelt)$",
    re.IGNORECASE,
)
_OCCURS = re.compile(
    r"(?:^|\s)(?:where|in which|in denen|an denen|wo|in welchen|où|donde|dove)\s+(?P<said>.+?)\s+(?:is|are|was|were|wird|werden|ist|sind|est|sont|se)?\s*"
    r"(?:mentioned|named|found|used|occurs?|appears?|discussed|erwähnt(?: wird| werden| ist)?|genannt(?: wird| werden)?|vorkommt|vorkommen|steht|stehen|mentionnée?s?|menciona)$",
    re.IGNORECASE,
)
_ONE = re.compile(r"(?:which|what) (?:\w+ )*?(?!minutes)\w*[^s\W] (?:is|was|has)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"^(?:(?:that |which |die |der |das |qui |que )?(?:is|are|was|were|sind|ist|wurden?|stammen|sont|datent|son|sono|do i have|do we have|have i|habe ich|haben wir)\b"
    r"|(?:there|gibt es|y a-t-il|hay|ci sono|from|of|by|since|before|after|until|between|dated|written|sent|received|created|in|on"
    r"|von|vom|aus|seit|ab|vor|nach|bis|zwischen|mit|with|du|depuis|avant|après|desde|antes|después|del|dal|di|de)\b)",
    re.IGNORECASE,
)
_DATE_CUE = re.compile(
    r"\s(?:from|since|in|before|after|until|during|dated|sent|written|seit|ab|aus|von|vom|vor|nach|bis|im|depuis|de|du|en|desde|del|dal)\s"
    r"(?:\S+\s){0,3}?(?:19|20)\d\d\b.*$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”„«»‚‘']([^\"“”„«»‚‘']{2,})[\"“”„«»‚‘']")
_ARTICLE = re.compile(
    r"^(?:(?:etwas|was|something|anything|quelque chose|algo|qualcosa)\s+(?:über|zu[mr]?|about|on|sur|sobre|su)\s+)?"
    r"(?:(?:the|an?|any|some|der|die|das|den|dem|eine?[nmr]?|les?|la|une?|una?|el|los|las|il|lo|gli)\s+|l')?",
    re.IGNORECASE,
)


def list_task(text: str) -> ListTask | None:
    """``text`` with single spaces."""
    places = _first(_MENTIONS_OF, text)
    if places is not None:
        return ListTask("", "", _said(places["said"]), "places")
    within = _first(_IN_WHICH, text)
    if within is not None and _is(DOCUMENT_NOUNS, within["noun"]):
        return ListTask(within["noun"], "", _said(within["said"]), "documents")
    everything = _first(_ALL, text)
    if everything is not None and _is(DOCUMENT_NOUNS, everything["noun"]):
        return ListTask(everything["noun"], "", "")
    for forms in (_COUNT, _LIST, _WHICH):
        match = _first(forms, text)
        if match is not None and (task := _with_conditions(match["noun"], match["rest"].strip(" .?!"))) is not None:
            # "What article was published in 1937?" asks for one, which a passage names.
            return None if forms is _WHICH and not task.mentioned and _ONE.match(text) else task
    return None


def _with_conditions(noun: str, rest: str) -> ListTask | None:
    document, place = _is(DOCUMENT_NOUNS, noun), _is(PLACE_NOUNS, noun)
    unit: Unit = "places" if place else "documents"
    named = "" if place else noun
    # What "mentions" something is a document, whatever it is called; other verbs need a noun that says so.
    patterns = (_VERB_LAST, _MENTION, _CONTAIN, _OCCURS) if document or place else (_MENTION,)
    for pattern in patterns:
        match = pattern.search(rest)
        if match is not None:
            said, dates = match["said"], ""
            cue = _DATE_CUE.search(" " + said) if not _QUOTED.search(said) else None
            if cue is not None and cue.start() > 0:
                said, dates = said[: cue.start()], said[cue.start() :]
            said = _said(said)
            return ListTask(named, f"{rest[: match.start()]} {dates}".strip(), said, unit) if said else None
    if document and _CONDITION.match(rest):
        return ListTask(named, rest, "", unit)
    return None


def _first(forms: tuple[str, ...], text: str) -> re.Match[str] | None:
    for form in forms:
        match = re.match(rf"^(?:(?:please|bitte)[, ]+)?{form}{_END}", text, re.IGNORECASE)
        if match is not None:
            return match
    return None


def _is(nouns: re.Pattern[str], noun: str) -> bool:
    """Its last word is one of them ("signed contracts")."""
    return nouns.fullmatch(noun.split()[-1]) is not None or nouns.fullmatch(noun) is not None


def _said(text: str) -> str:
    """What must stand there: the words in quotation marks where there are some, without article and full stop."""
    quoted = _QUOTED.search(text)
    if quoted:
        return f"“{quoted[1].strip()}”"
    return _ARTICLE.sub("", text.strip(" .,?!:")).strip()
