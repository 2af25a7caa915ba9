"""How often passages are said to contradict each other: where they do (pairs of policy versions), and where they do not (XQuAD, WiCE).

    python tests/benchmarks/bench_disagreement.py [--corpus DIR] [--show]

Pairs are made by program: invented rules in two versions, the newer one reworded a little and with another figure; their controls are
rules of different items, labels, years and limits. No model, no vectors. Prints tables; asserts nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

from bench_validator import Case, _lines, check, interval, passage, wice_cases  # noqa: E402

_RULES = {
    "en": [
        ("What is the {item} fee?", "The fee for the {item} is {a} euros.", "The {item} fee is {b} euros per year."),
        ("How long may guests keep the {item}?", "Guests may keep the {item} for {a} days.", "Guests may keep the {item} for up to {b} days."),
        ("How many people may use the {item}?", "The {item} may be used by {a} people at once.", "At the same time {b} people may use the {item}."),
        ("When must requests for the {item} be made?", "Requests for the {item} must be made {a} days before use.", "Requests for the {item} must reach the office {b} days before use."),
        ("What share of the {item} is paid by the institute?", "The institute pays {a} % of the {item}.", "Of the {item} the institute pays {b} %."),
    ],
    "de": [
        ("Was kostet die Nutzung: {item}?", "Die Nutzung ({item}) kostet {a} Euro.", "Die Nutzung ({item}) kostet jetzt {b} Euro."),
        ("Wie lange darf man behalten: {item}?", "{item}: Gäste dürfen es {a} Tage behalten.", "{item}: Gäste dürfen es bis zu {b} Tage behalten."),
        ("Wie viel Prozent zahlt das Haus für {item}?", "Für {item} zahlt das Haus {a} Prozent.", "Das Haus zahlt für {item} {b} Prozent."),
    ],
    "fr": [("Combien coûte {item} ?", "Le prix pour {item} est de {a} euros.", "Pour {item}, le prix est de {b} euros.")],
    "zh": [("{item}的费用是多少？", "{item}的费用是{a}元。", "{item}的费用为{b}元。")],
}  # fmt: skip
_ITEMS = {
    "en": ["guest bicycle", "seminar room", "parking space", "locker", "lawn mower", "projector", "sauna", "greenhouse bench"],
    "de": ["Gästefahrrad", "Seminarraum", "Stellplatz", "Schließfach", "Rasenmäher", "Beamer"],
    "fr": ["le vélo", "la salle", "le casier", "le projecteur"],
    "zh": ["自行车", "会议室", "停车位", "储物柜"],
}


_NOISE = "The desk is open daily. Keys are kept at the desk."


def versions(count: int) -> Iterator[tuple[str, Case]]:
    """(kind, case): "versions" disagree; the other kinds do not."""
    dice = random.Random(5)
    for _ in range(count):
        for language, rules in _RULES.items():
            question, old, new = dice.choice(rules)
            item, other = dice.sample(_ITEMS[language], 2)
            a, b = dice.sample(range(3, 90), 2)
            asked, first = question.format(item=item), old.format(item=item, a=a)

            def case(
                second: str, contexts: tuple[str, str], text: str = asked, lead: str = first, code: str = language
            ) -> Case:
                given = [
                    passage(f"{_NOISE} {t}", n, c, f"{c}.md")
                    for n, (t, c) in enumerate(zip((lead, second), contexts, strict=True))
                ]
                return Case("v", code, text, lead, tuple(given))

            years = ("Rules 2031", "Rules 2034")
            yield "versions", case(new.format(item=item, b=b), years)
            yield "the same figure", case(new.format(item=item, b=a), years)
            yield "another item", case(new.format(item=other, b=b), years)
            yield "the year is named", case(new.format(item=item, b=b), years, f"{asked} (2031)")
            yield (
                "the house is named",
                case(new.format(item=item, b=b), ("Harbour house", "Garden house"), f"{asked} (Harbour)"),
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    groups: dict[str, list[tuple[bool, Case]]] = {}
    for kind, case in versions(options.count):
        groups.setdefault(kind, []).append((_told(case, case.answer), case))
    for name, case, answer in outside(options.corpus):
        groups.setdefault(name, []).append((_told(case, answer, options.show), case))
    for kind, told in groups.items():
        print(f"{kind:34} said to disagree {interval(sum(t for t, _ in told), len(told))}")


def outside(corpus: Path) -> Iterator[tuple[str, Case, str]]:
    """Texts that were not written to disagree: each sentence with a figure as an answer, all paragraphs of its article as passages."""
    for language in ("en", "de", "zh"):
        file = corpus / "ir" / "xquad" / language / "corpus.jsonl"
        if not file.is_file():
            print(f"skipped: {language} of XQuAD is not there")
            continue
        articles: dict[str, list[dict[str, str]]] = {}
        for row in _lines(file):
            articles.setdefault(row["title"], []).append(row)
        questions = _questions(corpus / "ir" / "xquad" / language)
        for title, rows in articles.items():
            given = tuple(passage(r["text"], n, f"{title} › {n}", f"{title}-{n}.md") for n, r in enumerate(rows))
            for row in rows:
                for question, answer in questions.get(row["id"], [])[:4]:
                    sentence = next((s for s in row["text"].split(". ") if answer in s), answer)
                    yield f"XQuAD {language}, whole articles", Case(row["id"], language, question, sentence, given), sentence
    if (corpus / "ir" / "wice_claims_dev.jsonl").is_file():
        for case, label in wice_cases(corpus):
            if label == "supported":
                yield "WiCE supported claims", case, case.answer


def _questions(folder: Path) -> dict[str, list[tuple[str, str]]]:
    by_id = {q["id"]: q for q in _lines(folder / "queries.jsonl")}
    found: dict[str, list[tuple[str, str]]] = {}
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:]:
        query, document = line.split("\t")[:2]
        found.setdefault(document, []).append((by_id[query]["text"], by_id[query]["answers"][0]))
    return found


def _told(case: Case, answer: str, show: bool = False) -> bool:
    findings = [f for s in check(case, answer, None).sentences for f in s.findings if f.rule == "disagreement"]
    if findings and show:
        print(f"[{case.name}] {case.question}\n   {answer}\n   {findings[0].message}")
    return bool(findings)


if __name__ == "__main__":
    main()
