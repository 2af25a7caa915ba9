"""Nothing happens before the notice is accepted, and a changed notice is asked again."""

import json
import stat
from pathlib import Path

import pytest

from app.privacy.consent import LANGUAGES, ConsentRequired, ConsentStore, load_notice
from app.settings.paths import AppPaths
from app.settings.policy import Policy


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    paths = AppPaths.resolve(tmp_path / "home")
    paths.create()
    return paths


def test_the_gate_is_shut_until_the_notice_is_accepted(paths: AppPaths) -> None:
    store = ConsentStore(paths)
    with pytest.raises(ConsentRequired) as caught:
        store.require()
    assert caught.value.code == "CONSENT_REQUIRED"
    store.accept("terminal")
    store.require()
    ConsentStore(paths).require()


def test_only_who_what_and_when_is_stored_and_for_the_owner_alone(paths: AppPaths) -> None:
    ConsentStore(paths).accept("flag")
    assert set(json.loads(paths.consent.read_text())) == {"version", "by", "at"}
    assert stat.S_IMODE(paths.consent.stat().st_mode) == 0o600


def test_an_older_acceptance_does_not_count_for_a_newer_notice(paths: AppPaths) -> None:
    store = ConsentStore(paths)
    store.accept("window")
    assert store.accepted(load_notice(paths).version)
    assert not store.accepted(load_notice(paths).version + 1)


def test_policy_accepts_for_everybody_without_writing(paths: AppPaths) -> None:
    ConsentStore(paths, Policy(accept_notice=True)).require()
    assert not paths.consent.exists()


@pytest.mark.parametrize("text", ["", "{", '{"version": "x"}', '{"version": 1, "by": "guess", "at": "2030-01-01T00:00:00Z"}'])
def test_a_damaged_acceptance_is_no_acceptance(paths: AppPaths, text: str) -> None:
    paths.consent.write_text(text)
    with pytest.raises(ConsentRequired):
        ConsentStore(paths).require()


def test_the_notice_says_the_same_version_in_every_language_and_names_the_folder(paths: AppPaths) -> None:
    notices = [load_notice(paths, language) for language in LANGUAGES]
    assert len({notice.version for notice in notices}) == 1
    for notice in notices:
        assert str(paths.home) in notice.text
        assert "{" not in notice.text
        assert "!" not in notice.text


def test_an_unknown_language_gets_the_english_notice(paths: AppPaths) -> None:
    assert load_notice(paths, "fr").language == "en"
