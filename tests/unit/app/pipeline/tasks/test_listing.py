"""Lists and numbers over every document, with what was read of them."""

import pytest

from app.settings.schema import TaskSettings

from .made_documents import MadeDocuments

CONTRACTS = {
    "contracts/Lease Huber.docx": "# Lease\nThe tenant is Eva Huber.\nThe rent is 900 euros.\nHuber pays on the first of each month.",
    "contracts/Service agreement.docx": "# Service agreement\nDate: 3 March 2024\nThe supplier is Kern Ltd.",
    "letters/Reminder.txt": "Berlin, 12 June 2024\nDear Ms Huber, the rent of May is still to be paid.",
    "notes/Garden.txt": "The apple trees are watered on Mondays.",
}


def table(answer):
    return [[cell.text for cell in row.cells] for row in answer.table.rows]


@pytest.mark.row("whole documents", "list is exhaustive")
def test_a_list_has_every_document_that_says_it_and_each_row_is_cited(whole):
    answer = whole(CONTRACTS).ask("Which documents mention Huber?")
    assert answer.task == "list"
    assert [row[0] for row in table(answer)] == ["Lease Huber.docx", "Reminder.txt"]
    for row in answer.table.rows:
        for citation in row.cells[-1].citations:
            assert "Huber" in citation.quote
            assert CONTRACTS[citation.source][citation.start : citation.end] == citation.quote
    assert answer.text.startswith("2 documents with “Huber”.")
    assert (answer.coverage.done, answer.coverage.total) == (4, 4)
    assert "Read: 4 of 4 documents." in answer.text


def test_a_noun_means_documents_that_are_called_or_headed_so(whole):
    answer = whole(CONTRACTS).ask("List all leases that mention Huber")
    assert [row[0] for row in table(answer)] == ["Lease Huber.docx"]
    folder = whole(CONTRACTS).ask("List all contracts that mention rent")
    assert [row[0] for row in table(folder)] == ["Lease Huber.docx"]


def test_where_nothing_is_called_so_all_documents_are_searched(whole):
    answer = whole(CONTRACTS).ask("Which invoices mention Huber?")
    assert answer.table.total == 2
    assert "invoices" not in answer.text


def test_a_count_by_year_reads_the_documents_own_dates(whole):
    answer = whole(CONTRACTS).ask("How many documents are from 2024?")
    assert answer.text.startswith("2 documents dated 2024.")
    assert [row[:2] for row in table(answer)] == [["Service agreement.docx", "Mar 3, 2024"], ["Reminder.txt", "Jun 12, 2024"]]
    assert all(row.cells[1].citations for row in answer.table.rows)


def test_a_date_that_is_only_the_files_is_named_as_that(whole):
    answer = whole({"a.txt": "Apples."}).ask("List all documents from 2020")
    assert table(answer)[0][1] == "May 4, 2020 (of the file)"
    assert not answer.table.rows[0].cells[1].citations


def test_nothing_found_is_said_with_what_was_read(whole):
    answer = whole(CONTRACTS).ask("Which documents mention zebras?")
    assert answer.table is None
    assert answer.text == "No document with “zebras”. Read: 4 of 4 documents."


@pytest.mark.row("whole documents", "list says its coverage")
def test_documents_that_could_not_be_read_are_counted_and_said(whole):
    documents = MadeDocuments(dict(CONTRACTS))
    documents.add("broken.pdf", status="failed", passages=0)
    documents.add("waiting.pdf", status="queued", passages=0)
    documents.add("copy.txt", duplicate_of=documents.rows[0].id)
    documents.add("scan.pdf", passages=0)
    documents.add("Thumbs.db", status="skipped", passages=0)
    answer = whole(documents).ask("Which documents mention Huber?")
    assert (answer.coverage.done, answer.coverage.total) == (4, 7)
    assert answer.coverage.left_out == {"failed": 1, "queued": 1, "copies": 1, "empty": 1, "skipped": 1}
    assert "Read: 4 of 7 documents. (1 not indexed yet, 1 could not be read, 1 without text" in answer.text


def test_an_archive_that_only_holds_documents_is_none_itself(whole):
    documents = MadeDocuments({"mails.zip/a.txt": "Huber wrote."})
    documents.add("mails.zip", passages=0)
    documents.rows[0] = documents.rows[0].model_copy(update={"parent_id": documents.rows[1].id})
    assert whole(documents).ask("Which documents mention Huber?").coverage.total == 1


