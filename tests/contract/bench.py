"""The whole pipeline on a clock of its own, with faults put into search, models and checks. Nothing here waits for real time."""

import re
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from app.facts.book import FactsFound
from app.facts.fact import Fact, digest_of
from app.facts.matching import about, as_passage
from app.messages.answer import Question
from app.messages.base import new_correlation_id
from app.messages.retrieval import RetrievalFilters
from app.pipeline.compose import Composer
from app.pipeline.earlier import EarlierAnswers
from app.pipeline.generator import Generator
from app.pipeline.grounding import Grounding
from app.pipeline.passage_cache import PassageCache
from app.pipeline.prompt import PromptAssembler, PromptTemplate
from app.pipeline.resilience import CircuitBreaker
from app.pipeline.retriever import Retriever
from app.pipeline.router import Router
from app.pipeline.run import Stages
from app.pipeline.slot import GeneratorSlot
from app.pipeline.structured import ThoroughTemplate
from app.pipeline.templates import load_templates
from app.pipeline.validator import Validator
from app.pipeline.writing import ROLES
from app.settings.paths import resources_dir
from app.settings.schema import Settings
from index.document import Place
from index.search.hit import Hit, SearchResult
from models.embedders.fake import FakeEmbedder
from models.errors import ModelError, ModelMissing
from models.runtimes.base import GenerationStats, Token

FEE = "The fee for a guest card is 25 euros a year. Guest cards are issued at the front desk."
GOOD = "Quote: The fee for a guest card is 25 euros a year.\nAnswer: The fee for a guest card is 25 euros a year."
WRONG = "Quote: The fee for a guest card is 70 euros.\nAnswer: The fee for a guest card is 70 euros a year."
ASKED = "What is the fee for a guest card?"


