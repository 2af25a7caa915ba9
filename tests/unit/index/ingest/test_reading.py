"""Looking at originals between their listing and their reading."""

import os

import pytest

from index import errors
from index.ingest import reading


@pytest.mark.skipif(os.name != "posix", reason="named pipes exist on POSIX only")
def test_a_file_that_became_a_pipe_after_it_was_listed_is_refused_and_not_opened(tmp_path):
    os.mkfifo(tmp_path / "a.txt")
    with pytest.raises(errors.UnreadableDocument):
        reading.fingerprint(str(tmp_path / "a.txt"), lambda: False)
