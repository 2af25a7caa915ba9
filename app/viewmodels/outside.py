"""Whether a file may be handed to the system's own program, and where it lies. What runs instead of being read is not handed over."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from app.engine.pages import file_of

Refusal = Literal["", "gone", "program"]

_RUNS = frozenset(
    [
        ".exe",
        ".com",
        ".scr",
        ".pif",
        ".bat",
        ".cmd",
        ".ps1",
        ".psm1",
        ".vbs",
        ".vbe",
        ".js",
        ".jse",
        ".ws",
        ".wsf",
        ".wsh",
        ".hta",
        ".cpl",
        ".msi",
        ".msp",
        ".msc",
        ".reg",
        ".lnk",
        ".url",
        ".scf",
        ".inf",
        ".gadget",
        ".application",
        ".jar",
        ".jnlp",
        ".sh",
        ".bash",
        ".zsh",
        ".csh",
        ".fish",
        ".command",
        ".tool",
        ".workflow",
        ".app",
        ".pkg",
        ".dmg",
        ".desktop",
        ".appimage",
        ".run",
        ".bin",
        ".out",
        ".elf",
        ".py",
        ".pyw",
        ".pyz",
        ".pl",
        ".rb",
        ".php",
        ".lua",
        ".tcl",
        ".scpt",
        ".applescript",
        ".action",
        ".osx",
        ".deb",
        ".rpm",
        ".flatpakref",
        ".snap",
        ".apk",
        ".chm",
        ".xll",
        ".ade",
        ".mde",
    ]
)
"""Endings that some system starts, installs or interprets when they are opened."""
_MAGIC = (b"MZ", b"\x7fELF", b"#!", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""First bytes of programs, whatever their name."""


def refusal(path: str) -> Refusal:
    """Why a file is not opened; "" when it may be. Reads its first bytes: background thread only."""
    file = Path(path)
    if not file.exists():
        return "gone"
    if any(suffix.casefold() in _RUNS for suffix in file.suffixes[-1:]):
        return "program"
    try:
        with file.open("rb") as opened:
            return "program" if opened.read(4).startswith(_MAGIC) else ""
    except OSError:
        return "gone"


def nearest_folder(path: str, *, inside: bool = False) -> tuple[str, bool]:
    """The folder that ``path`` lies in, or ``path`` itself with ``inside``; what is gone has the nearest above it. The second value says
    whether it is the one that was meant; a mail or an archive is no folder, so that of the file on the disk is. Background thread only."""
    wanted = Path(path) if inside else Path(file_of(path)).parent
    folder = wanted
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return str(folder), folder == wanted
