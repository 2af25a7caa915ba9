"""Reasons by their stable code, in the person's language: of files in the ledger, and of errors of ``index`` and ``models``."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.viewmodels.translating import QT_TRANSLATE_NOOP

_SAVE_ANEW = QT_TRANSLATE_NOOP("Reasons", "Save it anew in its own program and try again.")
_SPLIT = QT_TRANSLATE_NOOP("Reasons", "Split it or save it anew.")
_MAY_READ = QT_TRANSLATE_NOOP("Reasons", "Check that you may read it, then import again.")
_SETUP = QT_TRANSLATE_NOOP("Reasons", "Set the models up again with “dossier models setup”.")
_TRY_AGAIN = QT_TRANSLATE_NOOP("Reasons", "Try again.")
_TELL = QT_TRANSLATE_NOOP("Reasons", "Try again. If it happens again, tell the person who gave you this program.")

REASONS: dict[str, tuple[str, str]] = {
    # index.errors
    "password_needed": (
        QT_TRANSLATE_NOOP("Reasons", "Needs a password."),
        QT_TRANSLATE_NOOP("Reasons", "Give the password, or save a copy without one and import that."),
    ),
    "unreadable": (
        QT_TRANSLATE_NOOP("Reasons", "Cannot be read."),
        QT_TRANSLATE_NOOP("Reasons", "Open it in its own program and save it anew."),
    ),
    "unsafe": (
        QT_TRANSLATE_NOOP("Reasons", "Built to exhaust the program that opens it. It was not unpacked."),
        QT_TRANSLATE_NOOP("Reasons", "If you trust it, unpack it yourself and import the folder."),
    ),
    "too_large": (
        QT_TRANSLATE_NOOP("Reasons", "Larger than what is read."),
        QT_TRANSLATE_NOOP("Reasons", "Split it or unpack it and import the parts."),
    ),
    "unsupported": (
        QT_TRANSLATE_NOOP("Reasons", "This kind of file is not read."),
        QT_TRANSLATE_NOOP("Reasons", "Save it as PDF, DOCX, HTML or text and import that."),
    ),
    "no_text": (
        QT_TRANSLATE_NOOP("Reasons", "No text in it."),
        QT_TRANSLATE_NOOP("Reasons", "If it is a scan, scan it at a higher resolution."),
    ),
    "vanished": (
        QT_TRANSLATE_NOOP("Reasons", "Not there any more."),
        QT_TRANSLATE_NOOP("Reasons", "Check the folder, then import again."),
    ),
    "no_permission": (
        QT_TRANSLATE_NOOP("Reasons", "You may not read it."),
        QT_TRANSLATE_NOOP("Reasons", "Ask for the right to read it, then import again."),
    ),
    "disk_full": (
        QT_TRANSLATE_NOOP("Reasons", "The disk is full."),
        QT_TRANSLATE_NOOP("Reasons", "Free some disk space; the import goes on where it stopped."),
    ),
    "index_damaged": (
        QT_TRANSLATE_NOOP("Reasons", "The index cannot be read."),
        QT_TRANSLATE_NOOP("Reasons", "Import the documents again; the originals are untouched."),
    ),
    "locked": (
        QT_TRANSLATE_NOOP("Reasons", "Open in another program."),
        QT_TRANSLATE_NOOP("Reasons", "Close it there. It is tried again by itself."),
    ),
    "index_busy": (
        QT_TRANSLATE_NOOP("Reasons", "Another Dossier is writing to this library."),
        QT_TRANSLATE_NOOP("Reasons", "Wait until it has finished, or close it."),
    ),
    "source_away": (
        QT_TRANSLATE_NOOP("Reasons", "The drive or folder is away."),
        QT_TRANSLATE_NOOP("Reasons", "Connect it again; the import goes on where it stopped."),
    ),
    "excluded": (
        QT_TRANSLATE_NOOP("Reasons", "You took it out."),
        QT_TRANSLATE_NOOP("Reasons", "“Try again” has it read after all."),
    ),
    "quarantined": (
        QT_TRANSLATE_NOOP("Reasons", "Set aside: the program ended while reading it."),
        _SAVE_ANEW,
    ),
    "parser_crashed": (QT_TRANSLATE_NOOP("Reasons", "Set aside: reading it failed."), _SAVE_ANEW),
    "parser_timeout": (QT_TRANSLATE_NOOP("Reasons", "Set aside: reading it took too long."), _SPLIT),
    "parser_memory": (QT_TRANSLATE_NOOP("Reasons", "Set aside: reading it needs too much memory."), _SPLIT),
    # index.ingest.ignore
    "hidden": (
        QT_TRANSLATE_NOOP("Reasons", "Hidden files and folders are not read."),
        QT_TRANSLATE_NOOP("Reasons", "Make it visible or copy it elsewhere if you need it."),
    ),
    "system": (QT_TRANSLATE_NOOP("Reasons", "A file or folder of the system or of a program."), ""),
    "temporary": (QT_TRANSLATE_NOOP("Reasons", "A temporary or lock file of another program."), ""),
    "program": (QT_TRANSLATE_NOOP("Reasons", "A program, database or disk image, not a document."), ""),
    "media": (QT_TRANSLATE_NOOP("Reasons", "Sound, film or drawing without text."), ""),
    "empty": (
        QT_TRANSLATE_NOOP("Reasons", "The file is empty."),
        QT_TRANSLATE_NOOP("Reasons", "Check whether it was copied completely."),
    ),
    "online_only": (
        QT_TRANSLATE_NOOP("Reasons", "Only online; reading it would download it."),
        QT_TRANSLATE_NOOP("Reasons", "Choose to keep it on this device, then import again."),
    ),
    "special": (QT_TRANSLATE_NOOP("Reasons", "Not an ordinary file."), ""),
    "broken_link": (
        QT_TRANSLATE_NOOP("Reasons", "A link whose target does not exist."),
        QT_TRANSLATE_NOOP("Reasons", "Repair or delete the link."),
    ),
    "link_loop": (QT_TRANSLATE_NOOP("Reasons", "A link to a folder that is read already."), ""),
    "link_outside": (
        QT_TRANSLATE_NOOP("Reasons", "A link that leads out of the folder."),
        QT_TRANSLATE_NOOP("Reasons", "To have it read, add what it leads to."),
    ),
    "own_data": (QT_TRANSLATE_NOOP("Reasons", "Dossier's own data folder."), ""),
    "unreadable_folder": (QT_TRANSLATE_NOOP("Reasons", "The folder cannot be opened."), _MAY_READ),
    "unreadable_file": (QT_TRANSLATE_NOOP("Reasons", "The file cannot be looked at."), _MAY_READ),
    "bad_name": (
        QT_TRANSLATE_NOOP("Reasons", "The name has bytes that are no text."),
        QT_TRANSLATE_NOOP("Reasons", "Rename the file, then import again."),
    ),
    # models.errors
    "model_missing": (QT_TRANSLATE_NOOP("Reasons", "A model is not there."), _SETUP),
    "model_damaged": (QT_TRANSLATE_NOOP("Reasons", "A model is damaged."), _SETUP),
    "model_too_large": (
        QT_TRANSLATE_NOOP("Reasons", "The model does not fit this computer's memory."),
        QT_TRANSLATE_NOOP("Reasons", "Choose a smaller model or close other programs."),
    ),
    "not_gguf": (
        QT_TRANSLATE_NOOP("Reasons", "The file is not a GGUF model, or it is cut off."),
        QT_TRANSLATE_NOOP("Reasons", "Choose a model file whose name ends in .gguf; fetch it again if it was cut off."),
    ),
    "prompt_too_long": (
        QT_TRANSLATE_NOOP("Reasons", "The question is too long for the model."),
        QT_TRANSLATE_NOOP("Reasons", "Ask a shorter question."),
    ),
    "setup_failed": (
        QT_TRANSLATE_NOOP("Reasons", "The models could not be set up."),
        QT_TRANSLATE_NOOP("Reasons", "Check the network and the disk space and try again; finished parts are kept."),
    ),
    "stalled": (QT_TRANSLATE_NOOP("Reasons", "The model stopped writing."), _TRY_AGAIN),
    "runtime_failed": (QT_TRANSLATE_NOOP("Reasons", "The model failed."), _TRY_AGAIN),
    "cancelled": (QT_TRANSLATE_NOOP("Reasons", "It was stopped."), ""),
    # Families, for what has no code of its own
    "retryable": (QT_TRANSLATE_NOOP("Reasons", "It did not work this time."), _TRY_AGAIN),
    "defect": (QT_TRANSLATE_NOOP("Reasons", "Something went wrong inside Dossier."), _TELL),
}
"""What happened, and what to do (empty: nothing). A test compares the codes with the error trees and the scan's rules."""


def reason_text_of(code: str | None, fallback: str | None) -> str:
    """What happened; ``fallback`` (English, of the error itself) where the code is not known."""
    known = REASONS.get(code or "")
    return _said(known[0]) if known is not None else fallback or ""


def next_step_text(code: str | None, fallback: str | None) -> str:
    """What to do; empty where there is nothing to do."""
    known = REASONS.get(code or "")
    return _said(known[1]) if known is not None else fallback or ""


def _said(text: str) -> str:
    return QCoreApplication.translate("Reasons", text) if text else ""
