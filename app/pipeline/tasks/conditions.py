"""From the words of a list's conditions to exact ones; what is not understood makes it an ordinary question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from app.pipeline.tasks.dating import day_text
from app.pipeline.tasks.documents import DocumentsPort
from app.pipeline.tasks.finding import Said
from app.pipeline.tasks.phrases import phrase
from app.pipeline.tasks.requests import ListTask
from app.rules.calendar_dates import find_dates, is_month
from app.rules.function_words import word_set
from app.rules.words import flatten, is_content, tokens
from index.search.asked_for import AskedFor, asked_for
from index.search.people import Fields, Named, People

_ANY = re.compile(
    r"(?:documents?|files?|dokumente?n?|dateien?|unterlagen?|fichiers?|documentos?|archivos?|documenti?|file)", re.IGNORECASE
)
_FILLERS = word_set(
    """dated written sent received created published issued collection library stored available stammen stammt datiert geschrieben
gesendet geschickt erhalten erstellt veröffentlicht sammlung bibliothek vorhanden date datent fecha data last past this today yesterday
week weeks month months year years day days letzte letzten letzter letztes vergangene vergangenen diese dieser dieses diesem woche wochen
monat monate monaten jahr jahre jahres jahren tag tage tagen heute gestern dernier dernière année mois semaine año anno since starting newer
older than later earlier seit beginn neuer älter depuis desde document file dokument datei"""
)


@dataclass(frozen=True)
class Conditions:
    """All must hold. ``noun`` "" and empty ``kinds`` mean any document; ``until`` is the first day that does not count."""

    said: Said | None = None
    noun: str = ""
    kinds: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    person: str = ""
    person_files: frozenset[str] = frozenset()

    @property
    def dated(self) -> bool:
        return self.since is not None or self.until is not None

    def text(self, language: str) -> str:
        """As the answer says what was looked for."""
        parts = []
        if self.noun:
            parts.append(phrase("called", language, noun=self.noun))
        if self.kinds:
            parts.append(phrase("of_kind", language, kinds=", ".join(self.kinds)))
        if self.said is not None:
            parts.append(phrase("mentions", language, said=self.said.text))
        if self.dated:
            parts.append(phrase("dated", language, period=self._period(language)))
        if self.person:
            parts.append(phrase("by_person", language, person=self.person))
        return ", ".join(parts) or phrase("everything", language)

    def _period(self, language: str) -> str:
        if (
            self.since is not None
            and self.until == date(self.since.year + 1, 1, 1)
            and (self.since.month, self.since.day) == (1, 1)
        ):
            return str(self.since.year)
        first = day_text(self.since, language) if self.since is not None else "…"
        last = day_text(self.until - timedelta(days=1), language) if self.until is not None else "…"
        return first if first == last else f"{first} – {last}"


def read_conditions(
    task: ListTask, documents: DocumentsPort, collection_ids: Sequence[str], language: str, today: date
) -> Conditions | None:
    """None when something of the question's conditions is not understood."""
    rest = task.rest
    people = People(Fields(*row) for i in collection_ids for row in documents.people(i))
    person = people.named(rest)
    asked = asked_for(f"{task.noun} {rest}", today, about_person=True)
    if not _understood(rest, asked, person, language):
        return None
    typed = "" if _ANY.fullmatch(task.noun) or asked.kinds else task.noun
    return Conditions(
        said=Said.read(task.mentioned, language) if task.mentioned else None,
        noun=typed,
        kinds=asked.kinds,
        since=asked.since.date() if asked.since is not None else None,
        until=asked.until.date() if asked.until is not None else None,
        person=_person_text(rest, language) if person is not None else "",
        person_files=person.file_ids if person is not None else frozenset(),
    )


def _understood(rest: str, asked: AskedFor, person: Named | None, language: str) -> bool:
    """Is every content word of the conditions part of a date, a person or a word that only joins?"""
    names = {w.casefold() for w in _person_words(rest)} if person is not None else set()
    left = [w for w in _left(rest, language) if w not in names]
    digits = re.search(r"\d", rest) is not None
    return not left and not (digits and not asked.dated)


def _left(rest: str, language: str) -> list[str]:
    flat = flatten(rest)
    for found in reversed(find_dates(flat, language)):
        flat = flat[: found.start] + " " * (found.end - found.start) + flat[found.end :]
    words = [t.key for t in tokens(flat, language) if is_content(t, language)]
    return [w for w in words if w not in _FILLERS and not is_month(w)]


def _person_words(rest: str) -> list[str]:
    return re.findall(r"[A-ZÄÖÜÉÈÀÁÍÓÚÑŁŚŻ][\w'’-]+|\S+@\S+", rest)


def _person_text(rest: str, language: str) -> str:
    return " ".join(w for w in _person_words(rest) if w.casefold() in set(_left(rest, language)))
