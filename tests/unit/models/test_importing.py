from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from models.catalogue import Catalogue
from models.errors import Cancelled, ModelMissing, UserFixable
from models.gguf_file import NotGguf
from models.progress import SetupProgress
from models.store import ModelStore


@pytest.fixture
def store(tmp_path: Path, two_part_catalogue: Catalogue) -> ModelStore:
    return ModelStore(tmp_path / "models", two_part_catalogue)


def test_an_imported_model_is_listed_with_what_its_header_says(store: ModelStore, make_gguf: Callable[..., Path]) -> None:
    reports: list[SetupProgress] = []
    path = make_gguf("Grün & Gut Q8.gguf")

    status = store.import_gguf(path, reports.append)

    assert status.state == "ready"
    assert status.model_id == "grun-gut-q8"
    assert status.original_name == "Grün & Gut Q8.gguf"
    assert status.gguf is not None
    assert (status.gguf.architecture, status.gguf.context_tokens, status.gguf.has_chat_template) == ("llama", 2048, True)
    assert store.path_of("grun-gut-q8").read_bytes() == path.read_bytes()
    assert [s.model_id for s in store.list()] == ["tiny", "far-away", "grun-gut-q8"]
    assert any(r.step == "copy" and r.done_bytes == r.total_bytes for r in reports)


def test_the_original_is_only_read(store: ModelStore, make_gguf: Callable[..., Path]) -> None:
    path = make_gguf()
    before = (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_nlink)

    store.import_gguf(path)

    assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_nlink) == before


def test_the_same_file_under_another_name_is_recognised(store: ModelStore, make_gguf: Callable[..., Path]) -> None:
    first = store.import_gguf(make_gguf("one.gguf"))
    second = store.import_gguf(make_gguf("two.gguf"))

    assert second.model_id == first.model_id
    assert len(store.list()) == 3


def test_another_file_under_the_same_name_gets_an_id_of_its_own(store: ModelStore, make_gguf: Callable[..., Path]) -> None:
    first = store.import_gguf(make_gguf("same.gguf", seed=1))
    second = store.import_gguf(make_gguf("same.gguf", seed=2))

    assert first.model_id == "same"
    assert second.model_id.startswith("same-")
    assert store.path_of("same") != store.path_of(second.model_id)


def test_a_file_that_the_catalogue_names_for_administrators_becomes_that_model(
    store: ModelStore, make_gguf: Callable[..., Path]
) -> None:
    status = store.import_gguf(make_gguf("far.gguf"))

    assert status.model_id == "far-away"
    assert store.path_of("far-away").name == "far.gguf"


@pytest.mark.parametrize("content", [b"", b"GGUF", b"%PDF-1.7 not a model", b"GGUF" + b"\xff" * 40])
def test_a_file_that_is_no_gguf_is_refused_with_what_to_do(store: ModelStore, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.gguf"
    path.write_bytes(content)

    with pytest.raises(NotGguf) as caught:
        store.import_gguf(path)

    assert isinstance(caught.value, UserFixable)
    assert "GGUF" in caught.value.next_step
    assert not (store.models_dir / "odd").exists()


def test_a_file_that_was_cut_off_is_refused_with_the_missing_bytes(store: ModelStore, make_gguf: Callable[..., Path]) -> None:
    path = make_gguf()
    path.write_bytes(path.read_bytes()[:-900])

    with pytest.raises(NotGguf, match="cut off: [0-9]+ bytes"):
        store.import_gguf(path)


def test_a_file_that_ends_in_its_header_is_refused_at_every_length(make_gguf: Callable[..., Path], tmp_path: Path) -> None:
    from models.gguf_file import read_gguf

    data = make_gguf().read_bytes()
    short = tmp_path / "short.gguf"
    for length in range(0, 700, 13):
        short.write_bytes(data[:length])
        with pytest.raises(NotGguf):
            read_gguf(short)


def test_a_stopped_import_leaves_nothing(store: ModelStore, make_gguf: Callable[..., Path]) -> None:
    with pytest.raises(Cancelled):
        store.import_gguf(make_gguf(), cancelled=lambda: True)

    assert [p for p in store.models_dir.rglob("*") if p.is_file() and p.suffix != ".lock"] == []


def test_a_file_that_is_not_there_is_said_so(store: ModelStore, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=r"ghost\.gguf"):
        store.import_gguf(tmp_path / "ghost.gguf")


def test_facts_hold_the_size_of_the_attention_cache_and_the_number_of_weights(make_gguf: Callable[..., Path]) -> None:
    from models.gguf_file import read_gguf

    facts = read_gguf(make_gguf(template=None))

    assert facts.parameters == 2 * 64 * 8
    assert facts.quantisation == "F16"
    assert facts.kv_bytes_per_token == 2 * 2 * (16 + 16) * 2
    assert not facts.has_chat_template
