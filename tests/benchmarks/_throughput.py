"""How much of the bare onnxruntime session is left in the embedder, and in a whole import.

Runs in a process of its own. The import is the program's own, over a data folder that is thrown away; what it embeds is written down
as it goes, and the bare session then gets the same texts: tokenised before the clock starts, sorted by length, sixteen at a time,
with the same threads, which do not spin. Seconds of the processor (all threads, and the parsers') stand beside those of the clock,
because on a machine that does other work only they can be compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
BATCH = 16


@contextmanager
def open_program(models: Path) -> Iterator[Any]:
    """The program over an empty data folder with these models. It must come before any other import of the program."""
    from app.environment import prepare_environment

    with tempfile.TemporaryDirectory(prefix="dossier-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        (home / "models").symlink_to(models)
        prepare_environment(home)
        from app.bootstrap import Program
        from app.privacy.guard import install_guard

        install_guard()
        program = Program.open(home, accept_notice=True)
        sys.excepthook = sys.__excepthook__  # a fault of a measurement is shown, not kept for a log that is thrown away
        if not program.consent.accepted():
            program.consent.accept("flag")
        try:
            yield program
        finally:
            program.close()


class Recorder:
    """Stands in the way of the embedder's class: what it embeds, and how long that takes."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.seconds = 0.0

    def install(self) -> None:
        from models.embedders.hosted import HostedEmbedder

        original = HostedEmbedder.embed_passages

        def embed_passages(embedder: HostedEmbedder, texts: Sequence[str]) -> Any:
            began = time.perf_counter()
            vectors = original(embedder, texts)
            self.seconds += time.perf_counter() - began
            self.texts += texts
            return vectors

        HostedEmbedder.embed_passages = embed_passages  # type: ignore[method-assign]


class Stopwatch:
    """Seconds of the clock and of the processor since it was made, children that are alive or gone included."""

    def __init__(self) -> None:
        import psutil

        self._process = psutil.Process()
        self._clock, self._cpu = time.perf_counter(), self._used()

    def read(self) -> tuple[float, float]:
        return time.perf_counter() - self._clock, self._used() - self._cpu

    def _used(self) -> float:
        import psutil

        mine = self._process.cpu_times()
        used = mine.user + mine.system + mine.children_user + mine.children_system
        for child in self._process.children(recursive=True):
            with suppress(psutil.Error):
                theirs = child.cpu_times()
                used += theirs.user + theirs.system
        return used


def bare_seconds(folder: Path, texts: Sequence[str], threads: int, max_tokens: int) -> tuple[float, float]:
    """Seconds of the clock and of the processor that the session alone needs for these texts."""
    import numpy as np
    from tokenizers import Tokenizer

    from models.silence import import_onnxruntime

    onnxruntime = import_onnxruntime()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(max_tokens)
    tokenizer.enable_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    names = {i.name for i in session.get_inputs()}
    ordered = sorted(texts, key=len)
    feeds = []
    for start in range(0, len(ordered), BATCH):
        encoded = tokenizer.encode_batch(ordered[start : start + BATCH])
        ids = np.array([e.ids for e in encoded], dtype=np.int64)
        mask = np.array([e.attention_mask for e in encoded], dtype=np.int64)
        every = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feeds.append({name: every[name] for name in names})
    session.run(None, feeds[0])
    watch = Stopwatch()
    for feed in feeds:
        session.run(None, feed)
    return watch.read()


def measure(models: Path, folders: Sequence[Path]) -> dict[str, float]:
    """An import of the folders and the bare session over the same texts: counts and seconds."""
    with open_program(models) as program:
        recorder = Recorder()
        recorder.install()
        from models.hardware import physical_cores

        engine = program.engine()
        watch = Stopwatch()
        summary = engine.import_paths("bench", list(folders), lambda progress: None).result()
        elapsed, cpu = watch.read()
        entry = program.models.catalogue.get(program.settings.embedder)
        folder = program.models.path_of(program.settings.embedder).resolve()
        threads = physical_cores()
    # After the program has ended: two busy pools of threads would slow each other.
    bare, bare_cpu = bare_seconds(
        folder, [entry.passage_prefix + text for text in recorder.texts], threads, entry.context_tokens
    )
    return {
        "documents": float(summary.indexed),
        "texts": float(len(recorder.texts)),
        "import_s": elapsed,
        "import_cpu_s": cpu,
        "embedder_s": recorder.seconds,
        "bare_s": bare,
        "bare_cpu_s": bare_cpu,
        "threads": float(threads),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    print(json.dumps(measure(options.models, options.folders)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
