"""`--attach FILE` of `dossier ask` and `dossier chat`: documents that count for this conversation alone."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from pathlib import Path

from app.engine.attachments import Attached
from app.engine.engine import Engine
from app.messages.answer import MAX_ATTACHMENTS
from app.terminal import Terminal, is_interactive, visible
from index.errors import PasswordNeeded, UserFixable


def attach_all(engine: Engine, paths: Sequence[Path], terminal: Terminal) -> tuple[str, ...]:
    """Read them; gives their ids. Raises index.errors with the reason of the first that cannot be used."""
    if len(paths) > MAX_ATTACHMENTS:
        raise UserFixable(
            f"At most {MAX_ATTACHMENTS} documents can be attached.", next_step="Import them as a collection instead."
        )
    return tuple(_attach(engine, path, terminal).id for path in paths)


def _attach(engine: Engine, path: Path, terminal: Terminal) -> Attached:
    try:
        attached = engine.attach(path).result()
    except PasswordNeeded:
        if not is_interactive():
            raise
        attached = engine.attach(path, password=getpass.getpass(f"Password of {visible(path.name)}: ")).result()
    size = f"{attached.pages} pages" if attached.pages > 1 else f"{attached.passages} passages"
    terminal.note(f"Attached: {visible(path.name)} ({size})")
    for warning in attached.warnings:
        terminal.note(f"Note: {warning}")
    return attached
