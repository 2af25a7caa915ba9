"""One private data folder, found in a fixed order, and never somebody's documents."""

import os
import stat
from pathlib import Path

import pytest

from app.settings.errors import PathError
from app.settings.paths import AppPaths, resources_dir
from app.settings.policy import Policy


@pytest.fixture(autouse=True)
def _no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOSSIER_HOME", raising=False)


def test_policy_comes_before_the_option_the_variable_and_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert AppPaths.resolve().home.name == "dossier"
    monkeypatch.setenv("DOSSIER_HOME", str(tmp_path / "variable"))
    assert AppPaths.resolve().home == tmp_path / "variable"
    assert AppPaths.resolve(tmp_path / "option").home == tmp_path / "option"
    assert AppPaths.resolve(policy=Policy(home=tmp_path / "policy")).home == tmp_path / "policy"


def test_an_option_against_the_policy_is_refused_not_ignored(tmp_path: Path) -> None:
    with pytest.raises(PathError, match="administrator"):
        AppPaths.resolve(tmp_path / "option", Policy(home=tmp_path / "policy"))


def test_everything_is_created_for_the_owner_alone(tmp_path: Path) -> None:
    paths = AppPaths.resolve(tmp_path / "home")
    (tmp_path / "home").mkdir(mode=0o755)
    paths.create()
    paths.create()
    for folder in (paths.home, paths.index, paths.models, paths.logs, paths.tmp):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_shared_models_of_the_policy_are_never_created_or_changed(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    paths = AppPaths.resolve(tmp_path / "home", Policy(models_dir=shared))
    paths.create()
    assert paths.models == shared
    assert not shared.exists()


def test_a_folder_of_documents_is_never_made_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(b"%PDF")
    before = stat.S_IMODE(tmp_path.stat().st_mode)
    with pytest.raises(PathError, match="already holds other files"):
        AppPaths.resolve(tmp_path).create()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == before
    assert [p.name for p in tmp_path.iterdir()] == ["report.pdf"]


def test_a_file_in_the_way_is_a_plain_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x")
    with pytest.raises(PathError, match=r"cannot be used: .+\.") as caught:
        AppPaths.resolve(tmp_path / "home").create()
    assert "DOSSIER_HOME" in caught.value.next_step


def test_resources_are_found_from_any_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (resources_dir() / "consent" / "notice.en.md").is_file()
    assert os.path.isabs(resources_dir())
