"""Prompt assembler: system, pinned facts, passages, history, question, in this order, so that the model's prefix cache is used; token budget first.

Passages are data. They are fenced, cannot close their fence or open another, and the marks of chat templates in them are broken up, so
that nothing in a document can speak as the system or as the person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.messages.answer import HistoryMessage
from app.messages.retrieval import Passage
from app.pipeline.planner import asks_several
from app.pipeline.ports import ModelPort
from app.pipeline.templates import Template
from app.rules.focus import Focus
from app.settings.schema import GenerationSettings
from index.document import Place
from models.runtimes.base import ChatMessage

# Room for the chat template's own tokens beyond what count_tokens sees of a draft.
SAFETY_TOKENS = 16

_LANGUAGE_NAMES = {
    "en": {
        "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "nl": "Dutch",
        "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "zh": "Chinese", "ja": "Japanese", "ar": "Arabic",
    },
    "de": {"de": "Deutsch"},
}  # fmt: skip


class PromptTemplate(Template):
    """What an answer asks the model."""

    quote_marker: str
    answer_marker: str
    system: str
    no_context: str
    fact: str
    passage: str
    attached: str
    question: str
    several: str
    open_system: str
    open_question: str
    history: str
    history_user: str
    history_assistant: str

    def grammar(self, *, several: bool, quotable: Sequence[str] = ()) -> str:
        """GBNF: quotations first (one, or two to three where the question needs several), then the answer.

        A small model forgets the form it was asked for; the grammar does not, and tells the quotation from the answer. With ``quotable``
        (single lines) a quotation is one of these, whole: left alone, a small model copies headings, half sentences and section numbers.
        """
        quotes = r'q "\n" q "\n" (q "\n")?' if several else r'q "\n"'
        quoted = f"({' | '.join(_literal(f'[{n}] {q}') for n, q in enumerate(quotable, start=1))})" if quotable else "line"
        return (
            f'root ::= {quotes} "{self.answer_marker} " line ("\\n" line)*\n'
            f'q ::= "{self.quote_marker} " {quoted}\n'
            r"line ::= [^\n]+"
        )


@dataclass(frozen=True)
class AssembledPrompt:
    """``passages``: those that fitted; ``dropped``: how many did not; ``history``: earlier messages in it."""

    messages: tuple[ChatMessage, ...]
    template: PromptTemplate
    grammar: str | None
    passages: tuple[Passage, ...]
    dropped: int
    tokens: int
    history: int = 0


def describe_place(place: Place) -> str:
    """The place as a person names it, in short: "p. 4", "slide 2", "Fees, B2:B4", "Leave › Carry-over"."""
    if place.page is not None:
        return f"p. {place.page_label or place.page}"
    if place.slide is not None:
        return f"slide {place.slide}"
    if place.sheet is not None:
        return f"{place.sheet}, {place.cells}" if place.cells else place.sheet
    return " › ".join(place.heading_path[-2:])


_Messages = Callable[[Sequence[Passage], Sequence[HistoryMessage]], tuple[ChatMessage, ...]]


class PromptAssembler:
    def __init__(self, templates: dict[str, PromptTemplate]) -> None:
        self._templates = templates

    def assemble(
        self,
        question: str,
        passages: tuple[Passage, ...],
        language: str,
        model: ModelPort,
        generation: GenerationSettings,
        history: Sequence[HistoryMessage] = (),
        focus: Focus | None = None,
    ) -> AssembledPrompt:
        """``focus``: what the model reads of the passages and may quote; None: all of them, anything. Drops the oldest messages, then the least relevant passages, until prompt and answer fit the context."""
        template = self._templates.get(language, self._templates["en"])
        several = asks_several(question, language)
        name = language_name(template.language, language)
        asked = (template.several if several else template.question).format(question=unmarked(question), language=name)

        def messages(kept: Sequence[Passage], said: Sequence[HistoryMessage]) -> tuple[ChatMessage, ...]:
            parts = [*_fenced(template, kept, focus), *_conversation(template, said), asked]
            return (ChatMessage("system", template.system.strip()), ChatMessage("user", "\n\n".join(parts)))

        return self._fit(
            messages,
            passages,
            history,
            template,
            template.grammar(several=several, quotable=[fence(q) for q in focus.quotable] if focus else ()),
            model,
            generation,
        )

    def assemble_open(
        self,
        question: str,
        language: str,
        model: ModelPort,
        generation: GenerationSettings,
        history: Sequence[HistoryMessage] = (),
    ) -> AssembledPrompt:
        """Without passages, which it says (I6): for open mode."""
        template = self._templates.get(language, self._templates["en"])
        name = language_name(template.language, language)
        asked = template.open_question.format(question=unmarked(question), language=name)

        def messages(kept: Sequence[Passage], said: Sequence[HistoryMessage]) -> tuple[ChatMessage, ...]:
            parts = [*_fenced(template, kept), *_conversation(template, said), asked]
            return (ChatMessage("system", template.open_system.strip()), ChatMessage("user", "\n\n".join(parts)))

        return self._fit(messages, (), history, template, None, model, generation)

    def _fit(
        self,
        messages: _Messages,
        passages: tuple[Passage, ...],
        history: Sequence[HistoryMessage],
        template: PromptTemplate,
        grammar: str | None,
        model: ModelPort,
        generation: GenerationSettings,
    ) -> AssembledPrompt:
        budget = model.context_tokens - generation.max_tokens - SAFETY_TOKENS
        kept = list(passages)
        said = recent(history, model, generation)
        while True:
            made = messages(kept, said)
            tokens = model.count_tokens(made)
            if tokens <= budget or not (kept or said):
                return AssembledPrompt(made, template, grammar, tuple(kept), len(passages) - len(kept), tokens, len(said))
            if said:
                said = said[1:]
            else:
                kept.remove(_least(kept))


def _least(kept: Sequence[Passage]) -> Passage:
    """The least relevant, of the documents before those that the person attached."""
    return next((p for p in reversed(kept) if p.provenance != "attachment"), kept[-1])


def _literal(text: str) -> str:
    """``text`` as a GBNF string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def recent(history: Sequence[HistoryMessage], model: ModelPort, generation: GenerationSettings) -> list[HistoryMessage]:
    """The latest messages within their number and their tokens, oldest first."""
    said: list[HistoryMessage] = []
    left = generation.history_tokens
    for message in reversed(history[-generation.conversation_messages :] if generation.conversation_messages else ()):
        left -= model.count_tokens([ChatMessage(message.role, message.text)])
        if left < 0:
            break
        said.insert(0, message)
    return said


