"""Nothing under GPL or AGPL is shipped, every licence is known, and the committed list is complete."""

import importlib.util
import sys
from types import ModuleType

import pytest
from PIL import features
from source_tree import ROOT


@pytest.fixture(scope="module")
def check() -> ModuleType:
    spec = importlib.util.spec_from_file_location("licence_check", ROOT / "packaging" / "licences" / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["licence_check"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("licence", "verdict"),
    [
        ("MIT", True),
        ("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", True),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("GNU Library or Lesser General Public License", True),
        ("GPL-3.0-or-later WITH GCC-exception-3.1", True),
        ("(MIT OR GPL-2.0-only) AND Unicode-3.0", True),
        ("GPL-3.0-or-later", False),
        ("AGPL-3.0", False),
        ("GNU General Public License v3", False),
        ("GNU Affero General Public License v3", False),
        ("MIT AND GPL-2.0-only", False),
        ("(MIT OR Apache-2.0) AND GPL-2.0-only", False),
        ("", False),
        ("(MIT", False),
        ("MIT OR", True),
    ],
)
def test_strong_copyleft_and_the_unknown_are_refused(check: ModuleType, licence: str, verdict: bool) -> None:
    assert check.allowed(licence) is verdict


def test_nothing_that_is_shipped_is_refused(check: ModuleType) -> None:
    packages = check.runtime_closure()
    assert {"lancedb", "onnxruntime", "kreuzberg", "llama_cpp_python"} <= {p.metadata["Name"] for p in packages}
    assert check.problems(packages, check.load(check.KNOWN)) == []


def test_tools_of_the_developer_are_not_taken_for_shipped_ones(check: ModuleType) -> None:
    assert not {"pytest", "ruff", "pyinstaller"} & {p.metadata["Name"].lower() for p in check.runtime_closure()}


def test_the_one_gpl_part_that_a_bill_names_is_not_in_the_wheel() -> None:
    assert not features.check("libimagequant")


def test_the_list_that_people_read_is_complete(check: ModuleType) -> None:
    written = check.render(check.runtime_closure(), check.load(check.KNOWN), check.load(check.CATALOGUE))
    committed = check.OUTPUT.read_text(encoding="utf-8")
    missing = [line for line in written.splitlines() if line not in committed.splitlines()]
    assert missing == [], "run packaging/licences/check.py --write"
