"""One thing that a person can take back for a while; what must not be taken back any more is done when the while is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

UNDO_MS = 12_000
"""Long enough to read the line and to reach it with the keyboard (WCAG 2.2, 2.2.1, asks for more only where nothing else helps: what was
taken out can be added again)."""


@dataclass(frozen=True)
class Offer:
    """``back`` takes it back; ``then`` is what was put off until it cannot be taken back any more."""

    text: str
    back: Callable[[], None]
    then: Callable[[], None] | None = None


class Undo(QObject):
    """One at a time: the next one settles the one before."""

    offered = Signal(str)
    """What was done, for the line with the button"""
    closed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._offer: Offer | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(UNDO_MS)
        self._timer.timeout.connect(self.settle)

    @property
    def open(self) -> bool:
        return self._offer is not None

    def offer(self, offer: Offer) -> None:
        self.settle()
        self._offer = offer
        self._timer.start()
        self.offered.emit(offer.text)

    @Slot()
    def take_back(self) -> None:
        offer = self._close()
        if offer is not None:
            offer.back()

    @Slot()
    def settle(self) -> None:
        """It stays as it is: what was put off is done now."""
        offer = self._close()
        if offer is not None and offer.then is not None:
            offer.then()

    def hold(self, reading: bool) -> None:
        """While the person is at the line its time stands still."""
        if reading:
            self._timer.stop()
        elif self.open:
            self._timer.start()

    def _close(self) -> Offer | None:
        offer, self._offer = self._offer, None
        self._timer.stop()
        if offer is not None:
            self.closed.emit()
        return offer
