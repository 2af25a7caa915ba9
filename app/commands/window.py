"""`dossier gui`: the window, where there is a display for one."""

from __future__ import annotations

import argparse

from app.bootstrap import Program
from app.commands import exit_codes
from app.terminal import Terminal
from app.ui.display import display_problem


def gui(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Open the window and stay until it is closed. Without a display it says so: nothing is loaded."""
    problem = display_problem()
    if problem is not None:
        terminal.error(problem, "Ask in the terminal with `dossier chat`, or install what is missing.")
        return exit_codes.NO_DISPLAY
    # Qt is imported only now: the other commands run on machines without its libraries.
    from app.ui.application import run

    return run(program)
