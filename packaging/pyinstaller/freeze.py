"""Freeze Dossier: run PyInstaller, refuse a build from which something is missing, print the sizes by component.

    python packaging/pyinstaller/freeze.py [--out DIR]

The result is ``DIR/dossier`` (default ``dist/dossier``). Needs binutils on Linux.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

# Beside this file, which is where Python looks first.
import bundle
import linked

_NOT_FOUND = re.compile(r"Library not found: could not resolve '([^']+)', dependency of '([^']+)'")
_MISSING = re.compile(r"^missing module named '?([\w.]+)'?", re.MULTILINE)
SMALL_BYTES = 2_000_000
"""Components below are one line of the table."""


class BuildFailed(RuntimeError):
    """The message says what is missing."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=bundle.ROOT / "dist", help="folder of the result")
    parser.add_argument("--sizes", action="store_true", help="look at what is there already, build nothing")
    options = parser.parse_args()
    program = options.out / bundle.PROGRAM
    try:
        if not options.sizes:
            freeze(options.out)
        check(program)
    except BuildFailed as error:
        print(error, file=sys.stderr)
        return 1
    print_sizes(sizes(program))
    return 0


def freeze(out: Path) -> None:
    """Run PyInstaller into ``out``; its own output goes to ``build/freeze.log``. Raises BuildFailed."""
    work = bundle.ROOT / "build"
    work.mkdir(exist_ok=True)
    spec = Path(__file__).resolve().parent / "dossier.spec"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "INFO"]
    command += ["--distpath", str(out), "--workpath", str(work), str(spec)]
    started = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    log = work / "freeze.log"
    log.write_text(done.stdout, encoding="utf-8")
    if done.returncode != 0:
        last = "\n".join(done.stdout.strip().splitlines()[-12:])
        raise BuildFailed(f"PyInstaller failed; all of its output is in {log.relative_to(bundle.ROOT)}:\n{last}")
    lost = libraries_not_found(done.stdout)
    if lost:
        raise BuildFailed("The build machine lacks libraries:\n" + "\n".join(lost))
    missing = own_modules_missing((work / bundle.PROGRAM / f"warn-{bundle.PROGRAM}.txt").read_text(encoding="utf-8"))
    if missing:
        raise BuildFailed("Imported, but not among the sources: " + ", ".join(missing))
    print(f"Frozen in {time.monotonic() - started:.0f} s.")


def libraries_not_found(output: str) -> list[str]:
    """PyInstaller only warns and bundles what happens to be there. Those of files that stay out do not count."""
    found = dict.fromkeys(_NOT_FOUND.findall(output))
    return [f"  {library}, needed by {Path(file).name}" for library, file in found if not _stays_out(library, file)]


def own_modules_missing(warnings: str) -> list[str]:
    """Modules of ours that something imports and nobody has written (a commit without one of its files), from PyInstaller's list."""
    return [
        name
        for name in dict.fromkeys(_MISSING.findall(warnings))
        if name.split(".")[0] in bundle.OWN_PACKAGES and not bundle.is_excluded(name)
    ]


def _stays_out(library: str, file: str) -> bool:
    place = file.replace("\\", "/").rpartition("/site-packages/")[2]
    return bundle.is_left_out(place) or bundle.is_from_system(library)


def check(program: Path) -> None:
    """Raises BuildFailed when a part that is only asked for at run time, or a library that another one needs, is not there."""
    inside = program / "_internal"
    dangling = [p.name for p in inside.rglob("*") if p.is_symlink() and not p.exists()]
    if dangling:
        raise BuildFailed("Links to nothing: " + ", ".join(dangling))
    files = [p for p in inside.rglob("*") if p.is_file()]
    absent = bundle.absent(p.relative_to(inside).as_posix() for p in files)
    if absent:
        raise BuildFailed("Not in the program: " + ", ".join(absent))
    if sys.platform != "linux":
        return
    names = {p.name for p in files}
    lost = {
        f"  {library}, needed by {path.relative_to(inside)}"
        for path in files
        if not path.is_symlink()
        for library in linked.needed_by(path)
        if library not in names and not bundle.is_from_system(library)
    }
    if lost:
        raise BuildFailed("Libraries are neither in the program nor expected of the system:\n" + "\n".join(sorted(lost)))


def sizes(program: Path) -> Mapping[str, int]:
    """Bytes of each component (first folder inside the program, wheels' own ``*.libs`` counted to their package)."""
    total: Counter[str] = Counter()
    for path in program.rglob("*"):
        if path.is_file() and not path.is_symlink():
            total[_component(path.relative_to(program))] += path.stat().st_size
    return total


def _component(place: Path) -> str:
    parts = place.parts[1:] if place.parts[0] == "_internal" else place.parts
    if len(parts) == 1:
        return "Python and system libraries" if ".so" in parts[0] else "own code and pure Python"
    name = parts[0].removesuffix(".libs")
    return {"opencv_python_headless": "cv2", "pillow": "PIL"}.get(name, name)


def print_sizes(found: Mapping[str, int]) -> None:
    large = sorted(((size, name) for name, size in found.items() if size >= SMALL_BYTES), reverse=True)
    rest = sum(found.values()) - sum(size for size, _ in large)
    for size, name in [*large, (rest, "everything else"), (sum(found.values()), "together")]:
        print(f"{size / 1e6:8.1f} MB  {name}")


if __name__ == "__main__":
    sys.exit(main())
