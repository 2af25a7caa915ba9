"""A document in memory is searched as the index is: by words and by meaning, with the same kind of relevance."""

import pytest

from index.chunking.chunker import ChunkLimits, chunk_document
from index.document import Block, ParsedDocument, Place
from index.search.in_memory import InMemory
from models.embedders.fake import FakeEmbedder

RULES = [
    f"Rule {n}. Matters of kind {word} are dealt with by office {n}, which answers within {n + 3} days. The office keeps a list."
    for n, word in enumerate(
        ["paper", "water", "light", "metal", "stone", "glass", "cloth", "bread", "salt", "wood", "iron", "clay"], start=1
    )
]


@pytest.fixture
def embedder():
    made = FakeEmbedder()
    made.warm_up()
    return made


def document(texts, language="en"):
    text, blocks = "", []
    for number, words in enumerate(texts, start=1):
        start = len(text)
        text += words + "\n\n"
        blocks.append(Block(kind="paragraph", start=start, end=start + len(words), place=Place(kind="page", page=number)))
    return ParsedDocument(text=text, blocks=tuple(blocks), title="Rules", language=language, kind="txt", parser="test/1")


def in_memory(embedder, texts, language="en"):
    made, parsed = InMemory("attachment:a", embedder.embedder_id), document(texts, language)
    made.add("attachment:a", "/d/rules.txt", parsed, chunk_document(parsed, "rules.txt", embedder.count_tokens, ChunkLimits()))
    return made, parsed


@pytest.mark.parametrize("with_vectors", [False, True])
def test_the_passage_that_answers_is_first(embedder, with_vectors):
    made, parsed = in_memory(embedder, RULES)
    while with_vectors and made.embed_some(embedder, 5):
        pass
    question = "Within how many days does the office for glass answer?"
    hits = made.search(question, embedder if with_vectors else None, 3)
    assert "kind glass" in hits[0].content
    assert hits[0].relevance > hits[1].relevance
    assert parsed.text[hits[0].start : hits[0].end] == hits[0].content
    assert (hits[0].place.page, hits[0].source_path, hits[0].file_id) == (6, "/d/rules.txt", "attachment:a")


def test_vectors_come_a_few_at_a_time_and_search_works_in_between(embedder):
    made, _ = in_memory(embedder, RULES)
    assert made.embed_some(embedder, 5)
    assert embedder.embedded == 5
    question = "office for bread"
    assert "bread" in made.search(question, embedder, 1)[0].content
    while made.embed_some(embedder, 5):
        pass
    assert embedder.embedded == len(made) + 1


def test_words_of_a_language_without_spaces_are_found(embedder):
    made, _ = in_memory(
        embedder, ["会议在六月三日举行。", "酒店费用每晚最多一百二十欧元。", "报销必须在四十五天内提交。"], "zh"
    )
    assert "酒店" in made.search("酒店费用", None, 1)[0].content


def test_nothing_to_search_in_finds_nothing(embedder):
    assert InMemory("attachment:a", "fake").search("x", None, 3) == []
    made, _ = in_memory(embedder, RULES)
    assert len(made.search("?!", None, 100)) == len(made)
