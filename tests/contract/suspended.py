"""A process that answers two questions from a slow fake model; its parent stops and continues it in the middle of the first.

Run as `python -m tests.contract.suspended`: prints "writing" when the first token has come, then one line an answer.
"""

from __future__ import annotations

import sys

from app.messages.events import TokensArrived
from app.settings.schema import StageBudgets
from models.runtimes.fake import FakeRuntime, Script
from tests.unit.app.pipeline.pipeline_bench import GOOD, Bench

BUDGETS = StageBudgets(retrieval_ms=5_000, first_token_base_ms=5_000, token_stall_ms=600, validation_ms=20_000)


def main() -> int:
    slow = [Script(GOOD, token_delay=0.05)] * 4
    bench = Bench(answers=FakeRuntime(scripts=slow), budgets=BUDGETS)
    told = False

    def listen(event: object) -> None:
        nonlocal told
        if isinstance(event, TokensArrived) and not told:
            told = True
            print("writing", flush=True)  # noqa: T201

    bench.events = type("Heard", (), {"append": staticmethod(listen)})()
    for _ in range(2):
        answer = bench.ask()
        print(answer.status, flush=True)  # noqa: T201
    bench.model.close(5)
    return 0


if __name__ == "__main__":
    sys.exit(main())
