from __future__ import annotations

import pytest

from models.runtimes.text_stream import TextStream


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_half_characters_are_never_shown(size: int) -> None:
    text = "Grüße 北京 🇩🇪 naïve €"
    data = text.encode()
    stream = TextStream()

    pieces = [stream.feed(data[i : i + size]) for i in range(0, len(data), size)]

    assert "".join(pieces) + stream.finish() == text
    assert all("\ufffd" not in piece for piece in pieces)


def test_a_character_that_never_ends_is_marked() -> None:
    stream = TextStream()
    stream.feed("€".encode()[:2])

    assert stream.finish() == "\ufffd"


def test_nothing_of_a_stop_sequence_is_shown_even_when_it_comes_in_pieces() -> None:
    stream = TextStream(["\n\nQuestion:"])

    shown = [stream.feed(part.encode()) for part in ("Yes.", "\n", "\nQues", "tion:", " more")]

    assert "".join(shown) + stream.finish() == "Yes."
    assert stream.stopped


def test_what_only_looked_like_a_stop_sequence_is_shown_in_the_end() -> None:
    stream = TextStream(["END"])

    assert stream.feed(b"the E") == "the "
    assert stream.feed(b"Nergy") == "ENergy"
    assert stream.feed(b" EN") == " "
    assert stream.finish() == "EN"


def test_the_first_of_several_stop_sequences_counts() -> None:
    stream = TextStream(["three", "two"])

    assert stream.feed(b"one two three") == "one "
