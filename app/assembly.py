"""The engine put together: the only place that knows every part of it. Imported with the first engine, not with the window, which
stands sooner for it. Parts are built light; the owning threads load them at their first work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.diagnostics.spans import SpanFile
from app.engine.attachments import Attachments
from app.engine.changed import changed_files
from app.engine.conversations import Conversations
from app.engine.engine import Engine, EngineParts, PreviewListener
from app.engine.facts_thread import FactsThread
from app.engine.import_queue import Pause
from app.engine.library_changes import LibraryChanges
from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from app.engine.search_thread import SearchThread
from app.engine.watching import Watching
from app.facts.book import FactBook
from app.facts.store import FactStore
from app.pipeline.clock import awake_clock
from app.pipeline.compose import Composer
from app.pipeline.earlier import EarlierAnswers
from app.pipeline.generator import Generator
from app.pipeline.grounding import Grounding
from app.pipeline.prompt import PromptAssembler, PromptTemplate
from app.pipeline.resilience import CircuitBreaker
from app.pipeline.router import Router
from app.pipeline.run import Stages, make_retriever
from app.pipeline.slot import GeneratorSlot
from app.pipeline.stated import load_stated
from app.pipeline.structured import ThoroughTemplate
from app.pipeline.tasks.notes import SummaryTemplate
from app.pipeline.templates import load_templates
from app.pipeline.validator import Validator
from app.pipeline.writing import ROLES
from app.privacy.guard import prepare_child
from app.rules.similarity import SENTENCE_MODEL
from app.rules.subject import Subject
from app.settings.paths import resources_dir
from index.disk import free_bytes
from index.ingest.preview import ImportPreview, preview
from index.ingest.sweep import changed_paths
from index.ingest.watch import FolderWatch
from models.embedders.factory import load_embedder
from models.embedders.hosted import EmbedderHost
from models.errors import ModelMissing
from models.hardware import physical_cores
from models.rerankers.factory import installed_reranker
from models.runtimes.base import Runtime
from models.runtimes.llama_cpp import LlamaCppRuntime

if TYPE_CHECKING:
    from app.bootstrap import Program
    from app.engine.attachment_reading import AttachmentReading
    from app.engine.importing import OpenImport
    from app.engine.reading import OpenIndex
    from app.settings.schema import Settings
    from index.ingest.upkeep import Upkeep
    from index.parsers.sandbox import ParserLimits
    from index.store.writer import PassageWriter
    from models.embedders.base import Embedder

_OPENING = threading.Lock()
"""One thread at a time opens what imports LanceDB: under Qt's import hook two first imports at once fail."""


