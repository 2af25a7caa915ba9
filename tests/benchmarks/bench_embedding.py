"""Passages a second: the program's embedder (in its process, tokenizing and pooling included) beside the bare onnxruntime session.

    python tests/benchmarks/bench_embedding.py --models DIR [--passages N] [--rounds N]

Both get the same passages, cut by the program's chunker from notes of German and English words, sorted by length, in the importer's
batches. The bare session gets arrays that are ready; its figure is what the machine can do at all. They take turns batch by batch, so
that other work on the machine meets both alike; processor seconds are printed beside, which other work hardly changes. Printed,
never asserted. Goal: 90 %.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).parent)]

import numpy as np  # noqa: E402
import psutil  # noqa: E402
from bench_disk import write_plain_text  # noqa: E402

from index.chunking.chunker import ChunkLimits, chunk_document  # noqa: E402
from index.document import Block, ParsedDocument  # noqa: E402
from index.embedding import embedded_text  # noqa: E402
from index.ingest.importer import ImportLimits  # noqa: E402
from models.catalogue import load_catalogue  # noqa: E402
from models.embedders.base import Embedder  # noqa: E402
from models.embedders.factory import load_embedder  # noqa: E402
from models.embedders.hosted import EmbedderHost  # noqa: E402
from models.hardware import physical_cores  # noqa: E402
from models.silence import import_onnxruntime  # noqa: E402
from models.store import ModelStore  # noqa: E402

MODEL = "multilingual-e5-small"


def passages(embedder: Embedder, count: int) -> list[str]:
    """As the program cuts them, the longest first."""
    made: list[tuple[int, str]] = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "notes"
        write_plain_text(folder, count * 1_000 / 1e6)
        for file in sorted(folder.iterdir()):
            text = file.read_text(encoding="utf-8")
            blocks, at = [], 0
            for paragraph in text.split("\n\n"):
                if paragraph:
                    blocks.append(Block(kind="paragraph", start=at, end=at + len(paragraph)))
                at += len(paragraph) + 2
            document = ParsedDocument(text=text, blocks=tuple(blocks), kind="txt", parser="bench/1", language="de")
            chunks = chunk_document(document, file.name, embedder.count_tokens, ChunkLimits(max_tokens=embedder.max_tokens))
            made += [(chunk.token_count, embedded_text(chunk.context, chunk.content)) for chunk in chunks]
    return [text for _, text in sorted(made[:count], key=lambda item: -item[0])]


def bare(folder: Path, batches: Sequence[Sequence[str]], threads: int) -> Callable[[int], object]:
    """The session alone over arrays that are ready."""
    runtime = import_onnxruntime()
    from tokenizers import Tokenizer

    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    # As ours: threads that spin between two turns would take the other's time.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = runtime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    names = {value.name for value in session.get_inputs()}
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_padding(pad_id=1, pad_token="<pad>")
    feeds = []
    for batch in batches:
        encodings = tokenizer.encode_batch([f"passage: {text}" for text in batch])
        ids = np.array([e.ids for e in encodings], dtype=np.int64)
        mask = np.array([e.attention_mask for e in encodings], dtype=np.int64)
        every = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feeds.append({name: value for name, value in every.items() if name in names})

    return lambda number: session.run(None, feeds[number])


class Turns:
    """Seconds on the clock and of the processor, this process and the one that embeds taken together."""

    def __init__(self, child: psutil.Process) -> None:
        self._child = child
        self.clock = self.processor = 0.0

    def _used(self) -> float:
        times = self._child.cpu_times()
        return time.process_time() + times.user + times.system

    def take(self, call: Callable[[int], object], number: int) -> None:
        began, used = time.perf_counter(), self._used()
        call(number)
        self.clock += time.perf_counter() - began
        self.processor += self._used() - used


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--passages", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    threads = physical_cores()
    host = EmbedderHost()
    embedder = load_embedder(ModelStore(options.models.resolve(), load_catalogue()), MODEL, threads, host)
    embedder.warm_up()
    texts = passages(embedder, options.passages)
    size = ImportLimits().batch_size
    batches = [texts[start : start + size] for start in range(0, len(texts), size)]
    run_bare = bare(options.models.resolve() / MODEL, batches, threads)

    def run_ours(number: int) -> object:
        return embedder.embed_passages(batches[number])

    child = psutil.Process(host.pid)
    for number in range(len(batches)):  # memory grows to its size, and both are warm
        run_ours(number)
    run_bare(0)
    first, ours_turns, bare_turns = child.memory_info().rss, Turns(child), Turns(child)
    for _ in range(options.rounds):
        for number in range(len(batches)):
            bare_turns.take(run_bare, number)
            ours_turns.take(run_ours, number)
    last = child.memory_info().rss
    embedder.close()
    processor = next(
        (line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), platform.processor()
    )
    print(f"{len(texts)} passages of {statistics.mean(map(len, texts)):.0f} characters, batches of {size}, {threads} threads")
    print(f"{processor}, {physical_cores()} cores ({psutil.cpu_count()} logical), load {psutil.getloadavg()[0]:.1f}")
    done = len(texts) * options.rounds
    for turns, title in ((bare_turns, "bare session"), (ours_turns, "Dossier's embedder")):
        each = turns.processor / done * 1000
        print(f"{title:<20}{done / turns.clock:>8.1f} passages/s {each:>8.0f} ms of the processor a passage")
    by_clock, by_processor = bare_turns.clock / ours_turns.clock, bare_turns.processor / ours_turns.processor
    print(f"{'ours / bare':<20}{by_clock:>8.1%} by the clock, {by_processor:.1%} by processor time   (goal 90 %)")
    print(f"memory of the process that embeds: {first >> 20} MB after the first round, {last >> 20} MB after the last")
    return 0


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


if __name__ == "__main__":
    sys.exit(main())
