"""How answers, imports and tables look in a terminal (rich). Document text is printed as text, never read as markup."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from app.messages.answer import Answer
from app.messages.retrieval import Passage
from app.messages.validation import Citation, SentenceReport
from app.pipeline.prompt import describe_place
from index.ingest.progress import ImportProgress, ImportSummary

_MARKS = {
    "supported": ("✓", "green"),
    "partly_supported": ("~", "yellow"),
    "unsupported": ("✗", "red"),
    "no_claim": (" ", "dim"),
}
_WORDS = {"supported": "supported", "partly_supported": "partly supported", "unsupported": "not found in the documents"}


class _Pipe(Console):
    """A console whose reader may go away (`dossier status | head`): that ends the command well, not with rich's exit code 1."""

    def on_broken_pipe(self) -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0)


class Terminal:
    """Two consoles: results on stdout, everything else (progress, warnings) on stderr, so that output can be piped."""

    def __init__(self) -> None:
        self.out = _Pipe(highlight=False, soft_wrap=True)
        self.err = Console(highlight=False, stderr=True, soft_wrap=True)

    def stream(self, text: str) -> None:
        self.out.print(Text(text), end="")
        sys.stdout.flush()

    def note(self, text: str) -> None:
        self.err.print(Text(text))

    def error(self, message: str, next_step: str = "") -> None:
        self.err.print(Text(message, style="red"))
        if next_step:
            self.err.print(Text(next_step))

    def answer(self, answer: Answer, *, streamed: str) -> None:
        """The checked answer: sentence by sentence with its sources. What was streamed is not printed twice when it stands."""
        if answer.status == "error":
            self.error(answer.text)
            return
        if streamed.strip():
            self.out.print()
        if streamed.strip() != answer.text.strip():
            if streamed.strip():
                self.out.print(Text("(withdrawn: the check against your documents did not bear this out)\n", style="yellow"))
            self.out.print(Text(answer.text))
        if answer.report is not None and answer.report.sentences:
            self._report(answer)
        elif answer.closest:
            self.out.print(Text("\nClosest matches:", style="bold"))
            for passage in answer.closest:
                self._passage(passage)
        for warning in answer.metadata.warnings:
            self.note(f"Note: {warning}")

    def _report(self, answer: Answer) -> None:
        assert answer.report is not None
        self.out.print()
        numbers: dict[tuple[str, str], int] = {}
        for sentence in answer.report.sentences:
            if sentence.verdict != "no_claim":
                self._sentence(sentence, numbers)
        if answer.report.unvalidated:
            self.out.print(Text("Not every sentence was checked in time.", style="yellow"))
        else:
            self.out.print(
                Text(f"{answer.report.supported_count} of {answer.report.claim_count} sentences supported", style="bold")
            )
        if numbers:
            self.out.print(Text("Sources:", style="bold"))
        for (source, place), number in numbers.items():
            self.out.print(Text(f"  [{number}] {source}{', ' + place if place else ''}"))

    def _sentence(self, sentence: SentenceReport, numbers: dict[tuple[str, str], int]) -> None:
        mark, colour = _MARKS[sentence.verdict]
        line = Text(f"{mark} ", style=colour)
        line.append(Text(" ".join(sentence.text.split()), style="default"))
        keys = dict.fromkeys((c.source, describe_place(c.place)) for c in sentence.citations)
        for key in keys:
            line.append(f" [{numbers.setdefault(key, len(numbers) + 1)}]", style="cyan")
        self.out.print(line)
        for finding in sentence.findings:
            if finding.outcome in ("fail", "doubt"):
                self.out.print(Text(f"    {finding.message}", style=colour))
        for citation in sentence.citations:
            self._quote(citation)

    def _quote(self, citation: Citation) -> None:
        quote = " ".join(citation.quote.split())
        changed = " (changed since indexed)" if citation.changed_since_indexed else ""
        place = describe_place(citation.place)
        self.out.print(
            Text(f"    “{quote}” — {Path(citation.source).name}{', ' + place if place else ''}{changed}", style="dim")
        )

    def _passage(self, passage: Passage) -> None:
        place = describe_place(passage.place)
        excerpt = " ".join(passage.content.split())
        shortened = excerpt if len(excerpt) <= 160 else excerpt[:159] + "…"
        self.out.print(Text(f"  {Path(passage.source).name}{', ' + place if place else ''}: {shortened}", style="dim"))

    @contextmanager
    def import_progress(self) -> Iterator[ImportBar]:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[extra]}"),
        )
        # Without a terminal a bar is noise: what counts is the summary.
        with Progress(*columns, console=self.err, transient=True, disable=not self.err.is_terminal) as progress:
            yield ImportBar(progress)

    def import_summary(self, summary: ImportSummary, collection: str) -> None:
        indexed = summary.indexed + summary.unchanged + summary.moved
        waiting = f" + {summary.queued} waiting" if summary.queued else ""
        self.out.print(
            Text(
                f"{collection}: {summary.found} found = {indexed} indexed + {summary.skipped} skipped "
                f"+ {summary.failed} failed{waiting}; {summary.unchanged} unchanged, {summary.removed} removed"
            )
        )
        for root in summary.missing:
            self.note(f"Not there at the moment: {visible(root)}. What was indexed from it is kept.")
        for folder in summary.unreadable_folders:
            self.note(f"May not be read: {visible(folder)}. Check its permissions and import again.")


class ImportBar:
    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("Importing", total=None, extra="")

    def update(self, p: ImportProgress) -> None:
        remaining = "" if p.remaining_s is None else f" · {p.remaining_s:.0f} s left"
        name = f" · {visible(Path(p.current_file).name)}" if p.current_file else ""
        self._progress.update(
            self._task, total=p.found or None, completed=p.done, extra=f"{p.pages} pages · {p.failed} failed{remaining}{name}"
        )


def visible(text: str) -> str:
    """A name as it may be printed: control characters, which a terminal would obey, become their pictures or a question mark."""
    return "".join(chr(0x2400 + ord(c)) if c < " " else "?" if "\x7f" <= c < "\xa0" else c for c in text)


def is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"
