"""What stands in the documents of something else is no answer: it is said that nothing was found, and nothing is cited."""

from __future__ import annotations

import numpy as np
import pytest

from app.messages.base import new_correlation_id
from app.messages.validation import GenerationMetadata, ValidationRequest
from app.pipeline.compose import Composer
from app.pipeline.draft import Draft
from app.pipeline.passages import to_passage
from app.rules.check import validate
from models.errors import RuntimeFailed

from .pipeline_bench import hit

_META = GenerationMetadata(
    model="none", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
)
TRUE = "A locker costs 5 euros a year."
PASSAGES = (to_passage(hit(f"{TRUE} Keys are at the desk.", heading="Prices")),)


class _Search:
    """Puts every sentence at the cosine of 0.86 to every question."""

    def embed(self, texts, *, asking=False):
        return np.array([[1.0, 0.0] if asking else [0.86, 0.51]] * len(texts), dtype=np.float32)


class _Dead:
    def embed(self, texts, *, asking=False):
        raise RuntimeFailed("The embedding model is gone.")


def answered(question, draft, search):
    def check(text, against):
        request = ValidationRequest(
            correlation_id=new_correlation_id(), question=question, response_text=text, passages=PASSAGES,
            source_documents=tuple(p.doc_id for p in PASSAGES), generation_metadata=_META,
        )  # fmt: skip
        return validate(request, None, "en", lambda: False)

    return Composer(search).answered(question, draft, PASSAGES, "en", check)


@pytest.mark.parametrize("draft", [Draft((), TRUE), Draft((TRUE,), "A bicycle costs 5 euros a year.")])
def test_a_true_sentence_about_another_thing_is_not_shown(draft):
    outcome = answered("What does a bicycle cost a year?", draft, _Search())
    assert outcome.status == "not_found"
    assert outcome.report is None


def test_a_name_that_no_passage_knows_is_not_answered():
    outcome = answered("What does a locker cost a year in Salzhafen?", Draft((TRUE,), TRUE), _Search())
    assert outcome.status == "not_found"


@pytest.mark.parametrize("search", [_Search(), _Dead()])
def test_the_thing_itself_is_answered_also_when_the_embedder_is_gone(search):
    outcome = answered("What does a locker cost a year?", Draft((TRUE,), TRUE), search)
    assert (outcome.status, outcome.text) == ("answered", TRUE)
