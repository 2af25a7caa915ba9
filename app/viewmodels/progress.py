"""A running import in words and numbers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from app.viewmodels.places import file_name
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import Summary


class Progress(QObject):
    """Plurals: lupdate finds their number only in ``self.tr``."""

    def found_files(self, count: int) -> str:
        return self.tr("%n file(s) found", "", count)

    def seconds_left(self, count: int) -> str:
        return self.tr("about %n second(s) left", "", count)

    def minutes_left(self, count: int) -> str:
        return self.tr("about %n minute(s) left", "", count)

    def hours_left(self, count: int) -> str:
        return self.tr("about %n hour(s) left", "", count)

    def stopped(self, count: int) -> str:
        return self.tr("Stopped. %n file(s) indexed; the rest waits for the next import.", "", count)

    def indexed_files(self, count: int) -> str:
        return self.tr("%n file(s) indexed", "", count)

    def unchanged(self, count: int) -> str:
        return self.tr("%n unchanged", "", count)

    def skipped(self, count: int) -> str:
        return self.tr("%n skipped", "", count)

    def failed(self, count: int) -> str:
        return self.tr("%n failed", "", count)

    def indexed(self, count: int) -> str:
        return self.tr("%n indexed", "", count)

    def waiting(self, count: int) -> str:
        return self.tr("%n waiting", "", count)

    def found(self, count: int) -> str:
        return self.tr("%n found", "", count)


def per_mille(progress: ImportProgress) -> int | None:
    """How far it is, 0 to 1000; None while the folders are still being walked."""
    if progress.scanning or progress.found == 0:
        return None
    return min(1000, 1000 * progress.done // progress.found)


def progress_text(progress: ImportProgress) -> str:
    """ "214 of 1,204 files"; while walking "1,204 files found"."""
    if progress.scanning:
        return Progress().found_files(progress.found)
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
        return Progress().seconds_left(int(round(seconds, -1)))
    if seconds < 5400:
        return Progress().minutes_left(round(seconds / 60))
    return Progress().hours_left(round(seconds / 3600))


def current_file_text(progress: ImportProgress) -> str:
    return file_name(progress.current_file) if progress.current_file else ""


def outcome_text(summary: ImportSummary) -> str:
    """One line on what an import did."""
    counts = Progress()
    indexed, unchanged, skipped, failed = summary.indexed + summary.moved, summary.unchanged, summary.skipped, summary.failed
    if summary.cancelled:
        return counts.stopped(indexed)
    if summary.missing:
        return QCoreApplication.translate("Progress", "Not found on this computer: {paths}").format(
            paths=", ".join(summary.missing)
        )
    parts = []
    if indexed or not unchanged:
        parts.append(counts.indexed_files(indexed))
    if unchanged:
        parts.append(counts.unchanged(unchanged))
    if skipped:
        parts.append(counts.skipped(skipped))
    if failed:
        parts.append(counts.failed(failed))
    return ", ".join(parts)


def completeness_text(summary: Summary) -> str:
    """ "12 found = 9 indexed + 2 skipped + 1 failed", with those that wait where there are any."""
    counts = Progress()
    parts = [
        counts.indexed(summary.indexed),
        counts.skipped(summary.skipped),
        counts.failed(summary.failed),
    ]
    if summary.queued:
        parts.append(counts.waiting(summary.queued))
    return counts.found(summary.found) + " = " + " + ".join(parts)


def number(value: int) -> str:
    """With the thousands of the program's language."""
    return QLocale().toString(value)


def _rate(value: float) -> str:
    return QLocale().toString(value, "f", 0 if value >= 10 else 1)