def language_name(prompt_language: str, language: str) -> str:
    """What a prompt in ``prompt_language`` calls the language of the answer."""
    return _LANGUAGE_NAMES[prompt_language].get(language, language)


def _fenced(template: PromptTemplate, passages: Sequence[Passage], focus: Focus | None = None) -> list[str]:
    if not passages:
        return [template.no_context]
    texts = focus.texts if focus is not None else {}
    facts = [
        template.fact.format(
            label=_one_line(p.fact.label),
            source=_one_line(Path(p.source).name),
            content=fence(texts.get(p.chunk_id, p.content)),
        )
        for p in passages
        if p.fact is not None
    ]
    found = [p for p in passages if p.fact is None]
    if texts:
        found = [p.model_copy(update={"content": texts[p.chunk_id]}) for p in found if p.chunk_id in texts]
    return facts + [
        template.passage.format(
            number=number,
            source=fence(_source(template, passage)),
            content=fence(passage.content),
        )
        # The most relevant one last: a small model reads best what stands right before the question.
        for number, passage in enumerate(reversed(found), start=1)
    ]


def _source(template: PromptTemplate, passage: Passage) -> str:
    """What the model is told of where the passage comes from, in one line."""
    name = " ".join((passage.context or passage.title or Path(passage.source).name).split())
    return template.attached.format(name=name) if passage.provenance == "attachment" else name


def _one_line(text: str) -> str:
    return fence(" ".join(text.split()))


def _conversation(template: PromptTemplate, said: Sequence[HistoryMessage]) -> list[str]:
    if not said:
        return []
    names = {"user": template.history_user, "assistant": template.history_assistant}
    lines = [f"{names[m.role]}: {fence(' '.join(m.text.split()))}" for m in said]
    return [template.history.format(messages="\n".join(lines))]


_INVISIBLE = "[\\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]*"
_OPENING = "[<\uff1c\ufe64]"
# Our own fences in either language, and the marks with which chat templates tell speakers apart.
_TAG = re.compile(
    f"{_OPENING}(?={_INVISIBLE}/?{_INVISIBLE}(?:excerpt|auszug|fact|fakt|conversation|gespr\u00e4ch|gespra\u0308ch))",
    re.IGNORECASE,
)
_MARK = re.compile(
    f"{_OPENING}(?={_INVISIBLE}(?:\\||\uff5c|/?s>|/?(?:start|end)_of_turn|/?(?:system|assistant|user|think|tool_call)\\b|<))|\\[(?=/?INST\\])",
    re.IGNORECASE,
)


_SPOKEN = re.compile(
    r"^(\s*(?:\[\d+\]\s*)?(?:[-*>#]+\s+)*)(?:\W{0,2}(?:quote|answer|zitat|antwort)\W{0,2}[:\uff1a]\W{0,2}\s*)+",
    re.IGNORECASE | re.MULTILINE,
)
"""The form in which the model is to answer, at the beginning of a line: a small model takes a line in it for the answer, whatever was asked."""


def fence(text: str) -> str:
    """Passage text cannot close its own fence, open another or speak as somebody else: the first bracket of anything like a tag of
    ours or a mark of a chat template is replaced by one that only looks alike, and a line does not begin with the answer's own marks.
    Everything else stays as it is, code included."""
    return unmarked(_SPOKEN.sub(r"\1", _TAG.sub("\u2039", text)))


def unmarked(text: str) -> str:
    """The text without working marks of chat templates."""
    return _MARK.sub(lambda m: "\u2039" if m.group() != "[" else "\u27e6", text)
