"""What an import would read and leave out, shown before it begins (`dossier import`, `dossier import --preview`)."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from app.engine.engine import Engine
from app.terminal import Terminal
from index.ingest.preview import ImportPreview


def count(engine: Engine, terminal: Terminal, paths: Sequence[Path], collection: str) -> ImportPreview:
    """Counts grow on the terminal while the folders are walked. Ctrl-C stops the count and goes on up."""
    with terminal.counting() as update:
        job = engine.preview(paths, update, collection=collection)
        try:
            return job.result()
        except KeyboardInterrupt:
            job.cancel()
            job.result()
            raise


def as_json(preview: ImportPreview) -> str:
    return json.dumps(dataclasses.asdict(preview))
