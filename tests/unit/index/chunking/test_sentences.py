"""Sentences of twelve languages keep their abbreviations, and spans are exact."""

from __future__ import annotations

import random

import pytest

from index.chunking.sentences import split_sentences

CASES: list[tuple[str, list[str]]] = [
    (
        "en",
        [
            "Dr. Smith paid $3.50, e.g. for No. 5.",
            "“Really?” he asked.",
            "J. F. Kennedy left the U.S. Senate in the U.S.",
            "The end.",
        ],
    ),
    ("en", ["The answer is no.", "Then see Art. 5 at 10 a.m. Eastern.", "Wait...", "What (e.g. this)?", "Yes!"]),
    (
        "en",
        [
            "It was Plan B.",
            "The total was 20.",
            "Employees get 13 days.",
            '"He left."',
            "So they say.",
        ],
    ),
    (
        "de",
        [
            "Am 3. Mai gilt z. B. § 5 Abs. 2 Nr. 3 BGB.",
            "Die Frist beträgt 20.",
            "Das ist i. d. R. genug, d. h. ca. 3,5 Jahre usw.",
        ],
    ),
    (
        "de",
        [
            "Der 2. Senat (vgl. Art. 6 Satz 1) sagte: „Nein.“",
            "Ludwig XIV. starb 1715.",
            "Diese Art.",
            "Danach kostet es 3 Mio. Euro.",
        ],
    ),
    (
        "de",
        [
            "Der Antrag ist gem. § 15 Abs. 4 Satz 2 bis zum 31. Dezember 2024 zu stellen.",
            "Wer zu spät kommt, verliert 1.000,50 Euro.",
        ],
    ),
    ("fr", ["M. Dupont est venu.", "« Pourquoi ? »", "Il cite l'art. 5, p. ex. celui-ci.", "Fin."]),
    ("es", ["¿Qué?", "¡Sí!", "El Sr. Pérez vive en la pág. 5 desde 1990.", "Fin."]),
    ("it", ["Il dott. Rossi cita l'art. 3.", "La legge è chiara, cfr. il d.lgs. 81/2008.", "Fine."]),
    ("nl", ["Dhr. Jansen komt m.b.t. art. 5 van de wet.", "'s Avonds is het stil.", "De rest volgt bijv. morgen."]),
    ("pl", ["Zgodnie z art. 5 ust. 2 pkt 3 umowa trwa np. rok.", "To jest 3. edycja.", "Koniec."]),
    ("pt", ["O Sr. Silva leu a pág. 7 do art. 5.", "Não é assim?", "Fim."]),
    ("ru", ["А. С. Пушкин родился в 1799 г. в Москве.", "Это так, т. е. верно.", "Он жил на ул. Ленина."]),
    ("zh", ["今天是星期一。", "你好吗？", "“很好。”", "他说3.5元！"]),
    ("ja", ["「はい。」と言った。", "次の文です！", "終わり。"]),
    ("ar", ["هذا هو النص.", "هل تفهم؟", "نعم، قال د. أحمد ذلك."]),
]


def texts(text: str, language: str | None = None) -> list[str]:
    return [text[s.start : s.end] for s in split_sentences(text, language)]


@pytest.mark.parametrize(("language", "expected"), CASES)
def test_sentences_are_found_as_a_person_would_cut_them(language: str, expected: list[str]) -> None:
    glue = "" if language in {"zh", "ja"} else " "
    assert texts(glue.join(expected), language) == expected


@pytest.mark.parametrize(("language", "expected"), [c for c in CASES if c[0] in {"de", "ru", "zh", "fr"}])
def test_the_language_is_guessed_when_unknown(language: str, expected: list[str]) -> None:
    glue = "" if language == "zh" else " "
    filler = {
        "de": "Das ist nicht für den Staat und die Stadt.",
        "ru": "Это не для них.",
        "zh": "好。",
        "fr": "Le chat est dans la rue.",
    }
    text = glue.join([*expected, filler[language]])
    assert texts(text) == [*expected, filler[language]]


def test_headings_lists_and_rows_end_at_their_line() -> None:
    text = "Leave policy\nEvery employee has 13 days.\n- first item\n- second item. More\n1. Step one\n2. Step two\nLevel: 5 | Award: Up. To 3 %\nLevel: 4 | Award: x"
    assert texts(text, "en") == [
        "Leave policy",
        "Every employee has 13 days.",
        "- first item",
        "- second item.",
        "More",
        "1. Step one",
        "2. Step two",
        "Level: 5 | Award: Up. To 3 %",
        "Level: 4 | Award: x",
    ]


def test_wrapped_prose_is_one_sentence() -> None:
    text = "This is a long line that was wrapped by the editor at some\nColumn and goes on here. And this\nis the next one."
    assert texts(text, "en") == [
        "This is a long line that was wrapped by the editor at some\nColumn and goes on here.",
        "And this\nis the next one.",
    ]


def test_an_abbreviation_at_a_line_end_goes_on() -> None:
    assert len(texts("Das gilt für alle Beschäftigten in der Verwaltung, z. B.\nBeamte und Angestellte.", "de")) == 1


def test_windows_line_ends_are_like_others() -> None:
    windows = "A heading\r\nThis is a long line that was wrapped by the editor at some\r\ncolumn. End.\r\n\r\nNew."
    assert texts(windows, "en") == [
        "A heading",
        "This is a long line that was wrapped by the editor at some\r\ncolumn.",
        "End.",
        "New.",
    ]


@pytest.mark.parametrize("seed", range(40))
def test_spans_cover_everything_but_outer_space_in_order(seed: int) -> None:
    rng = random.Random(seed)
    pieces = [
        "z. B. ",
        "Dr. ",
        "Ende. ",
        "。",
        "好",
        "\n",
        "\r\n",
        "\n\n",
        "| a | b",
        "- x",
        "1. ",
        "… ",
        "“Ja.” ",
        "\u00a0",
        "5.",
        " ",
        "A",
        "ß",
        "؟ ",
        "§ 5",
        "\t",
        "!?",
        ")",
        "(",
    ]
    text = "".join(rng.choice(pieces) for _ in range(60))
    at = 0
    for span in split_sentences(text, rng.choice(["de", "en", "ja", None])):
        assert not text[at : span.start].strip()
        assert span.start < span.end
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        at = span.end
    assert not text[at:].strip()


def test_empty_text_has_no_sentence() -> None:
    assert split_sentences("") == []
    assert split_sentences(" \n\t ") == []


def test_entries_of_a_list_are_kept_apart_however_long_they_are() -> None:
    text = "Canteen: Mondays to Fridays from 11:30 to 13:45, building A\nWorks council: Sören Kühnle, extension 140\n"
    spans = split_sentences(text, "en")
    assert [text[s.start : s.end] for s in spans] == text.splitlines()


def test_a_wrapped_line_that_begins_with_a_label_goes_on_with_prose() -> None:
    text = "Whoever is ill for longer than three days hands in a form, and there is one rule more which says this:\nno form, no pay."
    assert len(split_sentences(text, "en")) == 1
