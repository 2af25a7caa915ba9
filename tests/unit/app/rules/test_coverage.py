"""Words that no passage bears out are marked as a run; those that another rule has marked are not marked twice."""

from __future__ import annotations

PASSAGE = "The office in Kiel opens at nine and closes at five. Visitors sign in at the reception."


def test_an_added_clause_is_marked_and_the_rest_is_not(check):
    said = "The office in Kiel opens at nine and offers free parking underground."
    marked = [said[f.span.start : f.span.end] for f in check(said, PASSAGE).findings("coverage", "doubt") if f.span]
    assert any("parking" in words for words in marked)
    assert not any("office" in words or "opens" in words for words in marked)


def test_a_sentence_of_the_passage_has_no_mark(check):
    assert check("The office in Kiel opens at nine and closes at five.", PASSAGE).findings("coverage") == []


def test_a_wrong_figure_is_marked_once(check):
    said = "The office in Kiel opens at seven and closes at five."
    assert not any(said[f.span.start : f.span.end] == "seven" for f in check(said, PASSAGE).findings("coverage") if f.span)
