"""How soon a long PDF is there and how smoothly it scrolls: lag of the event loop, time to paint, memory.

    python tests/benchmarks/bench_reader.py [--pages N] [--seconds S]

A PDF of N pages with text is made, opened at its middle, scrolled by small steps as a wheel does, then by its bar from end to end.
Printed, never asserted. Goals: p99 of the lag under 50 ms, work of a turn under 16 ms. Lag is by the clock and needs a machine that does
nothing else; work and paint are processor time of the GUI thread.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TICK_MS = 10
STEP = 40
"""Pixels a tick: 4000 a second, a quick turn of the wheel."""


def write_pdf(path: Path, pages: int) -> None:
    """Pages of 50 lines in Helvetica."""
    objects: list[bytes] = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for number in range(1, pages + 1):
        lines = [f"BT /F1 11 Tf 1 0 0 1 60 {790 - 15 * n} Tm (Page {number}, line {n}: the fee for guests is {n} euros a day, members pay less.) Tj ET" for n in range(50)]  # fmt: skip
        stream = "\n".join(lines).encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
            % len(objects)
        )
        kids.append(len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (pages, b" ".join(b"%d 0 R" % k for k in kids))
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    path.write_bytes(out)


def measure(home: Path, pages: int, seconds: float) -> None:
    from app.environment import prepare_environment

    prepare_environment(home)
    import psutil
    from PySide6.QtCore import QObject, Qt, QTimer, Slot

    from app.engine.pages import PagePictures
    from app.ui.application import make_application
    from app.ui.evidence.page_view import PageView
    from app.workers.background import Background

    class Scroller(QObject):
        """Scrolls a little at each turn of the loop and notes how late it is."""

        def __init__(self, move: Callable[[], None]) -> None:
            super().__init__()
            self._move = move
            self.lags: list[float] = []
            self.work: list[float] = []
            self._used = time.thread_time()
            self._timer = QTimer(self)
            self._timer.setTimerType(Qt.TimerType.PreciseTimer)
            self._timer.timeout.connect(self._tick)
            self._due = time.monotonic() + TICK_MS / 1000
            self._timer.start(TICK_MS)

        def stop(self) -> None:
            self._timer.stop()

        @Slot()
        def _tick(self) -> None:
            now = time.monotonic()
            self.lags.append(max(0.0, now - self._due) * 1000)
            self._due = now + TICK_MS / 1000
            used, self._used = self._used, time.thread_time()
            self.work.append((self._used - used) * 1000)
            self._move()

    application = make_application()
    source = home / "long.pdf"
    write_pdf(source, pages)
    background, door = Background("bench"), PagePictures()
    view = PageView(background, door)
    view.resize(760, 1000)
    view.show()
    paints: list[float] = []
    paint = view.area._painter.paint

    def timed(painter: object, region: object) -> None:
        begin = time.thread_time()
        paint(painter, region)  # type: ignore[arg-type]
        paints.append((time.thread_time() - begin) * 1000)

    view.area._painter.paint = timed  # type: ignore[method-assign]
    shown: list[float] = []
    view.shown.connect(lambda: shown.append(time.monotonic()))

    def until(condition: Callable[[], bool], limit_s: float) -> None:
        end = time.monotonic() + limit_s
        while not condition() and time.monotonic() < end:
            application.processEvents()
            time.sleep(0.001)

    door.outline(str(source), "pdf").result()  # the child's start is not what is measured
    begin = time.monotonic()
    view.open(
        str(source), "pdf", pages // 2, {pages // 2: (f"Page {pages // 2}, line 20: the fee for guests is 20 euros a day",)}
    )
    until(lambda: bool(shown), 60)
    print(f"{pages} pages: first page with its mark after {(shown[0] - begin) * 1000:.0f} ms")
    names = ("lag p50", "p99", "work p50", "p99", "paint p50", "p99")
    print(f"{'ms':<22}{'turns':>6}" + "".join(f"{name:>11}" for name in names))
    bar = view.area.verticalScrollBar()

    def run(name: str, move: Callable[[], None]) -> None:
        paints.clear()
        scroller = Scroller(move)
        end = time.monotonic() + seconds
        until(lambda: time.monotonic() > end, seconds + 10)
        scroller.stop()
        rows = (sorted(scroller.lags), sorted(scroller.work), sorted(paints) or [0.0])
        figures = [row[int(len(row) * q)] for row in rows for q in (0.5, 0.99)]
        print(f"{name:<22}{len(scroller.lags):>6}" + "".join(f"{f:>11.1f}" for f in figures))

    run("turning the wheel", lambda: bar.setValue(bar.value() + STEP))
    run("dragging the bar", lambda: bar.setValue((bar.value() + bar.maximum() // 97) % bar.maximum()))
    run("zooming", lambda: view.area.zoom(1.02 if view.area.stack.scale < 2 else 0.6))
    view.area.fit_width()
    begin = time.monotonic()
    view.find_words("line 49")
    until(lambda: bool(view.finding.hits), 60)
    first = (time.monotonic() - begin) * 1000
    until(lambda: not view.finding.running, 120)
    print(f"find: first hit after {first:.0f} ms, {len(view.finding.hits)} hits after {time.monotonic() - begin:.1f} s")
    print(f"pictures kept: {view.store._bytes / 1e6:.0f} MB; this process: {psutil.Process().memory_info().rss / 1e6:.0f} MB")
    view.leave()
    door.close()
    background.close(5.0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each way of moving")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        measure(Path(scratch), options.pages, options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
