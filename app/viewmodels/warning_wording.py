"""What went wrong on the way to an answer, in the person's language; a test compares with what the pipeline can say."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication

from app.messages.answer import AnswerMetadata
from app.viewmodels.finding_wording import sentence_text
from app.viewmodels.said_anew import SaidAnew
from app.viewmodels.translating import QT_TRANSLATE_NOOP

TEXTS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("Warnings", "The answer could not be checked in time and is shown unchecked."),
    QT_TRANSLATE_NOOP("Warnings", "The answer was too long and is cut at the end of a sentence."),
    QT_TRANSLATE_NOOP("Warnings", "The model's answer was withheld: {reasons}"),
    QT_TRANSLATE_NOOP("Warnings", "no sentence of it is supported."),
    QT_TRANSLATE_NOOP("Warnings", "The time for this question was over before an answer was written."),
    QT_TRANSLATE_NOOP("Warnings", "The model failed several times and is left alone for a while."),
    QT_TRANSLATE_NOOP("Warnings", "The fallback model failed several times and is left alone for a while."),
    QT_TRANSLATE_NOOP("Warnings", "The model did not answer in time."),
    QT_TRANSLATE_NOOP("Warnings", "The fallback model did not answer in time."),
    QT_TRANSLATE_NOOP("Warnings", "The model could not answer: {error}"),
    QT_TRANSLATE_NOOP("Warnings", "The fallback model could not answer: {error}"),
    QT_TRANSLATE_NOOP("Warnings", "{dropped} of {all} passages did not fit the model's context and were left out."),
    QT_TRANSLATE_NOOP("Warnings", "{failure} This is the earlier answer of {when}; your documents have not changed since."),
    QT_TRANSLATE_NOOP("Warnings", "One part of the question could not be searched for; the others were."),
    QT_TRANSLATE_NOOP("Warnings", "Your documents could not be searched; the answer is from what you attached alone."),
    QT_TRANSLATE_NOOP("Warnings", "The attached document could not be searched; attach it again."),
    QT_TRANSLATE_NOOP(
        "Warnings", "Nothing fits the time, the kind or the person that the question names; all documents were searched."
    ),
    QT_TRANSLATE_NOOP("Warnings", "Files that are not read yet and were not searched: {count}."),
    QT_TRANSLATE_NOOP("Warnings", "The time was not enough for the full-text search; only meaning was compared."),
    QT_TRANSLATE_NOOP("Warnings", "The pinned facts could not be read in time and are not used."),
    QT_TRANSLATE_NOOP("Warnings", "The pinned fact “{label}” is not used: its sentence has changed or is gone."),
    QT_TRANSLATE_NOOP("Warnings", "Several collections could be meant. Name one of them in the question: {names}."),
    # What stands in the holes above, and what an error of the router says
    QT_TRANSLATE_NOOP(
        "Warnings", "Your documents could not be searched. Try again; if it happens again, run `dossier doctor`."
    ),
    QT_TRANSLATE_NOOP(
        "Warnings",
        "Your documents could not be searched. Try again; if it happens again, run `dossier doctor`. It is tried again in {wait}.",
    ),
    QT_TRANSLATE_NOOP(
        "Warnings",
        "The model {model} is not set up on this machine. Run `dossier models setup`, or import a GGUF file with `dossier models "
        "import FILE`.",
    ),
    QT_TRANSLATE_NOOP("Warnings", "{what} Run `dossier models setup` again; the damaged file is replaced."),
    QT_TRANSLATE_NOOP("Warnings", "{what} Choose a smaller model or close other programs."),
    QT_TRANSLATE_NOOP("Warnings", "{what} Ask a shorter question or use fewer passages."),
    # app.pipeline.query
    QT_TRANSLATE_NOOP("Warnings", "The question contains control characters. Type it anew instead of pasting it."),
    QT_TRANSLATE_NOOP("Warnings", "The question contains broken characters. Type it anew instead of pasting it."),
    QT_TRANSLATE_NOOP("Warnings", "The question is empty. Type what you want to know."),
    QT_TRANSLATE_NOOP("Warnings", "The question has {length} characters; at most {most} can be asked at once. Shorten it."),
)


def warning_texts(metadata: AnswerMetadata) -> tuple[str, ...]:
    """The warnings of an answer; one that is not known stands as it came."""
    return tuple(warning_text(warning, metadata.reasons) for warning in metadata.warnings)


def warning_text(warning: str, reasons: tuple[str, ...] = ()) -> str:
    """``reasons`` of a withheld answer are sentences of the rules, said anew one by one."""
    found = _known().match(warning)
    if found is None:
        return warning
    text, facts = found
    if "reasons" in facts and reasons:
        facts["reasons"] = " ".join(sentence_text(reason) for reason in reasons)
    facts = {name: warning_text(fact) for name, fact in facts.items()}
    return QCoreApplication.translate("Warnings", text).format(**facts)


@cache
def _known() -> SaidAnew:
    return SaidAnew("Warnings", TEXTS)
