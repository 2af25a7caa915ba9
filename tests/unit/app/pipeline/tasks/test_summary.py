"""Summaries of whole documents: every section read, every sentence borne out by it, with its place."""

import pytest

from app.pipeline.tasks.documents import open_document
from app.pipeline.tasks.sections import MAX_CHARACTERS, sections_of
from app.settings.schema import TaskSettings
from models.errors import ModelMissing
from models.runtimes.fake import FakeRuntime, Script

from .made_documents import MadeDocuments

FILL = " ".join(f"Rule {i} says that everybody reads the handbook before the first day of work." for i in range(16))
HANDBOOK = f"""# Leave
Employees get 28 days of leave a year. {FILL}
# Travel
Hotels are paid up to 120 euros a night. {FILL}
# Equipment
Laptops are replaced after four years. {FILL}
"""
TRUE = {
    "28 days": "Employees get 28 days of leave a year.",
    "120 euros": "Hotels are paid up to 120 euros a night.",
    "four years": "Laptops are replaced after four years.",
}


def truthful(messages):
    said = messages[-1].content
    return " ".join(sentence for key, sentence in TRUE.items() if key in said)


def claims(answer):
    return [s.text for s in answer.report.sentences if s.verdict != "no_claim"]


@pytest.mark.row("whole documents", "summary is cited")
def test_each_section_is_read_and_each_sentence_is_cited_where_it_stands(whole):
    answer = whole({"Handbook.md": HANDBOOK}, answers=FakeRuntime(answer=truthful)).ask("Summarise the handbook")
    assert (answer.status, answer.task) == ("answered", "summary")
    assert claims(answer) == list(TRUE.values())
    for sentence in answer.report.sentences:
        assert answer.text[sentence.span.start : sentence.span.end] == sentence.text
        cited = sentence.citations[0]
        assert HANDBOOK[cited.start : cited.end] == cited.quote
        assert cited.place.heading_path[-1] in ("Leave", "Travel", "Equipment")
    assert (answer.coverage.unit, answer.coverage.done, answer.coverage.total) == ("sections", 3, 3)
    assert answer.text.endswith("Read: 3 of 3 sections.")


@pytest.mark.row("whole documents", "summary is cited")
def test_a_sentence_that_its_section_does_not_bear_out_gives_way_to_the_sections_own(whole):
    runtime = FakeRuntime(answer=lambda messages: "Employees get 40 days of leave a year.")
    answer = whole({"Handbook.md": HANDBOOK}, answers=runtime).ask("Summarise the handbook")
    assert "40 days" not in answer.text
    assert all(HANDBOOK.count(text) for text in claims(answer))
    assert "No model wrote this" in answer.text


def test_a_sentence_about_the_text_instead_of_its_matter_is_left_out(whole):
    said = "It describes the 28 days of leave that employees get a year. Employees get 28 days of leave a year."
    answer = whole(
        {"Leave.md": "# Leave\nEmployees get 28 days of leave a year."}, answers=FakeRuntime(answer=lambda m: said)
    ).ask("Summarise leave")
    assert claims(answer) == ["Employees get 28 days of leave a year."]


@pytest.mark.row("whole documents", "summary without a model")
def test_without_a_model_the_most_telling_sentences_stand(whole):
    answer = whole({"Handbook.md": HANDBOOK}, answers=FakeRuntime(load_error=ModelMissing("gone"))).ask(
        "Summarise the handbook"
    )
    assert answer.status == "answered"
    assert len(claims(answer)) == 3
    assert answer.report.verdict == "supported"
    assert "No model wrote this" in answer.text


def test_many_notes_are_put_together_and_still_cite_the_document(whole):
    text = "\n".join(f"# Part {i}\nThe fee of part {i} is {i + 10} euros. {FILL}" for i in range(6))

    def say(messages):
        said = messages[-1].content
        return " ".join(f"The fee of part {i} is {i + 10} euros." for i in range(6) if f"part {i} is {i + 10}" in said)

    runtime = FakeRuntime(answer=say)
    answer = whole({"Fees.md": text}, answers=runtime, tasks=TaskSettings(summary_notes=2)).ask("Summarise Fees.md")
    assert len(runtime.calls) == 8
    assert answer.text.count("•") == 2
    assert {c.place.heading_path[-1] for s in answer.report.sentences for c in s.citations} == {f"Part {i}" for i in range(6)}


@pytest.mark.row("whole documents", "summary has a ceiling")
def test_beyond_its_ceiling_no_generation_is_made_and_coverage_stays_whole(whole):
    runtime = FakeRuntime(answer=truthful)
    run = whole({"Handbook.md": HANDBOOK}, answers=runtime, tasks=TaskSettings(summary_sections=1))
    answer = run.ask("Summarise the handbook")
    assert len(runtime.calls) == 1
    assert (answer.coverage.done, answer.coverage.total) == (3, 3)
    assert "from section 2 on" in answer.text


