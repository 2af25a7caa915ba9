"""A figure of a table belongs to the row that is asked for."""

import pytest

ROWS = "\n".join(
    f"Number of reports: {label} | Target: {target}% | Hours: {hours}"
    for label, target, hours in [(">/=7", 30, "10-16"), ("6", 40, "14-18"), ("5", 50, "16-20"), ("4", 60, "18-24")]
)
FEES = "Karte: Gast | Gebühr: 25 Euro\nKarte: Mitglied | Gebühr: 60 Euro\nKarte: Ehrenmitglied | Gebühr: 0 Euro"
QUESTION = "What is the target of a supervisor with 6 reports?"


def rows(found):
    return [f for s in found.report.sentences for f in s.findings if f.rule == "rows"]


@pytest.mark.parametrize(
    ("answer", "question", "passage", "language"),
    [
        ("A supervisor with 6 reports has a target of 30%.", "", ROWS, "en"),
        ("The target is 30%.", QUESTION, ROWS, "en"),
        ("With 6 reports it is 30%, with 4 it is 50%.", "", ROWS, "en"),
        ("Die Karte Mitglied kostet 25 Euro.", "", FEES, "de"),
    ],
)
def test_the_figure_of_another_row_is_doubted(check, answer, question, passage, language):
    found = check(answer, passage, question=question, language=language)
    assert [f.outcome for f in rows(found)] == ["doubt"]
    assert found.report.verdict != "supported"


@pytest.mark.parametrize(
    ("answer", "question", "passage", "language"),
    [
        ("A supervisor with 6 reports has a target of 40%.", "", ROWS, "en"),
        ("The target is 40%.", QUESTION, ROWS, "en"),
        ("With 6 reports it is 40%, with 4 it is 60%.", "", ROWS, "en"),
        ("The highest target is 60%.", "What is the highest target?", ROWS, "en"),
        ("The target is 30%.", QUESTION, f"{ROWS}\n\nSince May the target with 6 reports is 30%.", "en"),
        ("Die Karte Gast kostet 25 Euro.", "", FEES, "de"),
        ("Ein Ehrenmitglied zahlt 0 Euro.", "", FEES, "de"),
        ("The office opens at 9 am.", "", "The office opens at 9 am.", "en"),
    ],
)
def test_the_figure_of_its_own_row_is_not(check, answer, question, passage, language):
    assert rows(check(answer, passage, question=question, language=language)) == []
