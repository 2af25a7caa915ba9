"""Settings survive crashes, broken files, older versions and policy."""

import json
import os
import stat
from pathlib import Path

import pytest

from app.settings.errors import PathError, PolicyError, SettingsError
from app.settings.policy import Policy
from app.settings.schema import GenerationSettings, RetrievalSettings, Settings, StageBudgets
from app.settings.store import SettingsStore


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_defaults_are_the_contracts_figures() -> None:
    budgets = StageBudgets()
    assert (budgets.evidence_ms, budgets.retrieval_ms, budgets.token_stall_ms) == (3000, 1000, 5000)
    assert (budgets.validation_ms, budgets.verdict_ms, budgets.total_ms, budgets.max_generations) == (800, 100, 120_000, 3)
    assert (budgets.retrieval_retry.retries, budgets.retrieval_retry.base_ms, budgets.retrieval_retry.jitter_ms) == (
        2,
        200,
        100,
    )
    assert (budgets.generation_retry.retries, budgets.generation_retry.base_ms) == (1, 300)
    assert budgets.first_token_ms(600, 60.0) == 1500 + 10_000 * 1.5
    breakers = Settings().breakers
    assert (breakers.retriever.failures, breakers.retriever.window_ms, breakers.retriever.open_ms) == (10, None, 60_000)
    assert (breakers.generator.failures, breakers.generator.window_ms, breakers.generator.open_ms) == (5, 30_000, 120_000)


def test_what_is_saved_is_loaded_and_only_the_owner_can_read_it(file: Path) -> None:
    settings = Settings(mode="open", retrieval=RetrievalSettings(top_k=8))
    SettingsStore(file).save(settings)
    assert SettingsStore(file).load().settings == settings
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text()) == {"version": 1, "mode": "open", "retrieval": {"top_k": 8}}


def test_no_file_means_defaults_without_a_warning(file: Path) -> None:
    loaded = SettingsStore(file).load()
    assert loaded.settings == Settings()
    assert loaded.warnings == ()
    assert not file.exists()


def refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SettingsStore(file).save(Settings(mode="open"))
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(PathError, match="No space left") as caught:
        SettingsStore(file).save(Settings(strict=True))
    assert "Free some space" in caught.value.next_step
    assert SettingsStore(file).load().settings == Settings(mode="open")
    assert [p.name for p in file.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("text", ["{", "", "[]", "\x00\x01"])
def test_a_broken_file_is_set_aside_and_named(file: Path, text: str) -> None:
    file.write_text(text)
    loaded = SettingsStore(file).load()
    (aside,) = list(file.parent.iterdir())
    assert loaded.settings == Settings()
    assert aside.name in loaded.warnings[0]
    assert aside.read_text() == text


def test_unknown_keys_are_refused_by_name_and_the_file_is_kept(file: Path) -> None:
    file.write_text('{"version": 1, "retrieval": {"topk": 3}}')
    with pytest.raises(SettingsError, match=r"unknown entry retrieval\.topk"):
        SettingsStore(file).load()
    assert file.exists()


def test_wrong_values_are_named_but_not_repeated(file: Path) -> None:
    file.write_text('{"version": 1, "generation": {"temperature": "hot"}}')
    with pytest.raises(SettingsError, match=r"wrong value of generation\.temperature") as caught:
        SettingsStore(file).load()
    assert "hot" not in caught.value.message


def test_a_newer_file_is_refused_and_left_alone(file: Path) -> None:
    file.write_text('{"version": 99}')
    with pytest.raises(SettingsError, match="newer"):
        SettingsStore(file).load()
    assert file.read_text() == '{"version": 99}'


def test_an_older_file_is_brought_up_to_date_and_kept_beside(file: Path) -> None:
    file.write_text('{"mode": "open"}')
    assert SettingsStore(file).load().settings == Settings(mode="open")
    assert json.loads(file.read_text()) == {"version": 1, "mode": "open"}
    assert file.with_name("settings.json.v0").read_text() == '{"mode": "open"}'


def test_an_older_file_that_cannot_be_brought_up_to_date_still_counts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('{"mode": "open"}')
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(PathError):
        SettingsStore(file).load()
    monkeypatch.undo()
    assert SettingsStore(file).load().settings == Settings(mode="open")


def test_policy_wins_over_the_file_and_refuses_changes(file: Path) -> None:
    SettingsStore(file).save(Settings(mode="open", retrieval=RetrievalSettings(top_k=8, min_relevance=0.5)))
    store = SettingsStore(file, Policy(settings={"mode": "documents_only", "retrieval": {"top_k": 3}}))
    settings = store.load().settings
    assert (settings.mode, settings.retrieval.top_k, settings.retrieval.min_relevance) == ("documents_only", 3, 0.5)
    with pytest.raises(SettingsError, match=r"locked by your administrator: mode, retrieval\.top_k"):
        store.save(settings.model_copy(update={"mode": "open"}))
    store.save(settings)
    assert json.loads(file.read_text()) == {"version": 1, "retrieval": {"min_relevance": 0.5}}


def test_a_policy_with_an_impossible_setting_is_the_policys_fault(file: Path) -> None:
    with pytest.raises(PolicyError, match=r"unknown entry colour"):
        SettingsStore(file, Policy(settings={"colour": "red"})).load()


def test_limits_hold_between_settings() -> None:
    with pytest.raises(ValueError, match="candidates"):
        RetrievalSettings(top_k=10, candidates=9)
    with pytest.raises(ValueError, match="max_characters"):
        GenerationSettings(max_characters=2000)