@pytest.mark.row("whole documents", "stopped between two")
def test_it_is_stopped_between_two_sections_with_what_it_has(whole):
    run = whole({"Handbook.md": HANDBOOK}, answers=FakeRuntime(answer=truthful))

    def cancelled():
        return sum(event.kind == "task_progress" for event in run.events) >= 2

    answer = run.ask("Summarise the handbook", cancelled=cancelled)
    assert answer.status == "cancelled"
    assert claims(answer) == ["Employees get 28 days of leave a year."]
    assert (answer.coverage.done, answer.coverage.total) == (1, 3)


def test_it_is_stopped_in_the_middle_of_a_section_too(whole):
    run = whole({"Handbook.md": HANDBOOK}, answers=FakeRuntime(scripts=[Script("Never said.", first_token_delay=60)]))

    def cancelled():
        return bool(run.runtimes["answers"].calls)

    assert run.ask("Summarise the handbook", cancelled=cancelled).status == "cancelled"


def test_its_cost_is_one_step_of_the_trace(whole):
    answer = whole({"Handbook.md": HANDBOOK}, answers=FakeRuntime(answer=truthful)).ask("Summarise the handbook")
    (step,) = [event for event in answer.trace if event.step == "task" and event.status == "done"]
    assert (step.fields["task"], step.fields["sections"], step.fields["generations"]) == ("summary", 3, 3)
    assert len(answer.trace) < 12


def test_this_document_is_the_one_before_the_person(whole):
    run = whole({"a.md": "# A\nApples are red and sweet in autumn.", "b.md": "# B\nBeans are green and grow in summer."}, answers=FakeRuntime(load_error=ModelMissing("gone")))  # fmt: skip
    assert "Beans" in run.ask("Summarise this document", chosen=[run.id_of("b.md")]).text


def test_a_name_that_fits_several_documents_is_asked_back(whole):
    run = whole({"Travel policy 2023.md": "# T\nOld.", "Travel policy 2025.md": "# T\nNew.", "Leave.md": "# L\nLeave."})
    answer = run.ask("Summarise the travel policy")
    assert (answer.status, answer.choices) == ("clarify", ("Travel policy 2023.md", "Travel policy 2025.md"))
    again = run.ask(f"Summarise the travel policy – {answer.choices[1]}")
    assert again.text.startswith("Summary of Travel policy 2025.md")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Fasse das Nachweisgesetz zusammen", "Nachweisgesetz 1995.md"),
        ("Zusammenfassung des Nachweisgesetzes", "Nachweisgesetz 1995.md"),
        ("Fasse den Vertrag zusammen", "Mietvertrag.md"),
    ],
)
def test_a_document_is_named_by_its_words_and_by_the_parts_of_its_compounds(whole, asked, found):
    texts = {"Nachweisgesetz 1995.md": "# G\nDie Bedingungen werden schriftlich niedergelegt.", "Gesetz über Urlaub.md": "# U\nUrlaub.", "Mietvertrag.md": "# M\nDie Miete wird monatlich gezahlt."}  # fmt: skip
    answer = whole(MadeDocuments(texts, language="de"), answers=FakeRuntime(load_error=ModelMissing("gone"))).ask(asked)
    assert answer.text.startswith(f"Zusammenfassung von {found}:")


def test_a_matter_that_no_document_is_called_by_is_an_ordinary_question(whole):
    assert whole({"a.md": "# A\nApples.", "b.md": "# B\nBeans."}).ask("Summarise the dispute about parking").task is None


@pytest.mark.parametrize("kind", ["md", "pdf"])
def test_sections_hold_every_character_that_can_be_read_and_are_small_enough(kind):
    rows = "\n".join(f"| row {i} | {i * 7} euros |" for i in range(200))
    text = f"# One\n{FILL * 4}\n# Two\n{'endless ' * 900}\n# Three\n{rows}\n短い文。" + "長い文章です。" * 600
    documents = MadeDocuments({f"a.{kind}": text})
    document = open_document(documents, documents.rows[0])
    sections = sections_of(document)
    assert [s.number for s in sections] == list(range(1, len(sections) + 1))
    assert all(len(s.text) <= MAX_CHARACTERS and s.passage().content == s.text for s in sections)
    covered = "".join("".join(s.text.split()) for s in sections)
    assert covered == "".join(text.split())


def test_a_german_summary_is_german(whole):
    documents = MadeDocuments(
        {"Ordnung.md": "# Gebühren\nDie Gebühr für einen Ausweis beträgt 25 Euro im Jahr."}, language="de"
    )
    runtime = FakeRuntime(answer=lambda messages: "Die Gebühr für einen Ausweis beträgt 25 Euro im Jahr.")
    answer = whole(documents, answers=runtime).ask("Fasse die Ordnung kurz zusammen")
    assert answer.text.startswith("Zusammenfassung von Ordnung.md:")
    assert "Deutsch" in runtime.calls[0][-1].content
    assert "Gelesen: 1 von 1 Abschnitten." in answer.text
