"""What counts as right, as a refusal, as wrong and unmarked, as the passage being present."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from evidence import at_place, holds, same_file
from grader import Evidence, Given, Grade, Question, Shown, grade, language_of, load_questions

FEE = Question(
    id="x1",
    question="What is the fee for a lost badge?",
    answer="40 dollars.",
    kind="number",
    must_contain=("$40",),
    must_not=("$400",),
    evidence=(Evidence("rules/badges.md", "Lost badges", ("a fee of $40 is charged",)),),
)
POLAR = Question(
    id="x2",
    question="May guests bring dogs?",
    answer="No, only guide dogs after 3 days' notice.",
    kind="fact",
    must_contain=("3 days",),
    evidence=(Evidence("rules/guests.pdf", "p2", ("only guide dogs",)),),
)
NEAR_MISS = Question(
    id="x3", question="What is the fee for a lost key?", answer="Not in the documents.", kind="unanswerable", must_not=("$40",)
)
BADGES = Shown(
    "/home/someone/files/rules/badges.md",
    "For a lost badge a fee of **$40** is charged.",
    {"heading_path": ["Rules", "Lost badges"]},
)
KEYS = Shown("/home/someone/files/rules/keys.md", "Keys are numbered.", {"heading_path": ["Keys"]})


def answered(text: str, *citations: Shown, verdict: str = "supported", passages: tuple[Shown, ...] = ()) -> Given:
    return Given("answered", text, verdict, citations=citations, passages=passages, claims=1)


def test_right_answer_cites_the_evidence_file() -> None:
    assert grade(FEE, answered("The fee is 40 dollars.", BADGES)) == Grade(True, "", False, False, "")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (answered("The fee is $40.", KEYS), "cites another file"),
        (answered("The fee is $40."), "cites nothing"),
        (answered("The fee is $400.", BADGES), "without: $40"),
        (answered("The fee is $40 or $400.", BADGES), "must not say: $400"),
        (answered("The fee is 40 euros.", BADGES), "without: $40"),
        (Given("not_found", "Not found in your documents."), "no answer: not_found"),
        (Given("evidence_only", "A fee of $40.", citations=(BADGES,)), "no answer: evidence_only"),
    ],
)
def test_wrong_answer_says_why(given: Given, why: str) -> None:
    assert (grade(FEE, given).right, grade(FEE, given).why) == (False, why)


def test_one_of_several_cited_files_is_enough() -> None:
    assert grade(FEE, answered("$40.", KEYS, BADGES)).right


def test_an_answer_that_opens_with_the_opposite_is_wrong_whatever_it_holds() -> None:
    guests = Shown("guests.pdf", "")
    source = Shown("/d/rules/guests.pdf", "")
    assert grade(POLAR, answered("Yes, after 3 days' notice.", source)).why == "says yes, right is no"
    assert grade(POLAR, answered("Only with 3 days' notice.", source)).right
    assert grade(POLAR, answered("No, except with 3 days' notice.", guests)).why == "cites another file"


def test_each_inner_list_needs_one_of_its_strings() -> None:
    question = Question(
        "x",
        "Wie lange ist die Frist für die Anmeldung?",
        "Sieben bis 13 Wochen.",
        "number",
        ("Wochen",),
        (("sieben", "7"), ("13", "dreizehn")),
        (),
        FEE.evidence,
    )
    assert grade(question, answered("7 Wochen, danach dreizehn Wochen.", BADGES)).right
    assert grade(question, answered("7 Wochen, danach 30 Wochen.", BADGES)).why == "without: 13 or dreizehn"


@pytest.mark.parametrize(
    ("given", "right"),
    [
        (Given("not_found", "Not found in your documents."), True),
        (Given("answered", "The documents do not say.", "supported", claims=0), True),
        (Given("answered", "A key costs 25 dollars.", "supported", claims=0), False),
        (Given("answered", "The fee was set on 3 May.", "supported", claims=0), False),
        (Given("not_found", "Not found; a badge costs $40."), False),
        (Given("not_found", "Not found.", citations=(BADGES,)), False),
        (answered("The fee is $25.", KEYS), False),
        (answered("The fee is $25.", verdict="unsupported"), False),
        (Given("answered", "A text without any report."), False),
        (Given("evidence_only", "No answer could be written."), False),
        (Given("error", "It failed.", error="GENERATION_FAILED"), False),
        (Given("not_found", "Not checked.", "unvalidated", unvalidated=True), False),
    ],
)
def test_unanswerable_is_right_only_as_an_honest_refusal(given: Given, right: bool) -> None:
    assert grade(NEAR_MISS, given).right is right


@pytest.mark.parametrize(
    ("given", "unmarked"),
    [
        (answered("The fee is $50.", BADGES), True),
        (answered("The fee is $50.", BADGES, verdict="partly_supported"), False),
        (answered("The fee is $50.", BADGES, verdict="unsupported"), False),
        (answered("The fee is $40.", BADGES), False),
        (answered("The fee is $40.", KEYS), True),
        (Given("not_found", "Not found."), False),
        (Given("answered", "The fee is $50.", "supported", unvalidated=True, citations=(BADGES,), claims=1), False),
    ],
)
def test_wrong_and_unmarked_is_what_is_shown_as_wholly_supported(given: Given, unmarked: bool) -> None:
    assert grade(FEE, given).unmarked is unmarked


@pytest.mark.parametrize(
    ("passages", "presence"),
    [
        ((KEYS, BADGES), "text"),
        ((KEYS, KEYS, KEYS, KEYS, BADGES), ""),
        ((Shown("/d/rules/badges.md", "Badges are blue.", {"heading_path": ["Rules", "Lost badges"]}),), "place"),
        ((Shown("/d/rules/badges.md", "Badges are blue.", {"heading_path": ["Colours"]}),), ""),
        ((Shown("/d/other/badges.md", "A FEE of\u00a0$40\nis charged", {}),), ""),
        ((Shown("/d/rules/badges.md", "A FEE of\u00a0$40\nis charged", {}),), "text"),
        ((), ""),
    ],
)
def test_passage_is_present_among_the_first_four(passages: tuple[Shown, ...], presence: str) -> None:
    assert grade(FEE, answered("$40", BADGES, passages=passages)).presence == presence


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("Reports: 6; Target: 40%; Hours: 14–18 hours", "| 6 | 40% | 14-18 hours |", True),
        ("Reports: 16; Target: 40%; Hours: 14–18 hours", "| 6 | 40% | 14-18 hours |", False),
        ("Reports: 6; Target: 60%; Hours: 18-24 hours", "| 6 | 40% | 14-18 hours |", False),
        ("Staff who start after September 1 are out", "start **after September 1** are out", True),
        ("within 172 hours of failure", "72 hours", False),
        ("die Nacht-\narbeit ruht", "Nachtarbeit ruht", True),
        ("anything", "", False),
    ],
)
def test_evidence_is_found_in_the_text_of_a_passage(text: str, wanted: str, found: bool) -> None:
    assert holds(text, wanted) is found


@pytest.mark.parametrize(
    ("place", "where", "there"),
    [
        ({"page": 3}, "p3", True),
        ({"page": 13}, "p3", False),
        ({"slide": 3}, "s3", True),
        ({"sheet": "Risk Log"}, "Risk log", True),
        ({"heading_path": ["Part 2", "§ 6 Tagegeld"]}, "§ 6 Abs. 2", True),
        ({"heading_path": ["§ 61 Schluss"]}, "§ 6 Abs. 2", False),
        ({"heading_path": ["§ 1a Abfindung"]}, "§ 1 Abs. 3", False),
        ({"heading_path": ["Compressed schedule"]}, "Compressed schedule", True),
        ({"heading_path": ["Compressed schedules of others"]}, "Compressed schedule", False),
    ],
)
def test_place_is_the_page_the_sheet_or_the_heading(place: dict[str, Any], where: str, there: bool) -> None:
    assert at_place(place, where) is there


def test_files_are_compared_by_whole_path_parts_and_folded_umlauts() -> None:
    assert same_file("/x/handbook/index.md", "handbook/index.md")
    assert same_file("C:\\x\\handbook\\index.md", "handbook/index.md")
    assert not same_file("/x/my-handbook/index.md", "handbook/index.md")
    assert not same_file("/x/other/index.md", "handbook/index.md")
    assert same_file("/x/Ku\u0308ndigung.html", "K\u00fcndigung.html")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wie hoch ist die Gebühr?", "de"),
        ("How high is the fee?", "en"),
        ("Darf ich das?", "de"),
        ("Wer zahlt das?", "de"),
        ("Who was in Zürich?", "en"),
        ("What will the die be?", "en"),
        ("42", "en"),
    ],
)
def test_language_of_a_question(text: str, language: str) -> None:
    assert language_of(text) == language


def test_answer_json_becomes_what_is_graded() -> None:
    place = {"kind": "page", "page": 2}
    passage = {"source": "/d/a.pdf", "content": "text", "place": place}
    sentence = {"verdict": "supported", "citations": [{"source": "/d/a.pdf", "quote": "q", "place": place}]}
    given = Given.from_answer(
        {
            "status": "answered",
            "text": "T",
            "passages": [passage],
            "closest": [passage],
            "report": {
                "verdict": "supported",
                "sentences": [sentence, {"verdict": "no_claim", "citations": []}],
                "unvalidated": False,
            },
            "error": None,
        }
    )
    shown = Shown("/d/a.pdf", "text", place)
    assert given == Given("answered", "T", "supported", False, (Shown("/d/a.pdf", "q", place),), (shown, shown), 1, "")


def test_answer_json_without_a_report_is_not_taken_for_checked() -> None:
    given = Given.from_answer({"status": "answered", "text": "T", "passages": [], "closest": [], "report": None, "error": None})
    assert (given.verdict, given.claims, given.citations) == ("", 0, ())


def test_every_sample_question_is_answered_rightly_by_its_own_reference() -> None:
    project = Path(__file__).resolve().parents[3]
    for question in load_questions(project / "tests" / "corpus" / "samples-questions.jsonl"):
        for evidence in question.evidence:
            assert (project / "resources" / "samples" / evidence.file).is_file()
        if question.answerable:
            cited = Shown(question.evidence[0].file, "")
            assert grade(question, answered(question.answer, cited)).why == "", question.id
