"""Pictures of every screen of the window, played by the fake engine: two sizes, light and dark, English and
German, and once with text at 200 %.

    QT_QPA_PLATFORM=offscreen python packaging/screenshots.py OUTPUT [--only NAME] [--quick]

Look at each of them before a release; `--quick` makes the 1280 × 800 light ones alone.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import screenshot_reader as reading  # noqa: E402
import screenshot_strain as strain  # noqa: E402
import screenshot_talks as talks  # noqa: E402
from PySide6.QtCore import QPoint, Qt, QTranslator, QUrl  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from screenshot_stage import RUNNING, SAMPLES, SIZES, Stage  # noqa: E402

from app.environment import prepare_environment  # noqa: E402
from app.facts.fact import FactWords  # noqa: E402
from app.messages.answer import Answer  # noqa: E402
from app.pipeline.phrases import phrase  # noqa: E402
from app.ui import translations  # noqa: E402
from app.ui.application import make_application  # noqa: E402
from app.ui.theme.theme import theme  # noqa: E402
from app.ui.theme.tokens import SCHEMES, Scheme  # noqa: E402
from app.workers.fakes import scenes  # noqa: E402
from app.workers.fakes.models import FakeModels  # noqa: E402
from index.document import Place  # noqa: E402
from index.ingest.progress import ImportSummary  # noqa: E402
from models.errors import ModelMissing  # noqa: E402


def notice(stage: Stage) -> None:
    stage.settle()


def declined(stage: Stage) -> None:
    assert stage.window.notice is not None
    stage.window.notice.decline.click()


def empty(stage: Stage) -> None:
    stage.settle()


def ready(stage: Stage) -> None:
    stage.window.ask_panel.box.set_text("Which claims are not paid")


def undoing(stage: Stage) -> None:
    ledger(stage)
    stage.window.ledger_panel.details.forget.click()


def palette(stage: Stage) -> None:
    stage.until(lambda: stage.session.library.files.rowCount() > 0)
    stage.window.palette_box.open()
    stage.window.palette_box.field.setText("d")


def filtered(stage: Stage) -> None:
    scope = stage.window._scope
    scope.want_kind("pdf", True)
    scope.want_kind("mail", True)
    scope.want_span("year")
    scope.want_collection("Supply contracts", True)


def copying_model(stage: Stage) -> None:
    store = stage.session._program.models
    assert isinstance(store, FakeModels)
    store.hold = stage.hold
    stage.window.model_given.emit(Path("/models/qwen3-4b.gguf"))


def dropping(stage: Stage) -> None:
    stage.window.overlay.show_over("Institute policies")


def importing(stage: Stage) -> None:
    stage.session.library.add([Path("/documents")])
    stage.settle(0.5)


def previewing(stage: Stage) -> None:
    stage.session.library.look_at([Path("/documents/Verträge und Vereinbarungen 2019–2025"), Path("/documents/Notes")])
    stage.settle(0.5)


def waiting(stage: Stage) -> None:
    stage.progress = dataclasses.replace(RUNNING, waiting_for="disk space")
    importing(stage)


def vectors(stage: Stage) -> None:
    stage.progress = dataclasses.replace(
        RUNNING, done=1204, indexed=1190, skipped=9, failed=5, stage="vectors", files_per_s=None
    )
    importing(stage)
    stage.window.library_panel.import_card._pause()


def broken(stage: Stage) -> None:
    def fail(*_: object) -> ImportSummary:
        raise ModelMissing("No embedding model is set up.")

    stage.engine._importing = fail
    importing(stage)


def ledger(stage: Stage) -> None:
    stage.window.show_documents()
    stage.settle()
    table = stage.window.ledger_panel.table
    table.expandAll()
    model = stage.session.library.files
    wanted = next(n.row.id for n in model.tree.nodes if n.row.reason_code == "password_needed")
    table.setCurrentIndex(model.find(wanted))


def failed_files(stage: Stage) -> None:
    importing(stage)
    stage.window.show_documents()
    stage.window.ledger_panel.show_state("skipped")


def deleting(stage: Stage) -> None:
    stage.window.library_panel.delete_wanted.emit("Institute policies")


def password(stage: Stage) -> None:
    ledger(stage)
    stage.window.ledger_panel.details.password.click()


def searching(stage: Stage) -> None:
    stage.stop_at = ("prompt", 1)
    stage.ask()
    stage.settle(0.5)


def answering(stage: Stage) -> None:
    stage.stop_at = ("token", 22)
    stage.ask()
    stage.settle(0.6)


def queue(stage: Stage) -> None:
    """Two questions wait here, and one in another conversation."""
    stage.stop_at = ("token", 22)
    ask = stage.window.ask_panel.asked.emit
    ask("What is paid for meals abroad?", False)
    stage.settle(0.4)
    stage.session.conversation.clear()
    for question in (
        scenes.QUESTION,
        "And for trips that began in 2023?",
        "Who approves a trip that takes longer than five days?",
    ):
        ask(question, False)
    stage.settle(0.6)


def supported(stage: Stage) -> None:
    stage.answer = lambda q: scenes.checked(q, scenes.SUPPORTED, root=SAMPLES)
    stage.ask_and_wait()


def unsupported(stage: Stage) -> None:
    stage.ask_and_wait()
    bar = stage.window.ask_panel.area.verticalScrollBar()
    bar.setValue(0)


def finding(stage: Stage) -> None:
    unsupported(stage)
    answer = stage.window.ask_panel.views()[0].answer
    answer._hovered(QUrl("dossier:doubt/4/0"))


def not_found(stage: Stage) -> None:
    stage.answer = lambda q: scenes.not_found(q, root=SAMPLES)
    stage.ask_and_wait("How high is the allowance for dogs on business trips?")


def error(stage: Stage) -> None:
    stage.answer = scenes.error
    stage.ask_and_wait()


def page(stage: Stage) -> None:
    unsupported(stage)
    chips = stage.session.conversation.turns[0].layout.chips()  # type: ignore[union-attr]
    _open(stage, 0, chips)


def text(stage: Stage) -> None:
    unsupported(stage)
    chips = stage.session.conversation.turns[0].layout.chips()  # type: ignore[union-attr]
    _open(stage, 3, chips)


def found(stage: Stage) -> None:
    page(stage)
    reading.find(stage, "night")


def cells(stage: Stage) -> None:
    unsupported(stage)
    reading.read(stage, SAMPLES, "Equipment list building B.xlsx", "Device: Freeze dryer FD 20")


def slides(stage: Stage) -> None:
    unsupported(stage)
    reading.read(stage, SAMPLES, "Einführung für neue Beschäftigte.pptx")


def tables(stage: Stage) -> None:
    unsupported(stage)
    reading.read(stage, SAMPLES, "Gebührenordnung Prüflabor 2025.docx")


def _open(stage: Stage, index: int, chips: list) -> None:  # type: ignore[type-arg]
    shown = []
    stage.window.evidence_panel.reader.shown.connect(lambda: shown.append(True))
    stage.window.ask_panel.opened.emit(chips[index].target)
    stage.until(lambda: bool(shown))
    stage.settle()


def with_facts(stage: Stage) -> None:
    """One of each state, and two suggestions."""
    at, made = "collection-1", stage.engine.facts
    policy, old = f"{SAMPLES}/Travel policy 2025.pdf", f"{SAMPLES}/Travel policy 2023.docx"
    page = Place(kind="page", page=1)
    made.add(
        at,
        FactWords(label="Hotel limit", value="€120", unit="per night", valid_from=date(2025, 1, 1), kind="amount"),
        "Hotel costs are reimbursed up to €120 per night, breakfast included.",
        policy,
        page,
    )
    made.add(
        at,
        FactWords(label="Meal allowance", value="€32", kind="amount"),
        "For each full day of travel within Germany a meal allowance of €32 is paid.",
        policy,
        page,
    )
    made.add(
        at,
        FactWords(label="Meal allowance", value="€26", kind="amount"),
        "For each full day of travel within Germany a meal allowance of €26 is paid.",
        old,
        Place(kind="heading", heading_path=("4 Meals",)),
    )
    made.add(
        at,
        FactWords(label="Deadline for claims", value="60 days", kind="amount"),
        "Expense claims are handed in within 60 days after the end of the trip.",
        old,
        Place(),
        stale=True,
    )
    made.add(
        at,
        FactWords(label="Travel desk", value="Jörg Petersen, extension 214", kind="contact"),
        "Travel desk: Jörg Petersen, extension 214, room A 1.07.",
        policy,
        Place(kind="page", page=2),
        status="suggested",
    )
    made.add(
        at,
        FactWords(label="Hotel limit", value="€95", unit="per night", kind="amount"),
        "Hotel costs are reimbursed up to €95 per night, breakfast included.",
        old,
        Place(),
        status="suggested",
    )
    stage.session.facts.refresh()
    stage.settle()


def facts(stage: Stage) -> None:
    with_facts(stage)
    stage.session.facts_desk.show_panel()


def pinning(stage: Stage) -> None:
    supported(stage)
    stage.window.ask_panel.views()[-1].pin_wanted.emit(stage.session.conversation.turns[-1])
    stage.settle(0.5)


def open_mode(stage: Stage) -> None:
    stage.session.switches.choose_mode("open")
    stage.answer = lambda q: Answer(
        correlation_id=q.correlation_id,
        status="answered",
        provenance="model",
        text="Not from your documents\n\nA per diem is a daily allowance that an employer pays for meals and small expenses on a trip.",
    )
    stage.ask_and_wait("What is a per diem?")


def greeting(stage: Stage) -> None:
    stage.answer = lambda q: Answer(correlation_id=q.correlation_id, status="clarify", text=phrase("scope_outside", "en"))
    stage.ask_and_wait("What is the weather like today?")


SCENES: dict[str, tuple[Callable[[Stage], None], dict[str, Any]]] = {
    "01-notice": (notice, {"accepted": False}),
    "02-declined": (declined, {"accepted": False}),
    "03-empty": (empty, {"empty": True}),
    "24-model-missing": (empty, {"empty": True, "missing": ("qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b")}),
    "25-model-copied": (copying_model, {"empty": True, "missing": ("qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b")}),
    "26-undo": (undoing, {}),
    "27-palette": (palette, {}),
    "28-filtered": (filtered, {}),
    "04-ready": (ready, {}),
    "05-dropping": (dropping, {}),
    "06-importing": (importing, {}),
    "16-previewing": (previewing, {}),
    "17-waiting": (waiting, {}),
    "18-vectors": (vectors, {}),
    "19-import-failed": (broken, {"empty": True}),
    "20-documents": (ledger, {}),
    "21-skipped": (failed_files, {}),
    "22-deleting": (deleting, {}),
    "23-password": (password, {}),
    "07-searching": (searching, {}),
    "08-answering": (answering, {}),
    "24-queue": (queue, {}),
    "09-supported": (supported, {}),
    "10-unsupported": (unsupported, {}),
    "11-finding": (finding, {}),
    "12-not-found": (not_found, {}),
    "13-error": (error, {}),
    "50-facts": (facts, {}),
    "51-pinning": (pinning, {}),
    "52-open": (open_mode, {}),
    "53-outside": (greeting, {}),
    "14-page": (page, {}),
    "15-text": (text, {}),
    "40-found": (found, {}),
    "41-cells": (cells, {}),
    "42-slides": (slides, {}),
    "43-tables": (tables, {}),
    **talks.SCENES,
    **strain.SCENES,
}


def take(
    application: QApplication, output: Path, name: str, scheme: Scheme, language: str, size: tuple[int, int], text: float = 1.0
) -> Path:
    """Play one scene and write its picture; ``text`` is the size of the system's font, 1 to 2."""
    play, options = SCENES[name]
    theme().scale_text(text)
    theme().force(scheme)
    for translator in application.findChildren(QTranslator):
        application.removeTranslator(translator)
        translator.deleteLater()
    translations.install(application, language)  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as home:
        stage = Stage(Path(home) / "data", language, **options)
        try:
            stage.begin(size)
            play(stage)
            stage.settle()
            picture = stage.window.grab()
            _add_popups(stage, picture)
        finally:
            stage.close()
    large = f"-{round(text * 100)}" if text != 1.0 else ""
    path = output / f"{name}-{size[0]}-{scheme}-{language}{large}.png"
    picture.save(str(path))
    return path


