"""Walks files and folders: lazily, in a stable order, safe from link loops, and with every entry accounted for."""

from __future__ import annotations

import os
import stat as stat_module
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from index.ingest import ignore
from index.ingest.drives import is_within
from index.ingest.file_stamp import stamp_of
from index.ingest.rows import FoundFile

_SLICE = 2000
"""Entries of a folder that are put in order together."""


@dataclass
class Scan:
    """One walk. Iterate ``walk``; afterwards ``unreadable`` names folders of which nothing may be concluded."""

    roots: tuple[Path, ...]
    unreadable: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Roots that do not exist; a network drive may be away, so nothing below them is forgotten."""
    excluded: tuple[Path, ...] = ()
    """Folders that are never entered, wherever they lie: the program's own data."""
    _visited: set[tuple[int, int]] = field(default_factory=set)

    def walk(self) -> Iterator[FoundFile]:
        """Files, and those folders that are not entered; in the order of names, slice by slice.

        A file named in ``roots`` is read whatever its name.
        """
        for root in self.roots:
            path = os.path.abspath(root)
            try:
                status = os.stat(path)
            except OSError:
                self.missing.append(path)
                continue
            if stat_module.S_ISDIR(status.st_mode):
                self._visited.add((status.st_dev, status.st_ino))
                if self._is_excluded(path):
                    yield _folder_entry(path, ignore.OWN_DATA)
                else:
                    yield from self._folder(path)
            else:
                yield _found(path, status, ignore.file_reason(os.path.basename(path), status, named=True))

    def _folder(self, root: str) -> Iterator[FoundFile]:
        # A stack, not recursion: folders may be nested deeper than Python's limit.
        stack = [root]
        while stack:
            folder = stack.pop()
            below: list[str] = []
            try:
                with os.scandir(folder) as entries:
                    # In slices: the first names of a huge folder on a slow drive are known long before the last.
                    while part := sorted(islice(entries, _SLICE), key=lambda e: e.name):
                        for entry in part:
                            found = self._look(entry, root, below)
                            if found is not None:
                                yield found
            except OSError:
                self.unreadable.append(folder)
                yield _folder_entry(folder, ignore.UNREADABLE_FOLDER)
            stack.extend(reversed(below))

    def _look(self, entry: os.DirEntry[str], root: str, below: list[str]) -> FoundFile | None:
        try:
            return self._outside(entry, root) or self._entry(entry, below)
        except OSError:  # this one alone; its neighbours are looked at
            return FoundFile(path=readable(entry.path), size=0, mtime_ns=0, **_told(ignore.UNREADABLE_FILE))

    def _outside(self, entry: os.DirEntry[str], root: str) -> FoundFile | None:
        """What a person did not choose: a link that leads out of the folder, and the program's own data."""
        if self.excluded and entry.is_dir(follow_symlinks=False) and self._is_excluded(entry.path):
            return _folder_entry(entry.path, ignore.OWN_DATA)
        if not _is_link(entry) or not os.path.exists(entry.path):
            return None
        target, home = os.path.realpath(entry.path), os.path.realpath(root)
        if is_within(target, home):
            return None
        return _folder_entry(entry.path, ignore.LINK_OUTSIDE)

    def _is_excluded(self, path: str) -> bool:
        real = os.path.realpath(path)
        return any(is_within(real, os.path.realpath(folder)) for folder in self.excluded)

    def _entry(self, entry: os.DirEntry[str], below: list[str]) -> FoundFile | None:
        try:
            status = entry.stat(follow_symlinks=True)
        except OSError:
            reason = ignore.BROKEN_LINK if entry.is_symlink() else ignore.UNREADABLE_FILE
            return FoundFile(path=readable(entry.path), size=0, mtime_ns=0, **_told(reason))
        if not stat_module.S_ISDIR(status.st_mode):
            return _found(entry.path, status, ignore.file_reason(entry.name, status))
        refused = ignore.folder_reason(entry.name, status)
        if refused is not None:
            return _folder_entry(entry.path, refused)
        identity = (status.st_dev, status.st_ino)
        # Windows gives no inode from a directory entry; ask again there, only for links and junctions would it matter.
        if identity[1] == 0:
            status = os.stat(entry.path)
            identity = (status.st_dev, status.st_ino)
        if identity in self._visited:
            return _folder_entry(entry.path, ignore.LINK_LOOP)
        self._visited.add(identity)
        below.append(entry.path)
        return None


def _is_link(entry: os.DirEntry[str]) -> bool:
    """A symbolic link, or a junction of Windows (which Python before 3.12 cannot tell from a folder; the visited set stops loops)."""
    is_junction = getattr(entry, "is_junction", None)
    return entry.is_symlink() or bool(is_junction is not None and is_junction())


def is_importable(path: str) -> bool:
    """Whether a path that a person names may become a source: a file or a folder, also one that is away; no device, pipe or socket, of
    which nothing can be kept."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return True
    return stat_module.S_ISREG(mode) or stat_module.S_ISDIR(mode)


def readable(path: str) -> str:
    """The path as text that can be stored and shown: bytes that are no text become backslash escapes."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8") if has_bad_bytes(path) else path


def has_bad_bytes(path: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in path)


def _found(path: str, status: os.stat_result, reason: ignore.Reason | None) -> FoundFile:
    if has_bad_bytes(path):
        reason = ignore.BAD_NAME
    return FoundFile(path=readable(path), **stamp_of(path, status)._asdict(), **_told(reason))


def _folder_entry(path: str, reason: ignore.Reason) -> FoundFile:
    return FoundFile(path=readable(path), size=0, mtime_ns=0, kind="folder", **_told(reason))


def _told(reason: ignore.Reason | None) -> dict[str, str]:
    if reason is None:
        return {}
    return {"reason_code": reason.code, "message": reason.message, "next_step": reason.next_step}
