"""The passage cache: what it is keyed by, what it forgets, and that a stale hit is impossible."""

from datetime import UTC, datetime

import pytest

from app.messages.base import new_correlation_id
from app.messages.retrieval import RetrievalFilters, RetrievalRequest
from app.pipeline.passage_cache import CacheKey, PassageCache
from app.settings.schema import RetrievalSettings

from .bench import ASKED, GOOD, FakeClock, hit, result_of_hits

RESULT = result_of_hits((hit(),))


def request(query="fee", *, strategy="hybrid", **filters):
    filters.setdefault("collections", ("a",))
    return RetrievalRequest(
        correlation_id=new_correlation_id(), query=query, filters=RetrievalFilters(**filters), retrieval_strategy=strategy
    )


def cache(**settings):
    clock = FakeClock()
    return PassageCache(RetrievalSettings(**settings), clock), clock


def retrieved(run):
    fields = run.steps("retrieving")[0].fields
    return fields["cache"], fields.get("cache_reason")


@pytest.mark.row("cache", "key")
@pytest.mark.parametrize(
    "other",
    [
        request("fees"),
        request(strategy="keyword"),
        request(collections=("b",)),
        request(collections=("a", "b")),
        request(source_types=("pdf",)),
        request(date_from=datetime(2024, 1, 1, tzinfo=UTC)),
        request(date_to=datetime(2024, 1, 1, tzinfo=UTC)),
    ],
)
def test_another_question_collection_filter_or_strategy_has_another_key(other):
    assert CacheKey.of(request(), "1", 15) == CacheKey.of(request(), "1", 15)
    assert CacheKey.of(request(), "1", 15) != CacheKey.of(other, "1", 15)
    assert CacheKey.of(request(), "1", 15) != CacheKey.of(request(), "2", 15)


@pytest.mark.row("cache", "stale hit impossible")
def test_a_question_after_any_change_of_the_index_is_searched_anew(bench):
    run = bench(outcomes=[(hit(),)])
    run.ask()
    run.ask()
    assert len(run.search.asked) == 1
    assert retrieved(run) == ("hit", None)
    run.search.index_version = "col:2"
    run.search.outcomes = [(hit("The fee for a guest card is 28 euros a year."),)]
    run.ask()
    assert len(run.search.asked) == 2
    assert retrieved(run) == ("miss", "index_changed")
    shown = next(e for e in run.events if e.kind == "passages_found")
    assert "28 euros" in shown.response.documents[0].content


@pytest.mark.row("cache", "stale hit impossible")
def test_what_changes_during_the_search_is_not_kept(bench):
    run = bench()
    found = run.search.submit

    def change(*given):
        run.search.index_version = "col:2"
        return found(*given)

    run.search.submit = change
    run.ask()
    assert len(run.cache) == 0


@pytest.mark.row("cache", "10,000 entries, 1 h")
def test_an_entry_lives_an_hour_and_the_least_recently_used_goes_first():
    kept, clock = cache(cache_entries=2)
    first, second, third = (CacheKey.of(request(q), "1", 15) for q in ("one", "two", "three"))
    kept.put(first, RESULT)
    kept.put(second, RESULT)
    assert kept.get(first)[0] is RESULT
    kept.put(third, RESULT)
    assert kept.get(second) == (None, "evicted")
    assert kept.get(first)[0] is RESULT
    clock.sleep(3601)
    assert kept.get(first) == (None, "evicted")
    assert (RetrievalSettings().cache_entries, RetrievalSettings().cache_seconds) == (10_000, 3_600)


def test_large_passages_do_not_fill_the_memory():
    kept, _ = cache(cache_mb=1)
    large = result_of_hits(tuple(hit("x" * 4000, number=n) for n in range(15)))
    for number in range(100):
        kept.put(CacheKey.of(request(f"question {number}"), "1", 15), large)
    assert len(kept) == (1 << 20) // (15 * len(large.hits[0].content + large.hits[0].context))


@pytest.mark.row("cache", "reason of a miss")
def test_a_miss_says_why():
    kept, _ = cache()
    assert kept.get(CacheKey.of(request(), "1", 15)) == (None, "new")
    kept.put(CacheKey.of(request(), "1", 15), RESULT)
    assert kept.get(CacheKey.of(request(), "2", 15)) == (None, "index_changed")
    assert kept.get(CacheKey.of(request(), "1", 15)) == (None, "evicted")


@pytest.mark.row("cache", "answers are never cached")
def test_a_warm_question_has_warm_passages_and_a_freshly_written_and_checked_answer(bench):
    run = bench(answers=(GOOD,))
    cold = run.ask()
    cold_way = [(e.step, e.fields.get("cache")) for e in cold.trace if e.status == "done"]
    warm = run.ask()
    warm_way = [(e.step, e.fields.get("cache")) for e in warm.trace if e.status == "done"]
    assert ("retrieving", "miss") in cold_way
    assert ("retrieving", "hit") in warm_way
    assert [step for step, _ in cold_way] == [step for step, _ in warm_way]
    assert len(run.answers.calls) == 2


def test_a_search_that_was_cut_short_is_not_kept(bench):
    run = bench()
    cut = RESULT.model_copy(update={"warnings": ("Only meaning was compared.",)})
    found = run.search.submit

    def partial(*given):
        future = found(*given)
        future.result = lambda timeout=None: cut
        return future

    run.search.submit = partial
    answer = run.ask(ASKED)
    assert "Only meaning was compared." in answer.metadata.warnings
    assert len(run.cache) == 0
