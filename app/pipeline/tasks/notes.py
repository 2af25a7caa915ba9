"""What is said of a section: one or two sentences of the model that its own text bears out, else the section's most telling sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.messages.validation import Citation, GenerationMetadata, SentenceReport, ValidationReport
from app.pipeline.prompt import fence, language_name
from app.pipeline.run import Run, Stages
from app.pipeline.structured import TEMPERATURE, Structured
from app.pipeline.tasks.central import central
from app.pipeline.tasks.documents import WholeDocument
from app.pipeline.tasks.sections import Section
from app.pipeline.templates import Template
from app.settings.schema import Settings
from index.chunking.sentences import split_sentences
from index.document import Span
from models.errors import ModelError
from models.runtimes.base import ChatMessage

NOTE_TOKENS = 120
_OF_ITSELF = re.compile(
    r"(?:(?:this|the) (?:excerpt|section|document|text|passage|page)|it|(?:dieser|der) (?:auszug|abschnitt|text)|das dokument|es|er)"
    r" (?:also |auch )?(?:explains?|describes?|discusses|outlines|covers|details|mentions|is about|(?:provides|gives|includes|contains) (?:information|instructions|details|an overview)"
    r"|beschreibt|erklärt|erläutert|behandelt|erwähnt|handelt von|gibt (?:informationen|auskunft|einen überblick)|geht um)\b",
    re.IGNORECASE,
)
"""A small model likes to say what a text speaks of instead of what it says."""
_BULLETS = "•●○▪◦■-–—*✓·\uf0b7 \t"
_FULL_STOPS = '.!?。！？…"”»)'
GRAMMAR = r"""root ::= line
line ::= [^\n]{2,500}"""
"""One line; the sentences in it end with the model's own end, at the latest after 500 characters."""


class SummaryTemplate(Template):
    """What a summary asks the model."""

    system: str
    section: str
    together: str


@dataclass(frozen=True)
class Note:
    """Sentences of a summary with their citations, and the ``sections`` that they were taken from. ``written`` False: they are the
    document's own."""

    sentences: tuple[SentenceReport, ...]
    sections: tuple[Section, ...]
    written: bool

    @property
    def text(self) -> str:
        return " ".join(s.text for s in self.sentences)


@dataclass
class Effort:
    """What a summary has cost so far: for its one step in the trace, which would else have hundreds."""

    generations: int = 0
    generating_ms: float = 0.0
    validating_ms: float = 0.0


class Notes:
    """Asks the model, checks, falls back. Raises Cancelled."""

    def __init__(self, stages: Stages, settings: Settings, templates: dict[str, SummaryTemplate]) -> None:
        self._stages = stages
        self._templates = templates
        self._model = Structured(stages, settings.budgets)

    def of_section(self, run: Run, section: Section, effort: Effort, *, model: bool) -> Note | None:
        """None for a section without a sentence. ``model`` False: by rule at once."""
        if model:
            said = self._said(run, "section", section.text, (section,), effort)
            if said:
                return Note(said, (section,), written=True)
        own = telling_sentence(section, run.language)
        return Note((own,), (section,), written=False) if own is not None else None

    def together(self, run: Run, notes: Sequence[Note], effort: Effort, *, model: bool) -> Note:
        """One note for several: the model's if their sections bear it out, else the most telling of them."""
        sections = tuple(section for note in notes for section in note.sections)
        if model:
            said = self._said(run, "together", "\n".join(note.text for note in notes), sections, effort)
            if said:
                return Note(said, sections, written=True)
        best = notes[central([note.text for note in notes], run.language)[0]]
        return Note(best.sentences, best.sections, best.written)

    def _said(
        self, run: Run, prompt: str, content: str, sections: Sequence[Section], effort: Effort
    ) -> tuple[SentenceReport, ...]:
        """The model's sentences that stand; empty when it could not be asked or none does."""
        template = self._templates.get(run.language, self._templates["en"])
        asked = str(getattr(template, prompt)).format(
            source=fence(" ".join(sections[0].passage().context.split())),
            content=fence(content),
            language=language_name(template.language, run.language),
        )
        messages = (ChatMessage("system", template.system), ChatMessage("user", asked))
        began = run.clock()
        text = self._model.text(run, messages, GRAMMAR, NOTE_TOKENS)
        effort.generations += 1
        effort.generating_ms += (run.clock() - began) * 1000
        text = _whole_sentences(text, run.language)
        if not text:
            return ()
        began = run.clock()
        report = self._check(run, text, sections)
        effort.validating_ms += (run.clock() - began) * 1000
        if report is None or report.unvalidated:
            return ()
        standing = [
            s for s in report.sentences if s.verdict == "supported" and s.citations and not _OF_ITSELF.match(s.text.strip())
        ]
        return tuple(_placed(s, sections[0].document, _keys(sections)) for s in standing)

    def _check(self, run: Run, text: str, sections: Sequence[Section]) -> ValidationReport | None:
        """Against the sections alone, without a question: what a summary has to say is what stands there."""
        generation = GenerationMetadata(
            model=run.model_id or "", temperature=TEMPERATURE, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0.0,
            tokens_per_second=0.0,
        )  # fmt: skip
        passages = tuple(section.passage() for section in sections)
        try:
            return self._stages.validator.check(run.question.correlation_id, "", text, generation, passages, run.language)
        except ModelError:
            return None


def telling_sentence(section: Section, language: str) -> SentenceReport | None:
    """The section's most telling sentence, word for word with its place."""
    spans = [s for s in split_sentences(section.text, language) if section.text[s.start : s.end].strip()]
    if not spans:
        return None
    best = spans[central([section.text[s.start : s.end] for s in spans], language)[0]]
    lead = len(section.text[best.start : best.end]) - len(section.text[best.start : best.end].lstrip(_BULLETS))
    citation = section.document.cite(section.start + best.start + lead, section.start + best.end, str(section.number))
    words = " ".join(citation.quote.split())
    return SentenceReport(span=Span(start=0, end=len(words)), text=words, verdict="supported", score=1.0, citations=(citation,))


def _keys(sections: Sequence[Section]) -> dict[str, str]:
    return {section.passage().chunk_id: str(section.number) for section in sections}


def _placed(sentence: SentenceReport, document: WholeDocument, keys: dict[str, str]) -> SentenceReport:
    """With citations that name the page, slide or cell of the cited words, not that of the section's beginning."""
    placed: tuple[Citation, ...] = tuple(document.cite(c.start, c.end, keys[c.chunk_id]) for c in sentence.citations)
    return sentence.model_copy(update={"citations": placed})


def _whole_sentences(text: str, language: str) -> str:
    """Without a last sentence that was cut off."""
    text = " ".join(text.split())
    spans = split_sentences(text, language)
    if not spans or text[spans[-1].end - 1] in _FULL_STOPS:
        return text
    return text[: spans[-2].end] if len(spans) > 1 else ""
