"""Runs in the virtual environment of the comparison: reads paths, a line each, and answers each with a line of JSON.

{"text": …, "seconds": …, "pages": n} or {"error": "Kind: message", "seconds": …, "pages": n}. Nothing of the program is imported here.
"""

import contextlib
import json
import logging
import os
import sys
import time
import warnings

os.environ.update(ORT_DISABLE_TELEMETRY="1", ORT_TELEMETRY_DISABLED="1")


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries that print do not disturb the answers
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    from markitdown import MarkItDown

    converter = MarkItDown(enable_plugins=False)
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        began = time.perf_counter()
        try:
            with contextlib.redirect_stdout(sys.stderr):
                answer = {"text": converter.convert(json.loads(line)).text_content or ""}
        except Exception as error:  # noqa: BLE001 - whatever it raises is the result of this document
            answer = {"error": f"{type(error).__name__}: {error}"[:2000]}
        seconds = time.perf_counter() - began
        print(json.dumps({**answer, "seconds": seconds, "pages": pages_of(json.loads(line))}), file=answers, flush=True)


def pages_of(path: str) -> int:
    """Pages of a PDF, for our count only; 0 for everything else."""
    if not path.lower().endswith(".pdf"):
        return 0
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(path) as document:
            return len(document)
    except pypdfium2.PdfiumError:
        return 0


if __name__ == "__main__":
    main()
