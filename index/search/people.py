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


def _words(text: str) -> frozenset[str]:
    return frozenset(folded(text).split())


_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WORD = re.compile(rf"{_ADDRESS.pattern}|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TO = _words("to an à a para aan do для кому к addressed")
_OF = _words("from by von vom de par di da van od от laut selon según secondo volgens według segundo")
_BETWEEN = _words("between zwischen entre tra fra tussen między между")
_AND = _words("and und et y e en i и with mit")
_TELLS = _words("tell tells told ask asks asked inform informed show showed remind reminded")
"""Verbs whose next person is told, where one has been named before"""
_ARTICLES = _words("der den dem la las los le les het ter ten dos das")
"""What stands between "von" and a name that begins with it"""
_CUES = _OF | _BETWEEN | _words(
    "with mit bei did has does had have hat haben hatte habe schrieb schreibt wrote mail mails email emails e-mail e-mails message messages "
    "nachricht nachrichten frau herr mr mrs ms dr mme señor señora писал писала написал написала"
)  # fmt: skip
_AFTER = _words(
    "wrote writes write said says say sent sends send asked asks ask tell tells told reply replies replied answer answers answered think "
    "thinks suggest suggests suggested propose proposes proposed schrieb schreibt sagt sagte schickte fragt fragte antwortet antwortete meint "
    "meinte a-t-il a-t-elle écrit répondu escribió dijo scritto ha napisał napisała escreveu написал написала пишет писал писала"
)
_GETS = _words(
    "received receives receive got gets get erhielt erhält erhalten bekam bekommt bekommen empfing empfangen reçoit reçu reçus reçue reçues "
    "recibió recibe recibido ricevuto ricevuti ricevute ontving ontvangen kreeg gekregen otrzymał otrzymała dostał dostała recebeu recebido "
    "получил получила"
)
_WRITTEN = (_AFTER - {"ha"}) | _words(
    "geschrieben geantwortet geschickt gesendet written sent enviado inviato mandato geschreven gestuurd wysłał wysłała отправил"
)
_WRITINGS = _words(
    "mail mails email emails e-mail e-mails nachricht nachrichten brief briefe schreiben antwort antworten message messages letter letters reply "
    "replies answer answers opinion view proposal suggestion comment comments request meinung vorschlag"
)
_HONORIFICS = "さん|様|氏|先生|君|女士|小姐|经理|總|总"
_SLAVIC = re.compile(r"[а-яё]", re.IGNORECASE)
_SLAVIC_CUES = _words("od do dla z ze")
_ONE_SCRIPT = re.compile(r"^[\u3400-\u9fff]{2,6}$")
"""Names that are written without a space"""
_LONGEST_CASE = 3
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
                for word in names_in(text or "") | _in_addresses(text or ""):
                    self._by_word[role][word].add(item.file_id)  # type: ignore[index]

    def named(self, question: str) -> Named | None:
        """Files of the people named in the question, of all of them where there are such; None when it names nobody.

        A single word counts when it is written as a name and something says that it is one: a preposition or a verb of writing beside
        it. In small letters it counts where the question speaks of writing and the word beside it can only mean a person ("mails von
        ana"). "A and B wrote" wants what either wrote, "between A and B" what went from one to the other.
        """
        words = _WORD.findall(question)
        writes = speaks_of_writing(question)
        people: list[Named] = []
        start, last_end = 0, -1
        while start < len(words):
            joined = bool(people) and start == last_end + 1 and folded(words[last_end]) in _AND
            ends = range(min(len(words), start + 3), start, -1)
            found = next(
                ((end, named) for end in ends if (named := self._person(words, start, end, writes, joined, people)) is not None),
                None,
            )  # fmt: skip
            if found is None:
                start += 1
                continue
            start = last_end = found[0]
            if joined and people[-1].role == found[1].role != "any":
                people[-1] = Named(people[-1].file_ids | found[1].file_ids, found[1].role)
            else:
                people.append(found[1])
        people = people or self._without_spaces(question, writes)
        if not people:
            return None
        ids = people[0].file_ids
        for other in people[1:]:
            ids = ids & other.file_ids or ids
        return Named(ids, people[0].role)

    def _person(
        self, words: Sequence[str], start: int, end: int, writes: bool, joined: bool, people: Sequence[Named]
    ) -> Named | None:
        part = words[start:end]
        before, after = _beside(words, start, end)
        told = bool(people) and before in _TELLS
        if not (_is_named(part, before, after, writes) or (all(word[:1].isupper() for word in part) and (joined or told))):
            return None
        keys = [_name_key(word) for word in part]
        if after in _WRITINGS and not any(keys[-1] in names for names in self._by_word.values()):
            keys[-1] = keys[-1].removesuffix("s")  # German: "Anas Mails"
        roles: tuple[Role, ...] = ("author", "recipient")
        if before in _TO or told or (before not in _OF and (after in _GETS or _only_gets(words))):
            roles = ("recipient",)
        files = {role: set.intersection(*(self._files(role, key, before) for key in keys)) for role in roles}
        if before in _BETWEEN or (joined and people[-1].role == "any"):
            ids = set().union(*files.values())
            return Named(frozenset(ids), "any") if ids else None
        return next((Named(frozenset(ids), role) for role, ids in files.items() if ids), None)

    def _files(self, role: Role, key: str, before: str) -> set[str]:
        """Of a name, in Russian and Polish also of one in another case: "Ивана" for Иван, "Katarzyny" for Katarzyna."""
        names = self._by_word[role]
        if key in names or not (_SLAVIC.search(key) or before in _SLAVIC_CUES):
            return names.get(key, set())
        alike = [name for name in names if _same_in_another_case(name, key)]
        return set().union(*(names[name] for name in alike))

    def _without_spaces(self, question: str, writes: bool) -> list[Named]:
        """Chinese and Japanese names: the whole one where the question speaks of writing, or what it begins with before an honorific."""
        roles: tuple[Role, ...] = ("author", "recipient")
        for role in roles:
            for name, ids in self._by_word[role].items():
                whole = writes and name in question
                if _ONE_SCRIPT.match(name) and (whole or re.search(rf"{re.escape(name[:2])}(?:{_HONORIFICS})", question)):
                    return [Named(frozenset(ids), role)]
        return []


def _only_gets(words: Sequence[str]) -> bool:
    """Whether somebody gets something and nobody writes: "welche Mails hat Ana im Mai bekommen", "what did Ana get"."""
    plain = {folded(word) for word in words}
    return not plain.isdisjoint(_GETS) and plain.isdisjoint(_WRITTEN)


def _beside(words: Sequence[str], start: int, end: int) -> tuple[str, str]:
    """The word before, without the article of "von der", and the word after; "according to" is no direction."""
    before = folded(words[start - 1]) if start else ""
    if start > 1 and (before in _ARTICLES or (before == "to" and folded(words[start - 2]) == "according")):
        before = "by" if before == "to" else folded(words[start - 2])
    return before, folded(words[end]) if end < len(words) else ""


def _same_in_another_case(name: str, key: str) -> bool:
    """Whether two forms differ by an ending of Slavic declension."""
    shared = next((i for i, (a, b) in enumerate(zip(name, key, strict=False)) if a != b), min(len(name), len(key)))
    return shared >= _SHORTEST and max(len(name), len(key)) - shared <= _LONGEST_CASE and min(len(name), len(key)) - shared <= 2


def _in_addresses(text: str) -> set[str]:
    """The house of an address ("acme" of sales@acme.com), and the names in one that stands alone ("ana.ruiz@…")."""
    found: set[str] = set()
    for address in _ADDRESS.findall(text):
        local, _, domain = address.partition("@")
        house = domain.split(".")[-2]
        parts = {house} if len(house) >= _SHORTEST else set()
        if not _WORD.search(_ADDRESS.sub(" ", text)) and len(names := re.split(r"[._-]", local)) > 1:
            parts |= {name for name in names if len(name) >= _SHORTEST and name.isalpha()}
        found |= {folded(part) for part in parts}
    return found


def _is_named(part: Sequence[str], before: str, after: str, writes: bool) -> bool:
    """Whether these words are spoken of as a person."""
    address = any("@" in word for word in part)
    owns = after in _WRITINGS and part[-1].endswith("s")
    if part[-1].endswith(("'s", "’s")) and not owns:
        return False  # what belongs to a person is not what that person wrote
    told = before in _CUES | _TO or after in _AFTER | _GETS or owns
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