def _add_popups(stage: Stage, picture: object) -> None:
    """Boxes that are windows of their own, such as the popover, are painted in."""
    from PySide6.QtGui import QPainter

    for window in QApplication.topLevelWidgets():
        if window is not stage.window and window.isVisible() and window.windowFlags() & Qt.WindowType.ToolTip:
            painter = QPainter(picture)  # type: ignore[arg-type]
            painter.drawPixmap(window.pos() - stage.window.mapToGlobal(QPoint(0, 0)), window.grab())
            painter.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--only", action="append", default=[], help="part of a scene's name")
    parser.add_argument("--quick", action="store_true", help="1280 × 800, light, English")
    parser.add_argument("--language", choices=translations.LANGUAGES)
    parser.add_argument("--scheme", choices=("light", "dark"))
    parser.add_argument("--width", type=int, choices=[w for w, _ in SIZES])
    parser.add_argument("--text", type=float, default=1.0, help="size of the system's font, 2 for 200 %%")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        prepare_environment(Path(scratch) / "environment")
        application = make_application()
        for name in SCENES:
            if options.only and not any(part in name for part in options.only):
                continue
            for size in SIZES[:1] if options.quick else [s for s in SIZES if options.width in (None, s[0])]:
                for scheme in SCHEMES:
                    if (options.quick and scheme == "dark" and not options.scheme) or options.scheme not in (None, scheme):
                        continue
                    for language in (options.language,) if options.language else (("en",) if options.quick else ("en", "de")):
                        print(take(application, options.output, name, scheme, language, size, options.text))
            if not options.quick and not options.language and not options.scheme and options.text == 1.0:
                for language in ("en", "de"):
                    print(take(application, options.output, name, "light", language, SIZES[0], 2.0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