def build_engine(program: Program) -> Engine:
    """All parts of one engine over the data folder of ``program``."""
    settings, paths, clock = program.settings, program.paths, awake_clock()
    ledger = program.ledger()
    writer_thread = OwnerThread("writer")
    # One process and one loaded model for questions and passages: an import gives way while a person waits, so that both never
    # need all cores at a time.
    host, threads = EmbedderHost(prepare_child), physical_cores()

    def open_embedder(model_id: str) -> Embedder:
        return load_embedder(program.models, model_id, threads=threads, host=host)

    writers: list[PassageWriter] = []

    def one_writer() -> PassageWriter:
        """The only one: imports and removals see each other's writes. Called under ``_OPENING``."""
        from index.store.writer import PassageWriter

        if not writers:
            writers.append(PassageWriter(paths.index))
        return writers[0]

    def close_writer() -> None:
        for writer in writers:
            writer.close()

    def open_upkeep() -> Upkeep:
        with _OPENING:
            from index.ingest.upkeep import Upkeep

            program.lock_for_writing()
            return Upkeep(ledger, one_writer(), writer_thread)

    # What these build brings LanceDB and the parsers along, a second of imports: only the threads that need them pay for it.
    def open_index() -> OpenIndex:
        with _OPENING:
            from app.engine.reading import OpenIndex
            from index.store.reader import PassageReader

            return OpenIndex(
                ledger,
                PassageReader(paths.index),
                open_embedder(SENTENCE_MODEL),
                installed_reranker(program.models, threads),
                open_embedder,
            )

    def open_import(pause: Pause) -> OpenImport:
        with _OPENING:
            from app.engine.importing import OpenImport
            from index.parsers.sandbox import ParserPool

            program.lock_for_writing()
            pool = ParserPool(settings.importing.workers, paths.tmp, parser_limits(settings), initializer=prepare_child)
            return OpenImport(
                ledger, one_writer(), pool, open_embedder, settings.embedder, writer_thread, settings.importing, pause, (paths.home,),
                library.passwords,
            )  # fmt: skip

    def count(
        counted: Sequence[Path], collection: str | None, cancelled: Callable[[], bool], progress: PreviewListener
    ) -> ImportPreview:
        found = ledger.collection_by_name(collection) if collection is not None else None
        known = ledger.settled_stamps(found.id) if found is not None else None
        return preview(counted, (paths.home,), cancelled, progress, known=known)

    watching = Watching(
        ledger,
        settings.watching,
        lambda source, cancelled: changed_paths(ledger, source, (paths.home,), cancelled),
        lambda changed, look, notice: FolderWatch(
            changed, look, notice, sweep_s=60.0 * settings.watching.sweep_minutes, excluded=(paths.home,), scratch=paths.tmp
        ),
    )
    library = LibraryChanges(ledger, open_upkeep)
    answering: list[Engine] = []

    def open_attachment_reading() -> AttachmentReading:
        with _OPENING:
            from app.engine.attachment_reading import AttachmentReading
            from index.parsers.base import ParseOptions
            from index.parsers.sandbox import ParserPool

            return AttachmentReading(
                lambda: ParserPool(1, paths.tmp, parser_limits(settings), initializer=prepare_child),
                lambda: open_embedder(settings.embedder),
                ParseOptions(ocr=settings.importing.ocr),
                settings.importing.max_file_mb << 20,
            )

    attachments = Attachments(
        open_attachment_reading,
        busy=lambda: any(engine.answering for engine in answering),
        keep_password=lambda path, password: library.passwords.update({path: password}),
    )
    model = ModelThread(lambda role: make_runtime(program, role), OwnerThread("model"))
    search = SearchThread(open_index, OwnerThread("reader"), lambda: {c.id: c.index_version for c in ledger.collections()})
    facts = FactsThread(FactBook(FactStore(paths.library), ledger))
    breakers = settings.breakers
    stages = Stages(
        search=search,
        models=model,
        retriever=make_retriever(search, settings.retrieval, breakers, settings.budgets, clock, time.sleep),
        grounding=Grounding(search, settings.retrieval.min_answerability),
        assembler=PromptAssembler(load_templates(resources_dir() / "prompts", "quick", PromptTemplate)),
        generator=Generator(settings.generation, settings.budgets, clock),
        validator=Validator(search, settings.budgets, clock),
        composer=Composer(search),
        slot=GeneratorSlot(),
        breakers={role: CircuitBreaker(breakers.generator, clock) for role in ROLES},
        earlier=EarlierAnswers(),
        tasks=load_templates(resources_dir() / "prompts", "thorough", ThoroughTemplate),
        documents=ledger,
        summaries=load_templates(resources_dir() / "prompts", "summary", SummaryTemplate),
        attachments=attachments,
        facts=facts,
        stated=load_stated(resources_dir() / "prompts"),
    )
    router = Router(
        stages,
        settings,
        program.consent.accepted,
        clock,
        time.sleep,
        locked=program.policy.is_locked,
        changed=lambda file_ids: changed_files(ledger, file_ids) | attachments.changed(file_ids),
        subjects=lambda: [Subject(c.id, (c.name, *c.aliases), c.is_default) for c in ledger.collections()],
    )
    engine = Engine(
        EngineParts(
            router,
            model,
            search,
            writer_thread,
            open_import,
            free_bytes=lambda: free_bytes(paths.home),
            count=count,
            watching=watching,
            library=library,
            close_writer=close_writer,
            facts=facts,
            write_spans=SpanFile(paths.logs).write,
            conversations=Conversations(program.conversations),
            attachments=attachments,
        )
    )
    answering.append(engine)
    return engine


def parser_limits(settings: Settings) -> ParserLimits:
    from index.parsers.sandbox import ParserLimits

    return ParserLimits(memory_bytes=settings.importing.memory_mb << 20, base_seconds=settings.importing.seconds_per_document)


def make_runtime(program: Program, role: str) -> Runtime:
    """The unloaded runtime of a role. Raises ModelMissing, ModelDamaged."""
    generation = program.settings.generation
    model_id = generation.model if role == "answers" else generation.fallback_model
    if model_id is None:
        raise ModelMissing("No fallback model is set.")
    path = program.models.path_of(model_id)
    return LlamaCppRuntime(model_id, path, context_tokens=generation.context_tokens, threads=generation.threads)
