"""People that the documents of a collection come from or went to, found in a question by their names.

No language model and no list of names: only who stands in the fields of the documents is a person here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from index.store.analysis import folded

Role = Literal["author", "recipient", "any"]

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WORD = re.compile(rf"{_ADDRESS.pattern}|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TO = frozenset(["to", "an", "à", "a", "para", "aan"])
_CUES = frozenset(
    [
        "from",
        "by",
        "with",
        "von",
        "vom",
        "mit",
        "bei",
        "de",
        "par",
        "di",
        "da",
        "van",
        "did",
        "has",
        "does",
        "had",
        "have",
        "hat",
        "haben",
        "hatte",
        "habe",
        "schrieb",
        "schreibt",
        "wrote",
        "mail",
        "mails",
        "email",
        "emails",
        "e-mail",
        "e-mails",
        "message",
        "messages",
        "nachricht",
        "nachrichten",
        "frau",
        "herr",
        "mr",
        "mrs",
        "ms",
        "dr",
    ]
)
_AFTER = frozenset(
    [
        "wrote",
        "writes",
        "write",
        "said",
        "says",
        "sent",
        "sends",
        "asked",
        "asks",
        "schrieb",
        "schreibt",
        "sagt",
        "sagte",
        "schickte",
        "fragt",
        "fragte",
        "a-t-il",
        "écrit",
    ]
)
_SHORTEST = 3


@dataclass(frozen=True)
class Fields:
    """Of one file: ``author`` (a mail's sender) and ``recipients`` as they stand there."""

    file_id: str
    author: str | None
    recipients: str | None


@dataclass(frozen=True)
class Named:
    """Files of the people that a question names, by what the question says of them."""

    file_ids: frozenset[str]
    role: Role


class People:
    """Names and addresses of a collection, each with its files."""

    def __init__(self, fields: Iterable[Fields]) -> None:
        self._by_word: dict[Role, dict[str, set[str]]] = {"author": defaultdict(set), "recipient": defaultdict(set)}
        for item in fields:
            for role, text in (("author", item.author), ("recipient", item.recipients)):
                for word in names_in(text or ""):
                    self._by_word[role][word].add(item.file_id)  # type: ignore[index]

    def named(self, question: str) -> Named | None:
        """The first person named in the question, None when there is none. A single word counts when it is written as a name and
        something says that it is one: a preposition or a verb of writing beside it."""
        words = _WORD.findall(question)
        for start in range(len(words)):
            for end in range(min(len(words), start + 3), start, -1):
                found = self._person(words, start, end)
                if found is not None:
                    return found
        return None

    def _person(self, words: Sequence[str], start: int, end: int) -> Named | None:
        part = words[start:end]
        before = folded(words[start - 1]) if start else ""
        after = folded(words[end]) if end < len(words) else ""
        alone = len(part) == 1 and "@" not in part[0]
        if not all(w[:1].isupper() or "@" in w for w in part):
            return None
        if alone and before not in _CUES | _TO and after not in _AFTER:
            return None
        roles: tuple[Role, ...] = ("recipient",) if before in _TO else ("author", "recipient")
        keys = [_name_key(word) for word in part]
        for role in roles:
            ids = set.intersection(*(self._by_word[role].get(key, set()) for key in keys))
            if ids:
                return Named(frozenset(ids), role)
        return None


def names_in(text: str) -> set[str]:
    """Words of names, and addresses whole; what stands in an address alone is no name."""
    found = {folded(address) for address in _ADDRESS.findall(text)}
    plain = re.sub(r"<?[\w.+-]+@[\w.-]+>?", " ", text)
    return found | {_name_key(word) for word in _WORD.findall(plain) if len(word) >= _SHORTEST}


def _name_key(word: str) -> str:
    return folded(re.sub(r"['’]s$", "", word))
