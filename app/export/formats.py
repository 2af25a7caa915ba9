"""The formats in which a conversation can be taken along, by the ending of the file's name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from app.conversations.rows import StoredConversation
from app.export import html, markdown, report
from app.export.outline import outline
from app.export.wording import Wording
from index.errors import UserFixable
from index.ingest.reading import classify_os_error

FORMATS = ("md", "html", "pdf", "odt", "json")
Printer: TypeAlias = Callable[[str, str, str], bytes]
"""(HTML, title, "pdf" or "odt") to the content of that file: ``app.ui.printing``, since it needs Qt."""


def export(conversation: StoredConversation, ending: str, wording: Wording, printer: Printer) -> bytes:
    """The content of the file. Raises UserFixable for an ending that is none of FORMATS."""
    kind = ending.lower().lstrip(".")
    if kind == "json":
        return report.write(conversation)
    made = outline(conversation, wording)
    if kind in ("pdf", "odt"):
        return printer(html.write(made).decode(), made.title, kind)
    if kind in ("md", "html"):
        return markdown.write(made) if kind == "md" else html.write(made)
    raise UserFixable(
        f"“{ending}” is no format for conversations." if ending else "The file's name has no ending.",
        next_step=f"Use one of {', '.join(f'.{name}' for name in FORMATS)}.",
    )


def export_to(conversation: StoredConversation, path: Path, wording: Wording, printer: Printer) -> None:
    """Into a file of the person's own. Raises UserFixable, DiskFull."""
    content = export(conversation, path.suffix, wording, printer)
    partial = path.with_name(f"{path.name}.part")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise UserFixable(f"There is no folder {path.parent}.", next_step="Choose one that exists.") from error
        partial.unlink(missing_ok=True)
        if isinstance(error, PermissionError | IsADirectoryError):
            raise UserFixable(f"{path} cannot be written.", next_step="Choose another place.") from error
        raise classify_os_error(error) from error
