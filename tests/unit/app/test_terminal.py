"""What a person reads in the terminal."""

import io

import pytest
from rich.console import Console

from app.messages.answer import Answer, AnswerMetadata
from app.messages.base import new_correlation_id
from app.messages.retrieval import Passage
from app.messages.validation import Citation, Finding, SentenceReport, ValidationReport
from app.terminal import Terminal
from index.document import Place, Span

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
