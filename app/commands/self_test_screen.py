"""Last steps of `dossier self-test`: what a person sees."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PIL import Image

from app.bootstrap import Program
from app.diagnostics.self_test import require, require_text
from app.engine.pages import PagePictures
from app.privacy.guard import guard_report
from app.settings.paths import resources_dir
from index.parsers.geometry import locate, text_within

PAGE = "Travel policy 2025.pdf"
QUOTE = "Hotel costs are reimbursed up to €120 per night, breakfast included."
"""Stands on page 1 of that sample."""
SCALE = 2.0
DRAW_TIMEOUT_S = 60.0
_DARK = 128
_SEARCH_PATHS = (
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "PATH",
    "PYTHONHOME",
    "PYTHONPATH",
    "QT_PLUGIN_PATH",
    "QML2_IMPORT_PATH",
    "QML_IMPORT_PATH",
)
_LEAST_INK, _MOST_INK = 0.02, 0.5
"""Share of dark points in a line of text; here 18 %. An empty place has 0, a black one 1."""


def page_picture() -> str:
    """The picture from its own process; the marked rectangle holds the sentence, and something is drawn in it."""
    source = resources_dir() / "samples" / PAGE
    pages = PagePictures()
    try:
        drawn = pages.picture(str(source), "pdf", 1, SCALE)
        marked = pages.layer(str(source), "pdf", 1, (QUOTE,))
        picture, marks = drawn.result(DRAW_TIMEOUT_S), marked.result(DRAW_TIMEOUT_S).marks
    finally:
        ended = pages.close()
    require(ended, "The process that draws pages did not end.")
    rects = locate(source, 1, QUOTE)
    require(len(rects) == len(marks) == 1, f"The sentence was found {len(marks)} times on its page.")
    require_text(text_within(source, 1, rects[0]), QUOTE, "The marked place")
    width, height = picture.width, picture.height
    left, top, right, bottom = marks[0][0]
    with Image.frombytes("RGB", (width, height), picture.data, "raw", "BGRX") as image:
        region = image.convert("L").crop((int(left * width), int(top * height), int(right * width), int(bottom * height)))
    ink = sum(region.histogram()[:_DARK]) / max(1, region.width * region.height)
    require(_LEAST_INK < ink < _MOST_INK, f"The marked place of the picture is empty or black ({ink:.0%} ink).")
    return f"{width} × {height} points, the sentence is in its rectangle ({ink:.0%} ink)"


def window(program: Program, folder: Path, wanted: str) -> str:
    """The real window shows ``wanted`` and is closed again. It closes the engine as well, as at the end of every run."""
    from app.ui.display import display_problem

    problem = display_problem()
    require(problem is None, problem or "", "Install what is named, or start Dossier where a display is.")
    from app.ui.rehearsal import rehearse, start_problem

    problem = start_problem(folder / "qt.log")
    require(not problem, problem)
    seen = rehearse(program, wanted)
    require(
        seen.fonts > 0, "There are no fonts, so every letter is a box.", "Install a font package such as fonts-dejavu-core."
    )
    require(seen.found, f"The window did not show the collection; it showed: {'; '.join(seen.texts)[:160] or 'nothing'}")
    require(seen.colours > 3, f"The window was not painted ({seen.colours} colours).")
    require(seen.exit_code == 0, f"The window ended with code {seen.exit_code}.")
    return f"{seen.width} × {seen.height} on {seen.platform}, {seen.colours} colours, {seen.fonts} fonts"


def other_programs() -> str:
    """A program that is opened from here inherits the environment: nothing in it may send it to libraries of this one."""
    bundle = getattr(sys, "_MEIPASS", None)
    places = {name for name, value in os.environ.items() if name in _SEARCH_PATHS and bundle is not None and bundle in value}
    require(
        not places,
        f"Programs that are opened would load libraries of Dossier ({', '.join(sorted(places))}).",
        "Report this as a fault.",
    )
    return "inherit no search path of this one"


def silence() -> str:
    """Python code of any library that tried to reach the network in this process was refused and counted."""
    report = guard_report()
    require(report.installed, "The network guard is off.", "Start Dossier by its own command.")
    callers = ", ".join(sorted({attempt.caller for attempt in report.attempts}))
    require(report.refused == 0, f"{report.refused} network attempts were refused (by {callers}).", "Report this as a fault.")
    return "nothing in this process tried to use the network"
