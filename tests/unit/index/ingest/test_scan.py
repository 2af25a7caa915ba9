"""What a walk reads, and what it names without reading."""

import os

import pytest

from index.ingest.scan import Scan


@pytest.mark.skipif(os.name != "posix", reason="links need no rights on POSIX")
def test_links_that_lead_out_of_the_folder_are_named_and_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("not chosen")
    inside = tmp_path / "inside"
    (inside / "sub").mkdir(parents=True)
    (inside / "sub" / "a.txt").write_text("chosen")
    (inside / "folder-link").symlink_to(outside)
    (inside / "file-link.txt").symlink_to(outside / "secret.txt")
    (inside / "own-link.txt").symlink_to(inside / "sub" / "a.txt")
    found = {os.path.basename(f.path): f.reason_code for f in Scan((inside,)).walk()}
    assert found == {"folder-link": "link_outside", "file-link.txt": "link_outside", "own-link.txt": None, "a.txt": None}


def test_the_programs_own_data_is_never_read(tmp_path):
    data = tmp_path / "docs" / "dossier"
    data.mkdir(parents=True)
    (data / "library.sqlite").write_text("x")
    (tmp_path / "docs" / "a.txt").write_text("chosen")
    found = {os.path.basename(f.path): f.reason_code for f in Scan((tmp_path / "docs",), excluded=(data,)).walk()}
    assert found == {"dossier": "own_data", "a.txt": None}
    assert [f.reason_code for f in Scan((data,), excluded=(data,)).walk()] == ["own_data"]
