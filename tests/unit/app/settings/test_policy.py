"""A policy is read from the machine first, locks what it sets, and is never silently ignored."""

import json
from pathlib import Path

import platformdirs
import pytest

from app.settings.errors import PolicyError
from app.settings.policy import Policy, load_policy, policy_file


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "etc"
    folder.mkdir()
    monkeypatch.setattr(platformdirs, "site_config_path", lambda *_, **__: folder)
    monkeypatch.delenv("DOSSIER_POLICY", raising=False)
    return folder / "policy.json"


def test_without_a_file_everything_is_the_persons_choice(machine: Path) -> None:
    assert policy_file() is None
    assert load_policy() == Policy()
    assert not load_policy().is_locked("mode")


def test_the_machines_file_cannot_be_replaced_by_the_variable(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "mine.json"
    other.write_text('{"accept_notice": true}')
    monkeypatch.setenv("DOSSIER_POLICY", str(other))
    assert load_policy().accept_notice
    machine.write_text('{"accept_notice": false}')
    assert policy_file() == machine
    assert not load_policy().accept_notice


def test_values_and_their_groups_are_locked(machine: Path) -> None:
    machine.write_text(json.dumps({"settings": {"mode": "documents_only", "retrieval": {"top_k": 3}}}))
    policy = load_policy()
    assert policy.locked() == {"mode", "retrieval.top_k"}
    assert policy.is_locked("retrieval.top_k")
    assert policy.is_locked("retrieval")
    assert not policy.is_locked("retrieval.min_relevance")
    assert not policy.is_locked("retrieval.top")


@pytest.mark.parametrize("text", ["{", "[1]", '{"accept_notice": "perhaps"}', '{"acept_notice": true}'])
def test_a_broken_policy_stops_the_program(machine: Path, text: str) -> None:
    machine.write_text(text)
    with pytest.raises(PolicyError) as caught:
        load_policy()
    assert str(machine) in caught.value.message
    assert "administrator" in caught.value.next_step


def test_a_variable_that_names_no_file_stops_the_program(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOSSIER_POLICY", str(machine.parent / "missing.json"))
    with pytest.raises(PolicyError, match="does not exist"):
        load_policy()
