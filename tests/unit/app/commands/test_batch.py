"""A sheet of questions to a table of answers: read, resumed, stopped, and safe to open in a spreadsheet."""

import argparse
import csv
import io
import zipfile
from types import SimpleNamespace

import pytest

from app.commands import batch, exit_codes
from app.commands.batch_files import COLUMNS, AnswerFile, AnswerRow, neutral, plain, read_questions
from app.engine.jobs import Job
from app.messages.answer import Answer, AnswerMetadata, ErrorDetails, ErrorEnvelope
from app.messages.table import Cell, Row, Table
from app.messages.validation import Citation
from app.pipeline.query import QueryInvalid
from app.terminal import Terminal
from index.document import Place
from index.errors import UserFixable


class Engine:
    """Answers at once; ``error`` by question, ``stop`` at a question as Ctrl-C would."""

    def __init__(self):
        self.asked, self.error, self.stop = [], {}, None

    def preload(self):
        return ()

    def ask(self, question, listen):
        self.asked.append(question.text)
        if question.text == self.stop:
            return Stopped(question)
        job = Job()
        job.future.set_result(self._answer(question))
        return job

    def _answer(self, question):
        code = self.error.get(question.text)
        metadata = AnswerMetadata(model="fake", latency_ms={"total": 1234.0})
        if code is None:
            return Answer(
                correlation_id=question.correlation_id, status="answered", text=f"=About {question.text}", metadata=metadata
            )
        details = ErrorDetails(agent="router", retryable=True)
        envelope = ErrorEnvelope(correlation_id=question.correlation_id, code=code, message="No.", details=details)
        return Answer(correlation_id=question.correlation_id, status="error", text="No.", error=envelope)


class Stopped:
    """A job in whose wait Ctrl-C is pressed."""

    def __init__(self, question):
        self.question, self.pressed, self.cancelled = question, False, False

    def cancel(self):
        self.cancelled = True

    def result(self):
        if not self.pressed:
            self.pressed = True
            raise KeyboardInterrupt
        return Answer(correlation_id=self.question.correlation_id, status="cancelled", text="half")


@pytest.fixture
def run(tmp_path):
    engine = Engine()
    program = SimpleNamespace(
        consent=SimpleNamespace(accepted=lambda: True), collection=lambda name: SimpleNamespace(id="c"), engine=lambda: engine
    )

    def ask(questions, out="answers.csv"):
        source = tmp_path / "questions.csv"
        if questions is not None:
            source.write_bytes(questions if isinstance(questions, bytes) else questions.encode())
        options = argparse.Namespace(
            batch=source, out=tmp_path / out if out else None, collection=None, thorough=False, open=False, strict=False
        )
        return batch.ask_all(program, options, Terminal())

    ask.engine, ask.folder = engine, tmp_path
    return ask


def rows(path):
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("question\nWhat is due, and when?\nWho pays?\n", ("What is due, and when?", "Who pays?")),
        ("id;Frage\n1;Wer zahlt?\n2;\"Was; und wann?\"\n", ("Wer zahlt?", "Was; und wann?")),
        ("\ufeffQuestion\r\n\"Two\nlines?\"\r\n\r\nWho?\r\n", ("Two lines?", "Who?")),
        ("What is due, and when?\nWho pays?\n", ("What is due, and when?", "Who pays?")),
        ("nr\tquestion\n1\tWho?\n", ("Who?",)),
    ],
)  # fmt: skip
def test_questions_are_read_by_their_heading_or_line_by_line(tmp_path, content, expected):
    (tmp_path / "q.csv").write_text(content, "utf-8", newline="")
    assert read_questions(tmp_path / "q.csv").texts == expected


def test_questions_of_an_old_windows_sheet_keep_their_umlauts(tmp_path):
    (tmp_path / "q.csv").write_bytes("Frage\nWie hoch ist die Gebühr für Gäste?\n".encode("cp1252"))
    assert read_questions(tmp_path / "q.csv").texts == ("Wie hoch ist die Gebühr für Gäste?",)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32"])
@pytest.mark.parametrize("head", ["", "sep=;\r\n"])
def test_questions_are_read_in_the_encodings_that_spreadsheets_write(tmp_path, encoding, head):
    sheet = head + 'Frage;Notiz\r\nWas kostet die Gebühr?;ä\r\n"Wer; wo?";x\r\n'
    (tmp_path / "q.csv").write_bytes(sheet.encode(encoding))
    assert read_questions(tmp_path / "q.csv").texts == ("Was kostet die Gebühr?", "Wer; wo?")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b" \r\n", b"question\n", "question\r\n".encode("utf-16")])
def test_a_sheet_that_asks_nothing_is_wrong_usage_like_an_empty_question(tmp_path, content):
    (tmp_path / "q.csv").write_bytes(content)
    with pytest.raises(QueryInvalid, match="Write one question a line"):
        read_questions(tmp_path / "q.csv")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"question\nfoo\0bar\n", "is no CSV file"),
        (b"PK\x03\x04rest", "is no CSV file"),
        (b"a;b\n1;2\n", "is named"),
        (b'question\n"never closed\n', "no sound CSV"),
    ],
)
def test_a_bad_sheet_is_refused_with_what_to_do(tmp_path, content, said):
    (tmp_path / "q.csv").write_bytes(content)
    with pytest.raises(UserFixable, match=said) as caught:
        read_questions(tmp_path / "q.csv")
    assert caught.value.next_step


def test_a_missing_sheet_is_named(tmp_path):
    with pytest.raises(UserFixable, match=r"q\.csv cannot be read"):
        read_questions(tmp_path / "q.csv")


