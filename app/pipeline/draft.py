"""Reads a model's "quote first, then answer" text while it streams."""

from __future__ import annotations

from dataclasses import dataclass

from app.pipeline.prompt import PromptTemplate
from index.chunking.sentences import split_sentences


@dataclass(frozen=True)
class Draft:
    """``quotes`` are what the model claims to have copied (not trusted); ``answer`` is its answer, ``not_found`` its refusal."""

    quotes: tuple[str, ...]
    answer: str
    not_found: bool


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
        # The refusal is a word of the protocol, not an answer: hold back while the text may still become one.
        head = answer.strip()
        if self._template.not_found.startswith(head[: len(self._template.not_found)].upper()) and len(head) < len(
            self._template.not_found
        ):
            return ""
        if self._is_refusal(head):
            return ""
        new = answer[self._shown : self._limit]
        self._shown += len(new)
        return new

    @property
    def full(self) -> bool:
        """The answer has reached its limit of characters."""
        answer = self._answer_so_far()
        return answer is not None and len(answer) >= self._limit

    def finish(self) -> Draft:
        raw = self._raw.strip()
        head, marker, tail = raw.partition(self._template.answer_marker)
        if not marker:
            if raw.startswith(self._template.quote_marker):
                quoted = self._quotes(raw)
                return Draft(quoted, " ".join(quoted), not quoted)
            head, tail = "", raw
        answer = cut_at_sentence_end(tail.strip(), self._limit)
        return Draft(self._quotes(head), answer, not answer or self._is_refusal(answer))

    def _answer_so_far(self) -> str | None:
        _, marker, tail = self._raw.partition(self._template.answer_marker)
        if marker:
            return tail.lstrip()
        start = self._raw.lstrip()
        expected = (self._template.quote_marker, self._template.answer_marker)
        if any(m.startswith(start[: len(m)]) for m in expected):
            return None
        return start

    def _is_refusal(self, answer: str) -> bool:
        return self._template.not_found.lower() in answer[: len(self._template.not_found) + 8].lower()

    def _quotes(self, head: str) -> tuple[str, ...]:
        text = head.replace(self._template.quote_marker, "").strip()
        lines = (line.strip(" \t\"'„“”»«-*") for line in text.splitlines())
        return tuple(line for line in lines if line)


def cut_at_sentence_end(text: str, limit: int) -> str:
    """``text`` itself when it is short enough, else its whole sentences within ``limit`` characters (a hard cut if there is none)."""
    if len(text) <= limit:
        return text
    ends = [span.end for span in split_sentences(text) if span.end <= limit]
    return text[: ends[-1] if ends else limit].rstrip()
