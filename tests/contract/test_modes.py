"""Documents only, or open; and what policy may lock."""

import pytest

from .bench import hit

WORDS = "A guest card often costs about 30 euros."
NOTHING_ANSWERS = 1.1
FOREIGN = (hit("Berths are washed twice a week by the harbour crew.", relevance=0.02),)


@pytest.mark.row("modes", "documents only")
def test_documents_only_asks_no_model_and_shows_the_closest_matches(bench):
    run = bench(outcomes=[FOREIGN], min_answerability=NOTHING_ANSWERS)
    answer = run.ask()
    assert answer.status == "not_found"
    assert answer.closest
    assert answer.passages == ()
    assert run.answers.calls == []


@pytest.mark.row("modes", "open")
@pytest.mark.parametrize("found", [(), FOREIGN])
def test_open_mode_answers_without_passages_under_the_banner_and_without_citations(bench, found):
    run = bench(outcomes=[found], answers=(WORDS,), mode="open", min_answerability=NOTHING_ANSWERS)
    answer = run.ask()
    assert answer.text.split("\n\n") == ["Not from your documents", WORDS]
    assert run.streamed().startswith("Not from your documents\n\n")
    assert answer.report is None
    assert answer.passages == ()
    assert answer.metadata.sources_used == ()


@pytest.mark.row("modes", "open")
def test_the_prompt_of_an_empty_retrieval_says_that_nothing_was_found(bench):
    run = bench(outcomes=[()], answers=(WORDS,), mode="open")
    run.ask()
    assert "NO_CONTEXT_FOUND: " in run.answers.prompt()
    assert run.answers.settings[0].grammar is None


@pytest.mark.row("modes", "open")
def test_open_mode_still_answers_from_the_documents_where_they_answer(bench):
    answer = bench(mode="open").ask()
    assert answer.provenance == "documents"
    assert answer.report.verdict == "supported"


@pytest.mark.row("modes", "open")
@pytest.mark.parametrize(
    ("question", "banner"),
    [
        ("Wie hoch ist die Gebühr für eine Gastkarte?", "Nicht aus Ihren Unterlagen"),
        ("我每年有多少天假期？", "不是来自您的文件"),
    ],
)
def test_the_banner_is_in_the_questions_language(bench, question, banner):
    answer = bench(outcomes=[()], answers=("30.",), mode="open").ask(question)
    assert answer.text.startswith(banner + "\n")


@pytest.mark.row("modes", "policy")
def test_a_person_may_switch_a_single_question_unless_policy_locks_the_switch(bench):
    assert bench(outcomes=[()], answers=(WORDS,)).ask(mode="open").provenance == "model"
    assert bench(outcomes=[()], answers=(WORDS,), locked=("mode",)).ask(mode="open").status == "not_found"


@pytest.mark.row("modes", "policy")
def test_a_locked_strict_mode_cannot_be_switched_off(bench):
    wrong = "Quote: Guest cards are issued at the front desk.\nAnswer: The fee is 70 euros."
    run = bench(answers=(wrong,), strict=True, locked=("strict",))
    assert "VALIDATION_REJECTED" in run.ask(strict=False).metadata.codes
    assert "VALIDATION_REJECTED" not in bench(answers=(wrong,), strict=True).ask(strict=False).metadata.codes
