"""Text recognition with rapidocr, whose models lie inside its wheel. Loaded when the first picture comes, once a process."""

from __future__ import annotations

import logging
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from index.errors import Defect

Picture = npt.NDArray[np.uint8]
_MODELS = {
    "Det": "PP-OCRv6_det_small.onnx",
    "Cls": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
    "Rec": "PP-OCRv6_rec_small.onnx",
}
_MIN_SCORE = 0.5
"""Recognition confidence below which a line is more often noise than text (rapidocr's own default)."""


@lru_cache(maxsize=1)
def _engine() -> Any:
    # Before onnxruntime is imported: newer versions report usage from native code otherwise.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("ORT_TELEMETRY_DISABLED", "1")
    import rapidocr

    folder = Path(rapidocr.__file__).parent / "models"
    missing = [name for name in _MODELS.values() if not (folder / name).is_file()]
    if missing:
        # Without explicit paths rapidocr would try to fetch them, and the person would be told that the document is broken.
        raise Defect(f"The text recognition is incomplete: {', '.join(missing)}.", next_step="Install Dossier again.")
    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    return rapidocr.RapidOCR(
        params={
            **{f"{part}.model_path": str(folder / name) for part, name in _MODELS.items()},
            "Global.log_level": "error",
            "Global.text_score": _MIN_SCORE,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def recognise(picture: Picture) -> list[str]:
    """Paragraphs of a picture (height × width × 3, BGR) from top to bottom; empty when it shows no text."""
    result = _engine()(picture)
    if result.boxes is None or result.txts is None:
        return []
    found = [
        (np.asarray(box, dtype=float), str(text))
        for box, text in zip(result.boxes, result.txts, strict=True)
        if str(text).strip()
    ]
    return paragraphs(found)


def paragraphs(found: list[tuple[npt.NDArray[np.float64], str]]) -> list[str]:
    """Join recognised pieces (4 × 2 corner points, text): beside each other to lines, close below each other to paragraphs."""
    lines: list[tuple[float, float, float, list[tuple[float, str]]]] = []  # top, bottom, left, pieces
    for box, text in sorted(found, key=lambda item: float(item[0][:, 1].mean())):
        top, bottom, left = float(box[:, 1].min()), float(box[:, 1].max()), float(box[:, 0].min())
        middle = (top + bottom) / 2
        if lines and lines[-1][0] < middle < lines[-1][1]:
            last = lines[-1]
            last[3].append((left, text))
            lines[-1] = (min(last[0], top), max(last[1], bottom), min(last[2], left), last[3])
        else:
            lines.append((top, bottom, left, [(left, text)]))
    result: list[str] = []
    previous: tuple[float, float] | None = None
    for top, bottom, _, pieces in lines:
        text = " ".join(piece for _, piece in sorted(pieces))
        if previous is not None and top - previous[1] < 0.7 * (previous[1] - previous[0]):
            result[-1] += "\n" + text
        else:
            result.append(text)
        previous = (top, bottom)
    return result
