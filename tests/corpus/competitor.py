"""markitdown beside us: in a process of its own with a time limit, its Markdown in the form of the check.

It names slides by a comment and sheets by a heading; the rows of its tables are counted. It names no pages, so that only the text of a
PDF with a single page is at its place. Where a notation leaves a doubt it is read in its favour: a table's header counts for each
of its rows, an error of any kind for a damaged document is the right refusal, and links, escapes and emphasis of Markdown are
taken away before facts are looked up.
"""

from __future__ import annotations

import json
import queue
import re
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extracts import SHEET_KINDS, Extract, Piece
from tricky_manifest import Entry, Outcome, Verdict, judge

WORKER = Path(__file__).with_name("markitdown_worker.py")
_START_SECONDS = 120.0
_SLIDE = re.compile(r"<!-- Slide number: (\d+) -->")
_SHEET = re.compile(r"(?m)^## (.+)$")
_ASKS_FOR_PASSWORD = re.compile(r"password|encrypt|decrypt", re.IGNORECASE)


class MarkItDown:
    """One child process; a document that takes too long costs it, and the next one gets a new one."""

    def __init__(self, python: Path) -> None:
        self._python = python
        self._child: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()

    def warm_up(self) -> None:
        """Start the child, so that a measurement does not count imports."""
        if self._child is None:
            self._start()

    def convert(self, path: Path, limit: float = 120.0) -> dict[str, Any]:
        """{"text" or "error", "seconds"}; "error" begins with Timeout or Crash when the child had to go."""
        self.warm_up()
        assert self._child is not None
        assert self._child.stdin is not None
        began = time.perf_counter()
        self._child.stdin.write(json.dumps(str(path)) + "\n")
        self._child.stdin.flush()
        try:
            line = self._answers.get(timeout=limit)
        except queue.Empty:
            line = "Timeout: longer than allowed"
        if line is None or line.startswith("Timeout"):
            self.close()
            return {"error": line or "Crash: the process ended", "seconds": time.perf_counter() - began}
        answer: dict[str, Any] = json.loads(line)
        return answer

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None

    def _start(self) -> None:
        command = [str(self._python), str(WORKER)]
        child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
        )
        answers: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=_listen, args=(child, answers), daemon=True).start()
        self._child, self._answers = child, answers
        if answers.get(timeout=_START_SECONDS) is None:
            self.close()
            raise RuntimeError("markitdown does not start; make its environment anew: remove .venv-bench and run make again")


def _listen(child: subprocess.Popen[str], answers: queue.Queue[str | None]) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        answers.put(line)
    answers.put(None)


def outcome_of(answer: dict[str, Any], kind: str) -> Outcome:
    """An answer as an outcome with our codes of reasons."""
    seconds = float(answer["seconds"])
    if "error" not in answer:
        return Outcome(markdown_extract(answer["text"], kind, answer.get("pages", 0)), seconds=seconds)
    message = str(answer["error"])
    if message.startswith("Timeout"):
        code = "parser_timeout"
    elif message.startswith("Crash"):
        code = "parser_crashed"
    else:
        code = "password_needed" if _ASKS_FOR_PASSWORD.search(message) else "unreadable"
    return Outcome(code=code, message=message, seconds=seconds)


def markdown_extract(markdown: str, kind: str, page_count: int = 0) -> Extract:
    """Its Markdown with the places that it names."""
    text = re.sub(r"(?<!!)\[([^\[\]]*)\]\((?:[^()]|\([^()]*\))*\)", r"\1", markdown)
    text = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace("**", "")
    pages = (text,) if page_count == 1 else ()
    pieces: tuple[Piece, ...] = ()
    if _SLIDE.search(text):
        parts = _SLIDE.split(text)[1:]
        pieces = tuple(Piece(body, slide=int(number)) for number, body in zip(parts[::2], parts[1::2], strict=True))
    elif kind in SHEET_KINDS:
        parts = _SHEET.split(text)[1:]
        # It names no cells, so that a fact that names one is not at its place.
        pieces = tuple(Piece(body, sheet=name) for name, body in zip(parts[::2], parts[1::2], strict=True))
    elif kind == "csv":
        rows = [line for line in text.splitlines() if line.startswith("|") and not re.fullmatch(r"[|\s:-]+", line)]
        header = [cell.strip() for cell in rows[0].strip("|").split("|")] if rows else []
        pieces = tuple(Piece(_with_headers(header, row), cells=f"A{n}:Z{n}") for n, row in enumerate(rows, start=1))
    return Extract(text, pieces, pages)


def _with_headers(header: Sequence[str], row: str) -> str:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    heads = [*header, *[""] * len(cells)]
    return " | ".join(f"{head}: {cell}" if head else cell for head, cell in zip(heads, cells, strict=False))


def check_all(python: Path, folder: Path, entries: Sequence[Entry]) -> list[Verdict]:
    """Judge it over all entries but the bomb; it takes no passwords and has no text recognition."""
    reader = MarkItDown(python)
    verdicts = []
    try:
        reader.warm_up()
        for entry in entries:
            if entry.expected != "bomb":
                outcome = outcome_of(reader.convert(folder / entry.file), entry.format)
                verdicts.append(judge(entry, outcome, [outcome] if entry.password else []))
    finally:
        reader.close()
    return verdicts
