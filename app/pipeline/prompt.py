"""Prompt assembler: system, passages, question, in this order, so that the model's prefix cache is used; token budget first."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from app.messages.retrieval import Passage
from app.pipeline.planner import asks_several
from app.pipeline.ports import ModelPort
from index.document import Place
from models.runtimes.base import ChatMessage

PROMPT_LANGUAGES = ("en", "de")
# Room for the chat template's own tokens beyond what count_tokens sees of a draft.
SAFETY_TOKENS = 16

_LANGUAGE_NAMES = {
    "en": {
        "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "nl": "Dutch",
        "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "zh": "Chinese", "ja": "Japanese", "ar": "Arabic",
    },
    "de": {"de": "Deutsch"},
}  # fmt: skip


class PromptTemplate(BaseModel):
    """A file of ``resources/prompts``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    language: str
    quote_marker: str
    answer_marker: str
    system: str
    no_context: str
    passage: str
    question: str
    several: str

    def grammar(self, *, several: bool) -> str:
        """GBNF: quotations first (one, or two to three where the question needs several), then the answer.

        A small model forgets the form it was asked for; the grammar does not, and tells the quotation from the answer.
        """
        quotes = r'q "\n" q "\n" (q "\n")?' if several else r'q "\n"'
        return (
            f'root ::= {quotes} "{self.answer_marker} " line ("\\n" line)*\n'
            f'q ::= "{self.quote_marker} " line\n'
            r"line ::= [^\n]+"
        )


@dataclass(frozen=True)
class AssembledPrompt:
    messages: tuple[ChatMessage, ...]
    template: PromptTemplate
    grammar: str
    passages: tuple[Passage, ...]
    dropped: int
    tokens: int


def load_templates(folder: Path) -> dict[str, PromptTemplate]:
    templates = {}
    for language in PROMPT_LANGUAGES:
        with (folder / f"quick.{language}.toml").open("rb") as file:
            templates[language] = PromptTemplate.model_validate(tomllib.load(file))
    return templates


def describe_place(place: Place) -> str:
    """The place as a person names it, in short: "p. 4", "slide 2", "Fees, B2:B4", "Leave › Carry-over"."""
    if place.page is not None:
        return f"p. {place.page_label or place.page}"
    if place.slide is not None:
        return f"slide {place.slide}"
    if place.sheet is not None:
        return f"{place.sheet}, {place.cells}" if place.cells else place.sheet
    return " › ".join(place.heading_path[-2:])


class PromptAssembler:
    def __init__(self, templates: dict[str, PromptTemplate]) -> None:
        self._templates = templates

    def assemble(
        self, question: str, passages: tuple[Passage, ...], language: str, model: ModelPort, answer_tokens: int
    ) -> AssembledPrompt:
        """Drops the least relevant passages until prompt and answer fit the context. ``dropped`` says how many."""
        template = self._templates.get(language, self._templates["en"])
        system = template.system.strip()
        several = asks_several(question, language)
        budget = model.context_tokens - answer_tokens - SAFETY_TOKENS
        kept = list(passages)
        while True:
            messages = (
                ChatMessage("system", system),
                ChatMessage("user", self._user_text(template, kept, question, language, several=several)),
            )
            tokens = model.count_tokens(messages)
            if tokens <= budget or not kept:
                return AssembledPrompt(
                    messages=messages,
                    template=template,
                    grammar=template.grammar(several=several),
                    passages=tuple(kept),
                    dropped=len(passages) - len(kept),
                    tokens=tokens,
                )
            kept.pop()

    def _user_text(
        self, template: PromptTemplate, passages: list[Passage], question: str, language: str, *, several: bool
    ) -> str:
        if not passages:
            parts = [template.no_context]
        else:
            parts = [
                template.passage.format(
                    number=number,
                    source=fence(passage.context or passage.title or Path(passage.source).name),
                    content=fence(passage.content),
                )
                # The most relevant one last: a small model reads best what stands right before the question.
                for number, passage in enumerate(reversed(passages), start=1)
            ]
        name = _LANGUAGE_NAMES[template.language].get(language, language)
        asked = template.several if several else template.question
        return "\n\n".join([*parts, asked.format(question=question, language=name)])


def fence(text: str) -> str:
    """Passage text cannot close its own fence or open another: the angle bracket of anything like a tag is replaced."""
    return text.replace("</", "‹/").replace("<excerpt", "‹excerpt").replace("<auszug", "‹auszug").replace("<|", "‹|")
