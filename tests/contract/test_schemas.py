"""The messages are a contract: a field that changes without a new schema version fails here."""

import json

import pytest

from .schemas import FOLDER, current


@pytest.mark.row("messages", "committed schemas")
@pytest.mark.parametrize("name", sorted(current()))
def test_a_message_is_what_its_committed_schema_says(name):
    committed = json.loads((FOLDER / f"{name}.json").read_text())
    assert json.loads(json.dumps(current()[name])) == committed, "raise SCHEMA_VERSION, then run `make schemas`"


def test_no_committed_schema_is_left_without_its_message():
    assert {p.stem for p in FOLDER.glob("*.json")} == set(current())
