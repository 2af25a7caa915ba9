"""Text recognition with rapidocr, whose models lie inside its wheel. Loaded when the first picture comes, once a process.

PP-OCRv6 small reads German, French and English with their accents (``tests/benchmarks/README.md`` has the error rates). Of rapidocr's
own sequence only finding and reading lines are used: its direction classifier squeezes a line to four times its height and turned every
tenth long line upside down; here the direction is decided once a page, from several lines.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from index.errors import Defect
from index.parsers.ocr_layout import Piece, paragraphs, tilt

Picture = npt.NDArray[np.uint8]
Corners = npt.NDArray[np.float32]
"""lines × 4 × 2: top left, top right, bottom right, bottom left of each line, in points of the picture."""

_MODELS = {
    "Det": "PP-OCRv6_det_small.onnx",
    "Cls": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
    "Rec": "PP-OCRv6_rec_small.onnx",
}
_MIN_SCORE = 0.5
"""Recognition confidence below which a line is more often noise than text (rapidocr's own default)."""
_FIND_SIDE = 1280
"""Points of the longer side on which lines are looked for: an A4 page at 110 dpi takes a third of the time of 2000 points."""
_FIND_SIDE_SMALL = 2400
"""The same where the lines that were found are small, and where none were."""
_SMALL_LINE = 13
"""Height of a line, in points of the picture looked at, below which small ones are lost."""
_HEAD_RATIO = 4
"""The direction classifier sees a line's beginning of this many heights; it was made for 192 × 48 points."""
_SAMPLE = 8
_SURE = 0.75
"""Confidence from which a line counts in the decision which way it stands; lines read upside down stay near 0.5."""
_FLAT = 6
"""Range of grey values (0 to 255) below which a picture is a blank page."""


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
            "Global.max_side_len": 1 << 16,  # pictures are brought to size here
            "Det.limit_side_len": 320,  # a smaller side is enlarged to this; 736 made a strip of three lines 2500 points wide
            # One thread: the parser pool has a process for each core, and two threads a process slow each other down.
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


@dataclass(frozen=True)
class ReadLine:
    """A recognised line. ``piece`` is where it stands on the page turned upright and straight, ``corners`` (4 × 2) where in the picture
    as it was given: top left, top right, bottom right, bottom left as the line is read."""

    text: str
    piece: Piece
    corners: npt.NDArray[np.float32]


def recognise(picture: Picture) -> list[str]:
    """Paragraphs of a picture (height × width × 3, BGR) in reading order; empty when it shows no text.

    Pages that lie on their side or upside down and pages that are a little askew are read as well.
    """
    return paragraphs([line.piece for line in read_lines(picture)])


def read_lines(picture: Picture) -> list[ReadLine]:
    """The lines of a picture as ``recognise`` takes them, in no order."""
    if min(picture.shape[:2]) < 8 or int(picture.max()) - int(picture.min()) < _FLAT:
        return []
    corners = _find(picture)
    is_turned = False
    if len(corners) and _mostly_tall(corners):
        turned = np.ascontiguousarray(np.rot90(picture))
        found = _find(turned)
        if len(found) and not _mostly_tall(found):
            is_turned = True
            across, picture, corners = picture.shape[1], turned, found
    if not len(corners):
        return []
    crops = [_crop(picture, line) for line in corners]
    given = corners
    if _is_upside_down(crops):
        height, width = picture.shape[:2]
        given = corners[:, [2, 3, 0, 1]]
        corners = np.array([width - 1, height - 1], dtype=np.float32) - given
        crops = [np.ascontiguousarray(crop[::-1, ::-1]) for crop in crops]
    if is_turned:
        # ``rot90`` took the right edge to the top.
        given = np.stack([across - 1 - given[:, :, 1], given[:, :, 0]], axis=2)
    texts = [_read(crop)[0] for crop in crops]
    angle = tilt(corners)
    return [
        ReadLine(text, Piece.of(line, text, angle), place)
        for line, place, text in zip(corners, given, texts, strict=True)
        if text
    ]


def _find(picture: Picture) -> Corners:
    corners, scale = _find_at(picture, _FIND_SIDE)
    if max(picture.shape[:2]) > _FIND_SIDE and (not len(corners) or _line_height(corners) * scale < _SMALL_LINE):
        corners, _ = _find_at(picture, _FIND_SIDE_SMALL)
    return corners


def _find_at(picture: Picture, side: int) -> tuple[Corners, float]:
    import cv2

    scale = min(1.0, side / max(picture.shape[:2]))
    looked_at = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    found = _engine()(looked_at, use_det=True, use_cls=False, use_rec=False)
    if found.boxes is None or not len(found.boxes):
        return np.zeros((0, 4, 2), dtype=np.float32), scale
    return np.asarray(found.boxes, dtype=np.float32) / np.float32(scale), scale


def _sides(corners: Corners) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Widths and heights of lines as they would be read."""
    return np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1), np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)


def _line_height(corners: Corners) -> float:
    widths, heights = _sides(corners)
    return float(np.median(np.minimum(widths, heights)))


def _mostly_tall(corners: Corners) -> bool:
    """Do most of the letters stand in lines that run up or down? Counted by length: a page has many short numbers."""
    widths, heights = _sides(corners)
    tall = heights > 1.5 * widths
    return float(heights[tall].sum()) > float(widths[~tall].sum())


def _crop(picture: Picture, line: npt.NDArray[np.float32]) -> Picture:
    """The line as an upright picture; one that runs up or down is turned."""
    import cv2

    width = max(int(max(np.linalg.norm(line[1] - line[0]), np.linalg.norm(line[2] - line[3]))), 1)
    height = max(int(max(np.linalg.norm(line[3] - line[0]), np.linalg.norm(line[2] - line[1]))), 1)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(line.astype(np.float32), target)
    crop = cv2.warpPerspective(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE, flags=cv2.INTER_CUBIC)
    return np.ascontiguousarray(np.rot90(crop) if height >= 1.5 * width else crop)


def _is_upside_down(crops: list[Picture]) -> bool:
    """Decided by the classifier where it is of one mind, else by which way the longest lines are read with more confidence."""
    sample = sorted(crops, key=lambda crop: -crop.shape[1])[:_SAMPLE]
    heads = [np.ascontiguousarray(crop[:, : _HEAD_RATIO * crop.shape[0]]) for crop in sample]
    votes = [_engine()(head, use_det=False, use_cls=True, use_rec=False).cls_res[0][0] == "180" for head in heads]
    if sum(votes) <= len(votes) // 4:
        return False
    lead = 0
    for crop in sample:
        part = np.ascontiguousarray(crop[:, : 12 * crop.shape[0]])
        upright, turned = _read(part)[1], _read(np.ascontiguousarray(part[::-1, ::-1]))[1]
        if max(upright, turned) >= _SURE:  # a script that is not known is read badly either way
            lead += 1 if turned > upright else -1
        if abs(lead) >= 3:
            break
    return lead > 0


def _read(crop: Picture) -> tuple[str, float]:
    """(text, confidence from 0 to 1); the text is empty where the confidence is too low."""
    read = _engine()(crop, use_det=False, use_cls=False, use_rec=True)
    if not read.txts:
        return "", 0.0
    text, score = str(read.txts[0]).strip(), float(read.scores[0])
    return (text if score >= _MIN_SCORE else ""), score
