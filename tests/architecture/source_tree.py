"""What the architecture tests look at: the files of the project and their syntax trees."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "index", "models")


@cache
def sources() -> tuple[Path, ...]:
    """Python files of the program, relative to the project."""
    return tuple(sorted(p.relative_to(ROOT) for package in PACKAGES for p in (ROOT / package).rglob("*.py")))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), filename=str(path))


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """Absolute names of the modules that a file imports anywhere, inside functions as well, with line numbers.

    ``from a import b`` gives ``a.b``: b may be a module.
    """
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def imports_of(names: tuple[str, ...]) -> list[tuple[Path, str]]:
    """Every (file, module) of the program that imports one of ``names`` or something below it."""
    return [
        (path, module)
        for path in sources()
        for module, _ in imported(path)
        if any(module == name or module.startswith(f"{name}.") for name in names)
    ]


@cache
def project_files() -> tuple[Path, ...]:
    """Files that git tracks, or would with the next ``git add``; without git (an unpacked archive) all but hidden ones."""
    listing = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        names = listing.stdout.decode("utf-8").split("\0")
        return tuple(Path(name) for name in names if name and (ROOT / name).is_file())
    return tuple(
        path.relative_to(ROOT)
        for path in ROOT.rglob("*")
        if path.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(ROOT).parts)
    )
