"""Chunks keep sentences, sections and offsets whole and never exceed what the embedder reads."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from index.chunking.chunker import ChunkLimits, chunk_document
from index.chunking.context import chunk_text, informative_stem
from index.document import Chunk, ParsedDocument
from index.parsers.builder import DocumentBuilder
from index.parsers.markdown_text import add_markdown


class WordCounter:
    """A token a word or CJK character, long words in pieces of six, plus two special tokens; counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, texts: Sequence[str]) -> list[int]:
        self.calls += 1
        return [2 + sum((len(w) + 5) // 6 if w.isascii() else len(w) for w in text.split()) for text in texts]


def markdown(text: str, **kwargs: str) -> ParsedDocument:
    builder = DocumentBuilder("md", "test")
    add_markdown(builder, text)
    return builder.build(**kwargs)


def chunks_of(document: ParsedDocument, **limits: int) -> list[Chunk]:
    return chunk_document(
        document,
        "file.md",
        WordCounter(),
        ChunkLimits(**{"target_tokens": 40, "max_tokens": 100, "max_context_tokens": 20, **limits}),
    )


LAW = "\n\n".join(
    ["# Urlaubsgesetz", "## Abschnitt 1"]
    + [
        f"### § {n} Anspruch {n}\n\n(1) Der Urlaub beträgt {n} Tage im Jahr und wird gewährt. Er ist z. B. im Mai zu nehmen.\n\n(2) Das Nähere regelt § {n + 1} Abs. 2."
        for n in range(1, 6)
    ]
)


def test_a_section_heading_stays_with_its_paragraphs() -> None:
    chunks = chunks_of(markdown(LAW), target_tokens=50)
    for number in range(1, 6):
        home = next(c for c in chunks if f"§ {number} Anspruch" in c.content)
        assert f"beträgt {number} Tage" in home.content
        assert f"Das Nähere regelt § {number + 1}" in home.content
        assert home.place.heading_path[-1] == f"§ {number} Anspruch {number}"


def test_sections_are_not_mixed() -> None:
    for chunk in chunks_of(markdown(LAW), target_tokens=50):
        assert sum(f"§ {n} Anspruch" in chunk.content for n in range(1, 6)) == 1


def test_the_context_names_title_and_headings_but_not_what_the_content_says_itself() -> None:
    chunk = next(c for c in chunks_of(markdown(LAW, title="Bundesurlaubsgesetz")) if "§ 3 Anspruch" in c.content)
    assert "Bundesurlaubsgesetz" in chunk.context
    assert "Abschnitt 1" in chunk.context
    assert "§ 3 Anspruch" not in chunk.context


def test_a_long_section_is_parted_evenly_at_sentences() -> None:
    text = "# Title\n\n" + " ".join(f"Sentence number {n} says something about the matter." for n in range(30))
    chunks = chunks_of(markdown(text))
    assert len(chunks) > 3
    assert all(c.content.endswith(".") for c in chunks)
    sizes = [c.token_count for c in chunks]
    assert min(sizes) > 0.5 * max(sizes)
    assert all("Title" in c.context for c in chunks[1:])


def test_a_sentence_longer_than_the_limit_is_cut_at_words() -> None:
    document = markdown("word " * 400)
    chunks = chunks_of(document)
    assert len(chunks) > 4
    assert all(set(c.content.split()) == {"word"} for c in chunks)
    assert all(c.token_count <= 100 for c in chunks)


def test_text_without_any_border_is_cut_too() -> None:
    for text in ("x" * 5000, "漢" * 3000):
        chunks = chunks_of(markdown(text))
        assert "".join(c.content for c in chunks) == text
        assert all(c.token_count <= 100 for c in chunks)


def test_rows_without_inline_headers_carry_the_table_header_in_their_context() -> None:
    builder = DocumentBuilder("pdf", "test")
    builder.set_place("page", page=1)
    builder.begin_page(1)
    builder.add("table_row", "Region Fee Deadline")
    for n in range(40):
        builder.add("table_row", f"Region{n} {n} euro June {n}")
    chunks = chunks_of(builder.build())
    assert len(chunks) > 2
    assert all("Region Fee Deadline" in chunk_text(c.context, c.content) for c in chunks)


def test_a_list_carries_the_sentence_that_leads_it_in() -> None:
    text = "Entitled is who\n\n" + "\n".join(f"{n}. meets the condition number {n} of the act in full," for n in range(1, 20))
    chunks = chunks_of(markdown(text))
    assert len(chunks) > 2
    assert all("Entitled is who" in chunk_text(c.context, c.content) for c in chunks)


def test_a_chunk_stays_on_its_page_unless_a_sentence_does_not() -> None:
    builder = DocumentBuilder("pdf", "test")
    for page, text in (
        (1, "First page ends. The sentence that goes"),
        (2, "on over the page ends here. Second page."),
        (3, "Third page."),
    ):
        builder.set_place("page", page=page)
        builder.begin_page(page)
        builder.add("paragraph", text)
    chunks = chunks_of(builder.build())
    assert [c.place.page for c in chunks] == [1, 3]
    assert "goes\n\non over" in chunks[0].content


def test_cells_of_a_chunk_cover_its_rows() -> None:
    builder = DocumentBuilder("xlsx", "test")
    builder.set_place("sheet", sheet="Costs")
    for n in range(2, 5):
        builder.add("table_row", f"Item: {n} | Cost: {n}", cells=f"A{n}:B{n}")
    (chunk,) = chunks_of(builder.build())
    assert (chunk.place.sheet, chunk.place.cells) == ("Costs", "A2:B4")
    assert "Costs" in chunk.context


@pytest.mark.parametrize("seed", range(60))
def test_every_visible_character_is_in_exactly_one_chunk(seed: int) -> None:
    rng = random.Random(seed)
    builder = DocumentBuilder("pdf", "test")
    pieces = [
        "Ein Satz mit z. B. Wörtern. ",
        "word " * rng.randint(1, 90),
        "漢字" * rng.randint(1, 80),
        "a | b",
        "x" * rng.randint(1, 700),
        "§ 5 Abs. 2 ",
        "Ende?! ",
        "\n",
        "é ",
    ]
    for page in range(1, rng.randint(2, 5)):
        builder.set_place("page", page=page)
        builder.begin_page(page)
        for _ in range(rng.randint(0, 9)):
            text = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 9)))
            kind = rng.choice(["paragraph", "list_item", "table_row", "code", "quote", "note", "heading"])
            if kind == "heading":
                builder.heading(rng.randint(1, 9), text[:200])
            else:
                builder.add(kind, text)  # type: ignore[arg-type]
    document = builder.build(title=rng.choice([None, "A title", "long title " * 40]))
    counter = WordCounter()
    chunks = chunk_document(
        document,
        rng.choice(["scan.pdf", "Elternzeit und Elterngeld.pdf"]),
        counter,
        ChunkLimits(target_tokens=30, max_tokens=80, max_context_tokens=20, max_bytes=600),
    )
    at = 0
    for number, chunk in enumerate(chunks):
        assert chunk.chunk_index == number
        assert not document.text[at : chunk.start].strip()
        assert document.text[chunk.start : chunk.end] == chunk.content == chunk.content.strip()
        assert chunk.token_count == counter([chunk_text(chunk.context, chunk.content)])[0] <= 80
        assert len(chunk.content.encode()) <= 600
        at = chunk.end
    assert not document.text[at:].strip()


def test_tokens_are_counted_in_few_calls() -> None:
    counter = WordCounter()
    chunks = chunk_document(
        markdown(LAW * 40), "file.md", counter, ChunkLimits(target_tokens=40, max_tokens=100, max_context_tokens=20)
    )
    assert len(chunks) > 100
    assert counter.calls <= 20


def test_only_a_telling_file_name_is_context() -> None:
    assert informative_stem("Elterngeld und Elternzeit.html", "BEEG") == "Elterngeld und Elternzeit"
    assert informative_stem("work-schedules.md", "Leave") == "work schedules"
    assert informative_stem("work-schedules.md", "Work schedules") is None
    assert informative_stem("scan_0012.pdf", "") is None
    assert informative_stem("3f2a9b7c1d0e4a5b.pdf", "") is None


def test_an_empty_document_has_no_chunks() -> None:
    assert chunks_of(ParsedDocument(text="", blocks=(), kind="txt", parser="test")) == []
