"""Words that make a label worth a suggestion, English and German. A word counts with its usual endings and, in German, as the last part
of a compound ("Mahngebühr"). Chosen by hand from handbooks, price lists and rules for staff; a word that labels anything ("total",
"amount", "date", "Summe", "Datum") is left out on purpose: suggestions that are mostly wrong are not read."""

from __future__ import annotations

import re

AMOUNT = (
    "fee|fees|price|cost|costs|charge|charges|rate|allowance|limit|ceiling|deposit|rent|salary|wage|budget|fine|penalty|premium|"
    "contribution|subsidy|reimbursement|lump sum|surcharge|discount|excess|deductible|capacity|entitlement|notice period|probation|"
    "retention period|opening hours|"
    r"\w*gebühr(?:en)?|\w*preise?|\w*kosten|\w*entgelte?|\w*beitrag|\w*beiträge|\w*pauschale|\w*höchstbetrag|\w*obergrenze|\w*grenze|"
    r"\w*kaution|\w*miete|\w*gehalt|\w*lohn|\w*budget|\w*strafe|\w*bußgeld|\w*prämie|\w*zuschuss|\w*zuschlag|\w*rabatt|\w*selbstbehalt|"
    r"\w*satz|\w*dauer|\w*probezeit|\w*kündigungsfrist|\w*aufbewahrungsfrist|\w*anspruch|\w*urlaub"
)
DATE = (
    "deadline|due date|closing date|cut-off date|expiry date|expiry|end of contract|start of contract|effective date|effective from|"
    "valid from|valid until|commencement|submission|application period|"
    r"\w*frist|\w*stichtag|\w*schluss|einsendeschluss|gültig ab|gültig bis|in kraft ab|inkrafttreten|\w*beginn|\w*ende|\w*termin"
)
CONTACT = (
    "contact|contact person|phone|telephone|hotline|helpdesk|help desk|service desk|support|office|secretariat|reception|front desk|"
    r"emergency number|e-?mail|extension|\w+ desk|"
    r"kontakt|ansprechpartner(?:in)?|ansprechperson|telefon|durchwahl|rufnummer|notruf|hotline|\w*sekretariat|\w*büro|\w*stelle|"
    r"empfang|pforte|\w*beauftragte[rn]?"
)
STARTERS = re.compile(
    r"^(?:this|that|these|those|it|its|their|his|her|our|your|my|such|if|when|for|in|on|at|dies\w*|jene\w*|es|sie|ihr\w*|sein\w*|unser\w*|"
    r"wenn|falls|für|bei|im|am)\b",
    re.IGNORECASE,
)
"""A label that begins so needs the sentence before it to be understood."""
COPULA = re.compile(
    r"\s+(?:is|are|lasts|last|dauert|dauern|amounts to|amount to|comes to|ends on|starts on|begins on|expires on|beträgt|betragen|ist|sind|liegt bei|liegen bei|"
    r"endet am|beginnt am|läuft bis|war|was)\s+",
    re.IGNORECASE,
)
ARTICLE = re.compile(r"^(?:the|a|an|der|die|das|den|dem|ein|eine)\s+", re.IGNORECASE)
REACH = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|(?:\+\d{1,3}|\(?0\d{1,5}\)?)[ /\u00a0-]?\d[\d /\u00a0-]{4,}\d"
    r"|\b(?:extension|ext\.|durchwahl|tel\.?|phone|telefon|-)[ \u00a0:]*\d{2,6}\b",
    re.IGNORECASE,
)
"""A mail address, a telephone number, an extension"""


def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


AMOUNT_LABEL, DATE_LABEL, CONTACT_LABEL = (_compiled(words) for words in (AMOUNT, DATE, CONTACT))
