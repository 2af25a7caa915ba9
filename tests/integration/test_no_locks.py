"""Originals are never locked and never opened for writing while they are read (invariant I9): seen by a tracer, native code included."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from tracer import need_tracer

ROOT = Path(__file__).resolve().parents[2]
READ = """
import sys
from pathlib import Path
from index.errors import IndexError_
from index.ingest.reading import fingerprint
from index.parsers.base import ParseOptions
from app.engine.page_child import DocumentKey, draw
from index.parsers.registry import parse
for path in sorted(Path(sys.argv[1]).iterdir()):
    fingerprint(str(path), lambda: False)
    try:
        parse(path, ParseOptions(ocr=False))
    except IndexError_:
        pass
    if path.suffix == ".pdf":
        draw(DocumentKey(str(path), str(path), "pdf", (path.stat().st_size, path.stat().st_mtime_ns)), 1, 1.0)
print("read")
"""
LOCK = """
import fcntl, sys
with open(sys.argv[1], "rb") as file:
    fcntl.flock(file, fcntl.LOCK_SH)
"""
_OFFENCE = re.compile(r"\bflock\(|F_(?:OFD_)?SETLKW?\b|F_SETLEASE|O_WRONLY|O_RDWR|O_TRUNC|O_CREAT")


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "originals"
    folder.mkdir()
    for name in ("note.md", "page.html", "table.csv", "mail.eml", "code.py"):
        (folder / name).write_text("# Fee\n\nThe fee is 20 euros.\n", encoding="utf-8")
    with zipfile.ZipFile(folder / "papers.zip", "w") as archive:
        archive.writestr("inside.md", "# Fee\n\nThe fee is 20 euros.")
    Image.new("RGB", (200, 200), "white").save(folder / "scan.pdf")
    return folder


def offences(log: Path, folder: Path, command: list[str]) -> list[str]:
    """System calls that lock a file of ``folder`` or open it for more than reading."""
    traced = [need_tracer(), "-f", "-qq", "-y", "-s", "300", "-e", "trace=flock,fcntl,openat", "-o", str(log), *command]
    subprocess.run(traced, cwd=ROOT, check=True, capture_output=True, timeout=200)
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line for line in lines if str(folder) in line and _OFFENCE.search(line)]


def test_the_tracer_notices_a_lock(documents: Path, tmp_path: Path) -> None:
    assert offences(tmp_path / "trace", documents, [sys.executable, "-c", LOCK, str(documents / "note.md")]) != []


def test_reading_locks_nothing_and_opens_nothing_for_writing(documents: Path, tmp_path: Path) -> None:
    log = tmp_path / "trace"
    assert offences(log, documents, [sys.executable, "-c", READ, str(documents)]) == []
    assert all(str(path) in log.read_text(encoding="utf-8", errors="replace") for path in documents.iterdir())
