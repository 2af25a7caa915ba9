"""A running import in words and numbers."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from app.viewmodels.places import file_name
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import Summary

Health = Literal["well", "waiting", "failed"]


class Progress(QObject):
    """Plurals: lupdate finds their number only in ``self.tr``."""

    def found_files(self, count: int) -> str:
        return self.tr("%Ln file(s) found", "", count)

    def done_of(self, done: int, found: int) -> str:
        return self.tr("{done} of %Ln file(s)", "", found).format(done=number(done))

    def seconds_left(self, count: int) -> str:
        return self.tr("about %Ln second(s) left", "", count)

    def minutes_left(self, count: int) -> str:
        return self.tr("about %Ln minute(s) left", "", count)

    def hours_left(self, count: int) -> str:
        return self.tr("about %Ln hour(s) left", "", count)

    def stopped(self, count: int) -> str:
        return self.tr("Stopped. %Ln file(s) indexed; the rest waits for the next import.", "", count)

    def indexed_files(self, count: int) -> str:
        return self.tr("%Ln file(s) indexed", "", count)

    def unchanged(self, count: int) -> str:
        return self.tr("%Ln unchanged", "", count)

    def skipped(self, count: int) -> str:
        return self.tr("%Ln skipped", "", count)

    def failed(self, count: int) -> str:
        return self.tr("%Ln failed", "", count)

    def indexed(self, count: int) -> str:
        return self.tr("%Ln indexed", "", count)

    def waiting(self, count: int) -> str:
        return self.tr("%Ln waiting", "", count)

    def unfinished(self, count: int) -> str:
        return self.tr("%Ln not complete yet", "", count)

    def complete(self, count: int) -> str:
        return self.tr("%Ln of them complete", "", count)

    def pages(self, count: int) -> str:
        return self.tr("%Ln page(s)", "", count)

    def takes_minutes(self, count: int) -> str:
        return self.tr("takes about %Ln minute(s)", "", count)

    def found(self, count: int) -> str:
        return self.tr("%Ln found", "", count)


def per_mille(progress: ImportProgress) -> int | None:
    """How far it is, 0 to 1000; None while the folders are still being walked."""
    if progress.scanning or progress.found == 0:
        return None
    return min(1000, 1000 * progress.done // progress.found)


def progress_text(progress: ImportProgress) -> str:
    """ "214 of 1,204 files"; while walking "1,204 files found"."""
    if progress.scanning:
        return Progress().found_files(progress.found)
    return Progress().done_of(progress.done, progress.found)


def failures_text(progress: ImportProgress) -> str:
    """ "5 skipped, 3 failed"; empty while there are none."""
    counts = Progress()
    parts = [counts.skipped(progress.skipped)] if progress.skipped else []
    if progress.failed:
        parts.append(counts.failed(progress.failed))
    return ", ".join(parts)


def pages_text(progress: ImportProgress) -> str:
    return Progress().pages(progress.pages) if progress.pages else ""


def speed_text(progress: ImportProgress) -> str:
    """Files and pages a second as measured over the last half minute; empty before there is something to judge by."""
    parts = []
    if progress.files_per_s is not None:
        parts.append(QCoreApplication.translate("Progress", "{rate} files/s").format(rate=_rate(progress.files_per_s)))
    if progress.pages_per_s:
        parts.append(QCoreApplication.translate("Progress", "{rate} pages/s").format(rate=_rate(progress.pages_per_s)))
    return " · ".join(parts)


def time_left_text(progress: ImportProgress) -> str:
    """When all can be searched, and when all is complete; one of them where they are the same."""
    complete, searchable = progress.remaining_s, progress.searchable_s
    if complete is None:
        return ""
    if searchable is None or progress.stage in ("vectors", "ocr") or complete - searchable < 10:
        return remaining_text(complete)
    return QCoreApplication.translate("Progress", "Searchable: {searchable}. Complete: {complete}.").format(
        searchable=remaining_text(searchable), complete=remaining_text(complete)
    )


def stage_text(progress: ImportProgress) -> str:
    """What is being done right now."""
    if progress.rebuilding is not None:
        text = QCoreApplication.translate(
            "Progress", "The search by {model} is being prepared. Until then the present model answers."
        )
        return text.format(model=progress.rebuilding)
    if progress.scanning:
        return QCoreApplication.translate("Progress", "Looking for files …")
    if progress.stage == "vectors":
        return QCoreApplication.translate("Progress", "All text can be searched. Search by meaning is being prepared.")
    if progress.stage == "ocr":
        return QCoreApplication.translate("Progress", "Text of scans and pictures is being recognised.")
    return ""


def waiting_text(progress: ImportProgress) -> str:
    """Why the import rests by itself and what to do; empty while it works."""
    if progress.waiting_for == "disk space":
        return QCoreApplication.translate(
            "Progress", "Waiting: the disk is full. Free some space; the import goes on by itself."
        )
    if progress.waiting_for == "the drive":
        return QCoreApplication.translate(
            "Progress", "Waiting: the drive or folder is away. Connect it again; the import goes on by itself."
        )
    return ""


def remaining_text(seconds: float) -> str:
    if seconds < 10:
        return QCoreApplication.translate("Progress", "a few seconds left")
    if seconds < 90:
        return Progress().seconds_left(int(round(seconds, -1)))
    if seconds < 5400:
        return Progress().minutes_left(round(seconds / 60))
    return Progress().hours_left(round(seconds / 3600))


def current_file_text(progress: ImportProgress) -> str:
    """Name of the file that is being read; a very slow one with its expected time, so that nobody takes it for a hang."""
    if not progress.current_file:
        return ""
    name = file_name(progress.current_file)
    if progress.current_s is None:
        return name
    minutes = Progress().takes_minutes(max(1, round(progress.current_s / 60)))
    return f"{name} ({minutes})"


def outcome_text(summary: ImportSummary) -> str:
    """One line on what an import did."""
    counts = Progress()
    indexed, unchanged, skipped, failed = summary.indexed + summary.moved, summary.unchanged, summary.skipped, summary.failed
    if summary.rebuilt is not None:
        if summary.cancelled:
            return QCoreApplication.translate("Progress", "Stopped. The present model answers as before.")
        return QCoreApplication.translate("Progress", "{model} searches from now on.").format(model=summary.rebuilt)
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


def health_of(summary: Summary | None) -> tuple[Health, str]:
    """The state of a collection at a glance, and in words; no words where all is well."""
    if summary is None or not (summary.failed or summary.queued or summary.complete < summary.indexed):
        return "well", ""
    counts = Progress()
    unfinished = summary.queued + summary.indexed - summary.complete
    parts = [counts.failed(summary.failed)] if summary.failed else []
    if unfinished:
        parts.append(counts.unfinished(unfinished))
    return "failed" if summary.failed else "waiting", ", ".join(parts)


def searchable_text(summary: Summary) -> str:
    """ "214 can be searched, 120 of them complete"; empty when all that is indexed is complete."""
    if summary.complete >= summary.indexed:
        return ""
    return QCoreApplication.translate("Progress", "{searchable} can be searched, {complete}").format(
        searchable=number(summary.indexed), complete=Progress().complete(summary.complete)
    )


def number(value: int) -> str:
    """With the thousands of the program's language."""
    return QLocale().toString(value)


def _rate(value: float) -> str:
    return QLocale().toString(value, "f", 0 if value >= 10 else 1)
