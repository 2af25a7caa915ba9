"""Dates and kinds of documents that a question names, told from those that are part of the matter."""

from datetime import date

import pytest

from index.search.asked_for import asked_for

TODAY = date(2026, 11, 30)


def spans(question, **options):
    found = asked_for(question, TODAY, **options)
    return tuple(None if m is None else m.date().isoformat() for m in (found.since, found.until))


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("mails about the lift since March", "2026-03-01", None),
        ("E-Mails zum Aufzug seit März", "2026-03-01", None),
        ("reports since December", "2025-12-01", None),
        ("documents after 2023", "2024-01-01", None),
        ("Berichte nach 2023", "2024-01-01", None),
        ("reports before 2024", None, "2024-01-01"),
        ("Dokumente bis Mai 2025", None, "2025-06-01"),
        ("What did Ana write in March 2025?", "2025-03-01", "2025-04-01"),
        ("Was hat Ana im März geschrieben?", "2026-03-01", "2026-04-01"),
        ("notes from 14 May 2025", "2025-05-14", "2025-05-15"),
        ("Protokolle vom 14.05.2025", "2025-05-14", "2025-05-15"),
        ("files since 2025-02-03", "2025-02-03", None),
        ("mails sent last week", "2026-11-23", "2026-11-30"),
        ("Welche Dokumente wurden letzten Monat geändert?", "2026-10-01", "2026-11-01"),
        ("documents of the last 10 days", "2026-11-20", None),
        ("courriels depuis mars 2024", "2024-03-01", None),
        ("reports since 2020 until 2022", "2020-01-01", "2023-01-01"),
    ],
)
def test_a_date_narrows_the_documents_that_are_asked_for(question, since, until):
    assert spans(question) == (since, until)
    assert asked_for(question, TODAY).binding


@pytest.mark.parametrize(
    "question",
    [
        "How many days of leave after 2023 hours of work?",
        "May I bring guests in the evening?",
        "Is a deposit of 2000 euros due?",
        "Who is in charge of the march of the band?",
        "Report on 31.02.2025",
        "",
    ],
)
def test_numbers_and_verbs_are_no_dates(question):
    assert spans(question) == (None, None)


def test_a_date_of_the_matter_prefers_and_does_not_narrow():
    found = asked_for("How many days of leave are there since 2023?", TODAY)
    assert (found.dated, found.binding) == (True, False)


def test_in_a_question_about_the_matter_a_month_says_nothing_of_documents():
    assert not asked_for("Which holidays are there in March?", TODAY).dated


def test_a_report_about_a_year_may_be_of_another():
    found = asked_for("Which report names the costs in 2023?", TODAY)
    assert (found.dated, found.binding) == (True, False)


def test_a_person_makes_dates_those_of_documents():
    assert asked_for("Ana on the lift in March", TODAY, about_person=True).binding


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("the mail about the lift", "eml"),
        ("Folien zur Sicherheit", "pptx"),
        ("Which PDF names the fee?", "pdf"),
        ("Excel-Datei der Geräte", "xlsx"),
    ],
)
def test_a_kind_of_document_is_heard(question, kind):
    assert kind in asked_for(question, TODAY).kinds


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("Was ist seit gestern neu?", "2026-11-29", None),
        ("Berichte der letzten drei Monate", "2026-09-01", None),
        ("mails from the past two weeks", "2026-11-16", None),
        ("courriels des trois derniers mois", "2026-09-01", None),
        ("correos de los últimos 10 días", "2026-11-20", None),
        ("emails since last week", "2026-11-23", None),
        ("Mails letzte Woche zum Aufzug", "2026-11-23", "2026-11-30"),
        ("mails since last Monday", "2026-11-23", None),
        ("Mails seit Freitag", "2026-11-27", None),
        ("mails from Sunday", "2026-11-29", "2026-11-30"),
        ("emails between March and May 2025", "2025-03-01", "2025-06-01"),
        ("Mails von März bis Mai", "2026-03-01", "2026-06-01"),
        ("Mails von November bis Februar 2026", "2025-11-01", "2026-03-01"),
        ("mails from 3 to 7 March 2026", "2026-03-03", "2026-03-08"),
        ("Mails vom 3.2. bis 7.3.2026", "2026-02-03", "2026-03-08"),
        ("Mails vom 27. Februar bis 2. März", "2026-02-27", "2026-03-03"),
        ("Mails vom 27. bis 2. März", "2026-02-27", "2026-03-03"),
        ("emails in Q1 2026", "2026-01-01", "2026-04-01"),
        ("Protokolle im 1. Quartal 2025", "2025-01-01", "2025-04-01"),
        ("messages of the second quarter", "2026-04-01", "2026-07-01"),
        ("mails from early 2025", "2025-01-01", "2026-01-01"),
        ("Mails seit dem 1.3.", "2026-03-01", None),
        ("Mails seit dem 24.12.", "2025-12-24", None),
        ("messaggi da marzo", "2026-03-01", None),
        ("berichten sinds maart", "2026-03-01", None),
        ("maile od marca", "2026-03-01", None),
        ("e-mails desde março", "2026-03-01", None),
        ("письма с марта", "2026-03-01", None),
        ("письма за прошлую неделю", "2026-11-23", "2026-11-30"),
        ("上周的邮件", "2026-11-23", "2026-11-30"),
        ("三月以来的邮件", "2026-03-01", None),
        ("2025年12月的邮件", "2025-12-01", "2026-01-01"),
    ],
)
def test_times_are_heard_in_many_wordings_and_languages(question, since, until):
    found = asked_for(question, date(2026, 11, 30))
    days = [None if moment is None else f"{moment:%Y-%m-%d}" for moment in (found.since, found.until)]
    assert (*days, found.binding) == (since, until, True)


