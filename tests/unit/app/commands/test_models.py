"""What `dossier models setup` says on its way."""

import io

import pytest
from rich.console import Console

from app.commands.models import _progress
from app.terminal import Terminal
from models.progress import SetupProgress


@pytest.mark.parametrize("is_terminal", [False, True])
def test_each_step_is_said_once_where_no_bar_can_be_drawn(is_terminal):
    terminal, written = Terminal(), io.StringIO()
    terminal.err = Console(file=written, force_terminal=is_terminal, soft_wrap=True, width=200)
    with _progress(terminal) as report:
        for done in range(0, 400_000_001, 100_000_000):
            report(SetupProgress("small", "download", done, 400_000_000))
        report(SetupProgress("small", "verify", 1, 0))
    lines = [line for line in written.getvalue().splitlines() if line.startswith("small")]
    assert is_terminal or lines == ["small: download, 400 MB", "small: verify"]
