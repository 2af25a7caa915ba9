"""Which questions are work over whole documents, and which are ordinary questions."""

import pytest

from app.pipeline.tasks.recognise import recognise
from app.pipeline.tasks.requests import CompareTask, ListTask, SummaryTask


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Summarise this document", "this document"),
        ("Please summarize the travel policy 2025.", "the travel policy 2025"),
        ("Give me a short summary of Travel policy 2025.pdf", "Travel policy 2025.pdf"),
        ("Fasse dieses Dokument zusammen", "dieses Dokument"),
        ("Fassen Sie die Gebührenordnung kurz zusammen", "die Gebührenordnung"),
        ("Zusammenfassung der Dienstvereinbarung", "Dienstvereinbarung"),
        ("Erstelle eine Zusammenfassung des Protokolls", "Protokolls"),
        ("Résume ce document", "ce document"),
        ("Haz un resumen de este documento", "este documento"),
        ("Riassumi questo documento", "questo documento"),
    ],
)
@pytest.mark.row("whole documents", "recognised by rules")
def test_a_summary_is_recognised_with_what_it_is_of(question, subject):
    assert recognise(question) == SummaryTask(subject)


@pytest.mark.parametrize(
    ("question", "sides", "aspects"),
    [
        ("Compare policy 2023 and policy 2025 on hotel costs, meals and mileage", ("policy 2023", "policy 2025"), ("hotel costs", "meals", "mileage")),
        ("Compare tenants with landlords in terms of the notice period", ("tenants", "landlords"), ("notice period",)),
        ("Vergleiche die Richtlinie A mit der Richtlinie B hinsichtlich Hotel und Kilometergeld", ("die Richtlinie A", "der Richtlinie B"), ("Hotel", "Kilometergeld")),
        ("Vergleichen Sie Vertrag A und Vertrag B", ("Vertrag A", "Vertrag B"), ()),
        ("Compare le contrat A et le contrat B sur le prix", ("le contrat A", "le contrat B"), ("prix",)),
    ],
)  # fmt: skip
@pytest.mark.row("whole documents", "recognised by rules")
def test_a_comparison_is_recognised_with_its_sides_and_aspects(question, sides, aspects):
    assert recognise(question) == CompareTask(sides, aspects)


def test_a_question_for_a_difference_is_a_comparison_only_if_both_sides_are_documents():
    assert recognise("What are the differences between policy A and policy B?") == CompareTask(
        ("policy A", "policy B"), sure=False
    )


@pytest.mark.parametrize(
    ("question", "noun", "mentioned", "unit"),
    [
        ("List all contracts that mention Huber", "contracts", "Huber", "documents"),
        ("Which documents mention the budget?", "documents", "budget", "documents"),
        ("In which documents is the guest card mentioned?", "documents", "guest card", "documents"),
        ("How many letters mention a fee?", "letters", "fee", "documents"),
        ("List all charters", "charters", "", "documents"),
        ("Zeige alle Verträge", "Verträge", "", "documents"),
        ("Find every mention of hotel", "", "hotel", "places"),
        ("List all places where hotels are mentioned", "", "hotels", "places"),
        ("Welche Verträge erwähnen eine Kündigungsfrist?", "Verträge", "Kündigungsfrist", "documents"),
        ("In welchen Dokumenten steht etwas über Telearbeit?", "Dokumenten", "Telearbeit", "documents"),
        ("Liste alle Dokumente auf, die „Mobile Arbeit“ enthalten", "Dokumente", "“Mobile Arbeit”", "documents"),
        ("Wie viele Rechnungen nennen Huber?", "Rechnungen", "Huber", "documents"),
        ("Quels contrats mentionnent une garantie ?", "contrats", "garantie", "documents"),
        ("¿Qué contratos mencionan una garantía?", "contratos", "garantía", "documents"),
        ("Quali contratti menzionano una garanzia?", "contratti", "garanzia", "documents"),
    ],
)
@pytest.mark.row("whole documents", "recognised by rules")
def test_a_list_is_recognised_with_what_must_be_said(question, noun, mentioned, unit):
    task = recognise(question)
    assert isinstance(task, ListTask)
    assert (task.noun, task.mentioned, task.unit) == (noun, mentioned, unit)


def test_a_date_behind_what_must_be_said_is_a_condition_of_its_own():
    task = recognise("Which contracts mention Huber since March 2024?")
    assert task == ListTask("contracts", "since March 2024", "Huber")


@pytest.mark.parametrize(
    "question",
    [
        "How many days of leave are there?",
        "How many reports must be filed each year?",
        "Which form must be signed?",
        "Which employees get leave?",
        "List all holidays",
        "Show me the report",
        "Which fees include VAT?",
        "What article was published in 1937?",
        "In which form is the opening documented?",
        "Is the notice period longer for tenants or for landlords?",
        "By how much is a member card dearer than a guest card?",
        "Wie viele Tage Urlaub gibt es?",
        "Welche Form von Sauerstoff nehmen sie auf?",
        "Wer fasst das Protokoll ab?",
        "What does a guest card cost?",
        "",
    ],
)
@pytest.mark.row("whole documents", "ordinary questions stay")
def test_an_ordinary_question_stays_one(question):
    assert recognise(question) is None