@pytest.mark.parametrize(
    "question",
    [
        "How many mails fit on 3 to 7 pages?",
        "Reports between the lines",
        "mails about the last of us",
    ],
)
def test_what_only_looks_like_a_time_is_none(question):
    assert not asked_for(question, date(2026, 11, 30)).dated


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("Which mails came in over the past fortnight?", "2026-11-16", None),
        ("mails from the day before yesterday", "2026-11-28", "2026-11-29"),
        ("Mails von vorgestern", "2026-11-28", "2026-11-29"),
        ("letters dated 3/14/2025", "2025-03-14", "2025-03-15"),
        ("letters from 14/03/2025", "2025-03-14", "2025-03-15"),
        ("Berichte aus dem Frühjahr 2025", "2025-03-01", "2025-06-01"),
        ("e-mails sent in the last 24 hours", "2026-11-29", None),
        ("e-mails from the first half of 2025", "2025-01-01", "2025-07-01"),
        ("Mails aus dem ersten Halbjahr 2025", "2025-01-01", "2025-07-01"),
        ("mails no older than three weeks", "2026-11-09", None),
        ("Mails, die älter als zwei Jahre sind", None, "2024-11-30"),
        ("notes two weeks ago about the roof", "2026-11-13", "2026-11-20"),
        ("Mails vor drei Tagen", "2026-11-27", "2026-11-28"),
        ("il y a deux mois, quels courriels sur le toit ?", "2026-09-16", "2026-10-17"),
        ("correos de hace dos semanas", "2026-11-13", "2026-11-20"),
        ("mails since the beginning of the year", "2026-01-01", None),
        ("Mails seit Jahresbeginn", "2026-01-01", None),
        ("Mails aus den Jahren 2023 und 2024", "2023-01-01", "2025-01-01"),
        ("Mails aus KW 10", "2026-03-02", "2026-03-09"),
        ("mails in week 10 of 2025", "2025-03-03", "2025-03-10"),
        ("письма за последние две недели", "2026-11-16", None),
        ("документы до 2020 года", None, "2020-01-01"),
        ("письма в марте 2025 года", "2025-03-01", "2025-04-01"),
        ("wiadomości z zeszłego tygodnia", "2026-11-23", "2026-11-30"),
        ("e-mails da semana passada", "2026-11-23", "2026-11-30"),
        ("2025年3月以降のメール", "2025-03-01", None),
        ("2024年以前的邮件", None, "2024-01-01"),
        ("过去三个月的邮件", "2026-09-01", None),
        ("emails sent on or after 1 June 2026", "2026-06-01", None),
        ("Mails von Ende Februar bis Anfang April", "2026-02-01", "2026-05-01"),
        ("mails from Dec 2025", "2025-12-01", "2026-01-01"),
        ("Berichte des letzten Quartals", "2026-07-01", "2026-10-01"),
        ("mails from last weekend", "2026-11-28", "2026-11-30"),
        ("Was hat sich im Bericht seit der letzten Woche geändert?", "2026-11-23", None),
    ],
)
def test_further_times_are_heard(question, since, until):
    assert (*spans(question), asked_for(question, TODAY).binding) == (since, until, True)


@pytest.mark.parametrize(
    "question",
    [
        "letters of 3/4/2025",
        "mails on the cup in week 60",
        "Mails zur Fallhöhe im Sommer",
        "mails about the house of the week",
    ],
)
def test_a_day_that_may_be_two_and_a_season_without_a_year_are_none(question):
    assert not asked_for(question, TODAY).dated
