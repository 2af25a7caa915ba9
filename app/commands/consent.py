"""The privacy notice in a terminal (invariant I3): shown and asked, before anything is loaded or read."""

from __future__ import annotations

import locale

from rich.markdown import Markdown

from app.bootstrap import Program
from app.privacy.consent import ConsentRequired, load_notice
from app.terminal import Terminal, is_interactive


def notice_language() -> str:
    """The language of the person's own settings, two letters."""
    return (locale.getlocale()[0] or "en")[:2]


def ensure_consent(program: Program, terminal: Terminal) -> None:
    """Return only when the notice is accepted. Raises ConsentRequired when it is declined or nobody is there to ask."""
    if program.consent.accepted():
        return
    if program.accept_by_flag:
        program.consent.accept("flag")
        return
    terminal.err.print(Markdown(load_notice(program.paths, notice_language()).text))
    if not is_interactive():
        raise ConsentRequired
    reply = terminal.err.input("Accept (yes/no)? ")
    if reply.strip().casefold() not in ("y", "yes", "j", "ja"):
        raise ConsentRequired
    program.consent.accept("terminal")
