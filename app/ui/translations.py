"""Loads the program's sentences and Qt's own in the chosen language."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.settings.paths import resources_dir

LANGUAGES = ("en", "de")


def install(application: QCoreApplication, language: Literal["system", "en", "de"]) -> str:
    """Returns the code of the language in force. English has a file too: its plurals."""
    code = language if language != "system" else QLocale.system().name().partition("_")[0]
    if code not in LANGUAGES:
        code = "en"
    QLocale.setDefault(QLocale(code))
    own = QTranslator(application)
    if own.load(f"dossier_{code}", str(resources_dir() / "translations")):
        application.installTranslator(own)
    if code != "en":
        of_qt = QTranslator(application)
        if of_qt.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            application.installTranslator(of_qt)
    return code
