"""Nothing in the window is left untranslated, and the compiled files are those of the sources."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from app.rules.wording import MESSAGES
from app.settings.paths import resources_dir
from app.viewmodels.finding_wording import TEXTS

ROOT = Path(__file__).resolve().parents[4]


def test_every_string_of_the_window_is_translated() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "translate.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_sentence_of_the_rules_can_be_translated() -> None:
    assert set(TEXTS) == set(MESSAGES.values())


def test_the_compiled_german_is_in_force(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load("dossier_de", str(resources_dir() / "translations"))
    qapp.installTranslator(translator)
    try:
        assert QCoreApplication.translate("Verdict", "Partly supported") == "Zum Teil gestützt"
        assert QCoreApplication.translate("Progress", "%Ln file(s) found", "", 1) == "1 Datei gefunden"
        assert QCoreApplication.translate("Progress", "%Ln file(s) found", "", 2) == "2 Dateien gefunden"
    finally:
        qapp.removeTranslator(translator)


def test_placeholders_survive_translation() -> None:
    import re
    import xml.etree.ElementTree as ElementTree

    holes = re.compile(r"{\w+}|%n")
    for message in ElementTree.parse(resources_dir() / "translations" / "dossier_de.ts").getroot().iter("message"):
        source = set(holes.findall(message.findtext("source", "")))
        forms = [f.text or "" for f in message.iter("numerusform")] or [message.findtext("translation", "")]
        for form in forms:
            assert set(holes.findall(form)) == source, form
