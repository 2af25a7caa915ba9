"""How a command of two words gets its second one."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from app.bootstrap import Program
from app.terminal import Terminal

Run = Callable[[Program, argparse.Namespace, Terminal], int]


def add_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, run: Run, text: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=text, description=text)
    parser.set_defaults(command=run)
    return parser
