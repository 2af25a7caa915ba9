"""Which collection a question is about: named by name or alias, else the default one."""

import pytest

from app.rules.subject import Subject, named_subjects, subject_of, without_subject

ACME = Subject("a", ("Acme", "ACM", "Müller & Söhne"))
NORTH = Subject("n", ("Acme North",))
DOCUMENTS = Subject("d", ("Documents", "Institut für Chemie"))
ALL = (ACME, NORTH, DOCUMENTS)


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("What is the fee at Acme?", ["a"]),
        ("what is ACME's fee", ["a"]),
        ("What is the fee at Acme North?", ["n"]),
        ("Compare Acme with Acme North.", ["a", "n"]),
        ("Wie hoch ist die Gebühr bei Müller & Söhne?", ["a"]),
        ("Was gilt im Institut\u00a0für Chemie?", ["d"]),
        ("Which documents are needed?", []),
        ("What is the acmeist movement?", []),
        ("What is macme?", []),
    ],
)
def test_whole_names_count_and_the_longer_one_wins(question, ids):
    assert sorted(named_subjects(question, ALL)) == ids


def test_a_question_goes_to_the_one_it_names_else_to_the_default():
    default = Subject("x", ("Xenon",), is_default=True)
    assert subject_of("Fee at Acme?", (ACME, default)) == "a"
    assert subject_of("What is the fee?", (ACME, default)) == "x"
    assert subject_of("What is the fee?", (ACME,)) == "a"
    assert subject_of("What is the fee?", ALL) is None
    assert subject_of("Compare Acme with Xenon", (ACME, default)) is None
    assert subject_of("What is the fee?", ()) is None


@pytest.mark.parametrize(
    ("question", "name", "plain"),
    [
        ("What is the fee for a guest card at Acme?", "Acme", "What is the fee for a guest card?"),
        ("What is Acme's fee?", "Acme", "What is fee?"),
        ("Wie hoch ist die Gebühr im Institut für Chemie?", "Institut für Chemie", "Wie hoch ist die Gebühr?"),
        ("What is the fee?", "Acme", "What is the fee?"),
    ],
)
def test_a_question_without_its_subject_asks_the_same(question, name, plain):
    assert without_subject(question, name) == plain
