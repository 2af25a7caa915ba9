"""What a question may ask of whole documents, as ``recognise`` takes it apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Unit = Literal["documents", "places"]


@dataclass(frozen=True)
class SummaryTask:
    """``subject``: what is to be summarised, as the question names it. ``sure`` False: it is one only if that is a document."""

    subject: str
    sure: bool = True


@dataclass(frozen=True)
class CompareTask:
    """``aspects`` is empty where the question names none. ``sure`` False: it is one only if both sides are documents."""

    sides: tuple[str, str]
    aspects: tuple[str, ...] = ()
    sure: bool = True


@dataclass(frozen=True)
class ListTask:
    """``noun`` is what the question calls the documents, ``rest`` the conditions on them, still in words, ``mentioned`` what they must
    say ("" for nothing)."""

    noun: str
    rest: str
    mentioned: str
    unit: Unit = "documents"


Recognised = SummaryTask | CompareTask | ListTask
