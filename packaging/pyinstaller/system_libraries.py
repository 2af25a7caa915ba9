"""Libraries that a Linux build takes along from the build machine: whose they are, under which licence, and their notices.

The machine is a Debian: dpkg knows the package of a file, and the package's own copyright file goes into the program.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

_XCB = re.compile(r"libxcb-?[a-z-]*\d+$")
_COMMON = re.compile(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])")
LICENCES = {
    "libbrotli1": "MIT",
    "libbsd0": "BSD-3-Clause",
    "libbz2-1.0": "bzip2-1.0.6",
    "libcap2": "BSD-3-Clause OR GPL-2.0-only",
    "libdbus-1-3": "AFL-2.1 OR GPL-2.0-or-later",
    "libexpat1": "MIT",
    "libffi8": "MIT",
    "libfontconfig1": "HPND-sell-variant",
    "libfreetype6": "FTL OR GPL-2.0-or-later",
    "libgcrypt20": "LGPL-2.1-or-later",
    "libglib2.0-0": "LGPL-2.1-or-later",
    "libgomp1": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgpg-error0": "LGPL-2.1-or-later",
    "liblz4-1": "BSD-2-Clause",
    "liblzma5": "0BSD",
    "libmd0": "BSD-3-Clause",
    "libpcre2-8-0": "BSD-3-Clause WITH PCRE2-exception",
    "libpng16-16": "libpng-2.0",
    "libsqlite3-0": "blessing",
    "libssl3": "Apache-2.0",
    "libsystemd0": "LGPL-2.1-or-later",
    "libuuid1": "BSD-3-Clause",
    "libx11-6": "MIT",
    "libx11-xcb1": "MIT",
    "libxau6": "MIT",
    "libxdmcp6": "MIT",
    "libxkbcommon-x11-0": "MIT",
    "libxkbcommon0": "MIT",
    "libzstd1": "BSD-3-Clause OR GPL-2.0-only",
    "zlib1g": "Zlib",
}
"""Package to the licence of its library, read in the package's copyright file (tools of the same source may have others). All of XCB
is under MIT. Where there is a choice, Dossier uses the one that is not the GPL."""


class UnknownLicence(RuntimeError):
    """A library of the build machine would go into the program whose licence nobody has looked at."""


def licence_of(package: str) -> str | None:
    return "MIT" if _XCB.fullmatch(package) else LICENCES.get(package)


def packages_of(files: Iterable[Path]) -> set[str]:
    """Debian packages of these libraries; the rest (Python's own, those of wheels) belongs to none. Raises UnknownLicence without dpkg."""
    wanted = sorted({str(path.resolve()) for path in files if path.resolve().is_relative_to("/usr/lib")})
    if not wanted:
        return set()
    # With usrmerge a package may list the file under /lib.
    asked = [*wanted, *(name.removeprefix("/usr") for name in wanted)]
    try:
        done = subprocess.run(["dpkg", "-S", *asked], capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise UnknownLicence("Without dpkg nothing says whose the libraries of this machine are; build on Debian.") from error
    owners = dict(line.rsplit(": ", 1)[::-1] for line in done.stdout.splitlines() if ": " in line)
    unknown = [name for name in wanted if name not in owners and name.removeprefix("/usr") not in owners]
    if unknown:
        raise UnknownLicence("No package owns " + ", ".join(Path(name).name for name in unknown))
    return {owner.partition(":")[0] for owner in owners.values()}


def notices(files: Iterable[Path]) -> list[tuple[str, str]]:
    """(place in the bundle, copyright file) for each package, and for each licence text that these refer to. Raises UnknownLicence when one is not in ``LICENCES``."""
    packages = sorted(packages_of(files))
    unread = [package for package in packages if licence_of(package) is None]
    if unread:
        raise UnknownLicence(f"Read the licence of {', '.join(unread)} and enter it in system_libraries.py.")
    files_of = {package: Path("/usr/share/doc") / package / "copyright" for package in packages}
    texts = {name for path in files_of.values() for name in _COMMON.findall(path.read_text(encoding="utf-8"))}
    found = [(f"{package}.txt", path) for package, path in files_of.items()]
    found += [(f"{name}.txt", path) for name in sorted(texts) if (path := Path("/usr/share/common-licenses") / name).is_file()]
    return [(f"resources/licences/system/{name}", str(path.resolve())) for name, path in found]
