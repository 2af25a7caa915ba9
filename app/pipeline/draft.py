"""Reads a model's "quote first, then answer" text while it streams."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.pipeline.prompt import PromptTemplate
from index.chunking.sentences import split_sentences

_NUMBER = re.compile(r"^\s*\[\d+\]\s*")
"""The number that a quotable sentence has in the prompt."""
_NUMBER_BEGUN = re.compile(r"\s*\[\d*\]?\s*")


@dataclass(frozen=True)
class Draft:
    """``quotes`` are what the model says it has copied (not trusted); ``answer`` is its answer, empty when it gave none."""

    quotes: tuple[str, ...]
    answer: str


class DraftReader:
    """Feed tokens in; get back what may be shown. Nothing is shown of the quote line: the program shows its own, verified ones."""

    def __init__(self, template: PromptTemplate, limit: int) -> None:
        self._template = template
        self._limit = limit
        self._raw = ""
        self._shown = 0

    def feed(self, text: str) -> str:
        self._raw += text
        answer = self._answer_so_far()
        if answer is None:
            return ""
        new = answer[self._shown : self._limit]
        self._shown += len(new)
        return new

    @property
    def done(self) -> bool:
        """Nothing more is wanted of the model: the limit is reached, or it has begun to repeat itself."""
        answer = self._answer_so_far()
        return answer is not None and (len(answer) >= self._limit or _repeats(answer))

    def finish(self) -> Draft:
        quotes, answer = self._parts(self._raw.strip() + "\n")
        return Draft(quotes, cut_at_sentence_end(without_repetition((answer or "").strip()), self._limit))

    def _answer_so_far(self) -> str | None:
        return self._parts(self._raw)[1]

    def _parts(self, raw: str) -> tuple[tuple[str, ...], str | None]:
        """Quotations and answer of a text that may still grow, line by line: a model may take turns between the two.

        A last line that may still become a marker belongs to neither. The answer is None before its first word.
        """
        quotes: list[str] = []
        answer: list[str] = []
        lines = raw.lstrip().split("\n")
        for number, line in enumerate(lines):
            text = line.strip()
            if text.startswith(self._template.quote_marker):
                if number < len(lines) - 1:
                    quotes.append(_NUMBER.sub("", text.removeprefix(self._template.quote_marker)).strip(" \t\"'„“”»«-*"))
            elif text.startswith(self._template.answer_marker):
                answer.append(self._said(text.removeprefix(self._template.answer_marker).lstrip(), number < len(lines) - 1))
            elif number < len(lines) - 1 or not self._may_become_marker(text):
                answer.append(self._said(line, number < len(lines) - 1))
        return tuple(q for q in quotes if q), "\n".join(answer).lstrip() if answer else None

    @staticmethod
    def _said(line: str, whole: bool) -> str:
        """A line of the answer without the number of a sentence at its beginning, which a model may copy along; nothing of a line that is
        still growing and may be such a number."""
        return "" if not whole and _NUMBER_BEGUN.fullmatch(line) else _NUMBER.sub("", line)

    def _may_become_marker(self, text: str) -> bool:
        return any(m.startswith(text) for m in (self._template.quote_marker, self._template.answer_marker))


_LOOP = re.compile(r"(?s)(\b.{8,80}?)\1{3}$")
"""Four times the same words, one after the other."""


def _repeats(text: str) -> bool:
    """The same sentence stands there for the second time, whole, or the same words for the fourth time in a row: greedy decoding of a small
    model does not get out of that again."""
    if _LOOP.search(text[-400:]):
        return True
    sentences = [text[s.start : s.end] for s in split_sentences(text)]
    return len(sentences) != len(set(sentences))


def without_repetition(text: str) -> str:
    """The text up to the first sentence that stands there already, and without the repetitions of a loop at its end."""
    loop = _LOOP.search(text)
    if loop is not None:
        text = text[: loop.end(1)].rstrip()
    seen: set[str] = set()
    for span in split_sentences(text):
        sentence = text[span.start : span.end]
        if sentence in seen:
            return text[: span.start].rstrip()
        seen.add(sentence)
    return text


def cut_at_sentence_end(text: str, limit: int) -> str:
    """``text`` itself when it is short enough, else its whole sentences within ``limit`` characters (a hard cut if there is none)."""
    if len(text) <= limit:
        return text
    ends = [span.end for span in split_sentences(text) if span.end <= limit]
    return text[: ends[-1] if ends else limit].rstrip()
