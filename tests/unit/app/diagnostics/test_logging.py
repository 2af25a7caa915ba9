"""The log is useful to us and silent about people: canary texts go in by every door and do not come out.

Logging is the state of a whole process, so a full run has a process of its own.
"""

import json
import logging
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.diagnostics.logging import PrivateRotatingFile, close_logging, configure_logging

CANARY = "zanzibar-4711"

DOORS = """
import logging, sys, threading, warnings
from pathlib import Path
from uuid import UUID
from app.diagnostics.logging import configure_logging
text = sys.argv[2]
configure_logging(Path(sys.argv[1]))
log = logging.getLogger("app.pipeline.router")
log.info("question of %s with %d passages took %.1f ms", text, 4, 12.34)
log.info("mapping %(a)s", {"a": text})
log.info("wrong count %s %s %d", text, text)
log.info("wrong kind %d", text)
log.info(f"put together {text}")
log.info("joined " + text)
log.info(text)
log.info({"a": text})
log.info("document indexed", extra={"pages": 3, "file_id": "0123456789abcdef", "code": text, "status": "disk_full", "path": text, "size": text})
log.info("request done", extra={"correlation_id": UUID("12345678-1234-4234-8234-123456789abc"), "elapsed_ms": 8.5})
log.debug("too quiet to be kept")
try:
    raise ValueError(text)
except ValueError as error:
    log.exception("parser failed")
    log.error("and again %s", error, exc_info=True, stack_info=True)
    logging.getLogger("fastembed.text").warning("loading %s", text, exc_info=True)
logging.getLogger("httpx").info("GET %s", text)
logging.getLogger("lancedb").error(text)
logging.getLogger().error(text)
warnings.warn(text)
thread = threading.Thread(target=lambda: {}[text]); thread.start(); thread.join()
raise RuntimeError(text)
"""


def run(folder: Path, code: str = DOORS) -> tuple[str, list[dict[str, Any]], subprocess.CompletedProcess[str]]:
    folder.mkdir(exist_ok=True)
    result = subprocess.run([sys.executable, "-c", code, str(folder), CANARY], capture_output=True, text=True, check=False)
    text = (folder / "dossier.log").read_text()
    return text, [json.loads(line) for line in text.splitlines()], result


def test_no_text_of_a_person_reaches_the_log_or_the_screen(tmp_path: Path) -> None:
    text, entries, result = run(tmp_path / "logs")
    everything = text + result.stdout + result.stderr + (tmp_path / "logs" / "crash.log").read_text()
    assert "zanzibar" not in everything
    assert "4711" not in everything
    assert len(entries) == 18


def test_what_is_ours_is_kept_readable(tmp_path: Path) -> None:
    _, entries, _ = run(tmp_path / "logs")
    messages = [entry["message"] for entry in entries]
    assert any(m.startswith("question of [13 characters #") and m.endswith("with 4 passages took 12.3 ms") for m in messages)
    assert "wrong count %s %s %d [2 arguments do not fit]" in messages
    indexed = next(entry for entry in entries if entry["message"] == "document indexed")
    assert (indexed["pages"], indexed["file_id"], indexed["dropped_fields"]) == (3, "0123456789abcdef", 1)
    assert indexed["status"] == "disk_full"
    done = next(entry for entry in entries if entry["message"] == "request done")
    assert (done["correlation_id"], done["elapsed_ms"]) == ("12345678-1234-4234-8234-123456789abc", 8.5)
    failed = next(entry for entry in entries if entry["message"] == "parser failed")
    assert failed["exception"] == ["builtins.ValueError", "  <string>:21 <module>"]


def test_other_packages_are_named_but_not_quoted(tmp_path: Path) -> None:
    _, entries, _ = run(tmp_path / "logs")
    foreign = [entry for entry in entries if entry["message"] == "message of another package, text withheld"]
    assert [entry["logger"] for entry in foreign] == ["fastembed.text", "lancedb", "root", "py.warnings"]
    assert foreign[0]["exception"][0] == "builtins.ValueError"


