"""What a person reads in the terminal."""

import io
import json
import re
from dataclasses import replace

import pytest
from rich.console import Console

from app.messages.answer import Answer, AnswerMetadata
from app.messages.base import new_correlation_id
from app.messages.retrieval import Passage
from app.messages.table import Cell, Row, Table
from app.messages.validation import Citation, Finding, SentenceReport, ValidationReport
from app.terminal import ImportBar, SafeConsole, Terminal, visible
from app.terminal_table import print_table
from index.document import Place, Span
from index.ingest.preview import ImportPreview, KindCount, SkipCount, SlowFile
from index.ingest.progress import ImportProgress

ID = new_correlation_id()


@pytest.fixture
def terminal():
    made = Terminal()
    made.out = Console(file=io.StringIO(), highlight=False, soft_wrap=True)
    made.err = Console(file=io.StringIO(), highlight=False, soft_wrap=True)
    return made


def citation(quote="The fee is 25 euros.", page=4):
    return Citation(
        doc_id="d",
        chunk_id="c",
        source="/docs/Gebühren [neu].pdf",
        place=Place(kind="page", page=page),
        start=0,
        end=5,
        quote=quote,
    )


def sentence(text, verdict="supported", citations=(), findings=()):
    return SentenceReport(
        span=Span(start=0, end=len(text)), text=text, verdict=verdict, score=0.9, citations=citations, findings=findings
    )


def answer(*sentences, status="answered", text="It is 25 euros.", verdict="supported", **more):
    report = ValidationReport(correlation_id=ID, verdict=verdict, sentences=sentences) if sentences else None
    return Answer(correlation_id=ID, status=status, text=text, report=report, **more)


def printed(terminal):
    return terminal.out.file.getvalue(), terminal.err.file.getvalue()


def test_each_source_is_numbered_once_and_named_with_its_page(terminal):
    both = (citation(), citation("Another line."))
    terminal.answer(answer(sentence("It is 25 euros.", citations=both)), streamed="It is 25 euros.")
    out, _ = printed(terminal)
    assert out.count("[1]") == 2
    assert "[1] /docs/Gebühren [neu].pdf, p. 4" in out
    assert "“Another line.” — Gebühren [neu].pdf, p. 4" in out
    assert "1 of 1 sentences supported" in out


def test_text_of_a_document_is_never_read_as_markup(terminal):
    quote = citation("[bold red]Not a style[/bold red] and [link=x]no link[/link]")
    terminal.answer(answer(sentence("[blink]x[/blink] is y.", citations=(quote,))), streamed="")
    out, _ = printed(terminal)
    assert "[bold red]Not a style[/bold red]" in out
    assert "[blink]x[/blink] is y." in out


def test_neither_a_name_nor_a_text_can_send_commands_to_the_terminal(terminal):
    terminal.out, terminal.err = (SafeConsole(file=io.StringIO(), force_terminal=True, width=200) for _ in range(2))
    hostile = "one\x1b]0;title\x07two\x9b31m"
    terminal.answer(answer(text=hostile, status="not_found"), streamed="")
    terminal.error(f"There is no file {hostile}", hostile)
    print_table(terminal.out, Table(columns=("A", "B"), rows=(Row(cells=(Cell(text=hostile), Cell(text="x"))),), total=1))
    terminal.progress(1, 2)
    out, err = printed(terminal)
    assert "one␛]0;titletwo?31m" in out
    assert "one␛]0;titletwo?31m" in err
    assert "1 of 2\r" in err
    for text in (out, err):
        assert set(re.findall("\x1b[^m]*.", text)) <= {"\x1b[31m", "\x1b[0m", "\x1b[1m"}


@pytest.mark.parametrize("name", ["/d/grün\u202efdp.exe", "/d/e\x9bsc"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "iso-8859-1"])
def test_data_for_a_script_loses_nothing_whatever_the_terminal_can_show(terminal, name, encoding):
    raw = io.BytesIO()
    terminal.out = SafeConsole(file=io.TextIOWrapper(raw, encoding=encoding, errors="replace", write_through=True))
    terminal.data(json.dumps([name]))
    assert json.loads(raw.getvalue().decode(encoding)) == [name]


def test_a_name_that_turns_the_direction_of_what_follows_is_shown_as_it_is():
    assert visible("invoice\u202efdp.exe") == "invoice?fdp.exe"
    assert visible("חשבון.pdf") == "חשבון.pdf"


def test_what_was_streamed_and_stands_is_not_printed_twice(terminal):
    terminal.answer(answer(sentence("It is 25 euros."), text="It is 25 euros."), streamed="It is 25 euros.")
    out, _ = printed(terminal)
    assert out.count("It is 25 euros.") == 1


def test_what_was_streamed_and_did_not_hold_is_called_withdrawn(terminal):
    terminal.answer(answer(status="not_found", text="This was not found in your documents."), streamed="It is 99 euros.")
    out, _ = printed(terminal)
    assert out.index("withdrawn") < out.index("not found")


def test_a_doubtful_sentence_says_why(terminal):
    finding = Finding(rule="numbers", outcome="fail", message="26 euros is in no passage.")
    terminal.answer(answer(sentence("It is 26 euros.", "unsupported", findings=(finding,)), verdict="unsupported"), streamed="")
    out, _ = printed(terminal)
    assert "✗ It is 26 euros." in out
    assert "26 euros is in no passage." in out
    assert "0 of 1 sentences supported" in out


