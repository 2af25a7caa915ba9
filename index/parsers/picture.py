"""Pictures (PNG, JPEG, TIFF, BMP): their text by recognition, one page a frame."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from index.document import ParsedDocument
from index.errors import UnreadableDocument, UnsupportedFormat
from index.parsers import ocr
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder

PARSER = "picture/1"
_MAX_PIXELS = 120_000_000
_MAX_SIDE = 4000


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    if not options.ocr:
        raise UnsupportedFormat(
            "The file is a picture, and text recognition is switched off.", next_step="Switch it on and import again."
        )
    builder = DocumentBuilder(source.kind, PARSER)
    try:
        with Image.open(source.path) as image:
            if image.width * image.height > _MAX_PIXELS:
                raise UnreadableDocument(f"The picture has {image.width} × {image.height} points, more than is allowed.")
            frames = min(getattr(image, "n_frames", 1), options.max_ocr_pages)
            for number in range(frames):
                image.seek(number)
                frame = ImageOps.exif_transpose(image).convert("RGB")
                frame.thumbnail((_MAX_SIDE, _MAX_SIDE))
                builder.set_place("page", page=number + 1)
                builder.begin_page(number + 1, ocr=True)
                for text in ocr.recognise(np.ascontiguousarray(np.asarray(frame, dtype=np.uint8)[:, :, ::-1])):
                    builder.add("paragraph", text)
    except (UnidentifiedImageError, Image.DecompressionBombError, SyntaxError) as error:
        raise UnreadableDocument("The picture is damaged and cannot be opened.") from error
    if builder.is_empty:
        builder.warn("Text recognition found no text in the picture.")
    return builder.build()
