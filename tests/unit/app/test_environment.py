"""The environment is silent and private before anything native loads. Run in processes of their own: it changes the whole process."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

from app.environment import SILENCE
from models.silence import OFFLINE_ENVIRONMENT

REPORT = """
import json, os, sys, tempfile
from pathlib import Path
from app.environment import prepare_environment
prepare_environment(Path(sys.argv[1]))
Path(sys.argv[1], "probe").write_text("x")
print(json.dumps({"env": dict(os.environ), "tmp": tempfile.gettempdir(), "modules": sorted(sys.modules)}))
"""


def prepared(home: Path, *, code: str = REPORT, **env: str) -> dict[str, object]:
    result = subprocess.run(
        [sys.executable, "-c", code, str(home)], capture_output=True, text=True, check=True, env={**os.environ, **env}
    )
    return json.loads(result.stdout)


def test_telemetry_is_off_whatever_the_shell_says(tmp_path: Path) -> None:
    env = prepared(tmp_path / "home", ORT_DISABLE_TELEMETRY="0", HF_HUB_OFFLINE="0", DO_NOT_TRACK="0")["env"]
    assert isinstance(env, dict)
    for name in ("ORT_DISABLE_TELEMETRY", "ORT_TELEMETRY_DISABLED", "HF_HUB_OFFLINE", "DO_NOT_TRACK", "TRANSFORMERS_OFFLINE"):
        assert env[name] == "1"
    assert env["LANCEDB_LOG"] == "error"
    assert env["TOKENIZERS_PARALLELISM"] == "false"


def test_arrow_gives_freed_memory_back(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from app.environment import prepare_environment; prepare_environment(Path(sys.argv[1]));"
        "import json, pyarrow; print(json.dumps(pyarrow.default_memory_pool().backend_name))"
    )
    assert prepared(tmp_path / "home", code=code, ARROW_DEFAULT_MEMORY_POOL="mimalloc") == "system"


def test_temporary_and_cache_files_stay_in_the_data_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    found = prepared(home)
    env = found["env"]
    assert isinstance(env, dict)
    assert found["tmp"] == str(home / "tmp")
    for name in ("TMPDIR", "TEMP", "TMP", "FASTEMBED_CACHE_PATH", "HF_HOME", "KREUZBERG_CACHE_DIR"):
        assert Path(env[name]).is_relative_to(home / "tmp")


def test_folders_and_new_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    prepared(home)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (home, home / "tmp", home / "probe")}
    assert modes == {"home": 0o700, "tmp": 0o700, "probe": 0o600}


def test_a_terminal_without_the_characters_gets_question_marks_not_an_error() -> None:
    code = (
        "from app.environment import open_missing_streams as o; import sys; o(); print('✓ Grün'); print('✗', file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"? Gr?n\n", b"?\n")


def test_nothing_but_the_standard_library_is_imported(tmp_path: Path) -> None:
    modules = prepared(tmp_path / "home")["modules"]
    assert isinstance(modules, list)
    foreign = {m.partition(".")[0] for m in modules if not m.startswith("_")} - sys.stdlib_module_names
    # Editable installs and other start-up files may bring a helper module of their own.
    assert {m for m in foreign if "editable" not in m and "distutils" not in m} == {"app"}


def test_a_frozen_program_gives_other_programs_their_own_library_path_back(tmp_path: Path) -> None:
    code = "import sys; sys.frozen = True\n" + REPORT
    env = prepared(tmp_path / "a", code=code, LD_LIBRARY_PATH="/bundle", LD_LIBRARY_PATH_ORIG="/usr/own")["env"]
    assert isinstance(env, dict)
    assert env["LD_LIBRARY_PATH"] == "/usr/own"
    assert "LD_LIBRARY_PATH_ORIG" not in env
    env = prepared(tmp_path / "b", code=code, LD_LIBRARY_PATH="/bundle")["env"]
    assert isinstance(env, dict)
    assert "LD_LIBRARY_PATH" not in env


def test_a_child_of_an_unprepared_process_is_refused() -> None:
    code = "import app.environment as e; e.prepare_child_environment()"
    env = {k: v for k, v in os.environ.items() if k != "FASTEMBED_CACHE_PATH"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False)
    assert result.returncode != 0
    assert "not prepared" in result.stderr


def test_the_models_library_asks_for_nothing_else_when_it_is_used_alone() -> None:
    assert OFFLINE_ENVIRONMENT.items() <= SILENCE.items()
