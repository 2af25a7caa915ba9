"""A conversation as a file: sources, verdicts and signs are in it, and nothing that a document says becomes markup."""

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pypdfium2
import pytest
from markdown_it import MarkdownIt

from app.conversations.rows import SentenceSign, StoredConversation, StoredTurn
from app.export.formats import FORMATS, export, export_to
from app.export.wording import Wording
from app.messages.answer import Answer, AnswerMetadata, Question
from app.messages.base import new_correlation_id
from app.messages.validation import Citation, Finding, SentenceReport, ValidationReport
from app.pipeline.prompt import describe_place
from app.ui.printing import printed
from index.document import Place, Span
from index.errors import UserFixable

# One application a process: the window's tests, which may come later, need theirs.
pytestmark = pytest.mark.usefixtures("qapp")

NOW = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
HOSTILE = '<script>alert(1)</script> [a](http://example.org) *b* # c | `d` & <img src="http://example.org/x.png">'
WORDING = Wording(describe_place)


def citation(quote, start, **more):
    return Citation(
        doc_id="f", chunk_id="k", source="/docs/Travel policy.pdf", place=Place(kind="page", page=4), start=start,
        end=start + len(quote), quote=quote, **more,
    )  # fmt: skip


def turn(sentences, *, question="What is paid?", signs=(), **more):
    """``sentences``: (text, verdict, citations, findings)"""
    ident, text, reports = new_correlation_id(), "", []
    for said, verdict, citations, findings in sentences:
        text += " " if text else ""
        span = Span(start=len(text), end=len(text) + len(said))
        text += said
        found = tuple(Finding(rule="numbers", outcome="fail", message=f) for f in findings)
        reports.append(
            SentenceReport(span=span, text=said, verdict=verdict, score=1.0, citations=tuple(citations), findings=found)
        )
    report = ValidationReport(correlation_id=ident, verdict="partly_supported", sentences=tuple(reports))
    answer = Answer(correlation_id=ident, status="answered", text=text, report=report, **more)
    asked = Question(correlation_id=ident, text=question)
    return StoredTurn(question=asked, asked=NOW, text=text, answered=NOW, answer=answer, signs=signs)


def conversation(*turns, title="Travel"):
    return StoredConversation(id=uuid4(), title=title, created=NOW, changed=NOW, turns=turns)


HOTEL = ("Hotels are paid up to €120.", "supported", [citation("Hotel costs up to €120.", 10)], [])
CLAIMS = (
    "Claims within 60 days.",
    "unsupported",
    [citation("within 45 days", 90, provenance="attachment")],
    ["60 is not there."],
)
WHOLE = conversation(
    turn([HOTEL, CLAIMS], signs=(SentenceSign(sentence=1, sign="disputed", note="It is 45.", at=NOW),)),
    turn([("The same again.", "supported", [citation("Hotel costs up to €120.", 10, changed_since_indexed=True)], [])]),
)


def text_of(content: bytes, kind: str) -> str:
    """What a reader of that format shows."""
    if kind == "pdf":
        with pypdfium2.PdfDocument(content) as document:
            return "\n".join(page.get_textpage().get_text_range() for page in document).replace("\r\n", " ").replace("\n", " ")
    if kind == "odt":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.read("content.xml").decode()
    return content.decode()


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_has_the_answer_its_source_and_what_a_person_disputes(kind):
    text = text_of(export(WHOLE, kind, WORDING, printed), kind)
    for words in ("Hotels are paid up to", "Travel policy.pdf", "Hotel costs up to", "It is 45.", "60 is not there."):
        assert words in text.replace("\\", "")


def test_markdown_has_a_footnote_for_each_place_and_one_number_for_the_same_place():
    text = export(WHOLE, "md", WORDING, printed).decode()
    assert "Hotels are paid up to €120.[^1] Claims within 60 days.[^2] *(not found in the documents; disputed on" in text
    assert "The same again.[^1]" in text
    assert "[^1]: Travel policy.pdf, p. 4: “Hotel costs up to €120.”" in text
    assert "[^2]: Travel policy.pdf, p. 4 (attached): “within 45 days”" in text
    assert "- /docs/Travel policy.pdf" in text
    assert "> 1 of 2 sentences supported" in text


def test_text_of_a_document_is_never_read_as_markup():
    hostile = conversation(turn([(HOSTILE, "unsupported", [citation(HOSTILE, 0)], [HOSTILE])], question=HOSTILE), title=HOSTILE)
    html = export(hostile, "html", WORDING, printed).decode()
    assert "<script>" not in html
    assert "<img" not in html
    rendered = MarkdownIt("commonmark").render(export(hostile, "md", WORDING, printed).decode())
    for tag in ("<script", "<img", "<a ", "<code>"):
        assert tag not in rendered


def test_an_unfinished_answer_is_marked_so():
    asked = Question(correlation_id=new_correlation_id(), text="What?")
    left = conversation(StoredTurn(question=asked, asked=NOW, text="Up to"))
    text = export(left, "md", WORDING, printed).decode()
    assert "Up to\n\n> Unfinished: the program ended" in text


def test_json_is_all_that_is_kept():
    assert StoredConversation.model_validate(json.loads(export(WHOLE, "json", WORDING, printed))) == WHOLE


def test_lines_of_an_answer_stay_lines_and_warnings_are_told():
    ident = new_correlation_id()
    answer = Answer(
        correlation_id=ident, status="answered", text="First.\n1. Second.", metadata=AnswerMetadata(warnings=("It was cut.",))
    )
    asked = Question(correlation_id=ident, text="What?")
    text = export(
        conversation(StoredTurn(question=asked, asked=NOW, text=answer.text, answered=NOW, answer=answer)),
        "md",
        WORDING,
        printed,
    ).decode()
    assert "First.  \n1\\. Second." in text
    assert "> It was cut." in text


@pytest.mark.parametrize("name", ["talk.docx", "talk", "missing/talk.md"])
def test_what_cannot_be_written_is_one_plain_sentence_and_leaves_nothing(tmp_path: Path, name):
    with pytest.raises(UserFixable) as told:
        export_to(WHOLE, tmp_path / name, WORDING, printed)
    assert told.value.next_step
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_whole(tmp_path: Path):
    path = tmp_path / "talk.md"
    path.write_text("old")
    export_to(WHOLE, path, WORDING, printed)
    assert path.read_text(encoding="utf-8").startswith("# Travel")
    assert [p.name for p in tmp_path.iterdir()] == ["talk.md"]
