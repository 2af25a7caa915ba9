"""Days as a person reads them without doubt."""

from __future__ import annotations

from PySide6.QtCore import QDate, QLocale


def day_text(day: QDate) -> str:
    """ "2 Jun 2025", in German "02.06.2025": the short forms of English leave open which number is the month, and which century it is."""
    german = QLocale().language() == QLocale.Language.German
    return QLocale().toString(day, "dd.MM.yyyy" if german else "d MMM yyyy")