class FakeClock:
    """Seconds that pass only when somebody waits."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


def hit(content=FEE, *, relevance=0.9, number=0, name="fees.md", heading="Guest cards", collection="col"):
    return Hit(
        chunk_id=f"c{number}", file_id=f"f{number}", collection_id=collection, source_path=str(Path("docs") / name), title="Fees",
        kind="md", chunk_index=0, content=content, context=f"Fees › {heading}", start=0, end=len(content),
        place=Place(kind="heading", heading_path=("Fees", heading)), cosine=0.9, bm25=5.0, fused=0.03, relevance=relevance,
    )  # fmt: skip


@dataclass(frozen=True)
class Slow:
    """A search that takes ``seconds``; ``started`` False: it waits in the queue so long and can be taken back."""

    seconds: float
    hits: tuple = ()
    started: bool = True


class _Later(Future):
    def __init__(self, clock, slow):
        super().__init__()
        self._clock, self._left, self._slow = clock, slow.seconds, slow

    def result(self, timeout=None):
        if timeout is not None and timeout < self._left:
            self._clock.sleep(timeout)
            self._left -= timeout
            raise TimeoutError
        self._clock.sleep(self._left)
        return result_of_hits(self._slow.hits)

    def cancel(self):
        return not self._slow.started


def result_of_hits(hits):
    return SearchResult(hits=tuple(hits), total_candidates=len(hits), index_version=1, elapsed_ms=1.0)


@dataclass
class FaultySearch:
    """Gives ``outcomes`` one after the other, the last for ever: hits, an exception, or Slow; or what ``by_query`` has."""

    clock: FakeClock
    outcomes: list
    by_query: dict = field(default_factory=dict)
    index_version: str = "col:1"
    asked: list = field(default_factory=list)
    at: list = field(default_factory=list)

    def submit(self, query, collection_ids, strategy, filters, limit):
        self.asked.append((query, tuple(collection_ids), strategy, limit))
        self.at.append(self.clock())
        outcome = self.by_query.get(query)
        if outcome is None:
            outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Slow):
            return _Later(self.clock, outcome)
        future = Future()
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(result_of_hits(outcome))
        return future

    def preload(self):
        future = Future()
        future.set_result(None)
        return future

    def embed(self, texts, *, asking=False):
        embedder = FakeEmbedder()
        embedder.warm_up()
        return embedder.embed_passages(texts)

    def embed_tokens(self, texts):
        embedder = FakeEmbedder()
        embedder.warm_up()
        return embedder.embed_tokens(texts)

    def version(self, collection_ids):
        if isinstance(self.index_version, BaseException):
            raise self.index_version
        return self.index_version


@dataclass(frozen=True)
class Say:
    """A generation: seconds before the first token, and before each other; after ``stall_after`` tokens nothing comes any more."""

    text: str = GOOD
    first_s: float = 0.1
    token_s: float = 0.01
    stall_after: int | None = None


class FaultyModel:
    """Model port of one role. ``scripts``: texts, Say or errors, one a generation, the last for ever."""

    def __init__(self, clock, scripts, model_id, context=4096):
        self.clock, self.scripts, self.model_id = clock, deque(scripts), model_id
        self.context_tokens = context
        self.prefill_tokens_per_second = 1000.0
        self.calls = []
        self.settings = []

    def count_tokens(self, messages):
        return sum(len(m.content.split()) + 4 for m in messages)

    def start(self, messages, settings):
        self.calls.append(messages)
        self.settings.append(settings)
        script = self.scripts.popleft() if len(self.scripts) > 1 else self.scripts[0]
        if callable(script):
            script = script(messages, settings)
        return _FaultyStream(self.clock, Say(script) if isinstance(script, str) else script)

    def prompt(self, call=-1):
        return "\n".join(m.content for m in self.calls[call])


class _FaultyStream:
    def __init__(self, clock, script):
        self._clock, self._script, self._sent = clock, script, 0
        self._pieces = [] if isinstance(script, ModelError) else re.findall(r"\s*\S+", script.text)
        self._left = 0.0 if isinstance(script, ModelError) else script.first_s
        self.cancelled = False

    def next(self, timeout_s):
        if isinstance(self._script, ModelError):
            raise self._script
        if self.cancelled or self._sent > len(self._pieces):
            return None
        if self._sent == self._script.stall_after:
            self._left = float("inf")
        if self._left > timeout_s:
            self._clock.sleep(timeout_s)
            self._left -= timeout_s
            raise TimeoutError
        self._clock.sleep(self._left)
        self._left = self._script.token_s
        self._sent += 1
        if self._sent > len(self._pieces):
            stats = GenerationStats(100, 0, len(self._pieces), 1000 * self._script.first_s, 10.0, "stop")
            return Token("", stats)
        return Token(self._pieces[self._sent - 1])

    def cancel(self):
        self.cancelled = True


@dataclass
class FakeFacts:
    """Pinned facts: those of the collections asked for whose label the question names, or an exception."""

    facts: tuple
    asked: list = field(default_factory=list)

    def about(self, question, language, collection_ids):
        self.asked.append((question, tuple(collection_ids)))
        if self.facts and isinstance(self.facts[0], Exception):
            raise self.facts[0]
        known = [f for f in self.facts if f.collection_id in collection_ids]
        named = about(question, [f for f in known if f.stale is None], language)
        stale = about(question, [f for f in known if f.stale is not None], language)
        return FactsFound(tuple(map(as_passage, named)), tuple(f.label for f in stale))


def fact(quote, *, label="Guest card fee", value="25 euros", collection="col", name="rules.md", **more):
    return Fact(
        id=more.pop("id", "1"), collection_id=collection, label=label, value=value, quote=quote, digest=digest_of(quote), file_id=name,
        source=f"docs/{name}", source_type="md", place=Place(kind="heading", heading_path=("Cards",)), start=100, end=100 + len(quote),
        created=datetime(2026, 1, 1, tzinfo=UTC), **more,
    )  # fmt: skip


class Models:
    def __init__(self, clock, answers, fallback, context):
        self.roles = {}
        for role, scripts in (("answers", answers), ("fallback", fallback)):
            model = None if scripts is None else FaultyModel(clock, scripts, role, context)
            self.roles[role] = model

    def get(self, role, stop=lambda: False):
        model = self.roles[role]
        if model is None:
            raise ModelMissing("The model is not set up on this machine.")
        return model


class Bench:
    """A Router over faults. ``answers`` and ``fallback``: scripts of the models, None where there is none."""

    def __init__(
        self, *, outcomes=None, by_query=None, answers=(GOOD,), fallback=None, consent=True, locked=(), min_answerability=0.0,
        context=4096, facts=(), subjects=(), **settings,
    ):  # fmt: skip
        self.clock = FakeClock()
        self.search = FaultySearch(self.clock, outcomes if outcomes is not None else [(hit(),)], by_query or {})
        self.models = Models(self.clock, answers, fallback, context)
        self.settings = Settings.model_validate(settings)
        self.events = []
        budgets, breakers = self.settings.budgets, self.settings.breakers
        self.cache = PassageCache(self.settings.retrieval, self.clock)
        self.stages = Stages(
            search=self.search,
            models=self.models,
            retriever=Retriever(
                self.search, self.cache, CircuitBreaker(breakers.retriever, self.clock), self.settings.retrieval, budgets,
                self.clock, self.clock.sleep,
            ),
            grounding=Grounding(self.search, min_answerability),
            assembler=PromptAssembler(load_templates(resources_dir() / "prompts", "quick", PromptTemplate)),
            generator=Generator(self.settings.generation, budgets, self.clock),
            validator=Validator(self.search, budgets, self.clock),
            composer=Composer(self.search),
            slot=GeneratorSlot(),
            breakers={role: CircuitBreaker(breakers.generator, self.clock) for role in ROLES},
            earlier=EarlierAnswers(),
            tasks=load_templates(resources_dir() / "prompts", "thorough", ThoroughTemplate),
            facts=FakeFacts(tuple(facts)),
        )  # fmt: skip
        self.router = Router(
            self.stages,
            self.settings,
            lambda: consent,
            self.clock,
            self.clock.sleep,
            locked=lambda name: name in locked,
            subjects=lambda: subjects,
        )

    @property
    def answers(self):
        return self.models.roles["answers"]

    @property
    def fallback(self):
        return self.models.roles["fallback"]

    def ask(self, text=ASKED, *, cancelled=lambda: False, **question):
        self.events.clear()
        return self.router.answer(self.ask_object(text, **question), self.events.append, cancelled)

    def ask_object(self, text=ASKED, **question):
        return Question(
            correlation_id=new_correlation_id(), text=text, filters=RetrievalFilters(collections=("col",)), **question
        )

    def kinds(self):
        return [e.kind for e in self.events]

    def steps(self, name, status="done"):
        return [e for e in self.events if e.kind == "trace" and e.step == name and e.status == status]

    def streamed(self):
        """What stands on the screen in the end."""
        text = ""
        for event in self.events:
            text = "" if event.kind == "withdrawn" else text + event.text if event.kind == "tokens" else text
        return text
