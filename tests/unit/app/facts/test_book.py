"""Facts are bound to a sentence of a document, live in one collection, and are never used after that sentence has changed."""

from datetime import date

import pytest

from app.facts.fact import FactWords, SourcePlace
from index.errors import UserFixable

FEES = "# Guest cards\n\nThe fee for a guest card is 25 euros a year. Guest cards are issued at the front desk."
SENTENCE = "The fee for a guest card is 25 euros a year."
ASKED = "What is the fee for a guest card?"


def pin(shelf, collection, file_id, words=SENTENCE, label="Guest card fee", value="25 euros", **more):
    return shelf.book.pin(collection, FactWords(label=label, value=value, **more), shelf.book.find(file_id, words))


def states(shelf, collection):
    return [item.state for item in shelf.book.pinned(collection)]


def used(shelf, *collections, question=ASKED):
    return [p.content for p in shelf.book.about(question, "en", collections).passages]


@pytest.fixture
def office(shelf):
    return shelf.collection("Office")


@pytest.fixture
def fees(shelf, office):
    return shelf.write(office, "/docs/fees.md", FEES)


def test_a_pinned_sentence_is_offered_with_its_place_and_words(shelf, office, fees):
    fact = pin(shelf, office, fees, words="25 euros", unit="a year")
    assert (fact.quote, FEES[fact.start : fact.end]) == (SENTENCE, SENTENCE)
    (passage,) = shelf.book.about(ASKED, "en", [office]).passages
    assert (passage.content, passage.start, passage.end, passage.doc_id) == (SENTENCE, fact.start, fact.end, fees)
    assert (passage.provenance, passage.fact.label, passage.fact.value) == ("facts", "Guest card fee", "25 euros a year")
    assert passage.place.heading_path == ("Guest cards",)


def test_a_question_that_does_not_name_its_label_gets_no_fact(shelf, office, fees):
    pin(shelf, office, fees)
    for other in ("Where is the front desk?", "What is the fee for parking?", "Who issues cards?"):
        assert used(shelf, office, question=other) == []


def test_facts_of_a_sibling_collection_are_never_offered(shelf, office, fees):
    school = shelf.collection("School")
    theirs = shelf.write(school, "/school/fees.md", FEES.replace("25 euros", "40 euros"))
    pin(shelf, office, fees)
    pin(shelf, school, theirs, words="40 euros", value="40 euros")
    assert used(shelf, office) == [SENTENCE]
    assert used(shelf, school) == [SENTENCE.replace("25", "40")]
    assert used(shelf) == []
    assert len(used(shelf, office, school)) == 2


def test_a_collection_that_is_deleted_meanwhile_is_told_in_plain_words(shelf, office, fees):
    fact = pin(shelf, office, fees)
    shelf.ledger.delete_collection(office)
    with pytest.raises(UserFixable, match="deleted"):
        shelf.facts.put([fact])


def test_a_suggestion_from_a_file_that_is_taken_out_meanwhile_leaves_nothing(shelf, office, fees):
    suggestion = pin(shelf, office, fees).model_copy(update={"id": "s", "label": "Card", "status": "suggested"})
    shelf.ledger.remove_files(office, [fees])
    shelf.facts.put([suggestion])
    assert shelf.facts.facts(office, "suggested") == []


def test_a_fact_is_pinned_in_the_collection_of_its_document_only(shelf, fees):
    with pytest.raises(UserFixable, match="another collection"):
        pin(shelf, shelf.collection("School"), fees)


@pytest.mark.parametrize("value", ["26 euros", "25 dollars", "250 euros", "free"])
def test_a_value_must_stand_in_its_sentence(shelf, office, fees, value):
    with pytest.raises(UserFixable, match="does not stand in the sentence"):
        pin(shelf, office, fees, value=value)


@pytest.mark.parametrize("value", ["25 euros", "€25", "25 Euros a year", "25"])
def test_a_value_may_be_written_in_another_notation(shelf, office, fees, value):
    assert pin(shelf, office, fees, value=value).value == value


def test_a_sentence_that_moved_within_its_document_is_still_valid(shelf, office, fees):
    before = pin(shelf, office, fees)
    longer = FEES.replace("# Guest cards", "# News\n\nThe desk has moved to room 4.\n\n# Visitors")
    shelf.write(office, "/docs/fees.md", longer)
    (item,) = shelf.book.pinned(office)
    assert item.state == "valid"
    assert item.fact.start > before.start
    assert longer[item.fact.start : item.fact.end] == SENTENCE
    assert item.fact.place.heading_path == ("Visitors",)


@pytest.mark.parametrize(
    "now",
    [
        FEES.replace("25 euros", "30 euros"),
        FEES.replace("a year.", "a year for members."),
        FEES.replace("The fee", "Until 2025 the fee"),
        "# Guest cards\n\nGuest cards are issued at the front desk.",
    ],
)
def test_a_changed_or_vanished_sentence_makes_the_fact_stale_and_unused(shelf, office, fees, now):
    pin(shelf, office, fees)
    shelf.write(office, "/docs/fees.md", now)
    found = shelf.book.about(ASKED, "en", [office])
    assert found.passages == ()
    assert found.stale == ("Guest card fee",)
    assert states(shelf, office) == ["stale"]


def test_a_fact_whose_sentence_comes_back_is_valid_again(shelf, office, fees):
    pin(shelf, office, fees)
    shelf.write(office, "/docs/fees.md", "Nothing.")
    assert states(shelf, office) == ["stale"]
    shelf.write(office, "/docs/fees.md", FEES)
    assert states(shelf, office) == ["valid"]


