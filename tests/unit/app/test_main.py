"""The entry of the program, before there is a data folder."""

import sys
from pathlib import Path

import pytest

from app.__main__ import main
from app.cli import build_parser


@pytest.fixture
def unusable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.write_text("a file where the data folder should be")
    monkeypatch.setenv("DOSSIER_HOME", str(home))
    return home


@pytest.mark.usefixtures("unusable")
def test_help_needs_no_data_folder(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["dossier", "ask", "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "usage: dossier ask" in capsys.readouterr().out


def test_a_data_folder_that_cannot_be_used_is_named(
    unusable: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["dossier", "status"])
    assert main() == 1
    assert str(unusable) in capsys.readouterr().err


def test_the_data_folder_is_named_by_the_whole_option_or_not_at_all() -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["--hom=/elsewhere", "status"])
    assert ended.value.code == 2
