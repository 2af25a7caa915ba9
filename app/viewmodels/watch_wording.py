"""What watched folders tell, in the person's language: the engine's English sentence is recognised and said anew."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.engine.watching import WatchNotice
from app.viewmodels.places import file_name
from app.viewmodels.translating import QT_TRANSLATE_NOOP

TEXTS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("Watching", "Changes on this network drive are looked for every few minutes."),
    QT_TRANSLATE_NOOP(
        "Watching",
        "The system cannot watch more folders, so changes are looked for every few minutes. An administrator can raise "
        "fs.inotify.max_user_watches.",
    ),
    QT_TRANSLATE_NOOP("Watching", "Changes in a folder could not be imported. They are tried again in a few minutes."),
)


def watch_text(notice: WatchNotice) -> str:
    """Folder and sentence; as it came where it is not known."""
    said = QCoreApplication.translate("Watching", notice.message) if notice.message in TEXTS else notice.message
    name = file_name(notice.path)
    return f"{name}: {said}" if name else said
