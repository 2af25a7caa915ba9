"""The notice comes first, whatever the command (I3)."""

import io

import pytest
from rich.console import Console

from app.commands import consent
from app.commands.consent import ensure_consent
from app.privacy.consent import ConsentRequired, ConsentStore
from app.settings.paths import AppPaths
from app.terminal import Terminal


class Person(Terminal):
    """A terminal with a person who gives one reply."""

    def __init__(self, reply):
        super().__init__()
        self.err = Console(file=io.StringIO(), width=200)
        self.err.input = lambda prompt: reply


class Run:
    """What ``ensure_consent`` looks at of a Program."""

    def __init__(self, tmp_path, by_flag=False):
        self.paths = AppPaths.resolve(tmp_path / "data")
        self.paths.create()
        self.consent = ConsentStore(self.paths)
        self.accept_by_flag = by_flag


@pytest.fixture
def at_a_terminal(monkeypatch):
    monkeypatch.setattr(consent, "is_interactive", lambda: True)


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("reply", ["yes", "y", "Ja", " j "])
def test_a_yes_is_kept_and_not_asked_again(tmp_path, reply):
    run = Run(tmp_path)
    ensure_consent(run, Person(reply))
    assert run.consent.acceptance().by == "terminal"
    ensure_consent(run, Person("no"))


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("reply", ["no", "", "n", "what?"])
def test_anything_else_is_a_no_and_is_asked_again(tmp_path, reply):
    run = Run(tmp_path)
    with pytest.raises(ConsentRequired):
        ensure_consent(run, Person(reply))
    assert not run.consent.accepted()


@pytest.mark.usefixtures("at_a_terminal")
def test_the_notice_names_the_data_folder(tmp_path):
    run, person = Run(tmp_path), Person("yes")
    ensure_consent(run, person)
    assert "data" in person.err.file.getvalue()


def test_without_a_person_the_flag_decides(tmp_path):
    with pytest.raises(ConsentRequired):
        ensure_consent(Run(tmp_path), Person("yes"))
    flagged = Run(tmp_path, by_flag=True)
    ensure_consent(flagged, Person(""))
    assert flagged.consent.acceptance().by == "flag"
