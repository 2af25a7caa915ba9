"""`make check-kill`: the kill tests at many more points (200), with a line for each that does not hold.

python tests/integration/check_kill.py [--points 200] [--seed 7]
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import tempfile
import time
from pathlib import Path

_spec = importlib.util.spec_from_file_location("kill_cases", Path(__file__).with_name("kill_cases.py"))
assert _spec is not None
assert _spec.loader is not None
kill_cases = importlib.util.module_from_spec(_spec)
sys.modules["kill_cases"] = kill_cases
_spec.loader.exec_module(kill_cases)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    started, broken = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="check-kill-") as folder:
        stage = kill_cases.Stage(Path(folder) / "place")
        cases = kill_cases.cases(stage.prepare(), options.points, options.seed)
        for case in cases:
            try:
                stage.run(case)
            except AssertionError as error:
                broken += 1
                print(f"broken: {case}: {error}", flush=True)
    places = sum(len(names) for names in stage.reached.values())
    print(
        f"{len(cases)} kills (half at {places} places around writes, half at random times): {len(cases) - broken} sound, "
        f"{broken} broken, {time.monotonic() - started:.0f} s"
    )
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
