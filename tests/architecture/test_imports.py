"""The import rules of ARCHITECTURE.md hold: layers, one door for each native library, Qt only where windows are."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from source_tree import ROOT, imported, imports_of, sources, tree

DOORS = {
    "lancedb": ("index/store/",),
    "pyarrow": ("index/store/",),
    "llama_cpp": ("models/runtimes/llama_library.py",),
    "fastembed": ("models/embedders/fastembed.py", "models/rerankers/fastembed.py"),
    "tokenizers": ("models/convert/",),
    "kreuzberg": ("index/parsers/",),
    "pypdfium2": ("index/parsers/",),
    "rapidocr": ("index/parsers/",),
    "pebble": ("index/parsers/", "app/engine/page_process.py"),
    "onnx": ("models/convert/",),
    "PySide6.QtWidgets": ("app/ui/",),
    "PySide6.QtGui": ("app/ui/",),
}
"""A native library and the only places that may import it."""

QT_FOLDERS = ("app/ui/", "app/viewmodels/", "app/workers/")

POOLS = ("ProcessPool", "ProcessPoolExecutor", "Pool")

NETWORK_MODULES = (
    "socket",
    "socketserver",
    "ssl",
    "asyncio",
    "http",
    "urllib.request",
    "urllib3",
    "requests",
    "httpx",
    "huggingface_hub",
    "ftplib",
    "smtplib",
    "xmlrpc",
    "webbrowser",
    "PySide6.QtNetwork",
)


def test_layers_and_independence_hold() -> None:
    result = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("library", DOORS)
def test_a_native_library_stands_behind_one_door(library: str) -> None:
    outside = [(str(path), module) for path, module in imports_of((library,)) if not path.as_posix().startswith(DOORS[library])]
    assert outside == []


def test_qt_is_imported_only_where_windows_and_their_bridges_are() -> None:
    assert [str(path) for path, _ in imports_of(("PySide6", "shiboken6")) if not path.as_posix().startswith(QT_FOLDERS)] == []


def test_no_module_of_the_program_can_speak_to_a_network() -> None:
    users = {path.as_posix() for path, _ in imports_of(NETWORK_MODULES)}
    assert users == {"app/privacy/guard.py"}


def test_processes_are_spawned_never_forked() -> None:
    for path in sources():
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not any(word in text for word in ("os.fork(", 'get_context("fork', "forkserver")), path


def test_every_pool_of_processes_is_spawned_and_prepares_its_children() -> None:
    calls = [
        (str(path), {keyword.arg for keyword in node.keywords})
        for path in sources()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in POOLS
    ]
    assert [path for path, keywords in calls if not {"context", "initializer"} <= keywords] == []


@pytest.mark.parametrize("path", ["app/environment.py", "app/privacy/guard.py", "app/privacy/redaction.py"])
def test_what_every_child_process_loads_needs_the_standard_library_alone(path: str) -> None:
    roots = {module.partition(".")[0] for module, _ in imported(Path(path))}
    assert roots - sys.stdlib_module_names <= {"app"}
