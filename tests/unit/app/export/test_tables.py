"""The table of an answer in an exported conversation: its cells, its footnotes, and nothing of it read as markup."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from markdown_it import MarkdownIt

from app.conversations.rows import StoredConversation, StoredTurn
from app.export.formats import export
from app.export.wording import Wording
from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from app.messages.table import Cell, Row, Table
from app.messages.validation import Citation
from app.pipeline.prompt import describe_place
from index.document import Place

NOW = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)


def cited(source, quote):
    return Citation(
        doc_id=source, chunk_id=source, source=source, place=Place(kind="page", page=2), start=0, end=len(quote), quote=quote
    )


@pytest.fixture
def conversation():
    ident = new_correlation_id()
    rows = (
        Row(
            cells=(
                Cell(text="hotel"),
                Cell(text="up to 95 | <b>euros</b>", citations=(cited("/docs/A.pdf", "up to 95"),)),
                Cell(text="up to 120 euros", citations=(cited("/docs/B.pdf", "up to 120"),)),
            ),
            differs=True,
        ),
    )
    table = Table(columns=("Aspect", "A.pdf", "B.pdf"), rows=rows, total=1)
    answer = Answer(correlation_id=ident, status="answered", text="Compared.", task="compare", table=table)
    turn = StoredTurn(
        question=Question(correlation_id=ident, text="Compare A and B"), asked=NOW, text=answer.text, answered=NOW, answer=answer, signs=()
    )  # fmt: skip
    return StoredConversation(id=uuid4(), title="Travel", created=NOW, changed=NOW, turns=(turn,))


def no_printer(html, title, ending):
    raise AssertionError


def test_markdown_has_a_table_with_footnotes(conversation):
    text = export(conversation, "md", Wording(describe_place), no_printer).decode()
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<td>") == 3
    assert "<b>" not in html
    assert "| ≠ hotel | up to 95 \\| \\<b\\>euros\\</b\\>[^1] | up to 120 euros[^2] |" in text
    assert "[^1]: A.pdf, p. 2: “up to 95”" in text
    assert "- /docs/B.pdf" in text


def test_html_has_a_table_whose_cells_are_text(conversation):
    text = export(conversation, "html", Wording(describe_place), no_printer).decode()
    assert "<th>Aspect</th>" in text
    assert "<td>up to 95 | &lt;b&gt;euros&lt;/b&gt;<sup>[1]</sup></td>" in text
    assert "[2] B.pdf, p. 2: “up to 120”" in text
