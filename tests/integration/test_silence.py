"""Nothing leaves the machine, and nothing of a document lies outside the data folder (invariants I5, I7).

The tracer sees what native code does, which the guard inside the process cannot. Each test first shows that it would notice.
"""

import json
import os
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from tracer import need_tracer, offences, person_environment, run_traced, traced

ROOT = Path(__file__).resolve().parents[2]
IDLE_SECONDS = 30
SCANNED_WORD = "QUOKKAFORD"
SMALL_MODEL = "smollm2-135m"

PROGRAM = (sys.executable, "-m", "app", "--home", "{home}", "--accept-notice")
IMPORT = (*PROGRAM, "import", "{documents}")
ASK = (*PROGRAM, "ask", "{question}")
CHAT = (*PROGRAM, "chat")
"""The commands of the program that are traced."""

LIBRARIES = """
import sys, time
from pathlib import Path
from app.environment import prepare_environment
from app.privacy.guard import guard_report, install_guard
home, picture = Path(sys.argv[1]), sys.argv[2]
prepare_environment(home)
install_guard()
import kreuzberg, lancedb, llama_cpp, onnxruntime, pypdfium2, tokenizers
from rapidocr import RapidOCR
print(RapidOCR()(picture).txts)
print(kreuzberg.extract_file_sync(sys.argv[3], config=kreuzberg.ExtractionConfig(use_cache=False)).content)
table = lancedb.connect(home / "ix").create_table("t", [{"vector": [0.0, 1.0], "text": "x"}])
print(table.search([0.0, 1.0]).limit(1).to_list()[0]["text"])
llama_cpp.llama_backend_init()
time.sleep(float(sys.argv[4]))
print("refused", guard_report().refused)
"""

UPLOADER = """
import ctypes, socket, struct
libc = ctypes.CDLL(None)
handle = libc.socket(socket.AF_INET, socket.SOCK_DGRAM, 0)
address = struct.pack("=HH4s8x", socket.AF_INET, socket.htons(9), socket.inet_aton("192.0.2.1"))
libc.connect(handle, address, len(address))
"""