def test_uncaught_exceptions_are_logged_and_the_person_gets_one_sentence(tmp_path: Path) -> None:
    _, entries, result = run(tmp_path / "logs")
    assert [e["message"] for e in entries[-2:]] == ["uncaught exception in a thread", "uncaught exception"]
    assert result.returncode == 1
    assert (
        result.stderr
        == "Dossier stopped because of a fault of its own. What happened is in the log, without any of your text.\n"
    )


def test_log_files_are_for_their_owner_and_rotate(tmp_path: Path) -> None:
    code = """
import logging, os, sys
from pathlib import Path
import app.diagnostics.logging as ours
os.umask(0o022)
ours.MAX_BYTES = 2000
ours.configure_logging(Path(sys.argv[1]))
for number in range(120):
    logging.getLogger("app").info("line %d", number)
"""
    run(tmp_path / "logs", code)
    files = sorted((tmp_path / "logs").iterdir())
    assert [f.name for f in files] == ["crash.log", "dossier.log", *(f"dossier.log.{n}" for n in range(1, 5))]
    assert {stat.S_IMODE(f.stat().st_mode) for f in files} == {0o600}


def test_a_process_without_streams_can_print_and_log(tmp_path: Path) -> None:
    code = """
import logging, sys
from pathlib import Path
sys.stdin = sys.stdout = sys.stderr = None
from app.diagnostics.logging import configure_logging
from app.environment import open_missing_streams
open_missing_streams()
configure_logging(Path(sys.argv[1]))
print("nowhere"); sys.stderr.write("nowhere"); sys.stdin.read()
logging.getLogger("app").info("still here")
"""
    text, entries, result = run(tmp_path / "logs", code)
    assert result.returncode == 0
    assert [entry["message"] for entry in entries] == ["still here"]


def test_closing_gives_the_process_its_handlers_and_hooks_back(tmp_path: Path) -> None:
    code = """
import logging, sys, threading
from pathlib import Path
from app.diagnostics.logging import close_logging, configure_logging
heard = []
threading.excepthook = heard.append
sys.excepthook = lambda *_: None
hooks = (sys.excepthook, threading.excepthook)
before = (logging.getLogger().level, logging.raiseExceptions)
configure_logging(Path(sys.argv[1]))
configure_logging(Path(sys.argv[1]))
thread = threading.Thread(target=lambda: {}[sys.argv[2]]); thread.start(); thread.join()
close_logging()
close_logging()
assert (sys.excepthook, threading.excepthook) == hooks
assert (logging.getLogger().level, logging.raiseExceptions) == before
assert len(heard) == 1
logging.getLogger("lancedb").warning(sys.argv[2])
"""
    _, entries, result = run(tmp_path / "logs", code)
    assert result.returncode == 0, result.stderr
    assert [entry["message"] for entry in entries] == ["uncaught exception in a thread"]
    assert "zanzibar" not in result.stderr


def test_what_ends_the_program_is_logged_after_it_has_cleaned_up(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from app.diagnostics.logging import close_logging, configure_logging
configure_logging(Path(sys.argv[1]))
try:
    raise RuntimeError(sys.argv[2])
finally:
    close_logging()
"""
    text, entries, result = run(tmp_path / "logs", code)
    assert [(entry["message"], entry["exception"][0]) for entry in entries] == [("uncaught exception", "builtins.RuntimeError")]
    assert result.stderr.startswith("Dossier stopped because of a fault of its own.")
    assert "zanzibar" not in text + result.stderr


def test_a_full_disk_does_not_keep_the_log_from_closing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure_logging(tmp_path, logging.INFO)
    (handler,) = [h for h in logging.getLogger().handlers if isinstance(h, PrivateRotatingFile)]

    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(handler, "close", full)
    close_logging()
    assert handler not in logging.getLogger().handlers
    monkeypatch.undo()
    handler.close()
