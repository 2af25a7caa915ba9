import time

import pytest

from app.messages.answer import Question
from app.messages.base import new_correlation_id
from app.messages.retrieval import RetrievalFilters
from app.pipeline.router import Router
from app.pipeline.tasks.notes import SummaryTemplate
from app.pipeline.templates import load_templates
from app.settings.paths import resources_dir
from app.settings.schema import Settings, TaskSettings
from tests.unit.app.pipeline.pipeline_bench import BUDGETS, Bench, FakeSearch

from .made_documents import COLLECTION, MadeDocuments


class WholeBench(Bench):
    """The Router over fakes and a library in memory."""

    def __init__(self, documents, *, tasks=None, search=None, **options):
        super().__init__(search=search, **options)
        self.documents = documents
        self.settings = Settings(budgets=BUDGETS, tasks=tasks or TaskSettings())
        stages = self.stages_with(
            documents=documents, summaries=load_templates(resources_dir() / "prompts", "summary", SummaryTemplate)
        )
        self.router = Router(stages, self.settings, lambda: True, time.monotonic, time.sleep)

    def ask(self, text, *, cancelled=lambda: False, chosen=(), depth="quick"):
        question = Question(
            correlation_id=new_correlation_id(), text=text, filters=RetrievalFilters(collections=(COLLECTION,)),
            documents=tuple(chosen), depth=depth,
        )  # fmt: skip
        return self.router.answer(question, self.events.append, cancelled)

    def id_of(self, path):
        return next(r.id for r in self.documents.rows if r.path == path)


@pytest.fixture
def whole():
    made = []

    def make(texts, **options):
        documents = texts if isinstance(texts, MadeDocuments) else MadeDocuments(texts)
        options.setdefault("search", FakeSearch(outcomes=[()], alike=True))
        made.append(WholeBench(documents, **options))
        return made[-1]

    yield make
    for each in made:
        assert each.model.close(5)
