"""Pictures (PNG, JPEG, TIFF, BMP, HEIC, GIF, WebP): their text by recognition, one page a frame."""

from __future__ import annotations

import math
import struct
import warnings
from typing import BinaryIO

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers import ocr
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder

PARSER = "picture/2"
_MAX_PIXELS = 180_000_000
"""A4 at 1200 dpi has 139 million points; three bytes each are what a parser process may take besides the recognition's models."""
_MAX_SIDE = 4000
_MAX_FRAMES = 20_000
_ANIMATED = frozenset(["gif", "webp"])
"""Kinds whose frames are no pages."""
_DAMAGES = (
    UnidentifiedImageError,
    Image.DecompressionBombError,
    SyntaxError,
    EOFError,
    OSError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    struct.error,
    ZeroDivisionError,
)
"""What Pillow raises for broken files, depending on the format."""


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """One page a frame. Without recognition the pages are empty: a later reading with ``ocr=True`` fills them."""
    builder = DocumentBuilder(source.kind, PARSER)
    broken = 0
    with source.open() as file, _open(source.kind, file) as image:
        frames = 1 if source.kind in _ANIMATED else _frames(image)
        for number in range(frames):
            builder.set_place("page", page=number + 1)
            points = _frame(image, number) if number < max(options.max_ocr_pages, 1) else None
            if points is None and number < options.max_ocr_pages:
                broken += 1
            recognised = options.ocr and points is not None and number < options.max_ocr_pages
            builder.begin_page(number + 1, ocr=recognised)
            if recognised and points is not None:
                for text in ocr.recognise(points):
                    builder.add("paragraph", text)
    if broken == frames:
        raise UnreadableDocument("The picture is damaged and cannot be opened.")
    if broken:
        builder.warn(
            f"{broken} {'pages are' if broken > 1 else 'page is'} damaged and {'were' if broken > 1 else 'was'} left out."
        )
    if options.ocr and frames > options.max_ocr_pages:
        builder.warn(f"Text recognition stopped after {options.max_ocr_pages} of {frames} pages.")
    if options.ocr and builder.is_empty:
        builder.warn("Text recognition found no text in the picture.")
    return builder.build()


def count_frames(source: Source) -> int:
    """Pages of a picture. Raises UnreadableDocument."""
    with source.open() as file, _open(source.kind, file) as image:
        return 1 if source.kind in _ANIMATED else _frames(image)


def points_of(source: Source, number: int) -> ocr.Picture:
    """Frame ``number`` (from 0) as text recognition sees it, height × width × 3 in BGR, at most 4000 points a side.

    Raises UnreadableDocument.
    """
    with source.open() as file, _open(source.kind, file) as image:
        points = _frame(image, number)
    if points is None:
        raise UnreadableDocument("The picture is damaged and cannot be opened.")
    return points


def _open(kind: str, file: BinaryIO) -> Image.Image:
    if kind == "heic":
        import pi_heif

        pi_heif.register_heif_opener()
    # Our own limit is looked at before a point is decoded; Pillow's is lower and warns through the warnings module.
    Image.MAX_IMAGE_PIXELS = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd but harmless metadata
            return Image.open(file)
    except _DAMAGES as error:
        raise UnreadableDocument("The picture is damaged and cannot be opened.") from error


def _frames(image: Image.Image) -> int:
    try:
        return min(int(getattr(image, "n_frames", 1)), _MAX_FRAMES)
    except _DAMAGES:
        return 1  # the chain of pages is cut off somewhere


def _frame(image: Image.Image, number: int) -> ocr.Picture | None:
    """Points of a frame, None for a damaged one. Raises UnreadableDocument when it is too large."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image.seek(number)
            _check_size(image)
            return _points(image)
    except _DAMAGES:
        return None


def _check_size(image: Image.Image) -> None:
    if image.width * image.height > _MAX_PIXELS:
        raise UnreadableDocument(
            f"The picture has {image.width:,} × {image.height:,} points, more than is allowed.",
            next_step="Save it smaller and import it again.",
        )


def _points(image: Image.Image) -> ocr.Picture:
    """The current frame as it is meant to be seen, height × width × 3 in BGR: turned upright, on white where it is transparent."""
    image.draft("RGB", (_MAX_SIDE, _MAX_SIDE))  # JPEG: decoded at a fraction of its size where that is enough
    frame: Image.Image = image
    if frame.mode.startswith(("I", "F")):
        values = np.asarray(frame, dtype=np.float32)
        span = float(values.max() - values.min()) or 1.0
        frame = Image.fromarray(((values - values.min()) * (255 / span)).astype(np.uint8))
    if max(frame.size) > _MAX_SIDE:
        if frame.mode in ("1", "P", "PA"):
            frame = frame.convert("L" if frame.mode == "1" else "RGBA")
        frame = frame.reduce(math.ceil(max(frame.size) / _MAX_SIDE))
    frame = ImageOps.exif_transpose(frame)
    if frame.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in frame.info:
        transparent = frame.convert("RGBA")
        frame = Image.new("RGBA", transparent.size, "white")
        frame.alpha_composite(transparent)
    return np.ascontiguousarray(np.asarray(frame.convert("RGB"), dtype=np.uint8)[:, :, ::-1])
