"""Labelled amounts, dates and contacts are suggested in English and German; a person confirms or dismisses each, once."""

import sqlite3
from contextlib import closing

import pytest

from app.facts.fact import FactWords
from app.facts.suggesting import MAX_PER_DOCUMENT, suggest, words_of

FEES = "# Guest cards\n\nThe fee for a guest card is 25 euros a year. Guest cards are issued at the front desk."


@pytest.mark.parametrize(
    ("sentence", "heading", "language", "label", "value", "unit", "kind"),
    [
        ("The fee for a guest card is 25 euros a year.", "", "en", "Fee for a guest card", "25 euros", "a year", "amount"),
        ("- Fee: 25 €", "Guest cards", "en", "Guest cards – Fee", "25 €", "", "amount"),
        ("The notice period is three months.", "", "en", "Notice period", "three months", "", "amount"),
        ("Application deadline: 15 March 2025", "", "en", "Application deadline", "15 March 2025", "", "date"),
        ("Travel desk: Jörg Petersen, extension 214.", "", "en", "Travel desk", "Jörg Petersen, extension 214", "", "contact"),
        ("Die Gebühr für eine Gastkarte beträgt 25 Euro im Jahr.", "", "de", "Gebühr für eine Gastkarte", "25 Euro", "im Jahr", "amount"),
        ("Mahngebühr | 5,00 €", "", "de", "Mahngebühr", "5,00 €", "", "amount"),
        ("Einsendeschluss ist der 30. Juni 2025.", "", "de", "Einsendeschluss", "30. Juni 2025", "", "date"),
        ("Ansprechpartnerin: Frau Kühn, Tel. 0341 555-1234", "", "de", "Ansprechpartnerin", "Frau Kühn, Tel. 0341 555-1234", "", "contact"),
        ("Kontakt: reisestelle@institut.example", "", "de", "Kontakt", "reisestelle@institut.example", "", "contact"),
    ],
)  # fmt: skip
def test_a_labelled_value_is_read(sentence, heading, language, label, value, unit, kind):
    words = words_of(sentence, heading, language)
    assert (words.label, words.value, words.unit, words.kind) == (label, value, unit, kind)


@pytest.mark.parametrize(
    "sentence",
    [
        "Total: 1,234.00 EUR",
        "This fee is 30 euros.",
        "The rate was 5% in 2024 and 6% in 2025.",
        "Guest card fee | 25 euros | 30 euros",
        "The fee is due soon.",
        "Date: 3 May 2025",
        "Contact: the front desk",
        "It is 25 euros.",
        "The committee met on 3 May 2025 and spoke about the fee for 25 minutes, the deadline, and the budget of the year: 4 items",
    ],
)
def test_what_can_be_taken_in_two_ways_or_names_nothing_is_left_alone(sentence):
    assert words_of(sentence, "", "en") is None


@pytest.mark.parametrize(("language", "kind"), [("fr", "md"), ("en", "eml"), ("en", "csv"), ("en", "xlsx")])
def test_other_languages_and_tables_of_data_give_no_suggestions(shelf, language, kind):
    office = shelf.collection("Office")
    shelf.write(office, "/docs/fees.md", FEES, language, kind)
    assert shelf.book.scan(office) is False
    assert shelf.book.suggested(office) == []


def test_a_document_gives_few_suggestions(shelf):
    office = shelf.collection("Office")
    file_id = shelf.write(
        office, "/docs/a.md", "\n\n".join(f"Fee of class {letter}: {n} euros" for n, letter in enumerate("abcdefghijkl", 5))
    )
    assert len(suggest(shelf.ledger.document(file_id))) == MAX_PER_DOCUMENT


def test_a_suggestion_becomes_a_fact_only_when_a_person_confirms_it(shelf):
    office = shelf.collection("Office")
    shelf.write(office, "/docs/fees.md", FEES)
    shelf.book.scan(office)
    (item,) = shelf.book.suggested(office)
    assert shelf.book.about("What is the fee for a guest card?", "en", [office]).passages == ()
    shelf.book.confirm(item.fact.id)
    assert shelf.book.suggested(office) == []
    assert [p.fact.label for p in shelf.book.about("What is the fee for a guest card?", "en", [office]).passages] == [
        "Fee for a guest card"
    ]


def test_what_was_dismissed_or_pinned_is_not_suggested_again(shelf):
    office = shelf.collection("Office")
    shelf.write(office, "/docs/fees.md", FEES)
    shelf.book.scan(office)
    shelf.book.dismiss(shelf.book.suggested(office)[0].fact.id)
    file_id = shelf.write(office, "/docs/fees.md", FEES + "\n\nThe deposit is 10 euros.")
    shelf.book.scan(office)
    assert [s.fact.label for s in shelf.book.suggested(office)] == ["Guest cards – Deposit"]
    shelf.book.pin(office, FactWords(label="Guest cards – Deposit", value="10 euros"), shelf.book.find(file_id, "10 euros"))
    shelf.write(office, "/docs/fees.md", FEES + "\n\nThe deposit is 10 euros.\n\nThat is all.")
    shelf.book.scan(office)
    assert shelf.book.suggested(office) == []


def test_a_suggestion_goes_with_its_sentence(shelf):
    office = shelf.collection("Office")
    file_id = shelf.write(office, "/docs/fees.md", FEES)
    shelf.book.scan(office)
    shelf.ledger.exclude(file_id)
    assert shelf.book.suggested(office) == []


def test_nothing_of_a_suggestion_is_kept_of_a_document_that_was_taken_out(shelf):
    office = shelf.collection("Office")
    dismissed = shelf.write(office, "/docs/fees.md", FEES)
    waiting = shelf.write(office, "/docs/deposit.md", "The deposit for key a is 10 euros.")
    shelf.book.scan(office)
    shelf.book.dismiss(next(s.fact.id for s in shelf.book.suggested(office) if s.fact.file_id == dismissed))
    for file_id in (dismissed, waiting):
        shelf.ledger.exclude(file_id)
    with closing(sqlite3.connect(shelf.path)) as db:
        assert db.execute("SELECT quote FROM facts").fetchall() == []


def test_a_suggestion_says_which_fact_it_contradicts(shelf):
    office = shelf.collection("Office")
    file_id = shelf.write(office, "/docs/fees.md", FEES)
    shelf.book.pin(
        office, FactWords(label="Fee for a guest card", value="25 euros", unit="a year"), shelf.book.find(file_id, "25 euros")
    )
    shelf.write(office, "/docs/new.md", FEES.replace("25 euros", "30 euros"))
    shelf.book.scan(office)
    (item,) = shelf.book.suggested(office)
    assert (item.state, item.against) == ("conflict", ("25 euros a year (fees.md)",))


def test_a_search_for_suggestions_goes_on_where_it_was_stopped(shelf):
    office = shelf.collection("Office")
    for number in range(3):
        shelf.write(office, f"/docs/{number}.md", f"The deposit for key {'abc'[number]} is {number + 5} euros.")
    stops = iter([False, True])
    assert shelf.book.scan(office, lambda: next(stops)) is True
    assert len(shelf.book.suggested(office)) == 1
    assert shelf.book.scan(office) is False
    assert len(shelf.book.suggested(office)) == 3
