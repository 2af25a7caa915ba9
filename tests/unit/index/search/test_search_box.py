"""The search box: unfinished words, phrases, identifiers."""

import pytest

from index.search.search_box import phrases_in, unfinished_word


@pytest.fixture
def papers(library):
    library.put("/d/pump.md", "Replace pump AB-1234/5 after the inspection of the pressure valve.")
    library.put("/d/law.md", "Nach § 15 Abs. 4 gilt die Kündigungsfrist für Überstunden.", language="de")
    library.put("/d/mail.md", "Write to service.desk@example.org about the valve pressure.")
    library.put("/d/zh.md", "本合同的违约金为合同总额的百分之五。", language="zh")
    return library


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("inspec", "/d/pump.md"),
        ("press", "/d/pump.md"),
        ("AB-12", "/d/pump.md"),
        ("ab-1234/5", "/d/pump.md"),
        ("kündig", "/d/law.md"),
        ("uberst", "/d/law.md"),
        ("§ 15", "/d/law.md"),
        ("service.desk@exa", "/d/mail.md"),
        ("违约金", "/d/zh.md"),
    ],
)
def test_a_passage_is_found_while_its_word_is_being_typed(papers, text, path):
    assert path in papers.typed(text)


def test_words_in_quotation_marks_stand_side_by_side(papers):
    assert set(papers.typed("valve pressure ")) == {"/d/pump.md", "/d/mail.md"}
    assert papers.typed('"valve pressure"') == ["/d/mail.md"]
    assert papers.typed("„pressure valve“") == ["/d/pump.md"]


def test_a_phrase_of_common_words_is_found_among_many_passages_with_the_same_words(papers):
    for number in range(70):
        papers.put(f"/d/{number}.md", "The art of the state and the state of art the")
    papers.put(
        "/d/phrase.md", "A long passage in which much else is said before anything about the state of the art comes at last"
    )
    assert papers.typed('"state of the art"') == ["/d/phrase.md"]


def test_a_phrase_that_is_not_closed_yet_is_one():
    assert phrases_in('find "big val') == ("big val",)
    assert phrases_in('a 19" rack') == ()
    assert phrases_in("「有給休暇」の日数") == ("有給休暇",)


def test_a_part_number_is_found_without_its_signs(papers):
    assert papers.typed("AB1234") == ["/d/pump.md"]


def test_words_are_found_in_every_language_of_a_collection(papers):
    """Stemmed as each of them would, also beyond the languages with most passages."""
    for language, text in {
        "fr": "les congés annuels", "es": "las reparaciones urgentes", "it": "le spese condominiali", "nl": "de opzeggingen",
        "pl": "wypowiedzenia pisemnie", "ru": "отпуска предоставляются", "pt": "as autorizações",
    }.items():  # fmt: skip
        for number in range(2 if language in ("fr", "es", "it") else 1):
            papers.put(f"/d/{language}{number}.md", f"{text} {'x' * number}", language=language)
    for typed, language in {
        "autorização ": "pt",
        "отпуск ": "ru",
        "wypowiedzenie ": "pl",
        "spesa ": "it",
        "opzegging ": "nl",
    }.items():
        assert papers.typed(typed)[:1] == [f"/d/{language}0.md"]


def test_passages_with_all_words_come_first(papers):
    assert papers.typed("valve insp")[0] == "/d/pump.md"


@pytest.mark.parametrize("text", ["", " ", "%", "x' OR '1", "zzzz", "a_b%", '""', "\\"])
def test_any_text_is_accepted_and_nothing_of_it_is_a_command(papers, text):
    assert papers.typed(text) == []


def test_a_part_number_is_found_by_its_beginning_when_no_sample_holds_it(papers):
    papers.searcher._backgrounds._size = 1
    papers.put("/d/rare.md", "Part QX7-99812 is rare")
    assert papers.typed("QX7-99") == ["/d/rare.md"]


def test_the_word_being_typed_is_the_last_one_unless_a_space_ends_it():
    assert unfinished_word("valve Prüf") == "pruf"
    assert unfinished_word("valve ") is None
    assert unfinished_word('"pressure valve"') is None
    assert phrases_in('a "Big  Valve" „und so“') == ("big valve", "und so")
