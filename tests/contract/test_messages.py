"""What the messages refuse: sizes, order, clocks, ids."""

import uuid
from datetime import timedelta

import pytest
from pydantic import ValidationError

from app.messages.answer import HistoryMessage, Question
from app.messages.base import new_correlation_id, utc_now
from app.messages.retrieval import RetrievalFilters, RetrievalRequest, RetrievalResponse
from app.messages.validation import DEFAULT_RULES, GenerationMetadata, ValidationRequest
from app.pipeline.passages import to_passage
from app.pipeline.retriever import Retriever
from index import errors

from .bench import hit

ID = new_correlation_id()
GENERATED = GenerationMetadata(
    model="m", temperature=0, prompt_tokens=1, completion_tokens=1, time_to_first_token_ms=1, tokens_per_second=1
)


@pytest.mark.row("messages", "RetrievalRequest")
@pytest.mark.parametrize(
    "wrong",
    [
        {"query": ""},
        {"query": "x" * 501},
        {"max_documents": 0},
        {"max_documents": 11},
        {"timestamp": utc_now() - timedelta(seconds=6)},
        {"timestamp": utc_now() + timedelta(hours=1)},
        {"timestamp": utc_now().replace(tzinfo=None)},
        {"correlation_id": uuid.uuid1()},
        {"retrieval_strategy": "fuzzy"},
        {"filters": {"min_relevance": 1.1}},
        {"where": "kind = 'pdf'"},
    ],
)
def test_a_request_outside_its_limits_is_refused(wrong):
    with pytest.raises(ValidationError):
        RetrievalRequest.model_validate({"correlation_id": ID, "query": "fee"} | wrong)


@pytest.mark.row("messages", "RetrievalRequest")
def test_hybrid_and_sixty_percent_are_the_defaults():
    request = RetrievalRequest(correlation_id=ID, query="fee")
    assert request.retrieval_strategy == "hybrid"
    assert RetrievalFilters().min_relevance == 0.6


@pytest.mark.row("messages", "timestamp of each try")
def test_each_try_has_a_timestamp_of_its_own(bench, monkeypatch):
    stamps = []
    submit = Retriever._submit

    def look(self, request, limit):
        stamps.append(request.timestamp)
        return submit(self, request, limit)

    monkeypatch.setattr(Retriever, "_submit", look)
    bench(outcomes=[errors.Retryable("busy")]).ask()
    assert len(set(stamps)) == 3


@pytest.mark.row("messages", "RetrievalResponse")
def test_a_response_is_sorted_by_relevance_and_under_its_size():
    low, high = to_passage(hit(relevance=0.2)), to_passage(hit(relevance=0.8, number=1))
    RetrievalResponse(correlation_id=ID, status="success", documents=(high, low))
    with pytest.raises(ValidationError):
        RetrievalResponse(correlation_id=ID, status="success", documents=(low, high))
    with pytest.raises(ValidationError):
        RetrievalResponse(correlation_id=ID, status="success", documents=(high,) * 11)


@pytest.mark.row("messages", "Passage")
def test_a_passage_is_under_5_kb_and_knows_where_it_stands_and_whence_it_comes():
    passage = to_passage(hit("ß" * 4000))
    assert len(passage.content.encode()) < 5 * 1024
    assert passage.end - passage.start == len(passage.content)
    assert passage.provenance == "documents"
    assert passage.place.heading_path == ("Fees", "Guest cards")


@pytest.mark.row("messages", "NO_CONTEXT_FOUND")
@pytest.mark.parametrize("question", ["What is the fee?", "Wie hoch ist die Gebühr im Jahr?"])
def test_an_empty_retrieval_is_explicit_in_the_prompt(bench, question):
    run = bench(outcomes=[()], answers=("I do not know.",), mode="open")
    run.ask(question)
    assert "NO_CONTEXT_FOUND: " in run.answers.prompt()


@pytest.mark.row("messages", "filters")
def test_filters_take_ids_enums_and_dates_only():
    for name, field in RetrievalFilters.model_fields.items():
        assert name in {"date_from", "date_to", "source_types", "collections", "documents", "min_relevance"}, field


@pytest.mark.row("messages", "ValidationRequest")
@pytest.mark.parametrize("wrong", [{"response_text": ""}, {"response_text": "x" * 2001}, {"source_documents": ()}])
def test_a_check_without_text_or_sources_is_refused(wrong):
    good = {
        "correlation_id": ID, "question": "q", "response_text": "x", "passages": (to_passage(hit()),),
        "source_documents": ("f0",), "generation_metadata": GENERATED,
    }  # fmt: skip
    assert ValidationRequest.model_validate(good).validation_rules == DEFAULT_RULES
    with pytest.raises(ValidationError):
        ValidationRequest.model_validate(good | wrong)


@pytest.mark.row("messages", "ValidationReport")
@pytest.mark.row("ways", "Validator to Router")
def test_a_report_has_an_entry_for_each_sentence_with_its_words_citations_and_score(bench):
    answer = bench().ask()
    for sentence in answer.report.sentences:
        assert answer.text[sentence.span.start : sentence.span.end] == sentence.text
        assert 0.0 <= sentence.score <= 1.0
        assert sentence.citations
        assert {f.outcome for f in sentence.findings} <= {"pass", "doubt", "fail", "not_applicable"}
    assert answer.report.correlation_id == answer.correlation_id


@pytest.mark.row("messages", "Question")
def test_a_question_carries_sixteen_earlier_messages_at_most():
    said = HistoryMessage(role="user", text="x")
    Question(correlation_id=ID, text="x", history=(said,) * 16)
    with pytest.raises(ValidationError):
        Question(correlation_id=ID, text="x", history=(said,) * 17)
