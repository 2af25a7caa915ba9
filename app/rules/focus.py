"""What a small model should read of the passages: less text is read better and sooner.

Of four passages the sentences that may answer are chosen by rule, and the model reads these with their surroundings and quotes one of them.
XQuAD, the sentences of the four nearest paragraphs: the answering one is among the first ten for 97 % (en), 95 % (de) and 98 % (zh) of the
questions, and first for 80, 81 and 78 % (tests/benchmarks/bench_focus.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.messages.retrieval import Passage
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.extractive import Ranked, ranked_sentences
from app.rules.question import Question
from app.rules.similarity import AskingEmbed

_SAYS_SOMETHING = 3
"""Words that a sentence has at least."""
WORTH_READING = 0.5
"""Share of the best sentence's value. XQuAD as above: 5, 7 and 3 % of the answering sentences have less, and 93, 92 and 77 % of the others."""
_LIST = 8
"""Items of a list above which its lead-in is looked for."""


@dataclass(frozen=True)
class Focus:
    """``quotable``: the sentences that may answer, on one line each. ``texts``: by chunk id, these sentences with their surroundings as
    they stand in the passage, each behind its number ("[1] "); a passage without one is not in it."""

    quotable: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)


def focus(questions: Sequence[str], passages: Sequence[Passage], embed: AskingEmbed | None, language: str, count: int) -> Focus:
    """The sentences that may answer, at most ``count``, and what a reader needs around them: their neighbours, and the line that leads in
    to a list. ``questions``: one, or the parts of one that asks several things, each of which brings its own sentences."""
    evidence = Evidence(passages, language)
    numbers: dict[int, int] = {}
    quotable: dict[str, int] = {}
    kept: set[int] = set()
    for sentence in _in_turn([_worth_reading(q, evidence, embed, language) for q in questions]):
        if len(quotable) == count:
            break
        numbers[sentence.index] = quotable.setdefault(_line(sentence), len(quotable) + 1)
        kept |= {n.index for n in evidence.neighbours(sentence)} | _lead_in(evidence, sentence)
    texts: dict[str, str] = {}
    for number, passage in enumerate(passages):
        own = [s for s in evidence.sentences if s.passage_index == number and s.index in kept]
        if own:
            texts[passage.chunk_id] = _windows(passage.content, own, numbers)
    return Focus(tuple(quotable), texts)


def _worth_reading(question: str, evidence: Evidence, embed: AskingEmbed | None, language: str) -> list[EvidenceSentence]:
    """The best first. Headings and lead-ins say nothing themselves."""
    ranked: list[Ranked] = ranked_sentences(Question.read(question, language), evidence, embed)
    saying = [
        r for r in ranked
        if len(r.sentence.words) >= _SAYS_SOMETHING
        and not r.sentence.text.rstrip().endswith((":", "："))
        and not evidence.is_heading(r.sentence)
    ]  # fmt: skip
    return [r.sentence for r in saying if r.value >= WORTH_READING * saying[0].value]


def _in_turn(rankings: Sequence[Sequence[EvidenceSentence]]) -> list[EvidenceSentence]:
    """The best of each ranking, then the second best of each …; each sentence once."""
    longest = max((len(r) for r in rankings), default=0)
    mixed = [ranking[rank] for rank in range(longest) for ranking in rankings if rank < len(ranking)]
    return list({s.index: s for s in mixed}.values())


def _line(sentence: EvidenceSentence) -> str:
    return " ".join(sentence.text.split())


def _lead_in(evidence: Evidence, sentence: EvidenceSentence) -> set[int]:
    """The line above that ends with a colon, if the sentence is one of the items below it."""
    for index in range(sentence.index - 1, max(-1, sentence.index - 1 - _LIST), -1):
        above = evidence.sentences[index]
        if above.passage_index != sentence.passage_index:
            break
        if above.text.rstrip().endswith((":", "：")):
            return {index}
    return set()


def _windows(content: str, kept: Sequence[EvidenceSentence], numbers: Mapping[int, int]) -> str:
    """The kept sentences as they stand in the passage, quotable ones behind their number, with an ellipsis where something is left out."""
    text, end, index = "", 0, -1
    for sentence in kept:
        if text:
            between = content[end : sentence.start]
            # What is no evidence (``app.rules.planted``) is not read either.
            text += between if sentence.index == index + 1 and not any(c.isalnum() for c in between) else "\n…\n"
        if sentence.index in numbers:
            text += f"[{numbers[sentence.index]}] "
        text += content[sentence.start : sentence.end]
        end, index = sentence.end, sentence.index
    return text
