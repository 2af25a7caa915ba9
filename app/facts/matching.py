"""Which facts a question is about, and a fact as a passage that the stages read, check and cite like any other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath, PureWindowsPath

from app.facts.fact import Fact
from app.messages.retrieval import Passage, PinnedNote
from app.rules.evidence import content_words
from app.rules.words import related

FACT_PREFIX = "fact:"
"""Of the chunk id of a fact that is offered as a passage"""
MAX_FACTS = 4
"""Of one question: each costs reading time, and more than a few labels are not named in one sentence."""
NAMED = 0.6
"""Share of a label's words that a question must bear: "What does a guest card cost?" names two of the three of "Guest card fee"."""


def about(question: str, facts: Iterable[Fact], language: str) -> list[Fact]:
    """Those whose label the question names, the most fully named first. ``facts`` are valid and in force."""
    asked = [w.stem for w in content_words(question, language)]
    found = [(share, f) for f in facts if (share := named_share(f.label, asked, language)) >= NAMED]
    return [f for _, f in sorted(found, key=lambda pair: (-pair[0], -len(pair[1].label), pair[1].created))][:MAX_FACTS]


def named_share(label: str, asked: Sequence[str], language: str) -> float:
    """Share 0–1 of the label's content words that are among the stems ``asked``, or are likely forms of one; a label without
    content words is named by none."""
    words = {w.stem for w in content_words(label, language)}
    if not words:
        return 0.0
    return sum(any(word == stem or related(word, stem) for stem in asked) for word in words) / len(words)


def as_passage(fact: Fact) -> Passage:
    """Its sentence at its place in the source. The label stands in the context: read by the model and the rules, never quoted."""
    name = PureWindowsPath(PurePosixPath(fact.source).name).name
    return Passage(
        doc_id=fact.file_id,
        chunk_id=FACT_PREFIX + fact.id,
        collection_id=fact.collection_id,
        content=fact.quote,
        context=" › ".join((name, *fact.place.heading_path, fact.label)),
        relevance_score=1.0,
        source=fact.source,
        title=fact.title,
        source_type=fact.source_type,
        chunk_index=0,
        place=fact.place,
        start=fact.start,
        end=fact.end,
        provenance="facts",
        fact=PinnedNote(label=fact.label, value=fact.figure, valid_from=fact.valid_from),
    )
