"""Pinned facts and the switches, put into the window: where they are opened from, and what they open."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeySequence, QShortcut

from app.facts.locating import Whereabouts
from app.ui.ask.mode_button import ModeButton
from app.ui.facts.panel import FactsPanel
from app.ui.facts.sheet import FactSheet
from app.ui.library.names_sheet import NamesSheet
from app.ui.widgets.buttons import IconButton
from app.ui.window import MainWindow
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.facts import Facts, cited_in, sentences_of
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.switches import Switches
from app.viewmodels.turn import Turn
from app.workers.failures import Failure


class FactsDesk(QObject):
    def __init__(self, window: MainWindow, facts: Facts, switches: Switches) -> None:
        super().__init__(window)
        self._window, self._facts, self._switches = window, facts, switches
        self.mode = ModeButton(switches)
        window.ask_panel.header.add_button(self.mode)
        self.panel = FactsPanel(facts)
        window.middle.addWidget(self.panel)
        self.sheet = FactSheet(facts, window.stack)
        self.names = NamesSheet(window.stack)
        self.names.given.connect(facts.library.name_collection)
        window.library_panel.names_wanted.connect(self._ask_names)
        window.sheets = (*window.sheets, self.sheet, self.names)
        self.button = IconButton("pin", "")
        window.ask_panel.header.add_button(self.button)
        self.button.clicked.connect(self.show_panel)
        shortcut = QShortcut(QKeySequence("Ctrl+Shift+F"), window)
        shortcut.activated.connect(self.show_panel)
        self.panel.left.connect(window.show_questions)
        self.panel.opened.connect(window.evidence_panel.open)
        self.panel.change_wanted.connect(self.sheet.ask_change)
        window.ask_panel.pin_wanted.connect(self._pin_cited)
        window.evidence_panel.pin_wanted.connect(self._pin_from_document)
        facts.failed.connect(self._say)
        window.ask_panel.again_wanted.connect(self._again)
        facts.changed.connect(self._tell)
        self._tell()

    @Slot()
    def show_panel(self) -> None:
        if self._window.working:
            self._facts.refresh()
            self._window.middle.setCurrentWidget(self.panel)
            self.panel.back.setFocus()

    @Slot(object)
    def _pin_cited(self, turn: Turn) -> None:
        self._facts.offer(cited_in(turn))

    @Slot(object, str, object)
    def _pin_from_document(self, target: EvidenceTarget, words: str, at: Whereabouts | None) -> None:
        if at is None:
            self._facts.offer(sentences_of(target))
        else:
            self._facts.locate(target.file_id, words, at)

    @Slot(object)
    def _say(self, failure: Failure) -> None:
        """Where the person looks: the sheet and the list of facts say it themselves."""
        reader = self._window.evidence_panel.reader
        if not self.sheet.isVisible() and reader.isVisible():
            reader.note.say(failure_text(failure))

    @Slot(str)
    def _ask_names(self, name: str) -> None:
        row = next((r for r in self._facts.library.rows if r.name == name), None)
        if row is not None:
            self.names.ask(row)

    @Slot(str, bool, bool)
    def _again(self, question: str, thorough: bool, all_the_same: bool) -> None:
        if all_the_same:
            self._switches.search_all_the_same(question)
        self._window.ask_panel.asked.emit(question, thorough)

    @Slot()
    def _tell(self) -> None:
        """The pin says when something waits for the person."""
        label = self.tr("Pinned facts (Ctrl+Shift+F)")
        if self._facts.doubtful:
            label += " · " + self.tr("%Ln need(s) a look", "", self._facts.doubtful)
        elif self._facts.suggested:
            label += " · " + self.tr("%Ln suggestion(s)", "", len(self._facts.suggested))
        self.button.set_label(label)
        self.button.set_icon("pin", "partly" if self._facts.doubtful else "accent" if self._facts.suggested else "muted")