def test_each_question_gets_its_row(run):
    assert run("question\nWho?\nWhen?\n") == exit_codes.OK
    written = rows(run.folder / "answers.csv")
    assert tuple(written[0]) == COLUMNS
    assert [row[:4] for row in written[1:]] == [
        ["1", "Who?", "answered", "'=About Who?"],
        ["2", "When?", "answered", "'=About When?"],
    ]
    assert written[1][-1] == "1.2"


def test_what_is_answered_is_not_asked_again(run):
    run("question\nWho?\nWhen?\n")
    assert run("question\nWho?\nWhen?\nWhy?\n") == exit_codes.OK
    assert run.engine.asked == ["Who?", "When?", "Why?"]
    assert [row[0] for row in rows(run.folder / "answers.csv")[1:]] == ["1", "2", "3"]


@pytest.mark.parametrize("torn", [b"2,When?,answ", b'2,When?,answered,"half an\r\nanswer', b"2"])
def test_a_row_that_a_kill_tore_is_taken_back_and_asked_again(run, torn):
    run("question\nWho?\n")
    path = run.folder / "answers.csv"
    path.write_bytes(path.read_bytes() + torn)
    run("question\nWho?\nWhen?\n")
    assert run.engine.asked == ["Who?", "When?"]
    assert [row[1] for row in rows(path)[1:]] == ["Who?", "When?"]


def test_ctrl_c_keeps_what_is_answered_and_takes_the_question_at_hand_back(run):
    run.engine.stop = "When?"
    assert run("question\nWho?\nWhen?\nWhy?\n") == exit_codes.INTERRUPTED
    assert [row[1] for row in rows(run.folder / "answers.csv")[1:]] == ["Who?"]
    run.engine.stop = None
    assert run(None) == exit_codes.OK
    assert [row[1] for row in rows(run.folder / "answers.csv")[1:]] == ["Who?", "When?", "Why?"]


def test_what_could_not_be_asked_is_tried_again_and_what_never_can_is_written(run):
    run.engine.error = {"Who?": "INDEX_BUSY", "When?": "QUERY_INVALID"}
    assert run("question\nWho?\nWhen?\n") == exit_codes.PARTLY_FAILED
    assert [row[1:3] for row in rows(run.folder / "answers.csv")[1:]] == [["When?", "error"]]
    run.engine.error = {}
    assert run(None) == exit_codes.OK
    assert run.engine.asked == ["Who?", "When?", "Who?"]


def test_a_file_that_holds_something_else_is_left_alone(run):
    (run.folder / "answers.csv").write_text("my,own,table\r\n1,2,3\r\n")
    with pytest.raises(UserFixable, match="holds something else"):
        run("question\nWho?\n")
    assert (run.folder / "answers.csv").read_text() == "my,own,table\n1,2,3\n"


def test_an_unknown_ending_and_a_missing_folder_are_said(run):
    with pytest.raises(UserFixable, match="not written to"):
        run("question\nWho?\n", out="answers.docx")
    with pytest.raises(UserFixable, match="no folder"):
        run("question\nWho?\n", out="nowhere/answers.csv")


def test_answers_stand_beside_the_questions_where_no_name_is_given(run):
    run("question\nWho?\n", out=None)
    assert (run.folder / "questions.answers.csv").exists()


def test_a_sheet_for_excel_has_text_alone_and_its_rows_file_goes_when_all_is_answered(run):
    assert run("question\nWho?\n", out="answers.xlsx") == exit_codes.OK
    with zipfile.ZipFile(run.folder / "answers.xlsx") as book:
        sheet, strings = book.read("xl/worksheets/sheet1.xml").decode(), book.read("xl/sharedStrings.xml").decode()
    assert "<f>" not in sheet
    assert "=About Who?" in strings
    assert not (run.folder / "answers.xlsx.rows.csv").exists()
    with pytest.raises(UserFixable, match="there already"):
        run("question\nWho?\n", out="answers.xlsx")


def test_a_stopped_sheet_for_excel_holds_what_is_answered_and_is_gone_on_with(run):
    run.engine.stop = "When?"
    assert run("question\nWho?\nWhen?\n", out="answers.xlsx") == exit_codes.INTERRUPTED
    assert (run.folder / "answers.xlsx").exists()
    run.engine.stop = None
    assert run(None, out="answers.xlsx") == exit_codes.OK
    assert run.engine.asked == ["Who?", "When?", "When?"]


@pytest.mark.parametrize("cell", ["=1+1", "+49 30", "-5", "@SUM(A1)", "\tx", "plain", "'quoted", ""])
def test_no_cell_begins_like_a_formula_and_none_changes_by_it(cell):
    assert not neutral(cell).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert plain(neutral(cell)) == cell


def test_a_table_and_its_sources_stand_in_the_row(tmp_path):
    cited = Citation(
        doc_id="d", chunk_id="c", source="/x/A.pdf", place=Place(kind="page", page=3), start=0, end=2, quote="95 euros"
    )
    table = Table(
        columns=("Aspect", "A"), rows=(Row(cells=(Cell(text="hotel"), Cell(text="95 euros", citations=(cited,)))),), total=1
    )
    made = Answer.model_validate(
        {"correlation_id": "7c1a1f86-4a0e-4b5e-9f0e-0d9a3f1f2b11", "status": "answered", "text": "Compared.", "table": table}
    )
    row = batch.row_of(1, "Compare", made)
    assert row.answer == "Compared.\nAspect | A\nhotel | 95 euros"
    assert row.sources == "A.pdf, p. 3: “95 euros”"


def test_rows_come_back_as_they_were_written(tmp_path):
    file = AnswerFile(tmp_path / "a.csv", ";")
    assert file.open() == []
    row = AnswerRow("1", "Who?", "answered", 'A "b"; c\nd', "", "", "", "", "", "1.0")
    file.append(row)
    assert AnswerFile(tmp_path / "a.csv", ";").open() == [row]
