"""The door: time limit, embedding budget, rule groups, overall verdict."""

from __future__ import annotations

import numpy as np
import pytest

from app.messages.base import new_correlation_id
from app.messages.retrieval import Passage
from app.messages.validation import GenerationMetadata, ValidationRequest
from app.rules.check import validate
from app.rules.extractive import answerability, extractive_answer
from app.rules.registry import RULES

_META = GenerationMetadata(
    model="none", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
)


def passage(text: str, number: int = 0, context: str = "") -> Passage:
    return Passage(
        doc_id=f"d{number}", chunk_id=f"c{number}", collection_id="k", content=text, context=context, relevance_score=0.9,
        source=f"/docs/file{number}.md", source_type="md", chunk_index=number, start=50, end=50 + len(text),
    )  # fmt: skip


def request(answer: str, *passages: Passage, question: str = "", **extra) -> ValidationRequest:
    return ValidationRequest(
        correlation_id=new_correlation_id(), question=question, response_text=answer, passages=passages,
        source_documents=tuple(p.doc_id for p in passages), generation_metadata=_META, **extra,
    )  # fmt: skip


def test_when_the_time_is_over_the_report_says_so_and_nothing_unchecked_is_called_supported():
    answer = "The library opens at nine. The library closes at five."
    given = passage("The library opens at nine. The library closes at five.")
    calls = iter([False, True])
    report = validate(request(answer, given), None, "en", lambda: next(calls))
    assert report.unvalidated
    assert report.verdict == "unvalidated"
    assert [s.verdict for s in report.sentences] == ["supported", "unsupported"]


def test_only_few_texts_are_embedded_and_each_once():
    embedded: list[str] = []

    def embed(texts):
        embedded.extend(texts)
        return np.full((len(texts), 4), 0.5, dtype=np.float32)

    lines = " ".join(f"The shelf number {n} of the library holds blue books." for n in range(200))
    answer = " ".join(f"The shelf number {n} holds blue books." for n in range(12))
    passages = [passage(lines[i : i + 4000], n) for n, i in enumerate(range(0, len(lines), 4000))]
    validate(request(answer, *passages), embed, "en", lambda: False)
    assert len(embedded) == len(set(embedded))
    assert len(embedded) <= 12 + 32


def test_an_answer_is_supported_only_if_every_claim_is():
    given = passage("The library opens at nine. The garden is large.")
    report = validate(request("The library opens at nine. The garden has 14 ponds.", given), None, "en", lambda: False)
    assert [s.verdict for s in report.sentences][0] == "supported"
    assert report.verdict == "partly_supported"


def test_a_rule_group_that_was_not_asked_for_is_silent():
    given = passage("The garden has 13 ponds.")
    report = validate(request("The garden has 14 ponds.", given, validation_rules=("citation",)), None, "en", lambda: False)
    assert {f.rule for s in report.sentences for f in s.findings} <= {"citation", "quotation"}


def test_spans_of_sentences_and_marks_are_offsets_in_the_answer():
    answer = "The library opens at nine.\n\n- The garden has 14 ponds."
    report = validate(
        request(answer, passage("The library opens at nine. The garden has 13 ponds.")), None, "en", lambda: False
    )
    for sentence in report.sentences:
        assert answer[sentence.span.start : sentence.span.end] == sentence.text
    marks = [f.span for s in report.sentences for f in s.findings if f.span and f.rule == "numbers"]
    assert [answer[m.start : m.end] for m in marks] == ["14"]


def test_the_same_request_gives_the_same_report():
    asked = request("The library opens at nine.", passage("The library opens at nine."))
    first, second = (validate(asked, None, "en", lambda: False) for _ in range(2))
    assert first.sentences == second.sentences


def test_every_rule_has_its_own_name_and_languages():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.languages for rule in RULES)


@pytest.mark.parametrize("text", ["§", "…", "1.", "。", "\u00a0x", "a" * 2000, "💡 42 €", "[1][2]", "–"])
def test_odd_answers_do_not_break_the_check(text):
    assert validate(request(text, passage("The lamp costs 42 €.")), None, "de", lambda: False).sentences is not None


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh", "ja", "ar", "th", "xx"])
def test_any_language_code_is_accepted(language):
    assert validate(request("Lamp 42.", passage("Lamp 42.")), None, language, lambda: False).verdict == "supported"


class TestExtractive:
    def test_the_best_sentences_come_word_for_word_with_their_places(self):
        text = "The hall is old. A visitor ticket costs 12 euros. The garden is large."
        found = extractive_answer("How much does a visitor ticket cost?", [passage(text)], None, "en")
        assert found[0].quote == "A visitor ticket costs 12 euros."
        assert text[found[0].start - 50 : found[0].end - 50] == found[0].quote

    def test_nothing_fits_nothing_is_quoted(self):
        assert extractive_answer("How deep is the lake?", [passage("Tickets cost money.")], None, "en") == []

    def test_no_more_sentences_than_asked_for(self):
        text = "The red ticket costs 12 euros. The blue ticket costs 13 euros. The green ticket costs 14 euros."
        assert len(extractive_answer("What does a ticket cost?", [passage(text)], None, "en", max_sentences=2)) <= 2


class TestAnswerability:
    def test_an_answered_question_is_likelier_than_a_near_miss(self):
        given = [passage("The entry fee for the museum in Porto Verde is 12 euros.", 0, "Fees › Museum")]
        answered = answerability("What is the entry fee for the museum in Porto Verde?", given, None, "en")
        near_miss = answerability("What is the entry fee for the aquarium in Salzhafen?", given, None, "en")
        foreign = answerability("Who painted the ceiling of the chapel?", given, None, "en")
        assert answered > 0.5 > near_miss > foreign

    def test_a_german_question_is_answered_by_a_compound(self):
        given = [passage("Die Ausleihfrist für Bücher beträgt vier Wochen.")]
        assert answerability("Wie viele Wochen beträgt die Frist für Bücher?", given, None, "de") > 0.5

    def test_without_passages_nothing_is_answered(self):
        assert answerability("What is the fee?", [], None, "en") == 0.0


@pytest.mark.parametrize("opening", ["", "- ", "(1) ", "2. "])
def test_a_sentence_copied_whole_is_not_doubted_for_what_its_neighbours_deny_or_limit(opening):
    # "Arbeit" is denied, and a form of it stands in "Arbeitgeber", which is not.
    rule = "Der Arbeitgeber darf eine Person, die jünger ist als 18 Jahre, nicht mit einer Arbeit betrauen, die länger als 90 Minuten dauert."
    report = validate(request(rule, passage(f"{opening}{rule} Alle Dienste werden notiert.")), None, "de", lambda: False)
    assert report.verdict == "supported", report.sentences[0].findings
