"""Rule: where another passage gives another figure for the same matter, the answer does not pick one silently.

Why: folders hold an old and a new version of one rule, and slides that nobody updated. The same matter: a sentence of another document
or section that shares most content words with the cited one, holds what was asked as far as the cited one does, and has a figure of the
same unit in the same position, or of the same noun, whose value differs. No disagreement are: other labels (each side names something
that the other does not), rows of different items, a year or name that the question names and only the cited side bears, limits in
opposite directions, a value inside the other's range, figures that the answer names both, and questions that ask for a comparison.
Example: "Hotels are paid up to 120 euros" cited, "Hotels are paid up to 95 euros" in another file → doubt that names 95 euros and its place.
Languages: all. Source: measured on pairs of policy versions and on XQuAD paragraphs, tests/benchmarks/bench_disagreement.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath

from app.messages.validation import Finding
from app.rules.calendar_dates import years_in
from app.rules.claim import Claim, Rule
from app.rules.cues import direction
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.quantities import Quantity, read_quantities, same, same_anywhere
from app.rules.question import Question, compares
from app.rules.words import Token

SHARED, SHARED_PAIRS = 0.5, 0.4
"""Share of both sentences' words that must be common; less where words are pairs of characters, each of which a particle
changes (zh, ja). At these no sentence of XQuAD's articles is said to disagree (bench_disagreement)."""
_GLANCE = 0.3
_BORNE_PAIRS = 0.75
_FEWEST = 2
"""Common content words below which the headings must be alike as well."""
_ALIKE_HEADINGS = 0.5
_KINDS = ("number", "percent", "money", "duration", "measure", "date", "time")
_DAYS: dict[str | None, Decimal] = {
    "second": Decimal(1) / 86400, "minute": Decimal(1) / 1440, "hour": Decimal(1) / 24, "day": Decimal(1), "week": Decimal(7),
    "month": Decimal(30), "year": Decimal(365),
}  # fmt: skip
_TOLERANCE = Decimal("0.1")
"""Between units of time: a month is not exactly 30 days."""


@dataclass(frozen=True)
class Opposing:
    """``given`` in ``sentence`` says otherwise than ``own`` in a cited sentence."""

    own: Quantity
    given: Quantity
    sentence: EvidenceSentence


def check(claim: Claim) -> list[Finding]:
    answered = read_quantities(claim.answer, claim.language)
    found = opposing(claim.evidence, claim.question, claim.sources, claim.quantities, answered)
    if found is None:
        return []
    span = next(((q.start, q.end) for q in claim.quantities if q == found.own), None)
    place = dated_place(claim.evidence, found.sentence)
    return [
        claim.finding("disagreement", "doubt", "disagreement.other", span, given=found.given.text.rstrip(" .,"), place=place)
    ]


def dated_place(evidence: Evidence, sentence: EvidenceSentence) -> str:
    """Where the sentence stands, with the year that its document or heading bears, unless the file's name shows it."""
    passage = evidence.passages[sentence.passage_index]
    place = evidence.place_name(sentence)
    years = sorted(years_in(f"{passage.title or ''} {passage.context}") - years_in(place))
    return f"{place} ({', '.join(years)})" if years else place


def opposing(
    evidence: Evidence,
    question: Question,
    sources: Sequence[EvidenceSentence],
    figures: Sequence[Quantity],
    answered: Sequence[Quantity],
) -> Opposing | None:
    """The first figure of ``figures`` that a cited sentence states and another passage contradicts; None when there is none.

    ``answered``: all figures of the answer; what it names itself is not kept back.
    """
    if compares(question.text):
        return None
    for own in figures:
        if own.kind not in _KINDS or own.weak or own.is_year:
            continue
        for source in sources:
            stated = next((q for q in source.quantities if same(own, q)), None)
            if stated is None:
                continue
            for other in _alike(evidence, question, source):
                given = _contradicts(source, stated, other)
                if given is not None and not same_anywhere(given, tuple(answered)):
                    return Opposing(own, given, other)
    return None


