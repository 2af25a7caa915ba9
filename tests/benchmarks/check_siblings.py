"""No contamination with the real model: three sibling programmes are imported, 36 questions that name one of them are asked.

    python tests/benchmarks/check_siblings.py --models DIR [--limit N]

An answer passes when a value of a sibling is nowhere in a sentence that is shown as supported. Printed beside it: how many give the right
value, how many say that nothing was found. Exit code 1 when one does not pass.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent), str(HERE.parents[1] / "corpus")]

from siblings import Asked, documents, questions  # noqa: E402

from app.rules.quantities import read_quantities, same_anywhere  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    from adapter import open_engine

    with tempfile.TemporaryDirectory(prefix="siblings-") as folder:
        docs = Path(folder) / "docs"
        docs.mkdir()
        for name, text in documents().items():
            (docs / name).write_text(text, encoding="utf-8")
        engine = open_engine(Path(folder) / "home", options.models)
        try:
            engine.import_paths([docs], "siblings")
            told = [_ask(engine, asked) for asked in questions()[:: max(1, 36 // (options.limit or 36))]]
        finally:
            engine.close()
    passed, right, refused = (sum(t[i] for t in told) for i in range(3))
    print(f"\npassed {passed} of {len(told)}, right {right}, nothing found {refused}")
    return 0 if passed == len(told) else 1


def _ask(engine: object, asked: Asked) -> tuple[bool, bool, bool]:
    """(no value of a sibling stands as supported, the right value is given, nothing was found)."""
    began = time.perf_counter()
    answer = engine.ask(asked.question, "siblings", "quick")  # type: ignore[attr-defined]
    report = answer.get("report") or {}
    shown = [s["text"] for s in report.get("sentences", []) if s["verdict"] == "supported"]
    passed = not any(_gives(text, value) for text in shown for value in asked.others)
    right = _gives(answer["text"], asked.value)
    word = "passed" if passed else "CONTAMINATED"
    print(f"{word} {'right' if right else answer['status']} {time.perf_counter() - began:.1f} s: {asked.question}", flush=True)
    return passed, right, answer["status"] == "not_found"


def _gives(text: str, value: str) -> bool:
    """Word for word, or the same date or amount in another spelling ("September 1, 2031")."""
    figures = read_quantities(value, "en")
    return value in text or (bool(figures) and all(same_anywhere(q, read_quantities(text, "en")) for q in figures))


if __name__ == "__main__":
    sys.exit(main())
