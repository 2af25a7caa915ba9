"""People that the documents of a collection come from or went to, found in a question by their names.

No language model and no list of names: only who stands in the fields of the documents is a person here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from index.search.asked_for import speaks_of_writing
from index.store.analysis import folded

Role = Literal["author", "recipient", "any"]

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WORD = re.compile(rf"{_ADDRESS.pattern}|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TO = frozenset(["to", "an", "à", "a", "para", "aan", "do", "кому"])
_OF = frozenset(["from", "by", "von", "vom", "de", "par", "di", "da", "van", "od", "от"])
_CUES = _OF | frozenset(
    [
        "with",
        "mit",
        "bei",
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
        "mme",
        "señor",
        "señora",
        "написал",
        "написала",
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
        "a-t-elle",
        "écrit",
        "escribió",
        "dijo",
        "scritto",
        "ha",
        "написал",
        "написала",
        "пишет",
        "napisał",
        "napisała",
        "escreveu",
    ]
)
_WRITINGS = frozenset(
    [
        "mail",
        "mails",
        "email",
        "emails",
        "e-mail",
        "e-mails",
        "nachricht",
        "nachrichten",
        "brief",
        "briefe",
        "schreiben",
        "antwort",
        "antworten",
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
        """Files of the people named in the question, of all of them where there are such; None when it names nobody.

        A single word counts when it is written as a name and something says that it is one: a preposition or a verb of writing beside
        it. In small letters it counts where the question speaks of writing and the word beside it can only mean a person ("mails von
        ana").
        """
        words = _WORD.findall(question)
        writes = speaks_of_writing(question)
        people: list[Named] = []
        start = 0
        while start < len(words):
            ends = range(min(len(words), start + 3), start, -1)
            found = next(((end, named) for end in ends if (named := self._person(words, start, end, writes)) is not None), None)
            if found is None:
                start += 1
            else:
                start = found[0]
                people.append(found[1])
        if not people:
            return None
        ids = people[0].file_ids
        for other in people[1:]:
            ids = ids & other.file_ids or ids
        return Named(ids, people[0].role)

    def _person(self, words: Sequence[str], start: int, end: int, writes: bool) -> Named | None:
        part = words[start:end]
        before = folded(words[start - 1]) if start else ""
        after = folded(words[end]) if end < len(words) else ""
        if not _is_named(part, before, after, writes):
            return None
        keys = [_name_key(word) for word in part]
        if after in _WRITINGS and not any(keys[-1] in names for names in self._by_word.values()):
            keys[-1] = keys[-1].removesuffix("s")  # German: "Anas Mails"
        roles: tuple[Role, ...] = ("recipient",) if before in _TO else ("author", "recipient")
        for role in roles:
            ids = set.intersection(*(self._by_word[role].get(key, set()) for key in keys))
            if ids:
                return Named(frozenset(ids), role)
        return None


def _is_named(part: Sequence[str], before: str, after: str, writes: bool) -> bool:
    """Whether these words are spoken of as a person."""
    address = any("@" in word for word in part)
    owns = after in _WRITINGS and part[-1].endswith("s")
    told = before in _CUES | _TO or after in _AFTER or owns
    if all(word[:1].isupper() or "@" in word for word in part):
        return told or address or len(part) > 1
    surely = before in _OF | _TO or after in _AFTER
    return writes and (surely or (len(part) > 1 and told))


def names_in(text: str) -> set[str]:
    """Words of names, and addresses whole; what stands in an address alone is no name."""
    found = {folded(address) for address in _ADDRESS.findall(text)}
    plain = re.sub(r"<?[\w.+-]+@[\w.-]+>?", " ", text)
    return found | {_name_key(word) for word in _WORD.findall(plain) if len(word) >= _SHORTEST}


def _name_key(word: str) -> str:
    return folded(re.sub(r"['’]s$", "", word))
