"""How answers, imports and tables look in a terminal (rich). Document text is printed as text, never read as markup."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.text import Text

from app.messages.answer import Answer
from app.messages.retrieval import Passage
from app.messages.validation import Citation, SentenceReport
from app.pipeline.prompt import describe_place
from app.terminal_table import print_table
from index.errors import UserFixable
from index.ingest.estimate import Stage
from index.ingest.kinds import Kind
from index.ingest.preview import ImportPreview
from index.ingest.progress import ImportProgress, ImportSummary, WaitingFor

_MARKS = {
    "supported": ("✓", "green"),
    "partly_supported": ("~", "yellow"),
    "unsupported": ("✗", "red"),
    "no_claim": (" ", "dim"),
}
_WORDS = {"supported": "supported", "partly_supported": "partly supported", "unsupported": "not found in the documents"}
_KINDS: dict[Kind, str] = {
    "pdf": "PDF", "word": "text document", "spreadsheet": "spreadsheet", "presentation": "presentation", "mail": "mail",
    "web": "web page", "text": "plain text", "book": "book", "picture": "picture", "archive": "archive", "other": "other",
}  # fmt: skip
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_WAITING: dict[WaitingFor, str] = {
    "disk space": "The disk is full. Free some space; the import goes on by itself. Ctrl-C stops it, nothing is lost.",
    "the drive": "The folder is not there at the moment. Connect its drive again; the import goes on by itself. Ctrl-C stops it.",
}
_STAGES: dict[Stage, str] = {"text": "Reading", "vectors": "Completing", "ocr": "Recognising text"}


class SafeConsole(Console):
    """Names and texts of others cannot move the cursor, colour the screen or set its title: control characters are shown, not sent."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            harmless = segment.control or segment.text == "\r" or not _CONTROLS.search(segment.text)
            yield segment if harmless else Segment(_CONTROLS.sub(lambda found: visible(found[0]), segment.text), segment.style)


class _Pipe(SafeConsole):
    """A console whose reader may go away (`dossier status | head`): that ends the command well, not with rich's exit code 1."""

    def on_broken_pipe(self) -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0)


class Terminal:
    """Two consoles: results on stdout, everything else (progress, warnings) on stderr, so that output can be piped."""

    def __init__(self) -> None:
        self.out = _Pipe(highlight=False, soft_wrap=True)
        self.err = SafeConsole(highlight=False, stderr=True, soft_wrap=True)

    def data(self, text: str) -> None:
        """JSON. What could not be printed as it is, is escaped: nothing of it is lost."""
        controls = _CONTROLS.search(text) is not None or r"\u00" in text
        self.out.print_json(text, ensure_ascii=controls or self.out.encoding != "utf-8")

    def stream(self, text: str) -> None:
        self.out.print(Text(text), end="")
        sys.stdout.flush()

    def note(self, text: str) -> None:
        self.err.print(Text(text))

    def progress(self, done: int, total: int) -> None:
        """On one line of a terminal that is written over; silent elsewhere."""
        if self.err.is_terminal:
            self.err.print(Text(f"{done} of {total}"), end="\r")

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
        if answer.table is not None:
            print_table(self.out, answer.table)
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
        pinned = {p.chunk_id: p.fact.label for p in answer.passages if p.fact is not None}
        for sentence in answer.report.sentences:
            if sentence.verdict != "no_claim":
                self._sentence(sentence, numbers, pinned)
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

    def _sentence(self, sentence: SentenceReport, numbers: dict[tuple[str, str], int], pinned: Mapping[str, str]) -> None:
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
            self._quote(citation, pinned.get(citation.chunk_id))

    def _quote(self, citation: Citation, label: str | None) -> None:
        """``label`` of the pinned fact that is cited."""
        quote = " ".join(citation.quote.split())
        notes = " (attached)" if citation.provenance == "attachment" else ""
        notes += f" (pinned fact: {visible(label)})" if label is not None else ""
        notes += " (changed since indexed)" if citation.changed_since_indexed else ""
        place = describe_place(citation.place)
        self.out.print(Text(f"    “{quote}” — {Path(citation.source).name}{', ' + place if place else ''}{notes}", style="dim"))

    def _passage(self, passage: Passage) -> None:
        place = describe_place(passage.place)
        excerpt = " ".join(passage.content.split())
        shortened = excerpt if len(excerpt) <= 160 else excerpt[:159] + "…"
        self.out.print(Text(f"  {Path(passage.source).name}{', ' + place if place else ''}: {shortened}", style="dim"))

    @contextmanager
    def counting(self) -> Iterator[Callable[[ImportPreview], None]]:
        """What to call with partial counts; they replace each other on one line of a terminal and are silent elsewhere."""
        with self.err.status("Looking …") as status:
            yield lambda part: status.update(Text(f"Looking … {_files(part.files)} to read, {size_text(part.bytes)}"))

    def preview(self, preview: ImportPreview) -> None:
        """What an import would read, by kind, and what it would leave out, with the reasons."""
        self.out.print(
            Text(f"{preview.found} found: {_files(preview.files)} to read, {size_text(preview.bytes)}", style="bold")
        )
        for kind, count in preview.kinds.items():
            self.out.print(Text(f"  {count.files:>7} {_kind(kind, count.files)}, {size_text(count.bytes)}"))
        if preview.unchanged:
            self.out.print(Text(f"  {preview.unchanged:>7} unchanged since the last import"))
        for skip in preview.skipped.values():
            self.out.print(Text(f"  {skip.count:>7} left out: {skip.message} For example {visible(skip.example)}", style="dim"))
        self._preview_troubles(preview)

    def preview_note(self, preview: ImportPreview) -> None:
        """The same in a line or two, before an import begins at once."""
        left_out = sum(skip.count for skip in preview.skipped.values())
        kinds = ", ".join(f"{count.files} {_kind(kind, count.files)}" for kind, count in preview.kinds.items())
        parts = [f"{preview.found} found", f"{_files(preview.files)} to read" + (f" ({kinds})" if kinds else "")]
        parts += [f"{preview.unchanged} unchanged"] if preview.unchanged else []
        parts += [f"{left_out} left out"] if left_out else []
        self.note(" · ".join(parts))
        self._preview_troubles(preview)

    def _preview_troubles(self, preview: ImportPreview) -> None:
        for slow in preview.slow:
            self.note(
                f"{visible(Path(slow.path).name)} is very large ({size_text(slow.bytes)}): "
                f"about {duration_text(slow.seconds)} for it alone."
            )
        for path in preview.missing:
            self.note(f"Not there at the moment: {visible(path)}.")

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
            yield ImportBar(progress, self.note)

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
    """``note`` prints a line that stays: that an import waits is said without a terminal too."""

    def __init__(self, progress: Progress, note: Callable[[str], None]) -> None:
        self._progress = progress
        self._note = note
        self._waiting_for: WaitingFor | None = None
        self._task = progress.add_task("Importing", total=None, extra="")

    def update(self, p: ImportProgress) -> None:
        if p.waiting_for is not None and p.waiting_for != self._waiting_for:
            self._note(_WAITING[p.waiting_for])
        self._waiting_for = p.waiting_for
        self._progress.update(
            self._task,
            total=p.found or None,
            completed=p.done,
            description=_stage_text(p),
            extra=" · ".join(part for part in _progress_parts(p) if part),
        )