def test_a_fact_of_a_document_that_was_taken_out_is_stale(shelf, office, fees):
    pin(shelf, office, fees)
    shelf.ledger.exclude(fees)
    assert used(shelf, office) == []
    (item,) = shelf.book.pinned(office)
    assert (item.state, item.fact.stale) == ("stale", "vanished")


def test_what_was_read_of_a_document_that_was_taken_out_is_in_no_fact(shelf, office, fees):
    pin(shelf, office, fees)
    shelf.ledger.exclude(fees)
    (item,) = shelf.book.pinned(office)
    assert (item.fact.label, item.fact.value) == ("Guest card fee", "25 euros")
    assert "front desk" not in item.fact.model_dump_json()
    assert (item.fact.quote, item.fact.title, item.fact.place.heading_path) == ("", None, ())
    with pytest.raises(UserFixable, match="taken out"):
        shelf.book.change(item.fact.id, FactWords(label="Fee", value="25 euros"))


def test_a_fact_is_known_again_when_its_document_comes_back(shelf, office, fees):
    pin(shelf, office, fees)
    shelf.ledger.exclude(fees)
    assert states(shelf, office) == ["stale"]
    shelf.write(office, "/docs/fees.md", FEES.replace("# Guest cards", "# News\n\nThe desk has moved.\n\n# Guest cards"))
    assert states(shelf, office) == ["valid"]
    assert used(shelf, office) == [SENTENCE]


def test_a_fact_follows_its_document_to_another_folder(shelf, office, fees):
    pin(shelf, office, fees)
    shelf.move(office, fees, "/docs/old/fees.md")
    (item,) = shelf.book.pinned(office)
    assert (item.state, item.fact.source) == ("valid", "/docs/old/fees.md")


def test_facts_go_with_their_collection(shelf, office, fees):
    pin(shelf, office, fees)
    shelf.ledger.delete_collection(office)
    assert shelf.book.pinned(office) == []


def test_two_values_under_one_label_are_a_conflict_and_both_are_offered(shelf, office, fees):
    other = shelf.write(office, "/docs/old.md", FEES.replace("25 euros", "20 euros"))
    pin(shelf, office, fees)
    pin(shelf, office, other, words="20 euros", value="20 euros", label="guest  CARD fee")
    first, second = shelf.book.pinned(office)
    assert (first.state, second.state) == ("conflict", "conflict")
    assert (first.against, second.against) == (("20 euros (old.md)",), ("25 euros (fees.md)",))
    assert len(used(shelf, office)) == 2


def test_the_same_value_in_another_notation_is_no_conflict(shelf, office, fees):
    other = shelf.write(office, "/docs/list.md", "Guest card: €25.00")
    pin(shelf, office, fees)
    pin(shelf, office, other, words="€25.00", value="€25.00")
    assert states(shelf, office) == ["valid", "valid"]


def test_of_one_label_the_latest_that_is_in_force_counts(shelf, office, fees):
    other = shelf.write(office, "/docs/old.md", FEES.replace("25 euros", "20 euros"))
    new = shelf.write(office, "/docs/new.md", FEES.replace("25 euros", "40 euros"))
    pin(shelf, office, other, words="20 euros", value="20 euros", valid_from=date(2023, 1, 1))
    pin(shelf, office, fees, valid_from=date(2025, 1, 1))
    pin(shelf, office, new, words="40 euros", value="40 euros", valid_from=date(2027, 1, 1))
    assert states(shelf, office) == ["superseded", "valid", "not_yet"]
    assert used(shelf, office) == [SENTENCE]


def test_a_person_changes_the_words_of_a_fact_and_unpins_it(shelf, office, fees):
    fact = pin(shelf, office, fees)
    changed = shelf.book.change(fact.id, FactWords(label="Fee for guests", value="25 euros"))
    assert [item.fact.label for item in shelf.book.pinned(office)] == ["Fee for guests"]
    with pytest.raises(UserFixable):
        shelf.book.change(changed.id, FactWords(label="Fee for guests", value="99 euros"))
    shelf.book.unpin(fact.id)
    assert shelf.book.pinned(office) == []
    with pytest.raises(UserFixable, match="does not exist"):
        shelf.book.change(fact.id, FactWords(label="x", value="25 euros"))


def test_pinning_the_same_sentence_twice_keeps_one_fact(shelf, office, fees):
    pin(shelf, office, fees)
    pin(shelf, office, fees, value="25")
    assert [item.fact.value for item in shelf.book.pinned(office)] == ["25"]


def test_words_that_stand_nowhere_cannot_be_pinned(shelf, office, fees):
    with pytest.raises(UserFixable, match="do not stand"):
        shelf.book.find(fees, "The fee is nothing.")
    with pytest.raises(UserFixable, match="not in the library"):
        shelf.book.pin(office, FactWords(label="x", value="y"), SourcePlace(file_id="gone", start=0, end=3))


def test_the_sheet_begins_with_what_a_rule_reads_in_the_sentence(shelf, office, fees):
    at = FEES.index("25")
    sentence, words = shelf.book.look(SourcePlace(file_id=fees, start=at, end=at + 2))
    assert sentence == SENTENCE
    assert (words.label, words.value, words.unit, words.kind) == ("Fee for a guest card", "25 euros", "a year", "amount")
