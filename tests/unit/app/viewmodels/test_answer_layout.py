"""The checked answer in pieces: every character once, doubtful words cut out, chips numbered as the passages are."""

from __future__ import annotations

from app.messages.answer import Answer
from app.messages.validation import Citation, Finding, SentenceReport, ValidationReport
from app.viewmodels.answer_layout import ChipPiece, MarkPiece, TextPiece, lay_out
from app.viewmodels.copying import as_text
from app.workers.fakes import scenes
from app.workers.fakes.documents import passages
from index.document import Place, Span


def one_sentence(text: str, findings: tuple[Finding, ...] = (), citations: tuple[Citation, ...] = ()) -> Answer:
    question = scenes.ask()
    sentence = SentenceReport(
        span=Span(start=0, end=len(text)),
        text=text,
        verdict="partly_supported",
        score=0.5,
        citations=citations,
        findings=findings,
    )
    report = ValidationReport(correlation_id=question.correlation_id, verdict="partly_supported", sentences=(sentence,))
    return Answer(correlation_id=question.correlation_id, status="answered", text=text, passages=passages(), report=report)


def doubt(start: int, end: int, outcome: str = "doubt") -> Finding:
    return Finding.model_validate({"rule": "numbers", "outcome": outcome, "message": "m", "span": Span(start=start, end=end)})


def test_the_text_pieces_together_are_the_answer() -> None:
    answer = scenes.checked(scenes.ask())
    pieces = lay_out(answer).pieces
    assert "".join(p.text for p in pieces if isinstance(p, TextPiece)) == answer.text


def test_each_sentence_is_followed_by_its_mark_and_then_its_chips() -> None:
    pieces = lay_out(scenes.checked(scenes.ask())).pieces
    kinds = [type(p) for p in pieces]
    assert kinds[:3] == [TextPiece, MarkPiece, ChipPiece]
    third = [p for p in pieces if isinstance(p, ChipPiece) and p.sentence == 2]
    assert [c.number for c in third] == [2, 4]


def test_a_chip_marks_the_words_that_its_sentence_cites() -> None:
    layout = lay_out(scenes.checked(scenes.ask()))
    first = layout.chips()[0].target
    assert first.quotes == ("Hotel costs are reimbursed up to €120 per night, breakfast included.",)
    assert first.shape == "pages"


def test_overlapping_findings_keep_all_their_words() -> None:
    layout = lay_out(one_sentence("abcdefghij.", (doubt(0, 5), doubt(3, 8, "fail"))))
    parts = [(p.text, p.doubts, p.severity) for p in layout.pieces if isinstance(p, TextPiece)]
    assert parts == [("abc", (0,), "doubt"), ("de", (0, 1), "fail"), ("fgh", (1,), "fail"), ("ij.", (), "none")]


def test_a_finding_beyond_its_sentence_is_cut_at_its_edge() -> None:
    layout = lay_out(one_sentence("abc.", (doubt(2, 90),)))
    assert [p.text for p in layout.pieces if isinstance(p, TextPiece)] == ["ab", "c."]


def test_a_citation_outside_of_the_passages_gets_the_next_number() -> None:
    stray = Citation(doc_id="x", chunk_id="elsewhere", source="/x/mail.eml", place=Place(), start=3, end=9, quote="quoted")
    layout = lay_out(one_sentence("Text.", citations=(stray,)))
    assert [c.number for c in layout.chips()] == [5]
    assert layout.targets[4].kind == "eml"


def test_a_passage_that_is_not_cited_is_marked_as_a_whole() -> None:
    answer = scenes.checked(scenes.ask(), scenes.SUPPORTED)
    third = lay_out(answer).targets[2]
    assert third.quotes == (answer.passages[2].content,)


def test_an_answer_without_a_report_is_plain_and_unchecked() -> None:
    answer = Answer(correlation_id=scenes.ask().correlation_id, status="cancelled", text="Half a sen")
    layout = lay_out(answer)
    assert [p.text for p in layout.pieces if isinstance(p, TextPiece)] == ["Half a sen"]
    assert not layout.checked


def test_the_count_is_of_sentences_that_claim_something() -> None:
    layout = lay_out(scenes.checked(scenes.ask()))
    assert (layout.supported, layout.claims) == (4, 6)
    assert layout.doubtful() == [3, 4]


def test_copied_text_has_numbers_and_sources() -> None:
    text = as_text(lay_out(scenes.checked(scenes.ask())))
    assert "within 60 days after the trip. (Not found in your documents) [3]" in text
    assert text.endswith("[4] Travel policy 2023.docx · Travel policy › 4 Meals")
