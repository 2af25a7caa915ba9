"""`dossier gui`: the window, where there is a display for one."""

from __future__ import annotations

import argparse

from app.bootstrap import Program
from app.commands import exit_codes
from app.engine.one_window import ring
from app.terminal import Terminal
from app.ui.display import display_problem


def gui(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Open the window and stay until it is closed; one that is open already gets the files. Without a display it says so: nothing is
    loaded."""
    rung = ring(program.paths.home, options.paths)
    if rung == "answered":
        terminal.out.print("Dossier is open already. Its window has come to the front.")
        return exit_codes.OK
    if rung == "silent":
        terminal.error(
            "Dossier is open already, and its window does not answer.", "Close it, or end its process, and start again."
        )
        return exit_codes.FAILED
    problem = display_problem()
    if problem is not None:
        terminal.error(problem, "Ask in the terminal with `dossier chat`, or install what is missing.")
        return exit_codes.NO_DISPLAY
    # Qt is imported only now: the other commands run on machines without its libraries.
    from app.ui.application import run

    return run(program, options.paths)
