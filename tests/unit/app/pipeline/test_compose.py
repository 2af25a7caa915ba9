import pytest

from app.pipeline.passages import named_context, prefer_year, to_passage
from app.pipeline.quoting import verbatim

from .pipeline_bench import hit

PASSAGE = to_passage(hit("Die  Gebühr\nbeträgt STRASSE 25\u00a0Euro im Jahr. Mehr nicht."))


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Die Gebühr beträgt", "Die  Gebühr\nbeträgt"),
        ("25 Euro im Jahr.", "25\u00a0Euro im Jahr."),
        ("die gebühr", "Die  Gebühr"),
        ("straße 25", "STRASSE 25"),
        ("Die Gebühr beträgt 26", ""),
        ("", ""),
        ("   ", ""),
    ],
)
def test_a_quotation_counts_only_word_for_word_and_in_the_passages_spelling(quote, found):
    assert verbatim(quote, [PASSAGE]) == found


def test_the_files_name_is_in_the_context_unless_the_title_says_it():
    assert named_context("/docs/Policy 2025.pdf", "Policy › Meals") == "Policy 2025.pdf › Policy › Meals"
    assert named_context("/docs/Policy 2025.pdf", "Policy 2025 › Meals") == "Policy 2025 › Meals"
    assert named_context("/docs/Policy 2025.pdf", "") == "Policy 2025.pdf"


def test_of_two_versions_the_one_whose_name_bears_the_asked_year_comes_first():
    old = to_passage(hit("95 euros a night.", relevance=0.77, number=0, name="Policy 2023.docx"))
    new = to_passage(hit("120 euros a night.", relevance=0.71, number=1, name="Policy 2025.pdf"))
    names = [p.source.rsplit("/")[-1] for p in prefer_year([old, new], "What is paid for a night in 2025?")]
    assert names == ["Policy 2025.pdf", "Policy 2023.docx"]


def test_a_year_changes_nothing_where_no_other_year_competes():
    plain = to_passage(hit("95 euros a night.", relevance=0.77, number=0, name="Policy.docx"))
    dated = to_passage(hit("120 euros a night.", relevance=0.71, number=1, name="Policy 2025.pdf"))
    assert prefer_year([plain, dated], "What is paid for a night in 2025?")[0].source.endswith("Policy.docx")
    assert prefer_year([plain, dated], "What is paid for a night?")[0].relevance_score == 0.77
