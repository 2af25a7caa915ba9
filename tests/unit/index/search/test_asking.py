"""What any question has in common is known in each language and made once."""

import numpy as np

from index.search.asking import QUESTIONS, SHARE, AnyQuestion


class Counting:
    embedder_id, dimension, max_tokens = "counting", 2, 512

    def __init__(self):
        self.asked = []

    def count_tokens(self, texts):
        return [len(text) for text in texts]

    def embed_passages(self, texts):
        return np.ones((len(texts), 2), np.float32)

    def embed_query(self, text):
        self.asked.append(text)
        return np.array([1.0, 0.0] if text.isascii() else [0.0, 1.0], np.float32)


def test_the_questions_of_the_language_that_was_asked_in_are_embedded_once():
    embedder = Counting()
    any_question = AnyQuestion()
    first = any_question.like("Wie viele Tage sind das für den Urlaub?", embedder)
    assert embedder.asked == list(QUESTIONS["de"])
    assert any_question.like("Was ist das und wie geht es?", embedder) is first
    assert len(embedder.asked) == len(QUESTIONS["de"])


def test_a_part_of_their_mean_is_given():
    assert AnyQuestion().like("什么时候开会？", Counting()).tolist() == [0.0, SHARE]


def test_english_stands_for_languages_without_questions_of_their_own():
    embedder = Counting()
    AnyQuestion().like("Mikor lesz?", embedder)
    assert embedder.asked == list(QUESTIONS["en"])
