"""All settings with their defaults. Times are milliseconds on a monotonic clock unless the name says otherwise.

Figures are those of the pipeline's contract (sections 1 and 2) where no other source is named. Unknown keys are refused.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

SETTINGS_VERSION: Final = 1


class Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RetryPolicy(Group):
    """``delay = base_ms · 2^attempt + U(0, jitter_ms)``, only for errors marked retryable; ``retries`` come after the first try."""

    retries: int = Field(default=2, ge=0, le=5)
    base_ms: int = Field(default=200, ge=0, le=10_000)
    jitter_ms: int = Field(default=100, ge=0, le=10_000)


class StageBudgets(Group):
    """How long each stage may take, and how often it is tried again."""

    evidence_ms: int = Field(default=3_000, ge=1, description="question to ranked passages on screen, retries included")
    retrieval_ms: int = Field(default=1_000, ge=1, description="one try of the Retriever")
    first_token_base_ms: int = Field(default=1_500, ge=1, description="first token, plus the prompt's measured reading time")
    first_token_factor: float = Field(
        default=1.5, ge=1.0, le=10.0, description="safety on prompt tokens ÷ this machine's measured prefill rate"
    )
    token_stall_ms: int = Field(default=5_000, ge=1, description="without a token for this long the generation is stalled")
    validation_ms: int = Field(default=800, ge=1)
    attachment_ms: int = Field(default=5_000, ge=1, description="search in attached documents, in memory")
    model_call_ms: int = Field(
        default=15_000, ge=1, description="one call of Thorough whose result is data; then its default counts"
    )
    verdict_ms: int = Field(default=100, ge=1, description="Validator to Router")
    total_ms: int = Field(default=120_000, ge=1, description="whole question; ends in the evidence alone")
    max_generations: int = Field(default=3, ge=1, le=3, description="first, one retry or regeneration, fallback model")
    retrieval_retry: RetryPolicy = RetryPolicy(retries=2, base_ms=200)
    generation_retry: RetryPolicy = RetryPolicy(retries=1, base_ms=300)

    def first_token_ms(self, prompt_tokens: int, prefill_tokens_per_second: float) -> float:
        """Budget for the first token of a prompt, in ms. The rate is the runtime's, measured at load, above 0."""
        return self.first_token_base_ms + 1_000.0 * prompt_tokens / prefill_tokens_per_second * self.first_token_factor


class BreakerSettings(Group):
    """A circuit breaker: opens after ``failures``, refuses for ``open_ms``, then lets one call through."""

    failures: int = Field(default=10, ge=1)
    window_ms: int | None = Field(
        default=None, ge=1, description="failures must fall into this time; None: in a row, at any time"
    )
    open_ms: int = Field(default=60_000, ge=1)


class BreakersSettings(Group):
    retriever: BreakerSettings = BreakerSettings(failures=10, window_ms=None, open_ms=60_000)
    generator: BreakerSettings = BreakerSettings(failures=5, window_ms=30_000, open_ms=120_000)


class TokenBucketSettings(Group):
    """Load limit at the Router, so that a script or a stuck key cannot pile up work."""

    requests_per_second: float = Field(default=100.0, gt=0)
    capacity: int = Field(default=100, ge=1)


class RetrievalSettings(Group):
    """``min_relevance`` is the calibrated score of ``index.search.calibration``; each passage costs seconds of prefill."""

    top_k: int = Field(default=4, ge=1, le=10)
    thorough_top_k: int = Field(default=8, ge=1, le=10, description="passages of a Thorough answer")
    candidates: int = Field(default=15, ge=1, le=200, description="before fusion and reranking: max(3 · top_k, 15)")
    min_relevance: float = Field(
        default=0.0,
        ge=0.0,
        le=1.0,
        description="floor for a single passage. Off: freely worded questions keep the right passage among the first four with a "
        "relevance near 0 (12 German law questions, tests/benchmarks/README.md); whether all together answer is judged afterwards",
    )
    min_answerability: float = Field(
        default=0.5,
        ge=0.0,
        le=1.0,
        description="below this probability (app.rules.extractive) the passages do not answer the question",
    )
    strategy: Literal["semantic", "keyword", "hybrid"] = "hybrid"
    attachment_tokens: int = Field(
        default=900, ge=100, le=8_192, description="room of attached documents in the prompt, by the embedder's tokens"
    )
    cache_entries: int = Field(default=10_000, ge=0)
    cache_seconds: int = Field(default=3_600, ge=0)
    cache_mb: int = Field(
        default=64, ge=0, le=4_096, description="text that the passage cache may hold, whatever the number of entries"
    )

    @model_validator(mode="after")
    def _enough_candidates(self) -> RetrievalSettings:
        if self.candidates < max(self.top_k, self.thorough_top_k):
            raise ValueError("candidates must not be fewer than top_k or thorough_top_k")
        return self


