"""Recognises by rules what four passages cannot answer: a summary, a list or count over all documents, a table of two sides.

Only whole sentences of a known form are taken; whatever is left over is an ordinary question. Languages: en, de; fr, es, it in simple forms.
"""

from __future__ import annotations

import re

from app.pipeline.tasks.list_forms import list_task
from app.pipeline.tasks.requests import CompareTask, Recognised, SummaryTask
from app.rules.words import flatten

_END = r"\s*[.?!]*$"
_POLITE = (
    r"^(?:(?:please|kindly|bitte|can you|could you|would you|kannst du|können sie|könnten sie|peux-tu|pouvez-vous"
    r"|por favor|puedes|per favore|puoi)[, ]+)*"
)


def _forms(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_POLITE + pattern + _END, re.IGNORECASE) for pattern in patterns)


_SUMMARY = _forms(
    r"(?:summari[sz]e|sum up|tl;?dr:?(?: of| for)?)(?: for me| briefly)?,? (?P<subject>.+?)(?: for me| briefly| in (?:a few|short|some) (?:words|sentences))?",
    r"(?:(?:give|write|make|create|show)(?: me)? )?(?:an?|the)? ?(?:\w+ )?(?:summary|overview|outline) (?:of|for) (?P<subject>.+?)",
    r"(?:fasse?|fassen sie)(?: mir| bitte| kurz)* (?P<subject>.+?)(?: kurz| knapp| bitte| in (?:wenigen|ein paar) (?:worten|sätzen))* zusammen",
    r"(?P<subject>.+?)(?: kurz| knapp| bitte)* zusammenfassen",
    r"(?:(?:gib|geben sie|erstelle?|erstellen sie|schreibe?|schreiben sie|mach|machen sie|zeige?)(?: mir| bitte)* )?(?:eine?n? |die )?(?:\w+e ?)?(?:zusammenfassung|kurzfassung|überblick|übersicht) (?:von|vom|des|der|zu|zum|zur|über)(?: d(?:ie|as|en|em|er|es))? (?P<subject>.+?)",
    r"(?:résume[rz]?|fai(?:s|tes)(?:-moi)? un résumé (?:de |du |d'|des )|(?:un )?résumé (?:de |du |d'|des )) ?(?P<subject>.+?)",
    r"(?:res[uú]m(?:e|a|ir|eme|ame)|haz(?:me)? un resumen (?:de |del )|(?:un )?resumen (?:de |del )) ?(?P<subject>.+?)",
    r"(?:riassum(?:i|imi|a|ere)|fa(?:i|mmi) un riassunto (?:di |del |dell'|della )|(?:un )?riassunto (?:di |del |dell'|della )) ?(?P<subject>.+?)",
)
_ABOUT = _forms(
    r"what(?: is|'s) (?P<subject>.+?)(?: all)? about",
    r"worum geht(?: e)?s in (?P<subject>.+?)",
    r"wovon handelt (?P<subject>.+?)",
    r"de quoi (?:parle|traite) (?P<subject>.+?)",
    r"¿?de qué trata (?P<subject>.+?)",
    r"di (?:che )?cosa (?:parla|tratta) (?P<subject>.+?)",
)
_ON = (
    r"(?:on|regarding|in terms of|with regard to|with respect to|concerning|as to|in respect of|hinsichtlich|bezüglich"
    r"|in (?:bezug|hinblick) auf|im hinblick auf|was .{1,20} angeht|bei|sur|concernant|en termes de|quant à|sobre|en cuanto a|respecto (?:a|de)"
    r"|riguardo a|quanto a|per quanto riguarda)"
)
_ASPECT = rf"(?:,? {_ON} (?:the |der |die |das |den |dem |la |le |les |l'|el |los |las |il |lo |i |gli )?(?P<x>.+?))?"
_COMPARE = _forms(
    rf"(?:compare|contrast|(?:(?:make|give|show)(?: me)? )?(?:a |the )?comparison (?:of|between)) (?P<a>.+?) (?:and|with|to|versus|vs\.?|against) (?P<b>.+?){_ASPECT}",
    rf"vergleiche?(?:n sie)?(?: bitte)? (?P<a>.+?) (?:und|mit|gegenüber) (?P<b>.+?){_ASPECT}(?: miteinander)?",
    rf"(?:compare[rz]?) (?P<a>.+?) (?:et|avec|à|au) (?P<b>.+?){_ASPECT}",
    rf"(?:compara(?:r|me|d)?) (?P<a>.+?) (?:y|con) (?P<b>.+?){_ASPECT}",
    rf"(?:confronta(?:re|te)?|paragona(?:re)?) (?P<a>.+?) (?:e|con) (?P<b>.+?){_ASPECT}",
)
_DIFFERENCE = _forms(
    rf"what (?:is|are) the differences? between (?P<a>.+?) and (?P<b>.+?){_ASPECT}",
    rf"(?:how|where|in what) do(?:es)? (?P<a>.+?) (?:and|differ from) (?P<b>.+?)(?: differ)?{_ASPECT}",
    rf"(?:was ist|was sind|wo sind|welche) (?:der |die )?unterschiede?(?: gibt es)? zwischen (?P<a>.+?) und (?P<b>.+?){_ASPECT}",
    rf"(?:worin|wie|wodurch) unterscheide(?:n|t) sich (?P<a>.+?) (?:und|von) (?P<b>.+?){_ASPECT}",
    rf"was unterscheidet (?P<a>.+?) von (?P<b>.+?){_ASPECT}",
    rf"quelles? (?:est|sont) (?:la|les) différences? entre (?P<a>.+?) et (?P<b>.+?){_ASPECT}",
)
MAX_ASPECTS = 8
_AND = re.compile(r"\s*(?:[,;]|\s(?:and|und|et|y|e|sowie)\s)\s*", re.IGNORECASE)


def recognise(question: str) -> Recognised | None:
    """None: an ordinary question."""
    text = " ".join(flatten(question).split())
    return _summary(text) or _comparison(text) or list_task(text)


def _summary(text: str) -> SummaryTask | None:
    for forms, sure in ((_SUMMARY, True), (_ABOUT, False)):
        for form in forms:
            match = form.match(text)
            if match:
                return SummaryTask(match["subject"].strip(), sure)
    return None


def _comparison(text: str) -> CompareTask | None:
    for forms, sure in ((_COMPARE, True), (_DIFFERENCE, False)):
        for form in forms:
            match = form.match(text)
            if match:
                aspects = tuple(dict.fromkeys(part for part in _AND.split(match["x"] or "") if part))[:MAX_ASPECTS]
                return CompareTask((match["a"].strip(), match["b"].strip()), aspects, sure)
    return None
