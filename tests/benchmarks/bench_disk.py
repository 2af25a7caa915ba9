"""What an index needs on the disk beside the text that it holds, by part, and how much more while the import runs.

    python tests/benchmarks/bench_disk.py --models DIR [--sets FOLDER ...] [--generated MB] [--check]

Imports each set with the program's own engine into a new data folder. Passages are cut with the real tokenizer; their vectors are
random unit vectors, which no compression makes smaller (real ones are not smaller either), so that the bench takes minutes less.
The goal is 3 × the extracted text (UTF-8 bytes). Printed; with ``--check`` the exit code is 1 above the goal.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import sys
import tempfile
import threading
import time
import zlib
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
CORPUS = ROOT.parent / "shared" / "corpus"
GOAL = 3.0
POLL_S = 0.1
_SYLLABLES = ("be", "ver", "an", "ge", "stel", "lung", "wer", "den", "ra", "tion", "ment", "com", "pro", "ein", "ar", "beit", "or", "dnung", "in", "ter")  # fmt: skip


def words_of(language: str, count: int, rng: random.Random) -> list[str]:
    """Made-up words, short ones first, as the frequent words of a language are short."""
    ends = ("", "en", "e", "er", "ung", "keit") if language == "de" else ("", "s", "ed", "ing", "ly", "tion")
    made: dict[str, None] = {}
    tried = 0
    while len(made) < count:
        tried += 1
        parts = min(5, 1 + tried // 150 if tried < 450 else 3 + tried * 2 // count)
        made["".join(rng.choice(_SYLLABLES) for _ in range(parts)) + rng.choice(ends)] = None
    return list(made)


def write_plain_text(folder: Path, megabytes: float) -> None:
    """German and English notes of 2 to 40 KB; the words' frequencies follow Zipf's law (exponent 1.05), 12,000 to a language."""
    rng = random.Random(20261130)
    folder.mkdir(parents=True)
    left, number = megabytes * 1e6, 0
    vocabularies = {language: words_of(language, 12_000, rng) for language in ("de", "en")}
    weights = [1 / (rank + 3) ** 1.05 for rank in range(12_000)]
    while left > 0:
        language = ("de", "en")[number % 2]
        size, text = rng.uniform(2_000, 40_000), ""
        while len(text) < size:
            sentences = []
            for _ in range(rng.randint(2, 6)):
                chosen = rng.choices(vocabularies[language], weights, k=rng.randint(6, 22))
                sentences.append(" ".join(chosen).capitalize() + ".")
            text += " ".join(sentences) + "\n\n"
        (folder / f"note {number:05d} {language}.txt").write_text(text, encoding="utf-8")
        left -= len(text)
        number += 1


@dataclass
class Sizes:
    """Bytes on the disk by part; ``text`` is what was extracted."""

    text: int = 0
    passages: int = 0
    parts: dict[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.parts.values())


def folder_size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:  # compaction goes on beside us
            continue
    return total


def index_bytes(home: Path) -> int:
    return folder_size(home / "ix") + sum(path.stat().st_size for path in home.glob("library.sqlite*"))


def sizes(home: Path) -> Sizes:
    found = Sizes()
    with closing(sqlite3.connect(home / "library.sqlite")) as db:
        for text, layout in db.execute("SELECT text, layout FROM texts"):
            found.text += len(zlib.decompress(text))
            found.parts["ledger: texts, compressed"] = found.parts.get("ledger: texts, compressed", 0) + len(text)
            found.parts["ledger: layouts, compressed"] = found.parts.get("ledger: layouts, compressed", 0) + len(layout)
    sqlite = sum(path.stat().st_size for path in home.glob("library.sqlite*"))
    found.parts["ledger: the rest of SQLite"] = sqlite - sum(found.parts.values())
    for table in (home / "ix").glob("*.lance"):
        for part in ("data", "_indices", "_versions", "_transactions", "_deletions"):
            name = {"data": "passages: data files", "_indices": "full-text index"}.get(part, "passages: versions")
            found.parts[name] = found.parts.get(name, 0) + folder_size(table / part)
        import lancedb

        found.passages += lancedb.connect(str(home / "ix")).open_table(table.stem).count_rows()
    vectors = found.passages * DIMENSION * 2
    found.parts["passages: vectors (16 bits)"] = vectors
    found.parts["passages: text columns"] = found.parts.pop("passages: data files", 0) - vectors
    return found


DIMENSION = 384


def import_folders(home: Path, folders: list[Path], models: Path) -> tuple[float, int]:
    """Seconds and the highest number of bytes seen while the import ran."""
    import numpy as np

    from app import assembly
    from app.bootstrap import Program

    (home / "models").symlink_to(models)
    real = assembly.load_embedder

    class RandomVectors:
        """Counts as the model does; vectors are random."""

        def __init__(self, inner) -> None:
            self._inner = inner
            self._rng = np.random.default_rng(1)

        def __getattr__(self, name: str):
            return getattr(self._inner, name)

        def embed_passages(self, texts):
            made = self._rng.standard_normal((len(texts), DIMENSION), dtype=np.float32)
            return made / np.linalg.norm(made, axis=1, keepdims=True)

    assembly.load_embedder = lambda *a, **k: RandomVectors(real(*a, **k))
    peak, done = 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(POLL_S):
            peak = max(peak, index_bytes(home))

    watcher = threading.Thread(target=watch)
    started = time.monotonic()
    hook = sys.excepthook  # the program's own hides what went wrong
    try:
        with Program.open(home, accept_notice=True) as program:
            program.consent.accept("flag")
            watcher.start()
            program.engine().import_paths("bench", folders, lambda _: None).result()
    finally:
        done.set()
        watcher.join()
        assembly.load_embedder = real
        sys.excepthook = hook
    return time.monotonic() - started, peak


def time_deletion(folder: Path, chunks: int = 10_000, others: int = 20_000) -> None:
    """A document of ``chunks`` passages is taken out of an index with ``others`` more, until no word of it is on the disk."""
    import uuid

    import numpy as np

    from index.document import Place
    from index.store.schema import PassageRow
    from index.store.writer import PassageWriter

    rng, numbers = random.Random(7), np.random.default_rng(7)
    vocabulary = words_of("de", 12_000, rng)
    weights = [1 / (rank + 3) ** 1.05 for rank in range(12_000)]
    writer, collection, big, revision = PassageWriter(folder), uuid.uuid4().hex, uuid.uuid4().hex, uuid.uuid4().hex

    def rows(count: int, file_id: str) -> list[PassageRow]:
        made = []
        for index in range(count):
            text = " ".join(rng.choices(vocabulary, weights, k=90))
            vector = numbers.standard_normal(DIMENSION, dtype=np.float32)
            made.append(
                PassageRow(
                    file_id=file_id, revision=revision, content_hash="a" * 64, chunk_index=index, kind="txt", content=text,
                    context="", terms=text, language="de", start=0, end=len(text), place=Place(), modified=None,
                    vector=vector / np.linalg.norm(vector),
                )
            )  # fmt: skip
        return made

    for file_id, count in ((uuid.uuid4().hex, others), (big, chunks)):
        writer.add(collection, rows(count, file_id), DIMENSION)
    writer.optimize(collection)
    began = time.perf_counter()
    writer.delete_files(collection, [big])
    gone = time.perf_counter() - began
    writer.erase_traces(collection)
    print(f"\na document of {chunks:,} passages among {others:,} others: not found any more after {gone:.2f} s, no word of it on the "
          f"disk after {time.perf_counter() - began:.2f} s   (goal 5 s)")  # fmt: skip
    writer.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--sets", type=Path, nargs="*", default=[CORPUS / "office", CORPUS / "german"])
    parser.add_argument("--generated", type=float, default=4.0, help="megabytes of generated plain text, 0 for none")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    above = False
    with tempfile.TemporaryDirectory() as scratch:
        from app.environment import prepare_environment

        scratch_path = Path(scratch)
        prepare_environment(scratch_path)
        sets: dict[str, list[Path]] = {}
        present = [path.resolve() for path in options.sets if path.exists()]
        if present:
            sets[" + ".join(path.name for path in present)] = present
        if options.generated:
            write_plain_text(scratch_path / "plain", options.generated)
            sets[f"generated, {options.generated:g} MB of German and English"] = [scratch_path / "plain"]
        for number, (name, folders) in enumerate(sets.items()):
            home = scratch_path / f"home{number}"
            home.mkdir(mode=0o700)
            seconds, peak = import_folders(home, folders, options.models.resolve())
            found = sizes(home)
            print(f"\n{name}: {found.text:,} bytes of text, {found.passages:,} passages, imported in {seconds:.0f} s")
            for part, count in sorted(found.parts.items(), key=lambda item: -item[1]):
                print(f"  {part:<32}{count:>14,}{count / found.text:>8.2f} ×")
            print(f"  {'all':<32}{found.total:>14,}{found.total / found.text:>8.2f} ×   (goal {GOAL:g} ×)")
            print(f"  {'highest while importing':<32}{peak:>14,}{peak / found.text:>8.2f} ×")
            above |= found.total > GOAL * found.text
        time_deletion(scratch_path / "deletion")
    return 1 if above and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
