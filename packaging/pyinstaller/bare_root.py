"""A bare Debian in a folder, in which the frozen program is tried: minbase and the packages that Dossier's own package will name.

The mirror is the one of this machine's apt sources. Needs root, debootstrap and the machine's apt keys.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

SUITE = "bookworm"
"""glibc 2.36: the oldest system that a build on Debian 12 runs on."""
PACKAGES = (
    "libc6",
    "libstdc++6",
    "libgcc-s1",
    "libgl1",
    "libegl1",
    "libxcb1",
    "fontconfig-config",
    "fonts-dejavu-core",
)
"""All that the program needs of the system, and what its .deb will depend on; no Python, no Qt libraries, no X server."""
_APT = Path("/etc/apt")
_FIELD = re.compile(r"^(URIs|Suites|Components|Enabled):\s*(.+)$", re.IGNORECASE | re.MULTILINE)


class NoRoot(RuntimeError):
    """The bare system cannot be made here; the message says why."""


def make_root(folder: Path) -> None:
    """Make the bare system in ``folder`` unless it is there complete. Raises NoRoot."""
    stamp = folder / "etc" / "dossier-bare-root"
    wanted = " ".join((SUITE, *PACKAGES))
    if stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == wanted:
        return
    if shutil.which("debootstrap") is None:
        raise NoRoot("debootstrap is not installed (apt-get install debootstrap)")
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    source = mirror()
    print(f"Making a bare {SUITE} in {folder.name} (once, about a minute)", flush=True)
    _run("debootstrap", "--variant=minbase", SUITE, str(folder), source)
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(Path("/etc") / name, folder / "etc" / name)
    _run("chroot", str(folder), "apt-get", "install", "-y", "-q", "--no-install-recommends", *PACKAGES)
    _run("chroot", str(folder), "apt-get", "clean")
    (folder / "etc" / "resolv.conf").unlink()
    for name in ("opt/dossier", "srv/models", "home/person"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    stamp.write_text(wanted + "\n", encoding="utf-8")


def mirror(apt: Path = _APT) -> str:
    """Address of the first apt source of this machine that has ``SUITE``. Raises NoRoot."""
    for address, suites, components in _sources(apt):
        if SUITE in suites and "main" in components:
            return address
    raise NoRoot(f"no apt source of this machine has {SUITE}")


def _sources(apt: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """(address, suites, components) of each source in the two formats that apt reads."""
    for path in (apt / "sources.list", *sorted((apt / "sources.list.d").glob("*.list"))):
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            words = re.sub(r"\[[^\]]*\]", "", line.partition("#")[0]).split()
            if len(words) > 3 and words[0] == "deb":
                yield words[1], [words[2]], words[3:]
    for path in sorted((apt / "sources.list.d").glob("*.sources")):
        for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
            fields = {name.lower(): value.split() for name, value in _FIELD.findall(block)}
            if fields.get("enabled") != ["no"]:
                for address in fields.get("uris", ()):
                    yield address, fields.get("suites", []), fields.get("components", [])


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-8:])
        raise NoRoot(f"{command[0]} failed:\n{last}")
