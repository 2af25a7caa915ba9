"""Licences of everything that Dossier ships: checks them, and writes resources/licences/THIRD_PARTY.md.

Walks the dependencies of the installed ``dossier`` distribution (not everything in the environment), reads their metadata and the
bills of materials (CycloneDX) inside the wheels, and refuses GPL and AGPL where no other licence can be chosen, and unknown licences.

    python packaging/licences/check.py            check only; exit code 1 and one line for each problem
    python packaging/licences/check.py --write    check, and write the list
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
KNOWN = Path(__file__).with_name("known.toml")
CATALOGUE = ROOT / "resources" / "catalogue" / "catalogue.toml"
OUTPUT = ROOT / "resources" / "licences" / "THIRD_PARTY.md"

_STRONG_COPYLEFT = re.compile(r"(?<![A-Za-z])A?GPL|GNU (?:Affero )?General Public|Affero", re.IGNORECASE)
_EXCEPTION = re.compile(r"with .*exception", re.IGNORECASE)
_TOKENS = re.compile(r"(\(|\)|\s+OR\s+|\s+AND\s+)")
_BRACKETS = re.compile(r"\s*\([^)]*\)")
_CLASSIFIER = "License :: OSI Approved :: "
_LONGEST_NAME = 100
"""A longer licence field is the text of a licence, not its name."""


@dataclass(frozen=True)
class Component:
    name: str
    version: str
    licence: str
    """SPDX expression or the publisher's own words; empty when unknown."""


def allowed(licence: str) -> bool:
    """Whether a program under Apache-2.0 may ship this. ``licence`` is an SPDX expression or a single name.

    Of alternatives (``OR``) one must be without GPL and AGPL, of joint licences (``AND``) all. LGPL is allowed (shared libraries
    that can be replaced), and so is GPL with a runtime exception. Unknown or malformed is not.
    """
    tokens = [token.strip() for token in _TOKENS.split(licence) if token.strip()]
    result = _any_of(tokens)
    return result and not tokens


def _any_of(tokens: list[str]) -> bool:
    """Consumes ``a AND b OR c …`` up to a closing bracket or the end."""
    result = _all_of(tokens)
    while tokens and tokens[0] == "OR":
        tokens.pop(0)
        result = _all_of(tokens) or result
    return result


def _all_of(tokens: list[str]) -> bool:
    result = _term(tokens)
    while tokens and tokens[0] == "AND":
        tokens.pop(0)
        result = _term(tokens) and result
    return result


def _term(tokens: list[str]) -> bool:
    if not tokens or tokens[0] in ("AND", "OR", ")"):
        return False
    token = tokens.pop(0)
    if token == "(":
        result = _any_of(tokens)
        return bool(tokens) and tokens.pop(0) == ")" and result
    return not _STRONG_COPYLEFT.search(token) or _EXCEPTION.search(token) is not None


def runtime_closure(root: str = "dossier") -> list[Distribution]:
    """Installed distributions that ``root`` needs on this platform, itself left out, sorted by name.

    Raises PackageNotFoundError when one is not installed: the list would be incomplete.
    """
    found: dict[str, Distribution] = {}
    pending: list[tuple[str, frozenset[str]]] = [(root, frozenset())]
    seen: set[tuple[str, frozenset[str]]] = set()
    while pending:
        name, extras = pending.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        found[name] = distribution(name)
        for text in found[name].requires or []:
            requirement = Requirement(text)
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in {"", *extras}):
                pending.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    found.pop(root)
    return [found[name] for name in sorted(found)]


def licence_of(package: Distribution, known: dict[str, str]) -> str:
    """Licence by our own reading, else SPDX expression, else classifiers, else the short licence field; empty when unknown."""
    metadata = package.metadata
    own = known.get(canonicalize_name(metadata["Name"]))
    if own:
        return own
    expression = _field(package, "License-Expression")
    if expression:
        return expression
    classifiers = [c.removeprefix(_CLASSIFIER) for c in metadata.get_all("Classifier") or [] if c.startswith(_CLASSIFIER)]
    # Names in brackets, as in "Mozilla Public License 2.0 (MPL 2.0)", are no expression.
    if classifiers:
        return " AND ".join(_BRACKETS.sub("", classifier) for classifier in classifiers)
    field = _field(package, "License")
    return _BRACKETS.sub("", field) if len(field) < _LONGEST_NAME else ""