def test_a_cut_table_says_so_and_counts_all(whole):
    texts = {f"note{i:02d}.txt": "A fee is due." for i in range(12)}
    answer = whole(texts, tasks=TaskSettings(list_rows=5)).ask("Which documents mention a fee?")
    assert (len(answer.table.rows), answer.table.total) == (5, 12)
    assert "12 documents" in answer.text
    assert "The table shows the first 5 of 12." in answer.text


def test_places_are_listed_one_a_row(whole):
    answer = whole(CONTRACTS).ask("List all places where rent is mentioned")
    assert [row[0] for row in table(answer)] == ["Lease Huber.docx", "Reminder.txt"]
    assert answer.text.startswith("2 places in 2 documents")


@pytest.mark.parametrize(
    ("text", "asked", "found"),
    [
        ("Im Mietvertrag steht die Miete.", "Vertrag", True),
        ("Zwei Häuser stehen leer.", "Haus", True),
        ("The border is closed.", "order", False),
        ("Travel and other policies. The policy on travel is new.", "travel policy", True),
        ("Travel is free. The policy is new.", "travel policy", False),
        ("The travel policy is new.", "“travel policy”", True),
        ("The policy on travel is new.", "“travel policy”", False),
        ("图书馆的费用是二十五欧元。", "费用", True),
    ],
)
def test_words_are_found_in_any_of_their_forms_in_one_sentence(whole, text, asked, found):
    language = "de" if "Vertrag" in asked or "Haus" in asked else "zh" if "费" in asked else "en"
    run = whole(MadeDocuments({"a.txt": text}, language=language))
    question = f"Welche Dokumente erwähnen {asked}?" if language == "de" else f"Which documents mention {asked}?"
    assert (run.ask(question).table is not None) is found


def test_mails_of_a_person_since_a_date(whole):
    documents = MadeDocuments({"a.eml": "The budget is 100 euros.", "b.eml": "The budget is 90 euros.", "c.eml": "The budget."})
    dates = ("2024-05-02T08:00:00+00:00", "2023-05-02T08:00:00+00:00", "2024-06-02T08:00:00+00:00")
    authors = ("Ana Ruiz <ana@x.example>", "Ana Ruiz <ana@x.example>", "Bo Lund <bo@x.example>")
    documents.rows = [
        r.model_copy(update={"author": author, "document_modified": day})
        for r, author, day in zip(documents.rows, authors, dates, strict=True)
    ]
    answer = whole(documents).ask("List all mails from Ana since March 2024 that mention the budget")
    assert [row[0] for row in table(answer)] == ["a.eml"]
    assert "Ana" in answer.text


@pytest.mark.row("whole documents", "ordinary questions stay")
def test_a_condition_that_is_not_understood_makes_it_an_ordinary_question(whole):
    run = whole(CONTRACTS)
    answer = run.ask("Which documents are required for a passport?")
    assert answer.task is None
    assert any(event.kind == "trace" and event.step == "retrieving" for event in run.events)


def test_only_this_document_is_searched_where_the_question_says_so(whole):
    run = whole(CONTRACTS)
    answer = run.ask("List all places that mention Huber in this document", chosen=[run.id_of("letters/Reminder.txt")])
    assert {row[0] for row in table(answer)} == {"Reminder.txt"}


@pytest.mark.row("whole documents", "stopped between two")
def test_it_is_stopped_between_two_documents_with_what_it_has(whole):
    run = whole({f"note{i:02d}.txt": "A fee is due." for i in range(12)})

    def cancelled():
        return sum(event.kind == "task_progress" for event in run.events) >= 4

    answer = run.ask("Which documents mention a fee?", cancelled=cancelled)
    assert answer.status == "cancelled"
    assert answer.coverage.done == 4
    assert answer.table.total == 4
    assert "Stopped after 4 of 12." in answer.text


def test_progress_is_told_document_by_document(whole):
    run = whole(CONTRACTS)
    run.ask("Which documents mention Huber?")
    progress = [event for event in run.events if event.kind == "task_progress"]
    assert [event.done for event in progress] == [0, 1, 2, 3]
    assert {event.total for event in progress} == {4}
