"""Comparisons as a table: cells are sentences of the documents with their places, an empty one says where nothing was found."""

import pytest

from app.messages.retrieval import RetrievalFilters
from index.document import Place
from index.search.hit import Hit
from tests.unit.app.pipeline.pipeline_bench import FakeSearch

OLD = "# Accommodation\nHotel costs are paid up to 95 euros a night.\n# Mileage\nThe mileage rate is 0.30 euros per kilometre."
NEW = "# Accommodation\nHotel costs are paid up to 120 euros a night.\n# Mileage\nThe mileage rate is 0.30 euros per kilometre."
POLICIES = {"Travel policy 2023.md": OLD, "Travel policy 2025.md": NEW}


class SearchByFile(FakeSearch):
    """Finds every paragraph of the files asked for that has a word of the query."""

    def __init__(self, documents):
        super().__init__(alike=True)
        self.documents = documents

    def submit(self, query, collection_ids, strategy, filters, limit):
        words = {w.casefold() for w in query.split() if len(w) > 3}
        hits = []
        for row in self.documents.rows:
            if filters.file_ids and row.id not in filters.file_ids:
                continue
            parsed = self.documents.document(row.id)
            for block in parsed.blocks:
                text = parsed.text[block.start : block.end]
                if block.kind == "paragraph" and words & {w.strip(".,").casefold() for w in text.split()}:
                    hits.append(made_hit(row, text, block))
        self.outcomes = [tuple(hits[:limit])]
        return super().submit(query, collection_ids, strategy, filters, limit)


def made_hit(row, text, block):
    return Hit(
        chunk_id=f"{row.id}:{block.start}", file_id=row.id, collection_id=row.collection_id, source_path=row.path, title=None,
        kind="md", chunk_index=0, content=text, context=f"{row.path} › {block.place.heading_path[-1]}", start=block.start,
        end=block.end, place=Place(kind="heading", heading_path=block.place.heading_path), cosine=0.9, bm25=5.0, fused=0.03,
        relevance=0.9,
    )  # fmt: skip


def compared(whole, question, texts=POLICIES, **options):
    run = whole(texts)
    run.search.__class__ = SearchByFile
    run.search.documents = run.documents
    return run.ask(question, **options)


def cells(answer):
    return [[cell.text for cell in row.cells] for row in answer.table.rows]


def test_two_documents_are_compared_on_the_aspects_asked_for(whole):
    answer = compared(whole, "Compare travel policy 2023 and 2025 on hotel costs, mileage rate and parking places")
    assert answer.task == "compare"
    assert answer.table.columns == ("Aspect", "Travel policy 2023.md", "Travel policy 2025.md")
    assert cells(answer) == [
        ["hotel costs", "Hotel costs are paid up to 95 euros a night.", "Hotel costs are paid up to 120 euros a night."],
        ["mileage rate", "The mileage rate is 0.30 euros per kilometre.", "The mileage rate is 0.30 euros per kilometre."],
        ["parking places", "not found in Travel policy 2023.md", "not found in Travel policy 2025.md"],
    ]
    assert [row.differs for row in answer.table.rows] == [True, False, False]
    assert "They give different figures on hotel costs." in answer.text


@pytest.mark.row("whole documents", "comparison is cited")
def test_each_cell_cites_the_words_of_its_own_document_and_an_empty_one_none(whole):
    answer = compared(whole, "Compare travel policy 2023 and 2025 on hotel costs and parking places")
    for row in answer.table.rows:
        for column, cell in zip(answer.table.columns[1:], row.cells[1:], strict=True):
            assert cell.missing == (not cell.citations)
            for citation in cell.citations:
                assert citation.source == column
                assert POLICIES[column][citation.start : citation.end] == citation.quote


@pytest.mark.row("whole documents", "different figures are reported")
def test_without_aspects_the_figures_that_differ_are_reported_with_both_sources(whole):
    answer = compared(whole, "What are the differences between the travel policy 2023 and the travel policy 2025?")
    assert [row[1:] for row in cells(answer)] == [
        ["Hotel costs are paid up to 95 euros a night.", "Hotel costs are paid up to 120 euros a night."]
    ]
    assert answer.table.rows[0].differs
    assert {c.source for c in answer.table.citations()} == set(POLICIES)


def test_documents_that_agree_are_compared_under_their_common_headings(whole):
    same = {"Policy A.md": OLD, "Policy B.md": OLD}
    answer = compared(whole, "Compare Policy A.md and Policy B.md", same)
    assert [row[0] for row in cells(answer)] == ["Accommodation", "Mileage"]
    assert "different figures" not in answer.text


def test_two_matters_are_looked_for_in_all_documents(whole):
    texts = {
        "lease.md": "# Notice\nTenants give notice three months before. \nLandlords give notice six months before.",
    }
    answer = compared(whole, "Compare tenants and landlords on notice", texts)
    assert cells(answer)[0][1:] == ["Tenants give notice three months before.", "Landlords give notice six months before."]
    assert answer.table.rows[0].differs


def test_nothing_for_either_side_is_not_found(whole):
    answer = compared(whole, "Compare zebras and lions on stripes")
    assert answer.status == "not_found"
    assert answer.table is None


def test_a_difference_between_two_matters_stays_an_ordinary_question(whole):
    assert compared(whole, "What is the difference between the fee for members and the fee for guests?").task is None


def test_two_versions_among_one_sides_documents_are_both_shown(whole):
    texts = {**POLICIES, "Leave rules.md": "# Leave\nHotel costs are no matter of leave."}
    answer = compared(whole, "Compare the travel policy and the leave rules on hotel costs", texts)
    assert {c.source for c in answer.table.rows[0].cells[1].citations} == set(POLICIES)


def test_filters_by_document_take_ids():
    assert RetrievalFilters(documents=("a" * 32,)).documents == ("a" * 32,)


@pytest.mark.parametrize(
    ("first", "second", "question"),
    [
        ("Terms and Conditions.md", "Rules on Travel.md", "Compare Terms and Conditions.md and Rules on Travel.md"),
        ("Terms and Conditions.md", "Rules on Travel.md", "compare rules on travel with terms and conditions on hotel costs"),
        ("Regeln und Preise.md", "Fahrten bei Nacht.md", "Vergleiche Regeln und Preise.md mit Fahrten bei Nacht.md"),
    ],
)
def test_documents_are_known_by_names_that_hold_joining_words(whole, first, second, question):
    answer = compared(whole, question, {first: OLD, second: NEW})
    assert answer.task == "compare"
    assert {first, second} == set(answer.table.columns[1:])


def test_documents_that_agree_are_compared_by_what_they_say_in_like_words(whole):
    inside = "# Ending\nA detail must end after 120 days at the latest. Badges are blue."
    outside = "# How long\nThe detail must end at the latest after 120 days. Lunch is at noon."
    answer = compared(whole, "Compare inside.md and outside.md", {"inside.md": inside, "outside.md": outside})
    assert [row[1:] for row in cells(answer)] == [
        ["A detail must end after 120 days at the latest.", "The detail must end at the latest after 120 days."]
    ]
