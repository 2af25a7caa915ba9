"""Three sibling programmes of an invented academy: the same headings and sentences, other fees, deadlines, contacts. With questions.

All of it is generated: ``documents()`` gives the Markdown of each, ``questions()`` 36 questions that name one programme, with the right
value and those of its siblings.
"""

from __future__ import annotations

from dataclasses import dataclass

PROGRAMMES = ("Pottery", "Weaving", "Glassblowing")


@dataclass(frozen=True)
class Asked:
    """``right`` and ``wrong`` are sentences of the documents, of the asked programme and of its siblings; ``values`` by programme."""

    programme: str
    heading: str
    question: str
    right: str
    wrong: tuple[str, ...]
    value: str
    others: tuple[str, ...]


_FACTS: tuple[tuple[str, str, str, tuple[str, str, str]], ...] = (
    ("Fees", "What is the course fee of the {p} programme?", "The course fee is {v}.", ("480 euros", "395 euros", "1,250 euros")),
    ("Fees", "What deposit does the {p} programme ask for?", "A deposit of {v} is paid at the start.", ("60 euros", "45 euros", "200 euros")),
    ("Dates", "When do applications for the {p} programme close?", "Applications close on {v}.", ("3 March 2031", "17 April 2031", "9 May 2031")),
    ("Dates", "When does the {p} programme begin?", "The programme begins on {v}.", ("1 September 2031", "6 October 2031", "3 November 2031")),
    ("Dates", "How long does the {p} programme take?", "The programme takes {v}.", ("12 weeks", "8 weeks", "20 weeks")),
    ("Places", "How many participants does the {p} programme accept?", "Up to {v} are accepted.", ("14 participants", "18 participants", "6 participants")),
    ("Places", "What is the minimum age for the {p} programme?", "The minimum age is {v}.", ("16 years", "14 years", "21 years")),
    ("Contact", "Who leads the {p} programme?", "The programme is led by {v}.", ("Marta Ilves", "Jonas Bergqvist", "Amara Odhiambo")),
    ("Contact", "What is the e-mail address of the {p} programme?", "Write to {v}.", ("clay@academy.example", "loom@academy.example", "furnace@academy.example")),
    ("Contact", "In which room does the {p} programme take place?", "Classes take place in {v}.", ("Room 204", "Room 117", "Room 031")),
    ("Cancelling", "How long before the start may one cancel the {p} programme free of charge?", "Cancelling is free of charge until {v} before the start.", ("21 days", "10 days", "45 days")),
    ("Cancelling", "What share of the fee is kept for late cancelling in the {p} programme?", "For late cancelling {v} of the fee is kept.", ("30 percent", "25 percent", "60 percent")),
)  # fmt: skip


def documents() -> dict[str, str]:
    """File name → Markdown."""
    found = {}
    for number, programme in enumerate(PROGRAMMES):
        lines = [f"# {programme} programme", "", "Academy of Crafts, valid for 2031"]
        heading = ""
        for title, _, sentence, values in _FACTS:
            if title != heading:
                lines += ["", f"## {title}", ""]
                heading = title
            lines.append(sentence.format(v=values[number]))
        found[f"{programme} programme.md"] = "\n".join(lines) + "\n"
    return found


def questions() -> list[Asked]:
    found = []
    for number, programme in enumerate(PROGRAMMES):
        for heading, question, sentence, values in _FACTS:
            others = tuple(v for i, v in enumerate(values) if i != number)
            found.append(
                Asked(
                    programme, heading, question.format(p=programme), sentence.format(v=values[number]),
                    tuple(sentence.format(v=v) for v in others), values[number], others,
                )
            )  # fmt: skip
    return found
