"""Which sentences the model reads: where the answering one stands in the order of ``app.rules.extractive.ranked_sentences``.

    python tests/benchmarks/bench_focus.py --models DIR [--questions 250] [--languages en,de,zh]

Material: XQuAD. For each question the four paragraphs that are nearest by their vectors; the answering sentence is the one in which the
answer that people marked begins (questions whose paragraph is not among the four are left out and counted). Prints, a language a line:
the share of answering sentences that come first, among the first 3, 8 and 10; and for the two thresholds, of ``focus`` (share of the best
value) and of ``topic.closer_sentence``, how many answering and how many other sentences fall below; and for the thresholds of
``second_look``, how many answering sentences and how many of the four best others are far below the first, or clearly below a first one with
a figure of the asked kind. Asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

import numpy as np  # noqa: E402
from bench_validator import Embedding, load  # noqa: E402

from app.messages.retrieval import Passage  # noqa: E402
from app.pipeline.second_look import CLEARLY, FAR  # noqa: E402
from app.rules.evidence import Evidence, EvidenceSentence  # noqa: E402
from app.rules.extractive import ranked_sentences  # noqa: E402
from app.rules.focus import WORTH_READING  # noqa: E402
from app.rules.question import Question  # noqa: E402
from app.rules.topic import EXPECTED_KINDS, closer_sentence  # noqa: E402

PASSAGES = 4
FIRST = (1, 3, 8, 10)
OTHERS = 4


@dataclass
class Tally:
    """``ranks`` of the answering sentences, 0 = first, large when it got none; the rest are (answering, other) → below the threshold."""

    ranks: list[int] = field(default_factory=list)
    below: dict[bool, list[bool]] = field(default_factory=lambda: {True: [], False: []})
    outdone: dict[bool, list[bool]] = field(default_factory=lambda: {True: [], False: []})
    far: dict[bool, list[bool]] = field(default_factory=lambda: {True: [], False: []})
    clearly: dict[bool, list[bool]] = field(default_factory=lambda: {True: [], False: []})
    left_out: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus" / "ir" / "xquad")
    parser.add_argument("--questions", type=int, default=250, help="a language")
    parser.add_argument("--languages", default="en,de,zh")
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print("skipped: the folder of XQuAD is not there")
        return
    embed = load(options.models)
    assert embed is not None
    print(
        "| language | questions | first | of 3 | of 8 | of 10 | below share, answering | others | outdone, answering | others "
        "| far below, answering | others | clearly below, answering | others |"
    )
    print("|---" * 14 + "|")
    for language in options.languages.split(","):
        tally = judge(options.corpus / language, language, options.questions, embed)
        firsts = " | ".join(f"{np.mean([r < k for r in tally.ranks]):.3f}" for k in FIRST)
        shares = " | ".join(
            f"{np.mean(found[own]):.3f}"
            for found in (tally.below, tally.outdone, tally.far, tally.clearly)
            for own in (True, False)
        )
        print(f"| {language} | {len(tally.ranks)} (left out: {tally.left_out}) | {firsts} | {shares} |")


def judge(folder: Path, language: str, count: int, embed: Embedding) -> Tally:
    paragraphs = {row["id"]: row["text"] for row in _rows(folder / "corpus.jsonl")}
    homes = dict(_relevant(folder / "qrels.tsv"))
    questions = _rows(folder / "queries.jsonl")
    random.Random(7).shuffle(questions)
    ids = list(paragraphs)
    vectors = embed([paragraphs[i] for i in ids])
    tally = Tally()
    for row in questions[:count]:
        scores = vectors @ embed([row["text"]], asking=True)[0]
        nearest = [ids[n] for n in np.argsort(-scores)[:PASSAGES]]
        evidence = Evidence([_passage(i, paragraphs[i], float(scores[ids.index(i)])) for i in nearest], language)
        answering = _answering(evidence, nearest, homes[row["id"]], row["answer_start"][0])
        if answering is None:
            tally.left_out += 1
            continue
        question = Question.read(row["text"], language)
        ranked = ranked_sentences(question, evidence, embed)
        order = [r.sentence.index for r in ranked]
        tally.ranks.append(order.index(answering.index) if answering.index in order else len(evidence.sentences))
        values = {r.sentence.index: r.value for r in ranked}
        least = WORTH_READING * max(values.values(), default=0.0)
        for sentence in evidence.sentences:
            own = sentence.index == answering.index
            tally.below[own].append(values.get(sentence.index, -1.0) < least)
            tally.outdone[own].append(closer_sentence(question, evidence, [sentence]) is not None)
        kinds = EXPECTED_KINDS.get(question.expects)
        best_others = [i for i in order if i != answering.index][:OTHERS]
        for index in {answering.index, *best_others} - set(order[:1]) | {answering.index}:
            gap = ranked[0].value - values.get(index, 0.0) if ranked else 0.0
            answers_in_kind = bool(ranked) and ranked[0].of_kind
            own = index == answering.index
            tally.far[own].append(gap >= FAR and (kinds is None or answers_in_kind))
            tally.clearly[own].append(gap >= CLEARLY and answers_in_kind)
    return tally


def _answering(evidence: Evidence, nearest: list[str], home: str, start: int) -> EvidenceSentence | None:
    if home not in nearest:
        return None
    passage = nearest.index(home)
    return next((s for s in evidence.sentences if s.passage_index == passage and s.start <= start < s.end), None)


def _passage(name: str, text: str, cosine: float) -> Passage:
    return Passage(
        doc_id=name, chunk_id=name, collection_id="xquad", content=text, relevance_score=min(1.0, max(0.0, cosine)), source=f"{name}.txt",
        source_type="txt", chunk_index=0, start=0, end=len(text),
    )  # fmt: skip


def _rows(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def _relevant(file: Path) -> list[tuple[str, str]]:
    rows = [line.split("\t") for line in file.read_text("utf-8").splitlines() if line.strip()]
    return [(row[0], row[-2]) for row in rows if row[-1].lstrip("-").isdigit() and int(row[-1]) > 0]


if __name__ == "__main__":
    main()
