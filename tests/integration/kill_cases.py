"""What the kill tests do with ``kill_child.py``: prepare documents, kill, go on, and compare what is found with what lies on the disk.

Documents of every sort that an import treats in its own way: ordinary files, one with more passages than a batch, archives, copies,
scans that are recognised in the last stage; and a second import over a folder in which each sort was changed or taken away.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

CHILD = Path(__file__).with_name("kill_child.py")
_spec = importlib.util.spec_from_file_location("kill_child", CHILD)
assert _spec is not None
assert _spec.loader is not None
kill_child = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(kill_child)

_WORD = re.compile(r"unique[a-z0-9]+zq")
Point = tuple[str, int] | float
"""A checkpoint with how many times it is reached, or seconds after the start."""


def word(name: str, generation: str = "old") -> str:
    return f"unique{generation}{name}zq"


def texts(generation: str) -> dict[str, str]:
    """File name to content. ``second`` is the folder after a person worked in it."""
    files = {f"file{n:02}.txt": f"{word(f'f{n:02}a')} first part\n\nsecond part of {word(f'f{n:02}b')}" for n in range(6)}
    files["large.txt"] = "\n\n".join(f"part {word(f'large{n:02}')}" for n in range(20))
    files["copy-a.txt"] = files["copy-b.txt"] = f"the same {word('copy')} twice"
    files["scan.txt"] = f"typed {word('typed')}\n\nSCAN {word('scanned')}"
    files["picture.txt"] = f"SCAN {word('picture')}"
    inside = {"one.txt": f"inside {word('one')}", "two.txt": f"inside {word('two')}", "scan.txt": f"SCAN {word('inscan')}"}
    files["archive.zip"] = json.dumps(inside)
    files["copies.zip"] = json.dumps({"again.txt": inside["two.txt"], "own.txt": f"inside {word('own')}"})
    if generation == "second":
        for n in (0, 2):
            files[f"file{n:02}.txt"] = f"{word(f'f{n:02}a', 'new')} first part\n\nsecond part of {word(f'f{n:02}b')}"
        del files["file01.txt"]
        files["large.txt"] = files["large.txt"].replace(word("large07"), word("large07", "new"))
        files["copy-a.txt"] = f"not the same {word('copy', 'new')} any more"
        files["scan.txt"] = files["scan.txt"].replace(word("scanned"), word("scanned", "new"))
        files["archive.zip"] = json.dumps({"one.txt": f"inside {word('one', 'new')}", "scan.txt": inside["scan.txt"]})
    return files


def write(documents: Path, generation: str) -> None:
    documents.mkdir(exist_ok=True)
    files = texts(generation)
    for path in documents.iterdir():
        if path.name not in files:
            path.unlink()
    for number, (name, text) in enumerate(sorted(files.items())):
        path = documents / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(0, (1 if generation == "first" else 2) * 10**18 + number))


def in_a_process(home: Path, documents: Path, point: Point | None = None, *what: str) -> list[str]:
    """Runs the child until it dies or ends; ``what``: "rebuild" in place of an import. Returns the checkpoints that it reached if it ended."""
    name, count = point if isinstance(point, tuple) else ("-", 0)
    command = [sys.executable, str(CHILD), str(home), str(documents), name, str(count), *what]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        if isinstance(point, float):
            assert child.stdout.readline() == "ready\n"
            time.sleep(point)
            child.kill()
        out = child.stdout.read()
        child.wait(120)
    if child.returncode == -signal.SIGKILL:
        return []
    assert child.returncode == 0
    return list(json.loads(out.splitlines()[-1]))


@dataclass(frozen=True)
class Case:
    """Where the child is killed: in the first import of a folder, or in one after changes."""

    generation: str
    point: Point

    def __str__(self) -> str:
        return f"{self.generation}-{self.point if isinstance(self.point, float) else '-'.join(map(str, self.point))}"


class Stage:
    """A place on the disk, prepared for either generation and put back before each case."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home, self.documents = folder / "home", folder / "documents"
        self.reached: dict[str, list[str]] = {}

    def prepare(self) -> dict[str, list[str]]:
        """Returns the checkpoints that an undisturbed import reaches, by generation."""
        self.home.mkdir(parents=True)
        for generation in ("first", "second"):
            write(self.documents, generation)
            shutil.copytree(self.home, self.folder / f"before-{generation}")
            (self.home / "embedded.log").write_text("", encoding="utf-8")
            self.reached[generation] = in_a_process(self.home, self.documents)
        return self.reached

    def run(self, case: Case) -> None:
        """Kill, start again, and check."""
        shutil.rmtree(self.home)
        shutil.copytree(self.folder / f"before-{case.generation}", self.home)
        write(self.documents, case.generation)
        (self.home / "embedded.log").write_text("", encoding="utf-8")
        in_a_process(self.home, self.documents, case.point)
        check(self.home, self.documents, texts(case.generation))


def cases(reached: dict[str, list[str]], count: int, seed: int) -> list[Case]:
    """``count`` of them: half at checkpoints spread evenly over all that are reached, half at random times."""
    chance = random.Random(seed)
    places = [(generation, number) for generation, names in reached.items() for number in range(1, len(names) + 1)]
    half = count // 2
    made = [Case(places[i * len(places) // half][0], ("any", places[i * len(places) // half][1])) for i in range(half)]
    return made + [Case(chance.choice(("first", "second")), round(chance.uniform(0.02, 2.0), 3)) for _ in range(count - half)]


def check(home: Path, documents: Path, files: dict[str, str]) -> None:
    """After recovery and another import every word is found exactly once in either way and no other is, nothing that was complete
    is embedded again, and of the rest at most one batch."""
    log = home / "embedded.log"
    before = Counter(log.read_text(encoding="utf-8").splitlines())
    log.write_text("", encoding="utf-8")
    parts = kill_child.Parts(home)
    try:
        parts.importer.upkeep.recover_library()
        complete = [f for f in parts.ledger.files(parts.collection.id, status="indexed") if f.complete and f.passages]
        settled = {w for f in complete for w in _WORD.findall(parts.ledger.document(f.id).text)}
        summary = parts.run(documents)
        assert (summary.queued, summary.failed, summary.skipped) == (0, 0, 0)
        again = Counter(log.read_text(encoding="utf-8").splitlines())
        assert not [line for line in again if set(_WORD.findall(line)) & settled], "a complete file was embedded again"
        assert sum(again[line] for line in again if line in before) <= kill_child.GROUP, (
            "more than one batch was embedded again"
        )
        rows = parts.ledger.files(parts.collection.id)
        assert all(row.complete for row in rows)
        assert {Path(row.path).name for row in rows if row.parent_id is None} == set(files)
        stored = parts.writer.stored(parts.collection.id)
        assert stored == {k: n for k, n in parts.ledger.expected_passages(parts.collection.id).items() if n}
        wanted = {w for text in files.values() for w in _WORD.findall(text)}
        known = wanted | {w for generation in ("first", "second") for t in texts(generation).values() for w in _WORD.findall(t)}
        for one in sorted(known):
            for strategy in ("semantic", "keyword"):
                hits = parts.searcher.search(one, [parts.collection.id], strategy, limit=100).hits
                found = sum(one in h.content.split() for h in hits)
                assert found == (one in wanted), (one, strategy, found)
        assert parts.writer.unindexed_rows(parts.collection.id) == 0
    finally:
        parts.close()
