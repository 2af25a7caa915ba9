"""The installer takes along what is imported by name, and leaves out only what nothing asks for."""

from __future__ import annotations

import ast
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import bundle
import pytest

from app.rules.registry import RULES
from index.parsers.registry import SPECS

SOURCES = [p for package in bundle.OWN_PACKAGES for p in sorted((bundle.ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("module", sorted({spec.module for spec in SPECS}))
def test_every_parser_of_the_registry_goes_in(module: str) -> None:
    assert module in bundle.hidden_imports()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_of_the_registry_goes_in(rule) -> None:
    assert rule.check.__module__ in bundle.hidden_imports()


@pytest.mark.parametrize("folder", ["index/migrations", "app/settings/migrations"])
def test_every_migration_goes_in(folder: str) -> None:
    files = list((bundle.ROOT / folder).glob("v*.py"))
    assert files
    for file in files:
        assert f"{folder.replace('/', '.')}.{file.stem}" in bundle.hidden_imports()


def test_what_goes_in_by_name_is_there() -> None:
    assert [name for name in bundle.hidden_imports() if find_spec(name) is None] == []


def test_modules_are_imported_by_name_only_where_the_bundle_knows_of_it() -> None:
    dynamic = {
        path.relative_to(bundle.ROOT).as_posix()
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("importlib.import_module", "import_module", "__import__")
    }
    # Parsers, also for what is inside of a document; what the doctor looks for; migrations of the ledger; migrations of the settings, should they come.
    known = {
        "index/parsers/registry.py",
        "index/parsers/children.py",
        "app/diagnostics/probe.py",
        "index/ingest/database.py",
        "app/settings/migrations/__init__.py",
    }
    assert dynamic <= known


def test_nothing_that_stays_out_is_imported_by_what_goes_in() -> None:
    imports = {
        (path.relative_to(bundle.ROOT).as_posix(), name)
        for path in SOURCES
        if "models/convert" not in path.as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _imported(node)
    }
    out = {(file, name) for file, name in imports for x in bundle.EXCLUDED_MODULES if name == x or name.startswith(f"{x}.")}
    # The converter is reached only through a set-up from packages, which a frozen program refuses before (models.fetch.require_pip).
    assert {file for file, _ in out} <= {"models/assemble.py"}


def test_each_hook_is_for_a_package_that_is_installed() -> None:
    hooks = {path.stem.removeprefix("hook-") for path in bundle.HOOKS.glob("hook-*.py")}
    assert hooks == {"llama_cpp", "py3langid", "rapidocr"}
    assert all(find_spec(name) is not None for name in hooks)


@pytest.mark.parametrize(
    ("place", "out"),
    [
        ("libstdc++.so.6", True),
        ("llama_cpp/lib/libmtmd.so", True),
        ("llama_cpp/lib/libllama.so", False),
        ("llama_cpp/lib/libllama.so.0", False),
        ("pyarrow/libarrow_flight.so.2600", True),
        ("pyarrow/libarrow_substrait.so.2600", False),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", False),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", True),
        ("PySide6/Qt/lib/libQt6Network.so.6", True),
        ("PySide6/Qt/lib/libQt6DBus.so.6", False),
        ("babel/locale-data/de_AT.dat", False),
        ("babel/locale-data/root.dat", False),
        ("babel/locale-data/sw_KE.dat", True),
        ("dossier-0.1.0.dist-info/direct_url.json", True),
        ("dossier-0.1.0.dist-info/METADATA", False),
    ],
)
def test_what_stays_out_is_decided_by_place(place: str, out: bool) -> None:
    assert bundle.is_left_out(place) is out


def test_nothing_that_must_stay_is_left_out() -> None:
    assert [pattern for pattern in bundle.MUST_STAY if bundle.is_left_out(pattern.replace("*", ""))] == []


def test_a_build_without_a_part_that_is_asked_for_at_run_time_is_noticed() -> None:
    assert "llama_cpp/lib/libllama.so" in bundle.absent(["llama_cpp/lib/libggml.so"])


def test_nothing_takes_the_place_of_a_standard_module() -> None:
    assert bundle.stray_modules() == []


def test_a_stray_file_named_like_a_standard_module_is_found(tmp_path: Path) -> None:
    (tmp_path / "mmap.py").write_text("")
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "__init__.py").write_text("")
    (tmp_path / "resources").mkdir()
    (tmp_path / "email.txt").write_text("")
    assert [p.name for p in bundle.stray_modules(tmp_path)] == ["json", "mmap.py"]


def test_the_program_never_contains_a_library_under_the_gpl_alone() -> None:
    assert "readline" in bundle.EXCLUDED_MODULES


def test_every_package_that_goes_in_is_in_the_list_of_licences() -> None:
    listed = (
        (bundle.ROOT / "resources" / "licences" / "THIRD_PARTY.md").read_text(encoding="utf-8").casefold().replace("_", "-")
    )
    needed = [line.split(";")[0] for line in distribution("dossier").requires or () if "extra ==" not in line]
    names = {_name(line) for line in needed}
    assert len(names) > 20
    assert {name for name in names if f"| {name} |" not in listed} == set()


def test_the_entry_is_small_and_alone_in_its_folder() -> None:
    # PyInstaller puts its folder on the search path, and every child process runs it.
    assert [p.name for p in bundle.ENTRY.parent.glob("*.py")] == ["start.py"]
    names = [name for node in ast.walk(ast.parse(bundle.ENTRY.read_text(encoding="utf-8"))) for name in _imported(node)]
    assert names == ["sys", "app.__main__"]


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
        return [node.module]
    return []


def _name(requirement: str) -> str:
    end = next((i for i, c in enumerate(requirement) if not (c.isalnum() or c in "-_.")), len(requirement))
    return requirement[:end].casefold().replace("_", "-")
