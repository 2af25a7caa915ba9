"""A reranker moves the best passages; the list stays sorted and nothing is lost."""


class Last:
    """Finds each later passage better."""

    languages = None

    def scores(self, question, passages):
        self.read = len(passages)
        return [float(i) for i in range(len(passages))]


def test_a_reranker_changes_the_order_and_the_list_stays_sorted(library):
    for number in range(3):
        library.put(f"/d/{number}.md", "lift " * (3 - number) + "notes of the house " * (number + 1))
    before = library.search("lift").hits
    library.searcher._reranker = reranker = Last()
    after = library.search("lift").hits
    assert reranker.read == 3
    assert {hit.chunk_id for hit in after} == {hit.chunk_id for hit in before}
    assert [hit.relevance for hit in after] == [hit.relevance for hit in before]


class Wanted:
    languages = None

    def scores(self, question, passages):
        return [1.0 if "wanted" in passage else 0.0 for passage in passages]


def test_what_a_reranker_finds_best_comes_up(library):
    library.put("/d/a.md", "lift rules of the house")
    library.put("/d/b.md", "other matters of the house")
    library.put("/d/c.md", "lift words and some that are wanted here")
    library.searcher._reranker = Wanted()
    assert library.found("lift rules")[0] in ("/d/a.md", "/d/c.md")
    assert library.found("lift rules").index("/d/c.md") <= 1


def test_full_text_alone_is_not_reranked(library):
    library.put("/d/a.md", "lift rules")
    library.put("/d/b.md", "lift")
    library.searcher._reranker = reranker = Last()
    library.search("lift", strategy="keyword")
    assert not hasattr(reranker, "read")


def test_a_reranker_of_other_languages_is_left_out(library):
    library.put("/d/a.md", "lift Regeln", language="de")
    library.put("/d/b.md", "lift", language="de")
    library.searcher._reranker = reranker = Last()
    reranker.languages = frozenset({"en"})
    library.search("lift")
    assert not hasattr(reranker, "read")
    reranker.languages = frozenset({"en", "de"})
    library.search("lift")
    assert reranker.read == 2
