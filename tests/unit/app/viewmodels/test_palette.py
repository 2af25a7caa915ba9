"""The palette puts first what begins as it was typed, and finds without case and accents."""

from __future__ import annotations

from app.viewmodels.palette import SHOWN, Entry, best


def entry(title: str, note: str = "") -> Entry:
    return Entry(title, lambda: None, note=note)


def titles(entries: list[Entry], typed: str) -> list[str]:
    return [e.title for e in best(entries, typed)]


def test_nothing_typed_keeps_the_order() -> None:
    assert titles([entry("b"), entry("a")], "") == ["b", "a"]


def test_what_begins_so_comes_first_then_what_has_a_word_that_does() -> None:
    found = titles([entry("The addendum"), entry("Show all"), entry("Add files"), entry("A ladder")], "ad")
    assert found == ["Add files", "The addendum", "A ladder"]


def test_every_word_must_be_there_in_title_or_kind() -> None:
    assert titles([entry("Policy", "Document"), entry("Policy", "Collection")], "policy coll") == ["Policy"]


def test_case_and_accents_do_not_count() -> None:
    assert titles([entry("Gebührenordnung Prüflabor")], "GEBUHREN pruf") == ["Gebührenordnung Prüflabor"]


def test_at_most_a_screen_of_them() -> None:
    assert len(best([entry(str(n)) for n in range(100)], "")) == SHOWN
