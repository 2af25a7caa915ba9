"""Read-only text that never fetches anything: the base of every view that shows answers or documents."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QTextDocument, QTextOption
from PySide6.QtWidgets import QTextBrowser, QWidget

OWN_SCHEME = "dossier"


class SafeTextBrowser(QTextBrowser):
    """Links are told by ``anchorClicked`` and never followed; resources come from the document itself and nowhere else."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(label)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802
        """Pictures that we drew ourselves were added to the document; everything else is refused (no file, no address)."""
        url = QUrl(name)
        if url.scheme() == OWN_SCHEME:
            return self.own_resource(kind, url)
        return b"" if kind != QTextDocument.ResourceType.ImageResource.value else None

    def own_resource(self, kind: int, name: QUrl) -> object:  # noqa: ARG002
        """For subclasses with pictures of their own."""
        return None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        menu = self.createStandardContextMenu(event.pos())
        if menu is not None:
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())