def _stage_text(p: ImportProgress) -> str:
    if p.waiting_for is not None:
        return f"Waiting for {p.waiting_for}"
    if p.rebuilding is not None:
        return f"Vectors of {p.rebuilding}"
    return "Looking" if p.scanning else _STAGES.get(p.stage or "text", "Importing")


def _progress_parts(p: ImportProgress) -> list[str]:
    """Pages, rates, failures so far, what is left, and the file at hand; what is not known yet is left out."""
    searchable, left = p.searchable_s, p.remaining_s
    apart = searchable is not None and left is not None and left - searchable > 10 and searchable >= 1
    return [
        count_text(p.pages, "page"),
        f"{p.files_per_s:.1f} files/s" if p.files_per_s is not None else "",
        f"{p.pages_per_s:.1f} pages/s" if p.pages_per_s else "",
        f"{p.failed} failed" if p.failed else "",
        f"searchable in {duration_text(searchable)}" if apart and searchable is not None else "",
        f"complete in {duration_text(left)}" if left is not None else "",
        visible(Path(p.current_file).name) if p.current_file else "",
        f"large, about {duration_text(p.current_s)}" if p.current_s is not None else "",
    ]


def duration_text(seconds: float) -> str:
    """Rounded as an estimate deserves: "8 s", "3 min", "2.5 h"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def size_text(count: int) -> str:
    """Decimal units, as file managers show them."""
    size, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if size < 1000:
            break
        size, unit = size / 1000, larger
    return f"{size:.0f} {unit}" if size >= 10 or unit == "B" else f"{size:.1f} {unit}"


def _files(count: int) -> str:
    return count_text(count, "file")


def _kind(kind: Kind, count: int) -> str:
    return _KINDS[kind] if count == 1 or kind == "pdf" else f"{_KINDS[kind]}s"


def count_text(count: int, one: str) -> str:
    """ "1 page", "2 pages"."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def visible(text: str) -> str:
    """A name as it may be printed: control characters, which a terminal would obey, become their pictures or a question mark, and so
    do marks that turn the direction of what follows and make one name look like another."""
    return "".join(chr(0x2400 + ord(c)) if c < " " else "?" if "\x7f" <= c < "\xa0" or c in _TURNS else c for c in text)


def is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


def agreed(terminal: Terminal, question: str, otherwise: str = "Nothing was deleted") -> bool:
    """Asks before something is lost, or takes long. Raises UserFixable when nobody is there to ask: a script says ``--yes``."""
    if not is_interactive():
        raise UserFixable(f"{otherwise}: nobody is there to ask.", next_step="Add --yes.")
    try:
        return terminal.out.input(question).strip().casefold() in ("y", "yes", "j", "ja")
    except EOFError:
        return False
