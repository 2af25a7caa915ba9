"""Pictures of one sentence, black on white, as a scanner would see it."""

from __future__ import annotations

import io

from heic import heic
from PIL import Image, ImageDraw, ImageFont

_OPTIONS = {
    "TIFF": {"compression": "tiff_deflate"},
    "JPEG": {"quality": 85},
    "PNG": {"optimize": True},
    "WEBP": {"lossless": True},
}
_BITS = ("BMP", "GIF")


def picture(text: str, kind: str) -> bytes:
    """``kind`` as Pillow names it."""
    image = _drawn(text, (760, 150), (30, 24), 40)
    buffer = io.BytesIO()
    (image.convert("1") if kind in _BITS else image).save(buffer, format=kind, **_OPTIONS.get(kind, {}))
    return buffer.getvalue()


def heic_picture(text: str) -> bytes:
    image = _drawn(text, (576, 112), (24, 16), 30)
    points = list(image.convert("1", dither=Image.Dither.NONE).getdata())
    return heic([[bool(point) for point in points[at : at + image.width]] for at in range(0, len(points), image.width)])


def _drawn(text: str, size: tuple[int, int], at: tuple[int, int], letters: int) -> Image.Image:
    image = Image.new("L", size, 255)
    half = text.index(" file")
    lines = f"{text[:half]}\n{text[half + 1 :]}"
    ImageDraw.Draw(image).multiline_text(at, lines, fill=0, font=ImageFont.load_default(letters), spacing=14)
    return image
