"""A Router over fakes, shared by the tests of the pipeline."""

import time
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from app.messages.answer import Question
from app.messages.base import new_correlation_id
from app.messages.retrieval import RetrievalFilters
from app.pipeline.compose import Composer
from app.pipeline.earlier import EarlierAnswers
from app.pipeline.generator import Generator
from app.pipeline.grounding import Grounding
from app.pipeline.prompt import PromptAssembler, PromptTemplate
from app.pipeline.resilience import CircuitBreaker
from app.pipeline.router import Router
from app.pipeline.run import Stages, make_retriever
from app.pipeline.slot import GeneratorSlot
from app.pipeline.structured import ThoroughTemplate
from app.pipeline.templates import load_templates
from app.pipeline.validator import Validator
from app.pipeline.writing import ROLES
from app.settings.paths import resources_dir
from app.settings.schema import RetryPolicy, Settings, StageBudgets
from index.document import Place
from index.search.hit import Hit, SearchResult
from models.embedders.fake import FakeEmbedder
from models.errors import ModelMissing
from models.runtimes.fake import FakeRuntime

FEE = "The fee for a guest card is 25 euros a year. Guest cards are issued at the front desk."


def hit(content=FEE, *, relevance=0.9, number=0, name="fees.md", heading="Guest cards"):
    return Hit(
        chunk_id=f"c{number}", file_id=f"f{number}", collection_id="col", source_path=str(Path("docs") / name), title="Fees",
        kind="md", chunk_index=0, content=content, context=f"Fees › {heading}", start=0, end=len(content),
        place=Place(kind="heading", heading_path=("Fees", heading)), cosine=0.9, bm25=5.0, fused=0.03, relevance=relevance,
    )  # fmt: skip


@dataclass
class FakeSearch:
    """SearchPort: gives ``outcomes`` one after the other (an exception is raised, "hang" never ends), the last for ever."""

    outcomes: list = field(default_factory=lambda: [(hit(),)])
    asked: list = field(default_factory=list)
    hung: list = field(default_factory=list)
    alike: bool = False
    """All texts get the same vector: near in meaning, so that words and figures alone decide."""

    def submit(self, query, collection_ids, strategy, filters, limit):
        self.asked.append((query, tuple(collection_ids), strategy, limit))
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        future = Future()
        if outcome == "hang":
            future.set_running_or_notify_cancel()
            self.hung.append(future)
        elif outcome == "queued":
            self.hung.append(future)
        elif isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(SearchResult(hits=outcome, total_candidates=len(outcome), index_version=1, elapsed_ms=1.0))
        return future

    def preload(self):
        future = Future()
        future.set_result(None)
        return future

    def embed(self, texts, *, asking=False):
        if self.alike:
            return np.tile(np.array([1.0, 0.0], dtype=np.float32), (len(texts), 1))
        embedder = FakeEmbedder()
        embedder.warm_up()
        return embedder.embed_passages(texts)

    def embed_tokens(self, texts):
        embedder = FakeEmbedder()
        embedder.warm_up()
        return embedder.embed_tokens(texts)

    def version(self, collection_ids):
        return "1"


class Bench:
    """A Router over fakes, with short budgets, and everything that it told its listener."""

    def __init__(self, *, search=None, answers=None, fallback=None, consent=True, budgets=None, min_answerability=0.0):
        self.search = search or FakeSearch()
        self.runtimes = {"answers": answers or FakeRuntime(), "fallback": fallback}
        self.settings = Settings(budgets=budgets or BUDGETS)
        self.events = []
        self.model = ModelThread(self._runtime, OwnerThread("test-model"))
        budgets, breakers = self.settings.budgets, self.settings.breakers
        stages = Stages(
            search=self.search,
            models=self.model,
            retriever=make_retriever(self.search, self.settings.retrieval, breakers, budgets, time.monotonic, time.sleep),
            grounding=Grounding(self.search, min_answerability),
            assembler=PromptAssembler(load_templates(resources_dir() / "prompts", "quick", PromptTemplate)),
            generator=Generator(self.settings.generation, budgets, time.monotonic),
            validator=Validator(self.search, budgets, time.monotonic),
            composer=Composer(self.search),
            slot=GeneratorSlot(),
            breakers={role: CircuitBreaker(breakers.generator, time.monotonic) for role in ROLES},
            earlier=EarlierAnswers(),
            tasks=load_templates(resources_dir() / "prompts", "thorough", ThoroughTemplate),
        )
        self._stages = stages
        self.router = Router(stages, self.settings, lambda: consent, time.monotonic, time.sleep)

    def stages_with(self, **changed):
        return replace(self._stages, **changed)

    def _runtime(self, role):
        runtime = self.runtimes[role]
        if runtime is None:
            raise ModelMissing(f"no {role}")
        return runtime

    def ask(self, text="What is the fee for a guest card?", *, depth="quick", cancelled=lambda: False):
        question = Question(
            correlation_id=new_correlation_id(), text=text, filters=RetrievalFilters(collections=("col",)), depth=depth
        )
        return self.router.answer(question, self.events.append, cancelled)

    def kinds(self):
        return [e.kind for e in self.events]


BUDGETS = StageBudgets(
    retrieval_ms=200,
    evidence_ms=1000,
    first_token_base_ms=150,
    token_stall_ms=150,
    validation_ms=5000,
    retrieval_retry=RetryPolicy(retries=2, base_ms=5, jitter_ms=1),
    generation_retry=RetryPolicy(retries=1, base_ms=5, jitter_ms=1),
)
GOOD = "Quote: The fee for a guest card is 25 euros a year.\nAnswer: The fee for a guest card is 25 euros a year."
