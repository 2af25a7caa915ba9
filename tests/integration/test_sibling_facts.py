"""Two sibling collections, a fact pinned in each, real index, embedder and the smallest real model: neither ever sees the other's (I1)."""

from __future__ import annotations

import json
import os
import time

import pytest

from app.bootstrap import Program
from app.environment import prepare_environment
from app.messages.answer import Question
from app.messages.base import new_correlation_id
from app.messages.retrieval import RetrievalFilters

PAGE = "# Guest cards\n\nThe fee for a guest card is {fee} euros a year.\n\nGuest cards are issued at the front desk of the {name}.\n"
FEES = {"Linden Institute": 25, "Elder Institute": 40}
ASKED = "What is the fee for a guest card?"
WAIT_S = 200.0
"""Only a hang is longer."""


class Desk:
    """A program over a data folder with both collections, its models loaded once."""

    def __init__(self, folder, models_dir):
        prepare_environment(folder / "environment")
        home = folder / "home"
        home.mkdir(mode=0o700)
        (home / "models").symlink_to(models_dir)
        generation = {"model": "smollm2-135m", "fallback_model": None}
        (home / "settings.json").write_text(json.dumps({"version": 1, "generation": generation}))
        self.folder = folder
        self.program = Program.open(home)
        self.program.consent.accept("terminal")
        self.engine = self.program.engine()
        self.ids = {}
        for name, fee in FEES.items():
            self.write(name, fee)
            self.ids[name] = self.program.collection(name).id

    def page(self, name):
        return self.folder / name / "cards.md"

    def write(self, name, fee):
        page = self.page(name)
        page.parent.mkdir(exist_ok=True)
        page.write_text(PAGE.format(fee=fee, name=name))
        os.utime(page, ns=(time.time_ns(), page.stat().st_mtime_ns + 2_000_000_000))
        self.engine.import_paths(name, [page.parent], lambda _: None).future.result(WAIT_S)

    def suggested(self, name):
        """After the import: found by itself, on the facts' own thread."""
        end = time.monotonic() + WAIT_S
        while not (found := self.engine.facts.suggested(self.ids[name]).result(WAIT_S)) and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def ask(self, text=ASKED, *names):
        filters = RetrievalFilters(collections=tuple(self.ids[name] for name in names))
        question = Question(correlation_id=new_correlation_id(), text=text, filters=filters)
        return self.engine.ask(question, lambda _: None).future.result(WAIT_S)


@pytest.fixture(scope="module")
def desk(tmp_path_factory, models_dir):
    made = Desk(tmp_path_factory.mktemp("data"), models_dir)
    yield made
    made.program.close()


@pytest.mark.model
def test_a_suggestion_that_is_confirmed_answers_in_its_own_collection_and_is_unknown_in_the_sibling(desk):
    for name, fee in FEES.items():
        (item,) = desk.suggested(name)
        assert item.fact.figure == f"{fee} euros a year"
        desk.engine.facts.confirm(desk.ids[name], item.fact.id).result(WAIT_S)
    for name, fee in FEES.items():
        other = next(f for n, f in FEES.items() if n != name)
        answer = desk.ask(ASKED, name)
        assert f"{fee} euros" in answer.text
        assert str(other) not in answer.text
        assert [p.source for p in answer.passages if p.provenance == "facts"] == [str(desk.page(name))]
        cited = [c for s in answer.report.sentences for c in s.citations]
        assert cited[0].chunk_id.startswith("fact:")
        assert {c.source for c in cited} == {str(desk.page(name))}


@pytest.mark.model
def test_a_question_finds_its_collection_by_its_alias_and_by_default(desk):
    desk.engine.name_collection(desk.ids["Elder Institute"], ["Elders"], default=False).result(WAIT_S)
    assert desk.ask(ASKED).error.code == "QUERY_INVALID"
    assert "40 euros" in desk.ask("What is the fee for a guest card of the Elders?").text
    desk.engine.name_collection(desk.ids["Linden Institute"], [], default=True).result(WAIT_S)
    assert "25 euros" in desk.ask(ASKED).text


@pytest.mark.model
def test_after_a_re_index_a_fact_whose_sentence_changed_is_stale_and_not_used(desk):
    desk.write("Elder Institute", 45)
    assert [i.state for i in desk.engine.facts.pinned(desk.ids["Elder Institute"]).result(WAIT_S)] == ["stale"]
    answer = desk.ask(ASKED, "Elder Institute")
    assert "40" not in answer.text
    assert all(p.fact is None for p in answer.passages)
    assert any("is not used" in warning for warning in answer.metadata.warnings)