def test_not_found_shows_the_closest_matches_and_warnings_go_to_the_other_stream(terminal):
    near = Passage(
        doc_id="d", chunk_id="c", collection_id="k", content="The fee for guests is set by the board.", relevance_score=0.2,
        source="/docs/fees.md", source_type="md", chunk_index=0, start=0, end=39,
    )  # fmt: skip
    found = answer(
        status="not_found",
        text="This was not found in your documents.",
        closest=(near,),
        metadata=AnswerMetadata(warnings=("A note.",)),
    )
    terminal.answer(found, streamed="")
    out, err = printed(terminal)
    assert "Closest matches:" in out
    assert "fees.md: The fee for guests is set by the board." in out
    assert "Note: A note." in err
    assert "Note" not in out


def test_a_preview_names_kinds_what_is_left_out_with_examples_and_what_takes_long(terminal):
    terminal.preview(
        ImportPreview(
            found=12, files=9, bytes=52_300_000, unchanged=1, kinds={"pdf": KindCount(8, 2_300_000), "text": KindCount(1, 50_000_000)},
            skipped={"hidden": SkipCount(2, "Hidden files are not read.", "", "/docs/.a\x1b[2Jb")},
            slow=(SlowFile("/docs/export.txt", 50_000_000, 1375.0),), missing=("/away",), elapsed_s=0.1, complete=True,
        )
    )  # fmt: skip
    out, err = printed(terminal)
    assert "12 found: 9 files to read, 52 MB" in out
    assert "8 PDF, 2.3 MB" in out
    assert "1 unchanged since the last import" in out
    assert "2 left out: Hidden files are not read. For example /docs/.a␛[2Jb" in out
    assert "export.txt is very large (50 MB): about 23 min for it alone." in err
    assert "Not there at the moment: /away." in err


def test_the_line_before_an_import_is_short(terminal):
    terminal.preview_note(
        ImportPreview(
            found=3, files=1, bytes=10, unchanged=1, kinds={"mail": KindCount(1, 10)},
            skipped={"hidden": SkipCount(1, "Hidden.", "", "/docs/.a")}, slow=(), missing=(), elapsed_s=0.1, complete=True,
        )
    )  # fmt: skip
    assert printed(terminal) == ("", "3 found · 1 file to read (1 mail) · 1 unchanged · 1 left out\n")


class Shown:
    def __init__(self):
        self.fields = {}

    def add_task(self, description, **fields):
        return 1

    def update(self, task, **fields):
        self.fields = fields


@pytest.mark.parametrize(
    ("changes", "description", "extra"),
    [
        ({"scanning": True}, "Looking", "4 pages"),
        ({"stage": "text", "files_per_s": 2.04, "pages_per_s": 31.0}, "Reading", "4 pages · 2.0 files/s · 31.0 pages/s"),
        (
            {"stage": "text", "searchable_s": 20.0, "remaining_s": 600.0, "failed": 2},
            "Reading",
            "4 pages · 2 failed · searchable in 20 s · complete in 10 min",
        ),
        ({"stage": "vectors", "searchable_s": 0.0, "remaining_s": 60.0}, "Completing", "4 pages · complete in 60 s"),
        ({"stage": "ocr", "remaining_s": 7200.0}, "Recognising text", "4 pages · complete in 2.0 h"),
        ({"waiting_for": "disk space"}, "Waiting for disk space", "4 pages"),
        ({"waiting_for": "the drive"}, "Waiting for the drive", "4 pages"),
        (
            {"current_file": "/docs/export.txt", "current_s": 1375.0, "stage": "text"},
            "Reading",
            "4 pages · export.txt · large, about 23 min",
        ),
    ],
)
def test_progress_shows_stage_rates_failures_and_both_times(changes, description, extra):
    shown = Shown()
    ImportBar(shown, lambda text: None).update(replace(ImportProgress(10, 4, 4, 0, 0, 4, 4, None, 1.0, None), **changes))
    assert (shown.fields["description"], shown.fields["extra"]) == (description, extra)
    assert (shown.fields["completed"], shown.fields["total"]) == (4, 10)


def test_that_an_import_waits_is_said_once_in_a_line_that_stays():
    notes = []
    bar = ImportBar(Shown(), notes.append)
    moment = ImportProgress(10, 4, 4, 0, 0, 4, 4, None, 1.0, None)
    for waiting_for in (None, "disk space", "disk space", None, "the drive", None):
        bar.update(replace(moment, waiting_for=waiting_for))
    assert len(notes) == 2
    assert "disk is full" in notes[0]
    assert "drive" in notes[1]


@pytest.mark.parametrize("count", [1, 2])
def test_one_of_a_kind_is_counted_in_the_singular(terminal, count):
    kinds = dict.fromkeys(("pdf", "word", "mail", "web", "text", "book", "picture"), KindCount(count, 900))
    preview = ImportPreview(
        found=count,
        files=count,
        bytes=900,
        unchanged=0,
        kinds=kinds,
        skipped={},
        slow=(),
        missing=(),
        elapsed_s=0.1,
        complete=True,
    )
    terminal.preview(preview)
    terminal.preview_note(preview)
    words = " ".join(printed(terminal)).split()
    singular = {"file", "document", "mail", "page", "text", "book", "picture"}
    stated = {word.strip(",()") for word in words}
    assert (singular <= stated) is (count == 1)
    assert ({f"{word}s" for word in singular} <= stated) is (count == 2)
