"""`dossier status` as a person reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import main
from app.settings.paths import AppPaths
from index.ingest.ledger import Ledger


def test_a_collection_whose_import_was_stopped_before_its_files_were_listed_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    ledger = Ledger(AppPaths.resolve(explicit=home).library)
    ledger.warm_up()
    collection = ledger.create_collection("Contracts", embedder_id="e5", dimension=384, chunker_version="1/2")
    ledger.add_source(collection.id, str(tmp_path / "papers"), "folder")
    ledger.close()
    assert main(["--home", str(home), "--accept-notice", "status"]) == 0
    told = capsys.readouterr()
    assert "papers" in told.out
    assert "No file of it is listed yet." in told.err
