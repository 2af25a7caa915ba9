"""The steps of `dossier self-test`. Each works with the program's own parts and looks at what came out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import psutil

from app.assembly import make_runtime
from app.bootstrap import Program
from app.commands.self_test_reading import reading_steps
from app.commands.self_test_screen import other_programs, page_picture, silence, window
from app.diagnostics.self_test import Step, StepFailed, plain, require, require_nearer, require_text
from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from app.messages.events import AnswerEvent, TokensArrived
from app.messages.retrieval import Passage, RetrievalFilters
from app.messages.trace import TraceEvent
from app.messages.validation import GenerationMetadata, ValidationReport, ValidationRequest
from app.privacy.guard import prepare_child
from app.rules.check import validate
from index.document import Place
from index.search.hit import Hit, Strategy
from index.search.searcher import Searcher
from index.store.reader import PassageReader
from models.embedders.base import Embedder
from models.embedders.factory import load_embedder
from models.embedders.hosted import EmbedderHost
from models.hardware import thread_budget
from models.runtimes.base import ChatMessage, GenerationSettings

COLLECTION = "Harbour self-test"
FEE = "The mooring fee for berth 12 is 84 euros a night."
TEXTS = {
    "fees.txt": f"{FEE} It is paid at the office before noon.",
    "animals.txt": "Dogs are welcome on the pier when they are kept on a lead.",
    "pumps.txt": "The fuel pump has the part number QX-7781 and is serviced every spring.",
}
"""Documents of the index; no two are about the same thing."""
IMPORT_TIMEOUT_S = 180.0
ANSWER_TIMEOUT_S = 240.0

T = TypeVar("T")


class SelfTest:
    """``steps`` in their order; ``folder`` is for the documents that it writes. ``program`` is closed by its owner."""

    def __init__(self, program: Program, folder: Path) -> None:
        self._program = program
        self._folder = folder
        # As in the engine: the model is loaded in a process of its own.
        self._host = EmbedderHost(prepare_child)
        self._embedder: Embedder | None = None
        self._collection = ""

    def steps(self) -> list[Step]:
        return [
            *reading_steps(self._program, self._folder),
            Step("embed", self._embed, needs=("load onnxruntime",)),
            Step("index", self._index, needs=("embed", "load lancedb")),
            Step("search by meaning", self._search_by_meaning, needs=("index",)),
            Step("search by words", self._search_by_words, needs=("index",)),
            Step("generate", self._generate, needs=("load llama_cpp",)),
            Step("validate", self._validate, needs=("embed",)),
            Step("answer", self._answer, needs=("index", "generate")),
            Step("embedding ends", self._embedding_ends, needs=("embed",)),
            Step("page picture", page_picture, needs=("load pypdfium2",)),
            Step("window", lambda: window(self._program, self._folder, COLLECTION), needs=("index", "load PySide6.QtCore")),
            Step("other programs", other_programs),
            Step("silence", silence),
        ]

    def close(self) -> None:
        embedder, self._embedder = self._embedder, None
        if embedder is not None:
            embedder.close()

    # ---- into the index --------------------------------------------------------------------------------------------

    def _embed(self) -> str:
        program = self._program
        embedder = load_embedder(
            program.models, program.settings.embedder, threads=thread_budget().query_embedding, host=self._host
        )
        embedder.warm_up()
        pid = self._host.pid
        require(pid is not None and pid != os.getpid(), "The embedding model has no process of its own.")
        query = embedder.embed_query("What does it cost to tie up a boat?")
        near, far = embedder.embed_passages([TEXTS["fees.txt"], TEXTS["animals.txt"]])
        close, away = require_nearer(query, near, far)
        self._embedder = embedder
        return f"{embedder.embedder_id}, {embedder.dimension} numbers; cosine {close:.3f} related, {away:.3f} unrelated"

    def _index(self) -> str:
        documents = self._folder / "documents"
        documents.mkdir()
        for name, text in TEXTS.items():
            (documents / name).write_text(text, encoding="utf-8")
        summary = self._program.engine().import_paths(COLLECTION, [documents], lambda _: None).result(IMPORT_TIMEOUT_S)
        require(
            summary.indexed == len(TEXTS), f"Of {len(TEXTS)} documents {summary.indexed} were indexed, {summary.failed} failed."
        )
        self._collection = self._program.collection(COLLECTION).id
        return f"{summary.indexed} documents, {summary.passages} passages"

    # ---- passages out ----------------------------------------------------------------------------------------------

    def _search_by_meaning(self) -> str:
        hit = self._search("How much must I pay to keep my boat there overnight?", "semantic", "fees.txt")
        require(hit.cosine is not None, "The passage was not found by its vector.")
        return f"found “{hit.content[:48]}…”, cosine {hit.cosine:.3f}"

    def _search_by_words(self) -> str:
        hit = self._search("QX-7781", "keyword", "pumps.txt")
        require(hit.bm25 is not None, "The passage was not found by its words.")
        return f"found “{hit.content[:48]}…”, BM25 {hit.bm25:.2f}"

    def _search(self, query: str, strategy: Strategy, wanted: str) -> Hit:
        """The best hit, from the right document."""
        reader = PassageReader(self._program.paths.index)
        try:
            found = Searcher(self._program.ledger(), reader, self._embedding()).search(query, (self._collection,), strategy)
        finally:
            reader.close()
        require(bool(found.hits), "Nothing was found.")
        best = Path(found.hits[0].source_path).name
        require(best == wanted, f"The best passage is from {best} instead of {wanted}.")
        require_text(found.hits[0].content, TEXTS[wanted], "The index")
        return found.hits[0]

    def _embedding(self) -> Embedder:
        return _there(self._embedder)

    def _embedding_ends(self) -> str:
        """Closed, the embedding model leaves no process behind."""
        pid = self._host.pid
        require(pid is not None and psutil.pid_exists(pid), "The process of the embedding model ended before its time.")
        self.close()
        require(
            self._host.pid is None and not psutil.pid_exists(_there(pid)), "The process of the embedding model did not end."
        )
        return "its process ended"

    # ---- answers ---------------------------------------------------------------------------------------------------

    def _generate(self) -> str:
        runtime = make_runtime(self._program, "answers")
        runtime.warm_up()
        try:
            messages = (ChatMessage("user", "What is the capital of France? Answer in one short sentence."),)
            tokens = list(runtime.generate(messages, GenerationSettings(max_tokens=24), lambda: False))
        finally:
            runtime.close()
        text = "".join(token.text for token in tokens)
        require_text(text, "Paris", f"The model {runtime.model_id}")
        stats = _there(tokens[-1].stats)
        return f"{runtime.model_id} wrote “{plain(text)[:40]}”, {stats.tokens_per_second:.0f} tokens/s"

    def _validate(self) -> str:
        """The right amount passes, the wrong one is marked."""
        wrong = FEE.replace("84", "96")
        right_report, wrong_report = self._check(FEE), self._check(wrong)
        require(
            right_report.verdict == "supported", f"A sentence that stands in the document is called {right_report.verdict}."
        )
        require(wrong_report.verdict != "supported", "A wrong amount is called supported.")
        findings = [f for s in wrong_report.sentences for f in s.findings if f.outcome == "fail" and f.span is not None]
        marked = {wrong[f.span.start : f.span.end] for f in findings if f.span is not None}
        require(any("96" in words for words in marked), "The wrong amount is not marked.")
        return "the right amount is supported, the wrong one marked"

    def _check(self, text: str) -> ValidationReport:
        content = TEXTS["fees.txt"]
        passage = Passage(
            doc_id="fees", chunk_id="fees-0", collection_id="harbour", content=content, relevance_score=1.0,
            source="fees.txt", source_type="txt", chunk_index=0, place=Place(), start=0, end=len(content),
        )  # fmt: skip
        request = ValidationRequest(
            correlation_id=new_correlation_id(),
            question="What is the mooring fee for berth 12?",
            response_text=text,
            passages=(passage,),
            source_documents=("fees",),
            generation_metadata=GenerationMetadata(
                model="none", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
            ),
        )
        return validate(request, self._embedding().embed_passages, "en", lambda: False)

    def _answer(self) -> str:
        """The whole way of a question. The smallest model may word it so badly that the validator leaves nothing of it: then the
        right passage has to be among the closest matches. What is shown as an answer names the fee."""
        done: set[str] = set()
        draft: list[str] = []

        def listen(event: AnswerEvent) -> None:
            if isinstance(event, TraceEvent) and event.status == "done":
                done.add(event.step)
            elif isinstance(event, TokensArrived):
                draft.append(event.text)

        question = Question(
            correlation_id=new_correlation_id(),
            text="What is the mooring fee for berth 12?",
            filters=RetrievalFilters(collections=(self._collection,)),
        )
        engine = self._program.engine()
        for loaded in engine.preload():
            loaded.result(ANSWER_TIMEOUT_S)
        answer: Answer = engine.ask(question, listen).result(ANSWER_TIMEOUT_S)
        require(answer.status != "error", f"The question ended with an error: {answer.text[:100]}")
        missing = {"retrieving", "generating", "validating"} - done
        require(not missing, f"The answer was made without {', '.join(sorted(missing))}.")
        require(bool("".join(draft).strip()), "No words of the answer arrived while it was written.")
        found = answer.passages or answer.closest
        require(bool(found) and Path(found[0].source).name == "fees.txt", "The passage with the fee is not the first one.")
        require(answer.status == "not_found" or "84" in answer.text, f"The fee is not in the answer: {answer.text[:100]}")
        return f"{answer.status}: “{plain(answer.text)[:48]}…”"


def _there(value: T | None) -> T:
    if value is None:
        raise StepFailed("A step before this one left nothing behind.")
    return value
