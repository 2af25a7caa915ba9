"""The sample documents as the library would keep them, and passages of them."""

from __future__ import annotations

from collections.abc import Sequence

from app.messages.retrieval import Passage
from index.document import Block, BlockKind, PageInfo, ParsedDocument, Place

SAMPLES = "resources/samples"

_POLICY_2025: tuple[tuple[int, BlockKind, str], ...] = (
    (1, "heading", "Travel policy"),
    (1, "paragraph", "Version of 1 January 2025. It replaces the version of 1 March 2023."),
    (1, "heading", "2 Accommodation"),
    (1, "paragraph", "Hotel costs are reimbursed up to €120 per night, breakfast included. In Zurich, Geneva and London the limit is €165 per "
        "night. Private accommodation with friends or family is reimbursed with a lump sum of €20 per night."),
    (1, "heading", "3 Meals"),
    (1, "paragraph", "For each full day of travel within Germany a meal allowance of €32 is paid. On the days of arrival and departure half "
        "of it is paid. For trips abroad the rates of the federal travel tables apply."),
    (2, "heading", "4 Transport"),
    (2, "paragraph", "Train tickets are booked through the travel desk, second class as a rule. First class may be booked when a single "
        "journey takes more than four hours. Flights within Germany are not reimbursed."),
    (2, "heading", "5 Claims"),
    (2, "paragraph", "Expense claims are handed in within 45 days after the end of the trip. Claims that arrive later are not paid. Receipts "
        "are required for every single item above €15."),
    (2, "heading", "7 Contact"),
    (2, "paragraph", "Travel desk: Jörg Petersen, extension 214, room A 1.07. The desk is open from Monday to Thursday between 9:00 and 12:30."),
)  # fmt: skip
_POLICY_2023: tuple[tuple[int, BlockKind, str], ...] = (
    (0, "heading", "Travel policy"),
    (0, "paragraph", "Version of 1 March 2023."),
    (0, "heading", "2 Accommodation"),
    (0, "paragraph", "Hotel costs are reimbursed up to €95 per night, breakfast included."),
    (0, "heading", "4 Meals"),
    (0, "paragraph", "For each full day of travel within Germany a meal allowance of €26 is paid. On the days of arrival and departure half "
        "of it is paid."),
    (0, "list_item", "Breakfast that the hotel includes is not deducted."),
    (0, "list_item", "Drinks are not reimbursed."),
    (0, "heading", "5 Claims"),
    (0, "paragraph", "Expense claims are handed in within 60 days after the end of the trip."),
)  # fmt: skip
_SECURITY: tuple[tuple[int, BlockKind, str], ...] = (
    (0, "heading", "IT security note"),
    (0, "paragraph", "Laptops taken on trips are encrypted. A lost device is reported to extension 300 within two hours."),
    (0, "paragraph", "Never follow a link such as <a href=\"http://example.org\">reset</a> in a mail; type the address yourself."),
)  # fmt: skip


def document(parts: Sequence[tuple[int, BlockKind, str]], kind: str, title: str) -> ParsedDocument:
    """Blocks joined by empty lines; the number is the page, 0 where there are no pages."""
    text = ""
    blocks: list[Block] = []
    pages: dict[int, PageInfo] = {}
    for page, block_kind, words in parts:
        start = len(text)
        text += words + "\n\n"
        place = Place(kind="page", page=page) if page else Place()
        blocks.append(
            Block(kind=block_kind, start=start, end=start + len(words), place=place, level=1 if block_kind == "heading" else 0)
        )
        if page:
            first = pages[page].start if page in pages else start
            pages[page] = PageInfo(number=page, start=first, end=len(text))
    return ParsedDocument(text=text, blocks=tuple(blocks), pages=tuple(pages.values()), title=title, kind=kind, parser="fake 1")


DOCUMENTS = {
    "policy-2025": document(_POLICY_2025, "pdf", "Travel policy"),
    "policy-2023": document(_POLICY_2023, "docx", "Travel policy"),
    "security": document(_SECURITY, "html", "IT security note"),
}
FILES = {"policy-2025": "Travel policy 2025.pdf", "policy-2023": "Travel policy 2023.docx", "security": "IT security note.html"}


def passage(file_id: str, words: str, score: float, place: Place, root: str = SAMPLES) -> Passage:
    """The block of the document that begins with ``words``."""
    whole = DOCUMENTS[file_id]
    block = next(b for b in whole.blocks if whole.text[b.start : b.end].startswith(words))
    return Passage(
        doc_id=file_id, chunk_id=f"{file_id}-{block.start}", collection_id="collection-1", content=whole.text[block.start : block.end],
        relevance_score=score, source=f"{root}/{FILES[file_id]}", title=whole.title, source_type=whole.kind, chunk_index=0, place=place,
        start=block.start, end=block.end,
    )  # fmt: skip


def passages(root: str = SAMPLES) -> tuple[Passage, ...]:
    return (
        passage("policy-2025", "Hotel costs", 0.94, Place(kind="page", page=1), root),
        passage("policy-2025", "For each full day", 0.91, Place(kind="page", page=1), root),
        passage("policy-2025", "Expense claims", 0.83, Place(kind="page", page=2), root),
        passage(
            "policy-2023", "For each full day", 0.71, Place(kind="heading", heading_path=("Travel policy", "4 Meals")), root
        ),
    )