def _contradicts(source: EvidenceSentence, stated: Quantity, other: EvidenceSentence) -> Quantity | None:
    given = _counterpart(source, stated, other)
    if given is None or not _differs(stated, given) or any(same(stated, q) for q in other.quantities):
        return None
    return None if _opposite_limits(source, stated, other, given) else given


def _alike(evidence: Evidence, question: Question, source: EvidenceSentence) -> list[EvidenceSentence]:
    """Sentences of other sections on the same matter and subject, found once for a cited sentence."""
    key = ("disagreement", question.text, source.index)
    found = evidence.memo.get(key)
    if not isinstance(found, list):
        found = [
            other for other in evidence.sentences
            if other.passage_index != source.passage_index and other.quantities
            and (_same_label(evidence, source, other) or _on_the_same(evidence, question, source, other))
        ]  # fmt: skip
        evidence.memo[key] = found
    return found


def _on_the_same(evidence: Evidence, question: Question, source: EvidenceSentence, other: EvidenceSentence) -> bool:
    return (
        not _same_section(evidence, source, other)
        and _overlap(source, other)
        and _same_subject(evidence, question, source, other)
        and _same_matter(evidence, source, other)
    )


def _same_label(evidence: Evidence, source: EvidenceSentence, other: EvidenceSentence) -> bool:
    """Two pinned facts of one name speak of the same matter, in whatever words."""
    a, b = evidence.passages[source.passage_index].fact, evidence.passages[other.passage_index].fact
    return a is not None and b is not None and a.label.casefold() == b.label.casefold()


def _overlap(source: EvidenceSentence, other: EvidenceSentence) -> bool:
    """Cheap and wide: enough words in common that the closer look is worth its time."""
    return len(source.stems & other.stems) >= _GLANCE * min(len(source.stems), len(other.stems))


def _same_section(evidence: Evidence, source: EvidenceSentence, other: EvidenceSentence) -> bool:
    """Neighbours under one heading are items of one list, not versions."""
    a, b = evidence.passages[source.passage_index], evidence.passages[other.passage_index]
    if (a.fact is None) != (b.fact is None):
        # A fact is a sentence of one document: the rest of it speaks of other things, or was there when the fact was pinned.
        return a.doc_id == b.doc_id
    return a.doc_id == b.doc_id and a.context == b.context


def _counterpart(source: EvidenceSentence, stated: Quantity, other: EvidenceSentence) -> Quantity | None:
    """The figure of ``other`` in the place of ``stated``: the only one of its unit, or the one of the same rank among as many."""
    own = [q for q in source.quantities if _comparable(q, stated)]
    given = [q for q in other.quantities if _comparable(q, stated)]
    if len(own) != len(given) or not given:
        return None
    at = next((i for i, q in enumerate(own) if q.start == stated.start), None)
    return given[at] if at is not None else None


def _comparable(a: Quantity, b: Quantity) -> bool:
    if a.kind != b.kind or a.weak or a.is_year != b.is_year:
        return False
    if a.kind == "duration":
        return a.unit in _DAYS and b.unit in _DAYS or a.unit == b.unit
    if a.unit != b.unit:
        return False
    return a.unit is not None or a.kind in ("date", "time") or (a.noun is not None and a.noun == b.noun)


def _differs(a: Quantity, b: Quantity) -> bool:
    if same(a, b) or same(b, a):
        return False
    if a.kind == "date":
        # "2 June" and "June 2025" do not contradict each other; "2 June" and "3 June" do.
        return any(x and y and x != y for x, y in zip(a.values, b.values, strict=True))
    if a.kind == "duration" and a.unit != b.unit and a.unit in _DAYS and b.unit in _DAYS:
        x, y = (q.values[-1] * _DAYS[q.unit] for q in (a, b))
        return abs(x - y) > _TOLERANCE * max(x, y)
    if len(a.values) != len(b.values):
        single, ends = (a, b) if len(a.values) == 1 else (b, a)
        return not ends.values[0] <= single.values[0] <= ends.values[-1]
    return True


def _opposite_limits(source: EvidenceSentence, stated: Quantity, other: EvidenceSentence, given: Quantity) -> bool:
    is_time = stated.kind in ("date", "time", "duration")
    a = direction(source.text, stated.start, stated.end, is_time)
    b = direction(other.text, given.start, given.end, is_time)
    return a is not None and b is not None and bool(a.opposes(b))


