"""`dossier self-test` from the source, with real parts and the smallest real model; frozen it is tried by `make check-frozen`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands.self_test_reading import LOCKED
from app.diagnostics.doctor import NATIVE_MODULES
from index.parsers.registry import supported_kinds

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.model, pytest.mark.slow]


def self_test(home: Path, models: Path, *options: str) -> tuple[int, dict[str, dict[str, object]]]:
    kept = {k: v for k, v in os.environ.items() if k not in ("ACCEPT_NOTICE", "DOSSIER_HOME", "DOSSIER_POLICY", "DISPLAY")}
    command = [sys.executable, "-m", "app", "--home", str(home), *options, "self-test", "--json", "--models", str(models)]
    surroundings = kept | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, capture_output=True, text=True, env=surroundings, timeout=240, check=False)
    return done.returncode, {r["name"]: r for r in json.loads(done.stdout or "[]")}


def test_every_part_of_this_installation_works(tmp_path, models_dir):
    home = tmp_path / "home"
    code, results = self_test(home, models_dir, "--accept-notice")
    assert {name: r["message"] for name, r in results.items() if not r["ok"]} == {}
    assert code == 0
    wanted = {f"read {kind}" for kind in supported_kinds()} | {f"load {module}" for module in NATIVE_MODULES}
    wanted |= {*(f"unlock {kind}" for kind in LOCKED), "watch a folder"}
    wanted |= {"embed", "index", "search by meaning", "search by words", "generate", "validate", "answer", "embedding ends"}
    assert set(results) == wanted | {"page picture", "window", "other programs", "silence"}
    # Nothing of it stays, and nothing of it is in the person's own library.
    assert list((home / "tmp").glob("self-test-*")) == []
    assert not (home / "library.sqlite").exists()


def test_a_missing_model_is_named_and_the_rest_is_tried(tmp_path):
    models = tmp_path / "models"
    models.mkdir()
    code, results = self_test(tmp_path / "home", models, "--accept-notice")
    assert code == 1
    assert not results["embed"]["ok"]
    assert "multilingual-e5-small is not set up" in str(results["embed"]["message"])
    assert not results["generate"]["ok"]
    assert "“index” failed" in str(results["answer"]["message"])
    assert results["read pdf"]["ok"]
    assert results["page picture"]["ok"]


def test_before_the_notice_is_accepted_nothing_is_tried(tmp_path, models_dir):
    code, results = self_test(tmp_path / "home", models_dir)
    assert code == 3
    assert results == {}