@dataclass(frozen=True)
class Desk:
    """A person's documents, the program's data folder, and everything outside where something could be left."""

    documents: Path
    home: Path
    outside: Path
    canary: str
    env: dict[str, str]
    log: Path


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two documents: one text with a canary, one scan without a text layer."""
    canary = f"zanzibar{uuid.uuid4().hex}"
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "travel.md").write_text(
        f"# Travel rules\n\nThe daily allowance in Lisbon is 47 euros.\n\nThe project is called {canary}.\n", encoding="utf-8"
    )
    scan(SCANNED_WORD).save(documents / "scan.pdf", resolution=150)
    env = person_environment(tmp_path / "outside")
    env["PYTHONPATH"] = str(ROOT)
    return Desk(documents, tmp_path / "data", tmp_path / "outside", canary, env, tmp_path / "trace")


def scan(text: str) -> Image.Image:
    """A page as a scanner gives it: a picture of text."""
    page = Image.new("RGB", (1240, 500), "white")
    ImageDraw.Draw(page).text((80, 180), f"Order of {text} is 815", font=ImageFont.load_default(size=72), fill="black")
    return page


def filled(command: tuple[str, ...], desk: Desk, question: str = "") -> list[str]:
    return [part.format(home=desk.home, documents=desk.documents, question=question) for part in command]


def files_with(texts: list[str], folder: Path, since: float = 0.0, without: tuple[Path, ...] = ()) -> list[str]:
    """Files under ``folder``, changed after ``since``, that hold one of ``texts`` in their name or content."""
    needles = [needle for text in texts for needle in (text.encode(), text.encode("utf-16-le"))]
    found = []
    for parent, folders, names in os.walk(folder, onerror=None):
        folders[:] = [name for name in folders if Path(parent, name) not in without]
        for name in names:
            path = Path(parent, name)
            try:
                if path.is_symlink() or not path.is_file() or path.stat().st_mtime < since:
                    continue
                if any(text in name for text in texts) or any(needle in path.read_bytes() for needle in needles):
                    found.append(str(path))
            except (FileNotFoundError, PermissionError):
                continue  # Another program's file, gone or private.
    return found


def files_of(folder: Path) -> list[str]:
    return [str(path) for path in folder.rglob("*") if not path.is_dir()]


def open_to_others(folder: Path) -> list[str]:
    return [str(path) for path in [folder, *folder.rglob("*")] if not path.is_symlink() and path.stat().st_mode & 0o077]


def originals(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode) for path in folder.iterdir()}


def test_the_tracer_notices_native_code_that_uses_the_network(desk: Desk) -> None:
    run_traced(need_tracer(), desk.log, [sys.executable, "-c", UPLOADER], desk.env)
    assert [line for line in offences(desk.log) if "192.0.2.1" in line] != []
    code = "import socket\ntry: socket.getaddrinfo('silence.invalid', 80)\nexcept OSError: pass"
    run_traced(need_tracer(), desk.log, [sys.executable, "-c", code], desk.env)
    assert [line for line in offences(desk.log) if "/etc/hosts" in line or "resolv.conf" in line] != []


@pytest.mark.slow
def test_the_libraries_together_are_silent(desk: Desk) -> None:
    picture = desk.outside.parent / "picture.png"
    scan(SCANNED_WORD).save(picture)
    command = [sys.executable, "-c", LIBRARIES, str(desk.home), str(picture), str(desk.documents / "travel.md"), "10"]
    output = run_traced(need_tracer(), desk.log, command, desk.env)
    assert SCANNED_WORD in output
    assert desk.canary in output
    assert "refused 0" in output
    assert offences(desk.log) == []
    assert files_of(desk.outside) == []


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_import_ask_and_idle_are_silent_and_leave_nothing_outside(desk: Desk) -> None:
    models = os.environ.get("DOSSIER_TEST_MODELS")
    if not models:
        pytest.skip("DOSSIER_TEST_MODELS is not set; `make test` sets the models up and runs this test")
    policy = desk.outside.parent / "policy.json"
    generation = {"model": SMALL_MODEL, "fallback_model": None}
    policy.write_text(json.dumps({"models_dir": models, "settings": {"generation": generation}}))
    desk.env["DOSSIER_POLICY"] = str(policy)
    tracer, started, before = need_tracer(), time.time(), originals(desk.documents)

    asked = f"question{uuid.uuid4().hex}"
    output = run_traced(tracer, desk.log, filled(IMPORT, desk), desk.env)
    assert offences(desk.log) == [], output
    assert "2 indexed" in output
    assert files_with([SCANNED_WORD], desk.home) != [], "the scan was not read"
    for question in ("What is the daily allowance in Lisbon?", f"Order of {SCANNED_WORD} and {asked}?"):
        # Both answers are fine here, found or not found; what matters is that the question was worked on.
        output = run_traced(tracer, desk.log, filled(ASK, desk, question), desk.env, accepted_codes=(0, 6))
        assert offences(desk.log) == [], output
    idle(tracer, desk)
    assert offences(desk.log) == []

    texts = [desk.canary, SCANNED_WORD, asked]
    assert files_of(desk.outside) == []
    for shared in (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm")):
        assert files_with(texts, shared, since=started, without=(desk.outside.parent,)) == []
    assert files_with([*texts, "Lisbon", "travel.md", "scan.pdf"], desk.home / "logs") == []
    assert open_to_others(desk.home) == []
    assert originals(desk.documents) == before


def idle(tracer: str, desk: Desk) -> None:
    """Keep a conversation open, model loaded, for half a minute after its first answer."""
    command = traced(tracer, desk.log, filled(CHAT, desk))
    said = desk.outside.parent / "said.txt"
    with said.open("w") as output:
        chat = subprocess.Popen(
            command, env=desk.env, stdin=subprocess.PIPE, stdout=output, stderr=output, text=True, bufsize=1
        )
    assert chat.stdin is not None
    try:
        chat.stdin.write("What is the daily allowance in Lisbon?\n")
        chat.stdin.flush()
        deadline = time.monotonic() + 240
        # Either end is fine here: the smallest model answers as it can.
        while not any(end in said.read_text(encoding="utf-8") for end in ("sentences supported", "not found")):
            assert chat.poll() is None, said.read_text(encoding="utf-8")
            assert time.monotonic() < deadline, said.read_text(encoding="utf-8")
            time.sleep(0.5)
        time.sleep(IDLE_SECONDS)
        assert chat.poll() is None, "the conversation ended by itself"
        chat.stdin.close()
        assert chat.wait(timeout=60) == 0
    finally:
        chat.kill()
        chat.wait()
