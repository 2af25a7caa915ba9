"""What the rules found, in the person's language: the English sentence of ``app.rules.wording`` is recognised and said anew."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication

from app.messages.validation import Finding, SentenceVerdict
from app.viewmodels.said_anew import SaidAnew
from app.viewmodels.translating import QT_TRANSLATE_NOOP

TEXTS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("Findings", "Rests on {place}."),
    QT_TRANSLATE_NOOP("Findings", "No passage says this."),
    QT_TRANSLATE_NOOP("Findings", "{what} is in {place}."),
    QT_TRANSLATE_NOOP("Findings", "{what} is taken from the question."),
    QT_TRANSLATE_NOOP("Findings", "{what} is in {place}, but about something else."),
    QT_TRANSLATE_NOOP("Findings", "{what} is in the passage, but {given} stands nearer to what was asked."),
    QT_TRANSLATE_NOOP("Findings", "The passage says {given}, which does not agree with {what} here."),
    QT_TRANSLATE_NOOP("Findings", "The question compares two things; the answer gives one figure ({what})."),
    QT_TRANSLATE_NOOP("Findings", "{what} is in no passage."),
    QT_TRANSLATE_NOOP("Findings", "{what} is not in the passages; they say {given}."),
    QT_TRANSLATE_NOOP("Findings", "{what} is only partly in the passages."),
    QT_TRANSLATE_NOOP("Findings", "{what} is relative to today; no passage says it so."),
    QT_TRANSLATE_NOOP("Findings", "{what} is in no cited passage."),
    QT_TRANSLATE_NOOP("Findings", "{what} may be a name and is in no cited passage."),
    QT_TRANSLATE_NOOP("Findings", "computed: {calculation}"),
    QT_TRANSLATE_NOOP("Findings", "{calculation}, not {what}."),
    QT_TRANSLATE_NOOP("Findings", "The sentence denies what the passage does not deny."),
    QT_TRANSLATE_NOOP("Findings", "The passage denies this or restricts it."),
    QT_TRANSLATE_NOOP("Findings", "The passage says {given} of this."),
    QT_TRANSLATE_NOOP("Findings", "The passage seems to say this of {given}, not of {what}."),
    QT_TRANSLATE_NOOP("Findings", "The answer says yes, but the passage denies or restricts it."),
    QT_TRANSLATE_NOOP("Findings", "The answer says no, but the passage neither denies nor restricts it."),
    QT_TRANSLATE_NOOP("Findings", "The sentence says {what}, the passage says {given}."),
    QT_TRANSLATE_NOOP("Findings", "No cited passage says {what}."),
    QT_TRANSLATE_NOOP("Findings", "The quotation is word for word in {place}."),
    QT_TRANSLATE_NOOP("Findings", "The quotation is not word for word in any passage."),
    QT_TRANSLATE_NOOP("Findings", "Most words of the sentence are in no cited passage."),
    QT_TRANSLATE_NOOP("Findings", "No cited passage seems to say this: {what}."),
    QT_TRANSLATE_NOOP("Findings", "No passage is close in meaning."),
    QT_TRANSLATE_NOOP("Findings", "The question asks for {what}, which the sentence does not give."),
    QT_TRANSLATE_NOOP("Findings", "{what} of the question is in no cited passage."),
    QT_TRANSLATE_NOOP("Findings", "The cited passage does not speak of most of what was asked."),
    QT_TRANSLATE_NOOP("Findings", "Another sentence speaks more of what was asked ({place}): {what}"),
    QT_TRANSLATE_NOOP(
        "Findings", "Quoted because the model calculated or read something else from it; it may be a part of the answer."
    ),
    QT_TRANSLATE_NOOP(
        "Findings", "The question sets things side by side or adds them up; the answer may speak of one of them alone."
    ),
    QT_TRANSLATE_NOOP("Findings", "The question asks several things; of this one the answer says nothing: {what}"),
    QT_TRANSLATE_NOOP("Findings", "{what} stands in the row “{given}” of the table, not in the row “{asked}”."),
    QT_TRANSLATE_NOOP("Findings", "The model quoted another sentence for this than those that it rests on."),
    QT_TRANSLATE_NOOP("Findings", "The cited passage is about {given}, the question about {what}."),
    QT_TRANSLATE_NOOP("Findings", "The passage says {what} of something else; here it says {given}."),
    QT_TRANSLATE_NOOP("Findings", "The answer is not in the question's language."),
    QT_TRANSLATE_NOOP("Findings", "The sentence repeats instructions, not a document."),
    QT_TRANSLATE_NOOP("Findings", "{what} belongs to the model's format, not to an answer."),
    QT_TRANSLATE_NOOP("Findings", "The sentence repeats itself: {what}."),
    QT_TRANSLATE_NOOP("Findings", "The sentence stops before its end."),
    QT_TRANSLATE_NOOP("Findings", "The sentence is too long to be checked well ({what} words)."),
    QT_TRANSLATE_NOOP("Findings", "{what} is an insult that no cited passage uses."),
    QT_TRANSLATE_NOOP("Findings", "Another passage says {given} of this: {place}."),
    QT_TRANSLATE_NOOP("Findings", "Not checked: the time was over."),
)
"""Every sentence of ``app.rules.wording.MESSAGES``; a test compares."""


def finding_text(finding: Finding) -> str:
    """The finding's message in the person's language."""
    return sentence_text(finding.message)


def sentence_text(message: str) -> str:
    """A sentence of ``app.rules.wording``; as it came where it is not known."""
    return _known().say(message) or message


def verdict_text(verdict: SentenceVerdict) -> str:
    if verdict == "supported":
        return QCoreApplication.translate("Verdict", "Supported by your documents")
    if verdict == "partly_supported":
        return QCoreApplication.translate("Verdict", "Partly supported")
    if verdict == "unsupported":
        return QCoreApplication.translate("Verdict", "Not found in your documents")
    return QCoreApplication.translate("Verdict", "Makes no claim")


@cache
def _known() -> SaidAnew:
    return SaidAnew("Findings", TEXTS)
