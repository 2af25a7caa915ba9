import pytest

from app.pipeline.query import QueryInvalid, clean_query


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  What\tis\n the fee?  ", "What is the fee?"),
        ("Ka\u0308se", "Käse"),
        ("fee\u200b\u202e?", "fee?"),
        ("休暇は何日ですか", "休暇は何日ですか"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_a_question_is_cleaned_without_losing_meaning(typed, cleaned):
    assert clean_query(typed) == cleaned


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "?!", "…"])
def test_an_empty_question_is_refused_in_words(typed):
    with pytest.raises(QueryInvalid, match="empty"):
        clean_query(typed)


@pytest.mark.parametrize("typed", ["fee\x00", "a\x1b[31m", "b\x7f"])
def test_control_characters_are_refused(typed):
    with pytest.raises(QueryInvalid, match="control characters"):
        clean_query(typed)


def test_a_broken_surrogate_is_refused_before_it_breaks_an_encoder():
    with pytest.raises(QueryInvalid, match="broken characters"):
        clean_query("fee \ud800")


def test_the_limit_is_500_characters_and_the_message_says_how_many_there_are():
    assert len(clean_query("x" * 500)) == 500
    with pytest.raises(QueryInvalid, match="501"):
        clean_query("x" * 501)
