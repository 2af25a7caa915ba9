"""The words around an exported conversation, in the person's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.export.wording import Wording
from app.viewmodels.finding_wording import finding_text, verdict_text
from app.viewmodels.places import place_text
from app.viewmodels.warning_wording import warning_texts


def export_wording() -> Wording:
    return Wording(
        place=place_text,
        finding=finding_text,
        warnings=warning_texts,
        asked=QCoreApplication.translate("Export", "Asked"),
        sources=QCoreApplication.translate("Export", "Sources"),
        closest=QCoreApplication.translate("Export", "Closest matches"),
        attached=QCoreApplication.translate("Export", "attached"),
        changed=QCoreApplication.translate("Export", "changed since indexed"),
        unfinished=QCoreApplication.translate(
            "Export", "Unfinished: the program ended before the answer was complete. The text was not checked."
        ),
        stopped=QCoreApplication.translate("Export", "Stopped. The text is unfinished and was not checked."),
        unchecked=QCoreApplication.translate("Export", "Not every sentence was checked."),
        unreadable=QCoreApplication.translate("Export", "Kept by another version of the program; its sources cannot be shown."),
        summary=QCoreApplication.translate("Export", "{supported} of {claims} sentences supported"),
        signed_off=QCoreApplication.translate("Export", "signed off on {date}"),
        disputed=QCoreApplication.translate("Export", "disputed on {date}"),
        exported=QCoreApplication.translate(
            "Export", "Exported from Dossier on {date}. Check the sources before you rely on an answer."
        ),
        verdicts={v: verdict_text(v) for v in ("supported", "partly_supported", "unsupported")},
    )
