"""Which sentence says most of a text."""

import pytest

from app.pipeline.tasks.central import central
from app.pipeline.tasks.documents import open_document
from app.pipeline.tasks.notes import telling_sentence
from app.pipeline.tasks.sections import sections_of

from .made_documents import MadeDocuments

ABOUT = "Guest cards for the library are sold at the desk of the library."


@pytest.mark.parametrize(
    "beside",
    [
        "Opening hours",
        "The following is sold at the desk of the library:",
        "This means that guest cards of the library are sold there at the desk.",
        "c) guest cards of the library at the desk.",
        "In that case guest cards of the library are sold at the desk.",
        "Weather is fine in May, and birds sing in the trees of every park.",
    ],
)
def test_a_sentence_that_stands_alone_comes_before_one_that_does_not(beside):
    sentences = [beside, ABOUT, "The desk of the library sells guest cards and maps."]
    assert central(sentences, "en")[0] != 0


def test_what_most_others_speak_of_comes_first_and_a_stray_remark_last():
    stray = "Rain fell on the roof of the old mill during the whole of that night."
    sentences = [ABOUT, "Guest cards of the library cost 25 euros.", "Guest cards are printed in the library.", stray]
    assert central(sentences, "en")[-1] == 3


def test_the_bullet_before_a_sentence_is_no_part_of_it():
    documents = MadeDocuments({"a.md": f"● {ABOUT}"})
    (section,) = sections_of(open_document(documents, documents.rows[0]))
    sentence = telling_sentence(section, "en")
    assert sentence.text == sentence.citations[0].quote == ABOUT
