"""Where in a container the parser is at the moment, so that a crash, a hang or too much memory costs one member only.

The parser process writes the path of the member to a file before it reads it. When the process is lost, its parent finds the path
there and has the container parsed once more without that member. ``deadline`` is looked at by the watch of the process: a member
has the time limit that a file of its size on the disk would have.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_names: list[str] = []
_deadlines: list[float] = []
_file: Path | None = None
_limit: Callable[[int], float] | None = None


def begin(file: Path | None, limit: Callable[[int], float] | None = None) -> None:
    """Start with a document of the disk. ``limit`` gives the seconds that a member of so many bytes may take."""
    global _file, _limit  # noqa: PLW0603 - one document at a time in a parser process
    _file, _limit = file, limit
    _names.clear()
    _deadlines.clear()


@contextmanager
def inside(name: str, size: int) -> Iterator[str]:
    """While a member is read; gives its path through all containers."""
    _names.append(name)
    if _limit is not None:
        _deadlines.append(time.monotonic() + _limit(size))
    path = "/".join(_names)
    _write(path)
    try:
        yield path
    finally:
        _names.pop()
        if _deadlines:
            _deadlines.pop()
        _write("/".join(_names))


def deadline() -> float | None:
    """Time (``time.monotonic``) at which the innermost member is over its limit; None outside of members."""
    return _deadlines[-1] if _deadlines else None


def _write(path: str) -> None:
    if _file is not None:
        _file.write_text(path, encoding="utf-8")
