"""Tries the frozen program where nothing of the build machine is: `make check-frozen`.

    python packaging/pyinstaller/check_frozen.py --models DIR [--program DIR] [--cache DIR]

A bare Debian, an ordinary user, no network, read-only but for the person's home; once drawn nowhere, once on a virtual display
(Xvfb of this machine, if it has one). Where this machine forbids that (no root, no namespaces), it says why and runs the program
here, as the same user, without a network. Ends with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

# Beside this file, which is where Python looks first.
import bundle
from bare_root import NoRoot, make_root

HERE = Path(__file__).resolve().parent
MODELS = ("smollm2-135m", "multilingual-e5-small")
TIMEOUT_S = 900
PERSON = 1000


class Tally:
    """Counts and prints."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def add(self, ok: bool, line: str) -> None:
        self.passed += ok
        self.failed += not ok
        print(f"  {'✓' if ok else '✗'} {line}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True, help=f"folder with {' and '.join(MODELS)}")
    parser.add_argument("--program", type=Path, default=bundle.ROOT / "dist" / bundle.PROGRAM)
    parser.add_argument("--cache", type=Path, default=bundle.ROOT / ".dossier-frozen", help="for the bare system (400 MB)")
    options = parser.parse_args()
    missing = [name for name in MODELS if not (options.models / name).is_dir()]
    if missing:
        print(f"Not in {options.models}: {', '.join(missing)} (make test-models).", file=sys.stderr)
        return 1
    tally = Tally()
    started = time.monotonic()
    try:
        prefix, environment = _bare(options.program, options.models, options.cache)
    except NoRoot as reason:
        print(f"Not in a bare system, because {reason}.")
        prefix, environment = _here(options.program, options.models), "on this machine"
    _version(tally, prefix)
    _self_test(tally, prefix, environment, {"QT_QPA_PLATFORM": "offscreen"})
    with _virtual_display() as display:
        if display is None:
            print("Not on a display: Xvfb is not installed here (apt-get install xvfb).")
        else:
            _self_test(tally, prefix, environment, {"DISPLAY": f":{display}", "QT_QPA_PLATFORM": "xcb"})
    print(f"{tally.passed} passed, {tally.failed} failed in {time.monotonic() - started:.0f} s")
    return 0 if tally.failed == 0 else 1


def _bare(program: Path, models: Path, cache: Path) -> tuple[list[str], str]:
    """The command's beginning for a run in the bare system. Raises NoRoot."""
    if sys.platform != "linux":
        raise NoRoot("this is no Linux")
    if os.geteuid() != 0:
        raise NoRoot("changing the root folder needs root rights")
    tried = subprocess.run(
        ["unshare", "--mount", "--net", "--pid", "--fork", "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode != 0:
        raise NoRoot(f"namespaces are forbidden here ({tried.stderr.strip()})")
    root = cache.resolve() / "root"
    make_root(root)
    copied = cache.resolve() / "models"
    _copy_models(models, copied)
    run = [str(HERE / "bare_run.sh"), str(root), str(program.resolve()), str(copied)]
    return [
        "unshare",
        "--mount",
        "--net",
        "--pid",
        "--fork",
        "--kill-child",
        *run,
    ], "in a bare system, ordinary user, no network"


def _copy_models(models: Path, copied: Path) -> None:
    """The person's model files are private (0600): the ordinary user of the bare system gets copies that belong to it."""
    for name in MODELS:
        for path in (models / name).rglob("*"):
            target = copied / path.relative_to(models)
            if path.is_dir():
                continue
            if (
                target.is_file()
                and target.stat().st_size == path.stat().st_size
                and target.stat().st_mtime == path.stat().st_mtime
            ):
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    for path in (copied, *copied.rglob("*")):
        os.chown(path, PERSON, PERSON)
        path.chmod(0o755 if path.is_dir() else 0o644)


def _here(program: Path, models: Path) -> list[str]:
    """Nearest thing: a home of its own, no network where that is allowed."""
    alone = ["unshare", "--net", "--map-current-user"] if shutil.which("unshare") else []
    if alone and subprocess.run([*alone, "true"], capture_output=True, check=False).returncode != 0:
        print("The network cannot be taken away here either.")
        alone = []
    return [*alone, str(HERE / "near_run.sh"), str(program.resolve()), str(models.resolve())]


def _version(tally: Tally, prefix: list[str]) -> None:
    done = subprocess.run([*prefix, "--", "--version"], capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    tally.add(
        done.returncode == 0 and done.stdout.startswith("dossier "), f"version: {(done.stdout or done.stderr).strip()[:120]}"
    )


def _self_test(tally: Tally, prefix: list[str], environment: str, variables: Mapping[str, str]) -> None:
    """One run; each of its steps counts, and so does its end."""
    described = " ".join(f"{name}={value}" for name, value in variables.items())
    print(f"{environment}, {described}", flush=True)
    arguments = ["--accept-notice", "self-test", "--json", "--models", "/srv/models"]
    command = [*prefix, *(f"{name}={value}" for name, value in variables.items()), "--", *arguments]
    surroundings = {**os.environ, "X_DISPLAY": variables.get("DISPLAY", "").removeprefix(":") or "none"}
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False, env=surroundings)
    elapsed = time.monotonic() - began
    try:
        results = json.loads(done.stdout)
    except ValueError:
        tally.add(False, f"the self-test gave no report: {(done.stdout + done.stderr).strip()[-600:]}")
        return
    for result in results:
        more = f" {result['next_step']}" if not result["ok"] else ""
        tally.add(result["ok"], f"{result['name']:<20} {result['elapsed_ms']:8.0f} ms  {result['message']}{more}")
    for line in done.stderr.strip().splitlines():
        print(f"    stderr: {line}")
    tally.add(done.returncode == 0, f"ended with code {done.returncode} after {elapsed:.0f} s")


@contextmanager
def _virtual_display() -> Iterator[str | None]:
    """Number of a display of this machine's Xvfb, reached by a socket in the file system (the network is gone). None without one."""
    program = shutil.which("Xvfb")
    if program is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        reader, writer = os.pipe()
        command = [
            program,
            "-displayfd",
            str(writer),
            "-screen",
            "0",
            "1400x900x24",
            "-nolisten",
            "tcp",
            "-ac",
            "-fbdir",
            folder,
        ]
        server = subprocess.Popen(command, pass_fds=(writer,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        try:
            with os.fdopen(reader) as stream:
                number = stream.readline().strip()
            yield number or None
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
