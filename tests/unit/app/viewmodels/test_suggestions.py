"""Questions to begin with name what the documents speak of, in the documents' language."""

from __future__ import annotations

import pytest

from app.viewmodels.suggestions import suggest, topics
from app.workers.fakes.documents import document
from index.document import ParsedDocument, Place
from index.ingest.rows import FileRow


def with_headings(*headings: str, title: str = "") -> ParsedDocument:
    return document([(0, "heading", h) for h in headings], "md", title)


def row(path: str, language: str | None = "en") -> FileRow:
    return FileRow(
        id=path, collection_id="c", source_id="s", path=path, size=1, mtime_ns=1, status="indexed", language=language
    )


@pytest.mark.parametrize(
    ("heading", "topic"),
    [
        ("2 Accommodation", "Accommodation"),
        ("2.3. Meals and drinks:", "Meals and drinks"),
        ("§ 7 Beurlaubung", "Beurlaubung"),
        ("IV. Results", "Results"),
        ("a) Travel", "Travel"),
        ("Gäste im Gewächshaus", "Gäste im Gewächshaus"),
        ("出張の精算", "出張の精算"),
    ],
)
def test_a_topic_is_the_heading_without_its_number(heading: str, topic: str) -> None:
    assert topics(with_headings(heading)) == [topic]


@pytest.mark.parametrize("heading", ["3.4", "2025", "A", "– – –", "x" * 60, "12 / 2024 (7)"])
def test_what_names_no_subject_is_left_out(heading: str) -> None:
    assert topics(with_headings(heading)) == []


def test_the_name_of_a_sheet_is_no_topic() -> None:
    sheet = with_headings("Greenhouse")
    place = Place(kind="sheet", sheet="Greenhouse")
    blocks = tuple(block.model_copy(update={"place": place}) for block in sheet.blocks)
    assert topics(sheet.model_copy(update={"blocks": blocks})) == []


def test_the_title_is_no_topic_and_no_topic_comes_twice() -> None:
    assert topics(with_headings("Travel Policy", "Meals", "MEALS", title="Travel policy")) == ["Meals"]


def test_each_document_gets_a_question_before_one_gets_two() -> None:
    one, other = with_headings("Scope", "Meals", "Claims"), with_headings("Begriffe", "Urlaub")
    found = suggest([(row("/x/Policy 2025.pdf"), one), (row("/x/Urlaub.docx", "de"), other)])
    assert found == (
        "What does “Policy 2025” say about Meals?",
        "Was steht in „Urlaub“ zu Urlaub?",
        "What does “Policy 2025” say about Claims?",
        "Was steht in „Urlaub“ zu Begriffe?",
    )


def test_a_language_without_a_form_of_its_own_is_asked_in_english() -> None:
    assert suggest([(row("/x/a.pdf", "fi"), with_headings("Matkat"))]) == ("What does “a” say about Matkat?",)


def test_two_versions_of_a_document_are_not_asked_about_the_same_topic_while_there_are_others() -> None:
    old, new = with_headings("Scope", "Meals", "Claims"), with_headings("Scope", "Meals", "Transport")
    found = suggest([(row("/x/Policy 2023.pdf"), old), (row("/x/Policy 2025.pdf"), new)], wanted=2)
    assert found == ("What does “Policy 2023” say about Meals?", "What does “Policy 2025” say about Transport?")
