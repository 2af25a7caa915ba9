"""`make` sets the virtual environment up: once, again after it was broken off, and with the name of a tool that is missing."""

from pathlib import Path

import pytest
import set_up


@pytest.fixture
def steps(monkeypatch):
    """What is run beside making the environment, which is real but without pip's own files."""
    done = []
    monkeypatch.setattr(set_up, "run", lambda *command: done.append(command))
    monkeypatch.setattr(set_up.venv, "create", lambda target, **options: make(target, **options) or done.append("venv"))
    return done


def make(target, *, with_pip, clear):
    assert (with_pip, clear) == (True, True)
    python = target / "bin" / "python"
    python.parent.mkdir(parents=True, exist_ok=True)
    python.unlink(missing_ok=True)
    python.write_text("#!/bin/sh\nexit 0\n")
    python.chmod(0o755)


def test_it_runs_once_and_not_again(steps, tmp_path):
    set_up.main(tmp_path / "venv")
    assert steps[0] == "venv"
    count = len(steps)
    set_up.main(tmp_path / "venv")
    assert len(steps) == count


def test_an_environment_that_is_there_is_kept_when_the_lock_changes(steps, tmp_path):
    set_up.main(tmp_path / "venv")
    (tmp_path / "venv" / ".installed").write_text("of another lock")
    set_up.main(tmp_path / "venv")
    assert steps.count("venv") == 1


@pytest.mark.parametrize("broken", ["#!/bin/sh\nexit 1\n", None])
def test_one_whose_making_was_broken_off_is_made_anew(steps, tmp_path, broken):
    python = tmp_path / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    if broken is None:
        python.symlink_to(tmp_path / "a-python-that-was-taken-away")
    else:
        python.write_text(broken)
        python.chmod(0o755)
    set_up.main(tmp_path / "venv")
    assert steps[0] == "venv"


def test_a_missing_compiler_is_named_with_what_to_do(steps, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(set_up.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit):
        set_up.main(tmp_path / "venv")
    assert "apt-get install gcc g++" in capsys.readouterr().err
    assert not Path(tmp_path / "venv").exists()
