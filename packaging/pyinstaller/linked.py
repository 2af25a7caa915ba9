"""Which shared libraries an ELF file is linked to, and which libraries of a bundle nothing needs (Linux, by binutils)."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)$", re.MULTILINE)
OPENED_BY_NAME = ("libpython", "libdbus-1")
"""Beginnings of libraries that are loaded at run time by their name, without a link to them."""


def needed_by(path: Path) -> tuple[str, ...]:
    """Names of the libraries that ``path`` is linked to; empty for what is no ELF file."""
    with path.open("rb") as stream:
        if stream.read(4) != b"\x7fELF":
            return ()
    done = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=True)
    return tuple(_NEEDED.findall(done.stdout))


def superfluous(needs: Mapping[str, Iterable[str]]) -> set[str]:
    """``needs``: place in the bundle to the names that it is linked to. Gives the libraries at the top of the bundle, where PyInstaller
    puts those of the system, that nothing else reaches: they came with a file that was left out."""
    system = {place for place in needs if "/" not in place and place.startswith("lib") and not place.startswith(OPENED_BY_NAME)}
    waiting = [place for place in needs if place not in system]
    reached: set[str] = set()
    while waiting:
        for name in needs[waiting.pop()]:
            name = PurePosixPath(name).name
            if name in system and name not in reached:
                reached.add(name)
                waiting.append(name)
    return system - reached