def _same_matter(evidence: Evidence, source: EvidenceSentence, other: EvidenceSentence) -> bool:
    own, theirs = source.content, other.content
    if not own or not theirs:
        return False
    only_own = [w for w in own if not _held(evidence, other, w)]
    only_theirs = [w for w in theirs if not _held(evidence, source, w)]
    rows = "|" in source.text or "|" in other.text
    if only_own and only_theirs and (rows or any(map(_is_label, (*only_own, *only_theirs)))):
        return False
    if _labels(source) != _labels(other) and _labels(source) and _labels(other):
        return False
    # Counted, not weighed by rarity: over two versions of one rule what both say is never rare.
    total = len({w.stem for w in (*own, *theirs)})
    apart = len({w.stem for w in (*only_own, *only_theirs)})
    if total - apart < total * (SHARED_PAIRS if source.language in ("zh", "ja") else SHARED):
        return False
    common = {w.stem for w in own} - {w.stem for w in only_own}
    return len(common) >= _FEWEST or _headings_alike(evidence, source, other)


def _held(evidence: Evidence, sentence: EvidenceSentence, word: Token) -> bool:
    return bool(evidence.holds(sentence, word.stem)) or evidence.context_holds(sentence.passage_index, word.stem)


def _is_label(word: Token) -> bool:
    """A name, code or other word that is written with a capital inside a sentence (not at its start) tells things apart."""
    return word.start > 0 and len(word.text) > 1 and word.text[:1].isupper()


def _labels(sentence: EvidenceSentence) -> frozenset[str]:
    """Identifiers ("Level 5") and years beside the figure."""
    codes = {q.key for q in sentence.quantities if q.kind == "identifier"}
    return frozenset(codes | years_in(sentence.text))


def _headings_alike(evidence: Evidence, source: EvidenceSentence, other: EvidenceSentence) -> bool:
    stems = (evidence.context_stems[s.passage_index] for s in (source, other))
    a, b = ({s for s in some if not s.isdigit()} for some in stems)
    return bool(a) and len(a & b) >= _ALIKE_HEADINGS * len(a | b)


def _same_subject(evidence: Evidence, question: Question, source: EvidenceSentence, other: EvidenceSentence) -> bool:
    """What the question names and the cited side bears (a word, a code, a year), the other side must bear too."""
    borne = [t for t in question.terms if evidence.holds(source, t) or evidence.context_holds(source.passage_index, t)]
    shared = [t for t in borne if evidence.holds(other, t) or evidence.context_holds(other.passage_index, t)]
    # Pairs of characters: 用是 and 用为 differ in a particle only.
    if len(shared) < len(borne) * (_BORNE_PAIRS if source.language in ("zh", "ja") else 1):
        return False
    asked = years_in(question.text)
    if asked & _years(evidence, source) and not asked & _years(evidence, other):
        return False
    codes = [q for q in question.quantities if q.kind == "identifier"]
    return all(_bears(evidence, other, c) or not _bears(evidence, source, c) for c in codes)


def _years(evidence: Evidence, sentence: EvidenceSentence) -> set[str]:
    passage = evidence.passages[sentence.passage_index]
    return years_in(f"{sentence.text} {passage.context} {passage.title or ''} {PurePath(passage.source).name}")


def _bears(evidence: Evidence, sentence: EvidenceSentence, code: Quantity) -> bool:
    return any(same(code, q) for q in (*sentence.quantities, *evidence.context_quantities[sentence.passage_index]))


def opposing_sentences(
    evidence: Evidence,
    question: Question,
    cited: Iterator[tuple[Sequence[EvidenceSentence], Sequence[Quantity]]],
    answered: Sequence[Quantity],
) -> list[EvidenceSentence]:
    """The contradicting sentences of several answer sentences, each once."""
    found = (opposing(evidence, question, sources, figures, answered) for sources, figures in cited)
    return list(dict.fromkeys(o.sentence for o in found if o is not None))


RULE = Rule("disagreement", "contamination", check, "all")
