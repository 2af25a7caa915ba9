"""`dossier facts` and `dossier collections`, over a library that needs no model."""

import json
from datetime import date

import pytest

from app.cli import main
from app.commands import exit_codes

FEES = "# Guest cards\n\nThe fee for a guest card is 25 euros a year. Guest cards are issued at the front desk."


@pytest.fixture
def run(shelf, capsys, monkeypatch):
    """Runs a command over the shelf's library; gives its exit code, output and errors."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments):
        code = main(["--home", str(shelf.path.parent), "--accept-notice", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def office(shelf):
    office = shelf.collection("Office")
    shelf.write(office, "/docs/fees.md", FEES)
    return office


def listed(run, what="list"):
    return [item["fact"] for item in json.loads(run("facts", what, "--json")[1])]


def test_a_sentence_is_pinned_by_a_part_of_it_and_its_value_is_found(run, office):
    code, out, _ = run(
        "facts", "pin", "/docs/fees.md", "fee for a guest card", "--label", "Guest card fee", "--valid-from", "2025-01-01"
    )
    assert (code, "Guest card fee: 25 euros a year" in out) == (exit_codes.OK, True)
    (fact,) = listed(run)
    assert (fact["value"], fact["unit"], fact["valid_from"], fact["quote"]) == (
        "25 euros", "a year", date(2025, 1, 1).isoformat(), "The fee for a guest card is 25 euros a year.",
    )  # fmt: skip
    code, out, _ = run("facts", "list")
    assert "(valid)" in out
    assert "/docs/fees.md, Guest cards" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("/docs/none.md", "x", "--label", "L"), "has no document"),
        (("/docs/fees.md", "The fee is nothing", "--label", "L"), "do not stand in the document"),
        (("/docs/fees.md", "25 euros", "--label", "L", "--value", "26 euros"), "does not stand in the sentence"),
        (("/docs/fees.md", "at the front desk", "--label", "L"), "Name it with --value"),
        (("/docs/fees.md", "25 euros", "--label", ""), "A label has 1 to"),
    ],
)
def test_what_cannot_be_pinned_is_refused_with_what_to_do(run, office, arguments, says):
    code, _, err = run("facts", "pin", *arguments)
    assert code == exit_codes.FAILED
    assert says in err
    assert listed(run) == []


def test_a_suggestion_is_confirmed_or_dismissed_by_the_beginning_of_its_id(run, shelf, office):
    shelf.write(office, "/docs/more.md", "The deposit for a key is 10 euros.")
    first, second = listed(run, "suggest")
    assert run("facts", "confirm", first["id"][:8])[0] == exit_codes.OK
    assert run("facts", "dismiss", second["id"][:8])[0] == exit_codes.OK
    assert listed(run, "suggest") == []
    assert [f["id"] for f in listed(run)] == [first["id"]]
    assert "This one is pinned" in run("facts", "dismiss", first["id"][:8])[2]
    assert run("facts", "unpin", first["id"][:8])[0] == exit_codes.OK
    assert "There is no fact" in run("facts", "unpin", first["id"][:8])[2]


def test_check_fails_where_a_fact_needs_a_person(run, shelf, office):
    run("facts", "pin", "/docs/fees.md", "25 euros", "--label", "Guest card fee")
    assert run("facts", "check")[0] == exit_codes.OK
    shelf.write(office, "/docs/fees.md", FEES.replace("25", "30"))
    code, out, _ = run("facts", "check")
    assert (code, "its sentence has changed; not used" in out) == (exit_codes.FAILED, True)
    run("facts", "pin", "/docs/fees.md", "30 euros", "--label", "Card")
    shelf.write(office, "/docs/old.md", FEES.replace("25", "20"))
    run("facts", "pin", "/docs/old.md", "20 euros", "--label", "card")
    assert "says otherwise: 20 euros a year (old.md)" in run("facts", "check")[1]


def test_collections_have_other_names_and_a_default(run, shelf, office):
    shelf.collection("School")
    assert "several collections" in run("facts", "list")[2]
    assert run("collections", "alias", "Office", "Bureau", "HQ")[0] == exit_codes.OK
    assert "already stands for Office" in run("collections", "alias", "School", "bureau")[2]
    assert run("collections", "default", "HQ")[0] == exit_codes.OK
    assert run("facts", "list")[0] == exit_codes.OK
    assert json.loads(run("collections", "list", "--json")[1])[0] == {
        "name": "Office",
        "aliases": ["Bureau", "HQ"],
        "default": True,
    }
    assert "--none" in run("collections", "default")[2]
    assert run("collections", "default", "--none")[0] == exit_codes.OK
    assert "several collections" in run("facts", "list")[2]
