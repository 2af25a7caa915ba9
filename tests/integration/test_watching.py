"""Previews, watched folders and a full disk, as a person meets them at the command line: real parsers, embedder and index."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.model


@pytest.fixture
def home(tmp_path, models_dir):
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    make_home(folder, models_dir)
    return folder


def make_home(folder: Path, models_dir: Path) -> None:
    (folder / "models").symlink_to(models_dir)
    (folder / "settings.json").write_text(
        json.dumps({"version": 1, "generation": {"model": "smollm2-135m", "fallback_model": None}})
    )


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "fees.txt").write_text("The yearly fee is 80 euros.")
    (folder / ".hidden.txt").write_text("hidden")
    return folder


def start(home: Path, *arguments: object, **options) -> subprocess.Popen[str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("ACCEPT_NOTICE", "DOSSIER_HOME", "DOSSIER_POLICY")}
    command = [sys.executable, "-m", "app", "--home", str(home), "--accept-notice", *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=kept | {"PYTHONPATH": str(ROOT)}, **options
    )


def dossier(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    process = start(home, *arguments)
    out, err = process.communicate(timeout=240)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def statuses(home: Path) -> dict[str, str]:
    done = dossier(home, "status", "--json")
    return {Path(f["path"]).name: f["status"] for c in json.loads(done.stdout) for f in c["files"]}


def until(condition, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.5)
    return True


def test_a_preview_shows_what_would_be_read_and_reads_nothing(home, docs):
    done = dossier(home, "import", docs, "--preview")
    assert done.returncode == 0, done.stderr
    assert "2 found: 1 file to read" in done.stdout
    assert ".hidden.txt" in done.stdout
    done = dossier(home, "import", docs, "--preview", "--json")
    preview = json.loads(done.stdout)
    assert (preview["files"], preview["complete"], preview["kinds"]["text"]["files"]) == (1, True, 1)
    assert json.loads(dossier(home, "status", "--json").stdout) == []


def test_while_a_chat_is_open_changes_get_in_by_themselves_until_watching_is_switched_off(home, docs):
    assert dossier(home, "import", docs).returncode == 0
    chat = start(home, "chat")
    try:
        (docs / "new.txt").write_text("The deposit is 300 euros.")
        assert until(lambda: statuses(home).get("new.txt") == "indexed", 60)
    finally:
        _, err = chat.communicate("\n", timeout=60)
    assert chat.returncode == 0, err

    done = dossier(home, "watch", "off", docs)
    assert done.returncode == 0, done.stderr
    assert f"folder {docs} (not watched)" in dossier(home, "status").stdout
    chat = start(home, "chat")
    try:
        (docs / "later.txt").write_text("The notice period is three months.")
        time.sleep(20)
        assert "later.txt" not in statuses(home)
    finally:
        chat.communicate("\n", timeout=60)


def test_switching_what_was_never_imported_is_a_plain_error(home, docs, tmp_path):
    assert dossier(home, "import", docs).returncode == 0
    done = dossier(home, "watch", "on", tmp_path / "elsewhere")
    assert done.returncode == 1
    assert "was not imported" in done.stderr


def test_an_import_on_a_disk_that_fills_up_waits_and_goes_on_when_there_is_room(tmp_path, models_dir):
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root on Linux")
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=700k,mode=700", "none", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small file system is not allowed here")
    try:
        make_home(folder, models_dir)
        docs = tmp_path / "docs"
        docs.mkdir()
        for number in range(60):
            text = "\n\n".join(f"Report {number} on item {n}: " + "the deposit is due in March. " * 20 for n in range(4))
            (docs / f"{number}.txt").write_text(text)
        running = start(folder, "import", docs, "--json")
        assert running.stderr is not None
        said = running.stderr.readline()
        assert "The disk is full" in said, (said, running.poll())
        assert running.poll() is None
        subprocess.run(["mount", "-o", "remount,size=200m", str(folder)], check=True)
        out, err = running.communicate(timeout=200)
        assert running.returncode == 0, err
        summary = json.loads(out)
        assert (summary["found"], summary["failed"], summary["queued"]) == (60, 0, 0)
        assert set(statuses(folder).values()) == {"indexed"}
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
