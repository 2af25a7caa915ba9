"""Bring the translations up to date: collect the strings (lupdate), say what is missing, compile (lrelease).

    python packaging/translate.py [--check]

`--check` changes nothing and fails when a string is missing. New strings are translated in resources/translations/dossier_de.ts by
hand or in Qt Linguist; dossier_en.ts has English plurals alone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TRANSLATIONS = ROOT / "resources" / "translations"
SOURCES = ("app/ui", "app/viewmodels", "app/workers")
TARGETS: dict[str, tuple[str, ...]] = {"dossier_de": (), "dossier_en": ("-pluralonly",)}


def tool(name: str) -> str:
    """The program of PySide6-Essentials beside this Python."""
    return str(Path(sys.executable).with_name(name))


def unfinished(path: Path) -> list[str]:
    """Source texts without a translation."""
    messages = ElementTree.parse(path).getroot().iter("message")
    return [m.findtext("source", "") for m in messages if m.find("translation[@type='unfinished']") is not None]


def collect(files: list[str], target: Path, options: tuple[str, ...]) -> None:
    command = [tool("pyside6-lupdate"), *files, "-no-obsolete", "-locations", "none", *options, "-ts", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail when a string is missing")
    options = parser.parse_args()
    files = sorted(str(p.relative_to(ROOT)) for folder in SOURCES for p in (ROOT / folder).rglob("*.py"))
    missing = 0
    for name, extra in TARGETS.items():
        source = TRANSLATIONS / f"{name}.ts"
        before = source.read_bytes()
        collect(files, source, extra)
        for text in unfinished(source):
            missing += 1
            print(f"{name}: {text}")
        if options.check:
            if source.read_bytes() != before:
                missing += 1
                print(f"{name}: the strings have changed, run packaging/translate.py")
            source.write_bytes(before)
        else:
            subprocess.run(
                [tool("pyside6-lrelease"), str(source), "-silent", "-qm", str(source.with_suffix(".qm"))], check=True
            )
    print(f"{missing} missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
