"""Planted errors: right answers with one number, date, name, negation, direction or unit changed must not pass as supported.

    python tests/benchmarks/check_planted.py [--models DIR] [--corpus DIR] [--show FAMILY|unchanged] [--per-case 3] [--second | --third]

Base sentences: the gold answers of the office questions with the passages that hold their evidence (and those around them), the samples'
German ones, up to 200 supported WiCE claims, and, as a group of their own, the sentences of those passages themselves, which the
program quotes. Exit code 1 when a family passes as supported more often than ``--passing``, or more than ``--refused`` of the
unchanged are called unsupported, over the groups that count; families with fewer than 20 cases are printed and do not decide.
``--second``: the other generator (``planted_words``) over the same gold answers and WiCE claims and, for the quoted sentences, the rules of
an invented house said in other words (``house_rules``); it decides nothing.
``--third``: minutes, leaflets, product sheets, contracts and mails in eleven languages with answers in other words (``third_errors``), by family and
language; it decides nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

import planted_words  # noqa: E402
import third_errors  # noqa: E402
from _gold import gold  # noqa: E402
from bench_validator import Case, _print, check, interval, load, passage, wice_cases  # noqa: E402
from house_rules import PAIRS  # noqa: E402
from planted import FAMILIES, plant  # noqa: E402

from app.rules.evidence import Evidence  # noqa: E402
from app.rules.question import Question  # noqa: E402
from index.chunking.language import guess_language  # noqa: E402

PROJECT = HERE.parents[2]
_FEWEST = 20
_QUOTED = "quoted sentences"


def gold_answers(corpus: Path) -> Iterator[tuple[str, Case]]:
    """Gold answers with whole passages: office (en), samples (de), as far as the folders are there."""
    sets = (
        ("office", corpus / "office" / "questions.jsonl", corpus / "office", "en"),
        ("samples", PROJECT / "tests" / "corpus" / "samples-questions.jsonl", PROJECT / "resources" / "samples", ""),
    )
    for name, questions, documents, language in sets:
        if not questions.is_file():
            print(f"skipped: {name} is not there")
            continue
        for question, passages in gold(questions, documents):
            text = str(question["question"])
            code = language or guess_language(f"{text} {question['answer']}") or "en"
            case = Case(str(question["id"]), code, text, str(question["answer"]), passages)
            if name == "office" or code == "de":
                yield f"{name} gold answers", case
            yield from ((_QUOTED, replace(case, answer=s)) for s in _sentences(case))


def _sentences(case: Case) -> list[str]:
    """Sentences of the passages that speak of what is asked and have a figure, at most three, the nearest to the question first."""
    evidence = Evidence(case.passages, case.language)
    asked = Question.read(case.question, case.language)
    scored = [
        (sum(evidence.holds(s, t) * evidence.idf(t) for t in asked.terms), s.text)
        for s in evidence.sentences
        if any(not q.weak for q in s.quantities) and 40 < len(s.text) < 300 and "|" not in s.text
    ]
    return [text for score, text in sorted(scored, key=lambda pair: -pair[0])[:3] if score > 0]


def house_rules() -> Iterator[Case]:
    """The rules in passages of eight, that of the answer first and two others."""
    for language, pairs in PAIRS.items():
        texts = [" ".join(rule for rule, _ in pairs[at : at + 8]) for at in range(0, len(pairs), 8)]
        given = [passage(text, n, "House rules", "rules.md") for n, text in enumerate(texts)]
        for number, (_, answer) in enumerate(pairs):
            own = given[number // 8]
            yield Case(f"{language}{number}", language, "", answer, (own, *[p for p in given if p is not own][:2]))


def bases(corpus: Path, second: bool) -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = defaultdict(list)
    for name, case in gold_answers(corpus):
        if not second or name != _QUOTED:
            groups[name].append(case)
    for case in house_rules() if second else ():
        groups[f"house rules, {case.language}"].append(case)
    if (corpus / "ir" / "wice_claims_dev.jsonl").is_file():
        groups["WiCE supported claims"] = [c for c, y in wice_cases(corpus) if y == "supported"][:200]
    return groups


class Tally:
    def __init__(self, families: Sequence[str]) -> None:
        self.families = families
        self.unchanged: Counter[str] = Counter()
        self.passed: dict[str, list[bool]] = defaultdict(list)
        self.of_supported: dict[str, list[bool]] = defaultdict(list)

    def add(self, other: Tally) -> None:
        self.unchanged += other.unchanged
        for family in self.families:
            self.passed[family] += other.passed[family]
            self.of_supported[family] += other.of_supported[family]

    def print(self, name: str) -> None:
        n = self.unchanged.total()
        print(f"\n{name}: unchanged supported {interval(self.unchanged['supported'], n)}")
        print(f"  {'unchanged':18} called unsupported   {interval(self.unchanged['unsupported'], n)}")
        for family in self.families:
            all_, base = self.passed[family], self.of_supported[family]
            print(
                f"  {family:18} passing as supported {interval(sum(all_), len(all_)):32} base supported: {interval(sum(base), len(base))}"
            )


def wrong_answers(case: Case, per_case: int, second: bool) -> Iterator[tuple[str, str]]:
    """(family, changed answer), at most ``per_case`` a family."""
    if second:
        counted: Counter[str] = Counter()
        for family, changed in planted_words.variants(case.answer, case.language, case.text):
            counted[family] += 1
            if counted[family] <= per_case:
                yield family, changed
        return
    for family in FAMILIES:
        planted = {plant(case.answer, case.language, family, case.text, random.Random(seed)) for seed in range(3 * per_case)}
        yield from ((family, changed) for changed in sorted(filter(None, planted))[:per_case])


def run(cases: list[Case], embed: Any, per_case: int, show: str | None, second: bool) -> Tally:
    tally = Tally(planted_words.FAMILIES if second else FAMILIES)
    for case in cases:
        report = check(case, case.answer, embed)
        tally.unchanged[report.verdict] += 1
        if show == "unchanged" and report.verdict == "unsupported":
            _print(case, case.answer, report)
        for family, changed in wrong_answers(case, per_case, second):
            told = check(case, changed, embed)
            tally.passed[family].append(told.verdict == "supported")
            if report.verdict == "supported":
                tally.of_supported[family].append(told.verdict == "supported")
            if show == family and told.verdict == "supported":
                _print(case, changed, told)
    return tally


def third(embed: Any, show: str | None) -> None:
    """The written errors, a tally for each language and one of all."""
    total = Tally(third_errors.FAMILIES)
    languages: dict[str, Tally] = defaultdict(lambda: Tally(third_errors.FAMILIES))
    for answer in third_errors.answers():
        case = Case(answer.name, answer.language, "", answer.text, (passage(answer.passage, 0),))
        verdict = check(case, answer.text, embed).verdict
        tally = languages[answer.language]
        tally.unchanged[verdict] += 1
        for family, changed in answer.wrong:
            told = check(case, changed, embed)
            tally.passed[family].append(told.verdict == "supported")
            if verdict == "supported":
                tally.of_supported[family].append(told.verdict == "supported")
            if show == family and told.verdict == "supported":
                _print(case, changed, told)
    for language, tally in languages.items():
        wrong = [passes for family in tally.passed.values() for passes in family]
        print(f"{language}: {dict(tally.unchanged)}, passing as supported {interval(sum(wrong), len(wrong))}")
        total.add(tally)
    total.print("all languages")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    parser.add_argument("--show", choices=("unchanged", *FAMILIES, *planted_words.FAMILIES, *third_errors.FAMILIES))
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--third", action="store_true")
    parser.add_argument("--per-case", type=int, default=3)
    parser.add_argument("--passing", type=float, default=0.05)
    parser.add_argument("--refused", type=float, default=0.05)
    options = parser.parse_args()
    embed = load(options.models)
    if options.third:
        third(embed, options.show)
        return 0
    total = Tally(planted_words.FAMILIES if options.second else FAMILIES)
    for name, cases in bases(options.corpus, options.second).items():
        tally = run(cases, embed, options.per_case, options.show, options.second)
        tally.print(name)
        total.add(tally)
    total.print("all groups")
    if options.second:
        return 0
    missed = [
        f"{family} passes" for family in FAMILIES
        if len(total.passed[family]) >= _FEWEST and sum(total.passed[family]) > options.passing * len(total.passed[family])
    ]  # fmt: skip
    if total.unchanged["unsupported"] > options.refused * total.unchanged.total():
        missed.append("unchanged called unsupported")
    print("\nmissed: " + ", ".join(missed) if missed else "\nall within the goals")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
