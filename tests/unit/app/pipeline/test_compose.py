import pytest

from app.pipeline.compose import verbatim
from app.pipeline.retriever import named_context, to_passage

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
