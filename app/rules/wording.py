"""What the rules say to a person, in English, by key. The window translates by the same keys."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "citation.found": "Rests on {place}.",
    "citation.none": "No passage says this.",
    "numbers.found": "{what} is in {place}.",
    "numbers.question": "{what} is taken from the question.",
    "numbers.elsewhere": "{what} is in {place}, but about something else.",
    "numbers.missing": "{what} is in no passage.",
    "numbers.unit": "{what} is not in the passages; they say {given}.",
    "dates.found": "{what} is in {place}.",
    "dates.missing": "{what} is in no passage.",
    "dates.part": "{what} is only partly in the passages.",
    "dates.relative": "{what} is relative to today; no passage says it so.",
    "names.found": "{what} is in {place}.",
    "names.missing": "{what} is in no cited passage.",
    "names.unsure": "{what} may be a name and is in no cited passage.",
    "names.identifier": "{what} is in no cited passage.",
    "computed.right": "computed: {calculation}",
    "computed.wrong": "{calculation}, not {what}.",
    "negation.added": "The sentence denies what the passage does not deny.",
    "negation.lost": "The passage denies this or restricts it.",
    "negation.yes": "The answer says yes, but the passage denies or restricts it.",
    "negation.no": "The answer says no, but the passage neither denies nor restricts it.",
    "negation.modal": "The sentence says {what}, the passage says {given}.",
    "negation.only": "No cited passage says {what}.",
    "comparison.opposite": "The sentence says {what}, the passage says {given}.",
    "comparison.added": "No cited passage says {what}.",
    "threshold.wrong": "The passage says {given}, which does not agree with {what} here.",
    "quotation.found": "The quotation is word for word in {place}.",
    "quotation.missing": "The quotation is not word for word in any passage.",
    "coverage.low": "Most words of the sentence are in no cited passage.",
    "coverage.part": "Some words are in no cited passage: {what}.",
    "semantic.far": "No passage is close in meaning.",
    "relevance.type": "The question asks for {what}, which the sentence does not give.",
    "relevance.missing": "{what} of the question is in no cited passage.",
    "relevance.topic": "The cited passage does not speak of most of what was asked.",
    "completeness.one": "The question compares two things; the answer gives one figure ({what}).",
    "contamination.sibling": "The cited passage is about {given}, the question about {what}.",
    "binding.swapped": "The passage says {what} of something else; here it says {given}.",
    "binding.rival": "{what} is in the passage, but {given} stands nearer to what was asked.",
    "disagreement.other": "Another passage says {given} of this: {place}.",
    "language.other": "The answer is not in the question's language.",
    "echo.instructions": "The sentence repeats instructions, not a document.",
    "form.marks": "{what} belongs to the model's format, not to an answer.",
    "form.loop": "The sentence repeats itself: {what}.",
    "form.torn": "The sentence stops before its end.",
    "form.long": "The sentence is too long to be checked well ({what} words).",
    "toxicity.word": "{what} is an insult that no cited passage uses.",
    "unchecked": "Not checked: the time was over.",
}


def say(key: str, **facts: object) -> str:
    """The sentence for ``key`` with its facts filled in."""
    return MESSAGES[key].format(**facts)
