"""What is listed but not read by default, and why. Every rule has a reason that a person sees."""

from __future__ import annotations

import os
import stat as stat_module
from dataclasses import dataclass
from pathlib import PurePath

MAX_FILE_BYTES = 500 * 1024 * 1024

IGNORED_FOLDERS = frozenset(
    {
        "node_modules", "__pycache__", "venv", "$recycle.bin", "system volume information", "__macosx", "lost+found",
        "@eadir", "#recycle",
    }
)  # fmt: skip
"""Compared in lower case. Names that begin with a dot are hidden anyway (.git, .svn, .venv)."""

SYSTEM_FILES = frozenset({"thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r", "ntuser.dat", "pagefile.sys", "hiberfil.sys"})

TEMPORARY_SUFFIXES = frozenset({".tmp", ".temp", ".part", ".crdownload", ".download", ".swp", ".bak~", ".lock", ".lck"})

PROGRAM_SUFFIXES = frozenset(
    {
        ".exe", ".dll", ".so", ".dylib", ".sys", ".msi", ".app", ".bin", ".o", ".obj", ".a", ".lib", ".class", ".jar", ".war",
        ".pyc", ".pyd", ".whl", ".iso", ".img", ".dmg", ".vmdk", ".vhd", ".vhdx", ".deb", ".rpm", ".apk", ".cab", ".lnk", ".gguf",
        ".onnx", ".safetensors", ".sqlite", ".db", ".mdb", ".accdb", ".pst", ".ost", ".ttf", ".otf", ".woff", ".woff2",
    }
)  # fmt: skip

MEDIA_SUFFIXES = frozenset(
    {
        ".mp3", ".wav", ".flac", ".m4a", ".ogg", ".wma", ".aac", ".mp4", ".mov", ".avi", ".mkv", ".wmv", ".webm", ".m4v", ".mpg",
        ".mpeg", ".psd", ".ai", ".raw", ".cr2", ".nef", ".dwg", ".dxf", ".ico", ".blend", ".stl",
    }
)  # fmt: skip

_HIDDEN = 0x2
_SYSTEM = 0x4
_OFFLINE = 0x1000
_RECALL_ON_OPEN = 0x40000
_RECALL_ON_ACCESS = 0x400000
"""Windows file attributes. Touching the content of a recall file downloads it (traps.md, 35)."""
_UF_HIDDEN = 0x8000
_SF_DATALESS = 0x40000000
"""Flags of macOS: hidden in the Finder; the content is in iCloud only."""


@dataclass(frozen=True)
class Reason:
    code: str
    message: str
    next_step: str


HIDDEN = Reason("hidden", "Hidden files and folders are not read.", "Make it visible or copy it elsewhere if you need it.")
SYSTEM = Reason("system", "A file or folder of the system or of a program, not a document.", "Nothing to do.")
TEMPORARY = Reason("temporary", "A temporary or lock file that another program made.", "Nothing to do.")
PROGRAM = Reason("program", "A program, database or archive image, not a document.", "Nothing to do.")
MEDIA = Reason("media", "Sound, film or drawing without text.", "Nothing to do.")
TOO_LARGE = Reason("too_large", "Larger than 500 MB.", "Split it into smaller files.")
EMPTY = Reason("empty", "The file is empty (0 bytes).", "Check whether it was copied completely.")
ONLINE_ONLY = Reason(
    "online_only",
    "The file is only online; reading it would download it.",
    "Choose “Always keep on this device”, then import again.",
)
SPECIAL = Reason("special", "Not an ordinary file (device, pipe or socket).", "Nothing to do.")
BROKEN_LINK = Reason("broken_link", "A link whose target does not exist.", "Repair or delete the link.")
LINK_LOOP = Reason("link_loop", "A link to a folder that is read already.", "Nothing to do.")
LINK_OUTSIDE = Reason(
    "link_outside", "A link that leads out of the folder.", "To have it read, import what it leads to by itself."
)
OWN_DATA = Reason("own_data", "Dossier's own data folder.", "Nothing to do.")
UNREADABLE_FOLDER = Reason(
    "unreadable_folder", "The folder cannot be opened.", "Check that you may read it, then import again."
)
UNREADABLE_FILE = Reason("unreadable_file", "The file cannot be looked at.", "Check that you may read it, then import again.")
BAD_NAME = Reason("bad_name", "The name has bytes that are no text.", "Rename the file, then import again.")


def _is_hidden(name: str, status: os.stat_result | None) -> bool:
    attributes, flags = int(getattr(status, "st_file_attributes", 0)), int(getattr(status, "st_flags", 0))
    return name.startswith(".") or bool(attributes & _HIDDEN) or bool(flags & _UF_HIDDEN)


def _is_online_only(status: os.stat_result) -> bool:
    attributes, flags = int(getattr(status, "st_file_attributes", 0)), int(getattr(status, "st_flags", 0))
    return bool(attributes & (_OFFLINE | _RECALL_ON_OPEN | _RECALL_ON_ACCESS)) or bool(flags & _SF_DATALESS)


def _is_temporary(name: str) -> bool:
    return name.startswith(("~$", ".~lock.")) or name.endswith("~") or PurePath(name).suffix.lower() in TEMPORARY_SUFFIXES


def folder_reason(name: str, status: os.stat_result | None = None) -> Reason | None:
    """Why a folder is not entered, None when it is. A folder that is only online is entered: listing it downloads no content."""
    if _is_hidden(name, status):
        return HIDDEN
    if name.lower() in IGNORED_FOLDERS or int(getattr(status, "st_file_attributes", 0)) & _SYSTEM:
        return SYSTEM
    return None


def file_reason(name: str, status: os.stat_result, *, named: bool = False) -> Reason | None:
    """Why a file is listed but not read, None when it is read. Looks at name and attributes alone, never at the content.

    ``named``: the person chose this very file; a hidden or temporary name is no reason then.
    """
    attributes = int(getattr(status, "st_file_attributes", 0))
    suffix = PurePath(name).suffix.lower()
    rules = (
        (not stat_module.S_ISREG(status.st_mode), SPECIAL),
        (_is_temporary(name), TEMPORARY),
        (name.lower() in SYSTEM_FILES or bool(attributes & _SYSTEM), SYSTEM),
        (_is_hidden(name, status), HIDDEN),
        (_is_online_only(status), ONLINE_ONLY),
        (suffix in PROGRAM_SUFFIXES, PROGRAM),
        (suffix in MEDIA_SUFFIXES, MEDIA),
        (status.st_size == 0, EMPTY),
        (status.st_size > MAX_FILE_BYTES, TOO_LARGE),
    )
    waived = (HIDDEN, SYSTEM, TEMPORARY) if named else ()
    return next((reason for applies, reason in rules if applies and reason not in waived), None)


def is_noise(below: str) -> bool:
    """Whether a change at this path (relative to a watched folder) is of no interest: hidden, temporary, or in such a folder."""
    *folders, name = PurePath(below).parts or ("",)
    if any(folder_reason(folder) is not None for folder in folders) or folder_reason(name) is not None:
        return True
    return _is_temporary(name) or name.lower() in SYSTEM_FILES
