"""Three sibling programmes with the same headings (invariant I1): an answer from the wrong one is never shown as supported, nor unmarked."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from app.messages.base import new_correlation_id
from app.messages.retrieval import Passage
from app.messages.validation import GenerationMetadata, ValidationReport, ValidationRequest
from app.pipeline.compose import Composer
from app.pipeline.draft import Draft
from app.rules.check import validate
from index.document import Place

_FILE = Path(__file__).resolve().parents[1] / "benchmarks" / "siblings.py"
_SPEC = importlib.util.spec_from_file_location("dossier_siblings", _FILE)
siblings = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = siblings
_SPEC.loader.exec_module(siblings)

ASKED = siblings.questions()
_META = GenerationMetadata(
    model="fake", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
)


def _passages() -> dict[str, list[Passage]]:
    """Heading → the passages of the three programmes."""
    found: dict[str, list[Passage]] = {}
    for name, text in siblings.documents().items():
        for part in text.split("\n## ")[1:]:
            heading, body = part.split("\n", 1)
            content = body.strip()
            start = text.index(content)
            found.setdefault(heading, []).append(
                Passage(
                    doc_id=name, chunk_id=f"{name}-{heading}", collection_id="k", content=content,
                    context=f"{Path(name).stem} › {heading}", relevance_score=0.8, source=f"/docs/{name}", source_type="md", chunk_index=0,
                    place=Place(kind="heading", heading_path=(Path(name).stem, heading)), start=start, end=start + len(content),
                )
            )  # fmt: skip
    return found


PASSAGES = _passages()


class _FakeModel:
    embed = None


def _answer(asked, words: str, quote: str):
    given = tuple(PASSAGES[asked.heading]) + tuple(p[0] for h, p in PASSAGES.items() if h != asked.heading)

    def check(text: str, passages: tuple[Passage, ...] | None = None) -> ValidationReport:
        read = passages or given
        request = ValidationRequest(
            correlation_id=new_correlation_id(), question=asked.question, response_text=text, passages=read,
            source_documents=tuple(p.doc_id for p in read), generation_metadata=_META,
        )  # fmt: skip
        return validate(request, None, "en", lambda: False)

    outcome = Composer(_FakeModel()).answered(asked.question, Draft((quote,) if quote else (), words), given, "en", check)
    return check(words), outcome


def test_there_are_enough_questions():
    assert len(ASKED) >= 31


@pytest.mark.parametrize("asked", ASKED, ids=lambda a: a.question)
def test_an_answer_from_the_asked_programme_is_supported(asked):
    for words in (asked.right, f"{asked.value}.", f"In the {asked.programme} programme: {asked.right}"):
        report, outcome = _answer(asked, words, asked.right)
        assert report.verdict == "supported", words
        assert outcome.text.startswith(words)


@pytest.mark.parametrize("asked", ASKED, ids=lambda a: a.question)
def test_an_answer_from_a_sibling_is_never_shown_as_supported(asked):
    for wrong, value in zip(asked.wrong, asked.others, strict=True):
        for words in (wrong, f"{value}.", f"In the {asked.programme} programme: {wrong}"):
            report, outcome = _answer(asked, words, wrong)
            assert report.verdict != "supported", words
            shown = outcome.report.sentences if outcome.report else ()
            assert not any(s.verdict == "supported" and value in s.text for s in shown)
