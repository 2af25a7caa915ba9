import pytest

from app.pipeline.draft import DraftReader, cut_at_sentence_end, without_repetition
from app.pipeline.prompt import PromptTemplate
from app.pipeline.templates import load_templates
from app.settings.paths import resources_dir

ENGLISH = load_templates(resources_dir() / "prompts", "quick", PromptTemplate)["en"]


def read(text, *, limit=1950, piece=3):
    reader = DraftReader(ENGLISH, limit)
    shown = "".join(reader.feed(text[i : i + piece]) for i in range(0, len(text), piece))
    return shown, reader.finish()


@pytest.mark.parametrize("piece", [1, 3, 7, 1000])
def test_only_the_answer_is_shown_however_the_tokens_fall(piece):
    shown, draft = read("Quote: A line.\nQuote: Another.\nAnswer: Yes. It is.", piece=piece)
    assert shown == "Yes. It is."
    assert draft.quotes == ("A line.", "Another.")
    assert draft.answer == "Yes. It is."


def test_a_model_without_the_form_is_read_as_an_answer():
    shown, draft = read("It is 25 euros.")
    assert (shown, draft.answer, draft.quotes) == ("It is 25 euros.", "It is 25 euros.", ())


def test_a_quotation_without_an_answer_is_kept_as_a_quotation():
    shown, draft = read("Quote: The fee is 25 euros.")
    assert shown == ""
    assert draft.quotes == ("The fee is 25 euros.",)
    assert draft.answer == ""


def test_quotation_marks_around_a_quotation_are_no_part_of_it():
    _, draft = read("Quote: „Die Gebühr beträgt 25 Euro.“\nAnswer: 25 Euro.")
    assert draft.quotes == ("Die Gebühr beträgt 25 Euro.",)


@pytest.mark.parametrize("piece", [1, 4, 1000])
def test_a_model_that_quotes_again_between_its_answers_is_read_rightly(piece):
    text = "Quote: One line.\nAnswer: It is due.\nQuote: Another line.\nAnswer: It is 25 euros.\nThat is all."
    shown, draft = read(text, piece=piece)
    assert draft.quotes == ("One line.", "Another line.")
    assert draft.answer == "It is due.\nIt is 25 euros.\nThat is all."
    assert shown == draft.answer


def test_nothing_is_shown_beyond_the_limit_and_the_cut_is_at_a_sentence_end():
    shown, draft = read("Answer: One sentence. " + "Two sentences. " * 20, limit=40)
    assert len(shown) <= 40
    assert draft.answer == "One sentence. Two sentences."


def test_a_sentence_without_an_end_is_cut_hard():
    assert cut_at_sentence_end("x" * 50, 20) == "x" * 20


def test_repetition_ends_the_answer_where_it_begins():
    assert without_repetition("It is due. It is 25 euros. It is due. It is due.") == "It is due. It is 25 euros."


def test_the_reader_says_when_nothing_more_is_wanted():
    reader = DraftReader(ENGLISH, 1950)
    reader.feed("Quote: a\nAnswer: It is due. It is 25 euros.")
    assert not reader.done
    reader.feed(" It is due. And")
    assert reader.done


def test_the_number_that_a_sentence_has_in_the_prompt_is_no_part_of_it():
    _, draft = read("Quote: [3] (1) The fee is 25 euros.\nAnswer: 25 euros.")
    assert draft.quotes == ("(1) The fee is 25 euros.",)


def test_words_that_go_round_in_a_loop_end_the_answer():
    reader = DraftReader(ENGLISH, 1950)
    words = iter(["Quote: A line.\nAnswer: The allowance is paid", *[" on trips inside the country"] * 40])
    fed = 0
    while not reader.done:
        reader.feed(next(words))
        fed += 1
    assert fed <= 6
    assert reader.finish().answer == "The allowance is paid on trips inside the country"


@pytest.mark.parametrize("piece", [1, 2, 5, 1000])
def test_a_number_that_is_copied_along_is_not_shown(piece):
    shown, draft = read("Quote: [8] A line.\nAnswer: [8] The fee is [25] euros.\n[2] It is paid in May.", piece=piece)
    assert shown == draft.answer == "The fee is [25] euros.\nIt is paid in May."