def inside(package: Distribution) -> Iterator[Component]:
    """Components that the wheel's own bills of materials name, itself left out. Those without a licence have an empty one."""
    name = canonicalize_name(package.metadata["Name"])
    for file in package.files or []:
        if "sboms" not in file.parts or file.suffix != ".json":
            continue
        bill = json.loads(Path(str(package.locate_file(file))).read_text(encoding="utf-8"))
        for part in bill.get("components", []):
            if canonicalize_name(part["name"]) != name:
                yield Component(part["name"], str(part.get("version", "")), _bill_licence(part))


def problems(packages: list[Distribution], known: dict[str, object]) -> list[str]:
    """One line for each package, or part of one, that may not be shipped. ``known`` is the content of known.toml."""
    own = _table(known, "licences")
    absent = _table(known, "not_in_wheel")
    found = []
    for package in packages:
        name = canonicalize_name(package.metadata["Name"])
        licence = licence_of(package, own)
        if not allowed(licence):
            found.append(f"{name} {package.version}: {licence or 'no licence known'}")
        for part in inside(package):
            # A bill without a licence field lists system libraries; those are read by hand and listed in known.toml.
            if part.licence and not allowed(part.licence) and f"{name}/{part.name}" not in absent:
                found.append(f"{name} {package.version} contains {part.name} {part.version}: {part.licence}")
    return found


def render(packages: list[Distribution], known: dict[str, object], catalogue: dict[str, object]) -> str:
    """The list for people, as Markdown."""
    own = _table(known, "licences")
    lines = [
        "# Third-party licences",
        "",
        "Written by `packaging/licences/check.py --write`; do not edit. Dossier itself is under Apache-2.0 (`LICENSE`).",
        "Where a package offers several licences (`OR`), Dossier uses the first that is neither GPL nor AGPL.",
        "",
        "## Packages",
        "",
        "| package | version | licence |",
        "|---|---|---|",
        *(f"| {p.metadata['Name']} | {p.version} | {licence_of(p, own)} |" for p in packages),
        "",
        "## Inside these packages",
        "",
        "The bills of materials in the wheels (`*.dist-info/sboms`) are checked as well; what they do not list:",
        "",
        "| package | carries |",
        "|---|---|",
        *(f"| {entry['package']} | {entry['parts']} |" for entry in _entries(known, "inside")),
        "",
        "## Models",
        "",
        "Not part of the program's files; set up by `dossier models setup` or by an administrator.",
        "",
        "| model | publisher | licence |",
        "|---|---|---|",
        *(f"| {m['name']} | {m['publisher']} | {m['licence']} |" for m in _entries(catalogue, "models")),
        "",
        "## Resources",
        "",
        "| folder | what | licence |",
        "|---|---|---|",
        *(f"| {r['folder']} | {r['parts']} | {r['licence']} |" for r in _entries(known, "resources")),
        "",
        "## Fonts",
        "",
        "None are shipped; the window uses the system's.",
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="write resources/licences/THIRD_PARTY.md")
    options = parser.parse_args()
    try:
        packages = runtime_closure()
    except PackageNotFoundError as error:
        print(f"not installed, so its licence cannot be read: {error.name}", file=sys.stderr)
        return 1
    known = load(KNOWN)
    found = problems(packages, known)
    for line in found:
        print(line, file=sys.stderr)
    if options.write:
        OUTPUT.write_text(render(packages, known, load(CATALOGUE)), encoding="utf-8")
    print(f"{len(packages)} packages, {len(found)} problems")
    return 1 if found else 0


def load(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _field(package: Distribution, name: str) -> str:
    values = package.metadata.get_all(name) or []
    return str(values[0]).strip() if values else ""


def _bill_licence(part: dict[str, object]) -> str:
    licences = part.get("licenses")
    texts = []
    for entry in licences if isinstance(licences, list) else []:
        choice = entry.get("license", {})
        texts.append(entry.get("expression") or choice.get("id") or choice.get("name") or "")
    return " AND ".join(texts)


def _table(values: dict[str, object], name: str) -> dict[str, str]:
    table = values.get(name, {})
    return {str(key): str(value) for key, value in table.items()} if isinstance(table, dict) else {}


def _entries(values: dict[str, object], name: str) -> list[dict[str, str]]:
    entries = values.get(name, [])
    return entries if isinstance(entries, list) else []


if __name__ == "__main__":
    sys.exit(main())
