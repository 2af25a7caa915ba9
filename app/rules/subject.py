"""Which collection a question is about: one that it names, by name or alias, or the default one (contract, I2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.rules.words import flatten

GENERIC = frozenset({"documents", "document", "dokumente", "dokument", "unterlagen", "files", "dateien", "papers", "papiere"})
"""Names that a program or a person gives without meaning a subject; in a question they mean what they say."""
_ENDINGS = r"(?:['’]?s|es|n|en)?"
"""Of a name in a sentence: "Acme's", "des Instituts"."""

_BEFORE = r"\b(?:at|in|of|for|from|by|bei|beim|im|von|vom|für|aus|zu|chez|de|du|à|en|di|da|bij|van)(?:\s+(?:the|der|die|das|dem|den|la|le))?"


@dataclass(frozen=True)
class Subject:
    """A collection as a question may call it. ``names``: its name first, then its aliases."""

    id: str
    names: tuple[str, ...]
    is_default: bool = False


def named_subjects(question: str, subjects: Sequence[Subject]) -> dict[str, str]:
    """Id of each collection that the question names → the name by which it does. Whole words only, case aside; of two names of which
    one holds the other ("Acme", "Acme North") the longer one counts."""
    text = flatten(question)
    taken: list[tuple[int, int]] = []
    found: dict[str, str] = {}
    pairs = [(name, subject.id) for subject in subjects for name in subject.names if _usable(name)]
    for name, subject_id in sorted(pairs, key=lambda pair: -len(pair[0])):
        for match in _pattern(name).finditer(text):
            if all(match.end() <= a or b <= match.start() for a, b in taken):
                taken.append(match.span())
                found.setdefault(subject_id, name)
    return found


def subject_of(question: str, subjects: Sequence[Subject]) -> str | None:
    """The one collection that the question names; the default one where it names none; the only one there is; else None."""
    named = named_subjects(question, subjects)
    if len(named) == 1:
        return next(iter(named))
    if not named:
        default = next((s.id for s in subjects if s.is_default), None)
        return default if default is not None or len(subjects) != 1 else subjects[0].id
    return None


def without_subject(question: str, name: str) -> str:
    """The question as one would put it to somebody who knows which collection is meant: without the name and the preposition before it."""
    plain = re.sub(rf"(?:{_BEFORE}\s+)?{_pattern(name).pattern}", " ", flatten(question), flags=re.IGNORECASE)
    return re.sub(r"\s+(?=[?.,;])", "", " ".join(plain.split()))


def _usable(name: str) -> bool:
    plain = name.strip().casefold()
    return plain not in GENERIC and sum(c.isalnum() for c in plain) > 1


def _pattern(name: str) -> re.Pattern[str]:
    words = r"[\s\u00a0-]+".join(re.escape(part) for part in flatten(name).split())
    return re.compile(rf"(?<![^\W_]){words}{_ENDINGS}(?![^\W_])", re.IGNORECASE)
