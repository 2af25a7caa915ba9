"""Imports the samples as the collection Samples and asks three questions: `make demo`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = (
    "Up to what amount per night is a hotel reimbursed for trips that begin in 2025?",
    "An wie vielen Tagen im Jahr darf ich aus einem anderen Land der Europäischen Union mobil arbeiten?",
    "What is the password of the guest wireless network?",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept-notice", action="store_true")
    options = parser.parse_args()
    base = [sys.executable, "-m", "app"]
    base += ["--accept-notice"] if options.accept_notice else []
    subprocess.run([*base, "import", str(ROOT / "resources" / "samples"), "--collection", "Samples"], cwd=ROOT, check=True)
    for question in QUESTIONS:
        print(f"\n> {question}\n", flush=True)
        done = subprocess.run([*base, "ask", question, "--collection", "Samples"], cwd=ROOT, check=False)
        # 6: not found in the documents, which is the right end of the last question.
        if done.returncode not in (0, 6):
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