class GenerationSettings(Group):
    """Model ids are those of the catalogue. ``threads`` None lets the runtime choose for this machine."""

    model: str = Field(default="qwen2.5-coder-1.5b", min_length=1)
    fallback_model: str | None = Field(default="qwen2.5-coder-0.5b", description="used when the model fails")
    temperature: float = Field(default=0.0, ge=0.0, le=2.0, description="0 is greedy: the same question, the same answer")
    max_tokens: int = Field(default=400, ge=16, le=4_096)
    regeneration_temperature: float = Field(
        default=0.4, ge=0.0, le=2.0, description="of the second try in strict mode: greedy, it would write the same again"
    )
    max_characters: int = Field(default=1_950, ge=100, le=1_950, description="the answer stops at a sentence end before this")
    context_tokens: int = Field(default=4_096, ge=512, le=131_072)
    threads: int | None = Field(default=None, ge=1, le=256)
    history_tokens: int = Field(default=300, ge=0, le=4_096, description="room for them in the prompt; each costs reading time")
    conversation_messages: int = Field(default=16, ge=0, le=16, description="earlier messages that the prompt may hold")


class TaskSettings(Group):
    """Work over whole documents has budgets of its own: three generations and two minutes are those of a question."""

    summary_ms: int = Field(
        default=1_800_000, ge=1_000, description="of the model over one document; then sentences are chosen by rule"
    )
    summary_sections: int = Field(
        default=120, ge=1, le=2_000, description="that the model reads, one generation each: its ceiling; the rest by rule"
    )
    summary_notes: int = Field(
        default=16, ge=1, le=100, description="lines of a summary; more are put together, one generation a line"
    )
    list_rows: int = Field(default=500, ge=1, le=10_000, description="that a table shows; more are counted and said")


class ImportSettings(Group):
    """Limits of an import. A document over a limit is set aside and named; it never stops the rest."""

    workers: int = Field(default=1, ge=1, le=16, description="parser processes")
    seconds_per_document: int = Field(
        default=60, ge=5, le=3_600, description="time limit for a small file; grows with the size and with OCR"
    )
    memory_mb: int = Field(default=1_500, ge=256, le=65_536, description="of one parser process")
    max_file_mb: int = Field(default=500, ge=1, le=10_000)
    embedding_batch: int = Field(default=16, ge=1, le=256)
    ocr: bool = True


class ConversationSettings(Group):
    """The history of questions and answers."""

    keep: bool = Field(
        default=True, description="False: conversations are kept in memory until the program ends, never on the disk"
    )
    keep_days: int | None = Field(
        default=None, ge=1, le=36_500, description="conversations that were not used for so long are deleted; None: never"
    )


class WatchSettings(Group):
    """Watched folders, while the window or the chat is open. Each folder has a switch of its own (``dossier watch``)."""

    enabled: bool = True
    sweep_minutes: int = Field(
        default=5,
        ge=1,
        le=1_440,
        description="how often all are compared with the library: network drives tell nothing of changes",
    )


class Settings(Group):
    """Everything that a person, or policy, can set."""

    version: Literal[1] = SETTINGS_VERSION
    mode: Literal["documents_only", "open"] = Field(
        default="documents_only", description="open: the model may answer without passages, under a banner"
    )
    strict: bool = Field(default=False, description="withhold what the Validator refuses, instead of marking it")
    language: Literal["system", "en", "de"] = Field(default="system", description="of the program, not of the answers")
    fallback_language: str = Field(
        default="en", pattern="^[a-z]{2}$", description="of answers, when the question's is not clear"
    )
    embedder: str = Field(
        default="multilingual-e5-small",
        min_length=1,
        description="for new collections; `dossier rebuild` changes one that is there",
    )
    budgets: StageBudgets = StageBudgets()
    breakers: BreakersSettings = BreakersSettings()
    token_bucket: TokenBucketSettings = TokenBucketSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    generation: GenerationSettings = GenerationSettings()
    tasks: TaskSettings = TaskSettings()
    importing: ImportSettings = ImportSettings()
    watching: WatchSettings = WatchSettings()
    conversations: ConversationSettings = ConversationSettings()
