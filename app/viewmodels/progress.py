"""A running import in words and numbers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from app.viewmodels.places import file_name
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import Summary


def per_mille(progress: ImportProgress) -> int | None:
    """How far it is, 0 to 1000; None while the folders are still being walked."""
    if progress.scanning or progress.found == 0:
        return None
    return min(1000, 1000 * progress.done // progress.found)


def progress_text(progress: ImportProgress) -> str:
    """ "214 of 1,204 files"; while walking "1,204 files found"."""
    if progress.scanning:
        return QCoreApplication.translate("Progress", "%n file(s) found", "", progress.found)
    return QCoreApplication.translate("Progress", "{done} of {found} files").format(
        done=number(progress.done), found=number(progress.found)
    )


def speed_text(progress: ImportProgress) -> str:
    """Files and pages a second, and an honest estimate: none before there is something to judge by."""
    parts = []
    if progress.elapsed_s >= 2.0 and progress.done:
        rate = progress.done / progress.elapsed_s
        parts.append(QCoreApplication.translate("Progress", "{rate} files/s").format(rate=_rate(rate)))
        if progress.pages:
            parts.append(
                QCoreApplication.translate("Progress", "{rate} pages/s").format(rate=_rate(progress.pages / progress.elapsed_s))
            )
    if progress.remaining_s is not None:
        parts.append(remaining_text(progress.remaining_s))
    return " · ".join(parts)


def remaining_text(seconds: float) -> str:
    if seconds < 10:
        return QCoreApplication.translate("Progress", "a few seconds left")
    if seconds < 90:
        return QCoreApplication.translate("Progress", "about %n second(s) left", "", int(round(seconds, -1)))
    if seconds < 5400:
        return QCoreApplication.translate("Progress", "about %n minute(s) left", "", round(seconds / 60))
    return QCoreApplication.translate("Progress", "about %n hour(s) left", "", round(seconds / 3600))


def current_file_text(progress: ImportProgress) -> str:
    return file_name(progress.current_file) if progress.current_file else ""


def outcome_text(summary: ImportSummary) -> str:
    """One line on what an import did."""
    if summary.cancelled:
        return QCoreApplication.translate(
            "Progress", "Stopped. %n file(s) indexed; the rest waits for the next import.", "", summary.indexed
        )
    if summary.missing:
        return QCoreApplication.translate("Progress", "Not found on this computer: {paths}").format(
            paths=", ".join(summary.missing)
        )
    parts = [QCoreApplication.translate("Progress", "%n file(s) indexed", "", summary.indexed + summary.moved)]
    if summary.unchanged:
        parts.append(QCoreApplication.translate("Progress", "%n unchanged", "", summary.unchanged))
    if summary.skipped:
        parts.append(QCoreApplication.translate("Progress", "%n skipped", "", summary.skipped))
    if summary.failed:
        parts.append(QCoreApplication.translate("Progress", "%n failed", "", summary.failed))
    return ", ".join(parts)


def completeness_text(summary: Summary) -> str:
    """ "12 found = 9 indexed + 2 skipped + 1 failed", with those that wait where there are any."""
    parts = [
        QCoreApplication.translate("Progress", "%n indexed", "", summary.indexed),
        QCoreApplication.translate("Progress", "%n skipped", "", summary.skipped),
        QCoreApplication.translate("Progress", "%n failed", "", summary.failed),
    ]
    if summary.queued:
        parts.append(QCoreApplication.translate("Progress", "%n waiting", "", summary.queued))
    return QCoreApplication.translate("Progress", "%n found", "", summary.found) + " = " + " + ".join(parts)


def number(value: int) -> str:
    """With the thousands of the program's language."""
    return QLocale().toString(value)


def _rate(value: float) -> str:
    return QLocale().toString(value, "f", 0 if value >= 10 else 1)
