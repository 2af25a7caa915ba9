"""Files stay small, folders are named after what they do and say so, and nothing of the builder's machine is in the project."""

import re
import sys
from pathlib import Path

import pytest
from source_tree import PACKAGES, ROOT, project_files, sources

MAX_LINES = 500
MAX_README_LINES = 15

FOLDERS = {
    "app": {
        "commands", "conversations", "diagnostics", "engine", "export", "facts", "messages", "pipeline", "privacy", "rules",
        "settings", "ui", "viewmodels", "workers",
    },
    "index": {"chunking", "ingest", "migrations", "packs", "parsers", "search", "store"},
    "models": {"convert", "embedders", "rerankers", "runtimes"},
}  # fmt: skip
"""A folder is a stage or a service of ARCHITECTURE.md; a new one is entered there first, then here."""

TEXT_SUFFIXES = {".py", ".md", ".toml", ".lock", ".txt", ".json", ".jsonl", ".cfg", ".yml", ".yaml", ".sh", ".spec", ".ts", ""}

# Written in pieces, so that this file does not contain what it looks for.
FORBIDDEN = {
    "path of the builder's machine": r"(?<![\w./])/(?:work|root)/|/tmp/" + r"w/|" + re.escape(str(Path.home())) + "/",
    "package index address": "|".join(("pypi" + r"\.org", "python" + r"hosted\.org", "index" + "-url", "trusted" + "-host")),
    "credential": r"(?:ghp|gho|github_pat|hf|sk)_[A-Za-z0-9]{20,}|BEGIN (?:RSA |EC |OPENSSH )?PRIVATE " + r"KEY",
}


def packages() -> list[Path]:
    return sorted(
        path.relative_to(ROOT)
        for package in PACKAGES
        for path in [ROOT / package, *(ROOT / package).rglob("*")]
        if path.is_dir() and any(path.glob("*.py"))
    )


def test_no_source_file_has_a_second_subject() -> None:
    lengths = {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in sources()}
    tests = [path for path in project_files() if path.suffix == ".py" and path.parts[0] in ("tests", "packaging")]
    lengths |= {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in tests}
    assert {name: lines for name, lines in lengths.items() if lines > MAX_LINES} == {}


@pytest.mark.parametrize("package", packages(), ids=str)
def test_every_package_says_in_a_few_lines_what_lives_there(package: Path) -> None:
    readme = ROOT / package / "README.md"
    assert readme.is_file(), f"{package} has no README.md"
    lines = readme.read_text(encoding="utf-8").strip().splitlines()
    assert len(lines) <= MAX_README_LINES
    assert len(lines) >= 3


@pytest.mark.parametrize("package", PACKAGES)
def test_a_folder_is_a_stage_of_the_architecture(package: str) -> None:
    found = {path.parts[1] for path in packages() if path.parts[0] == package and len(path.parts) == 2}
    assert found - FOLDERS[package] == set()


def test_the_packaging_folder_is_no_package() -> None:
    # It would take the place of the library of the same name.
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_no_module_takes_the_name_of_a_standard_module_at_the_top() -> None:
    # A frozen program would load it in the standard module's place.
    assert {p.stem for p in ROOT.glob("*.py")} & sys.stdlib_module_names == set()


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_project_names_nothing_of_the_machine_it_was_built_on(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path}:{number}: {match.group()}"
        for path in project_files()
        if path.suffix in TEXT_SUFFIXES
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if (match := pattern.search(line))
    ]
    assert found == []


@pytest.mark.parametrize("folder", sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("[!.]*/**/v001_*.py")))
def test_each_step_of_a_schema_has_a_number_of_its_own(folder: str) -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / folder).glob("v[0-9][0-9][0-9]_*.py"))]
    assert numbers == [f"v{n:03d}" for n in range(1, len(numbers) + 1)]
