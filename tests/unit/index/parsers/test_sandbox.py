"""A hostile document costs only itself: crash, hang and memory each give their own error, and the pool goes on."""

from __future__ import annotations

import os
import stat
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pebble
import psutil
import pytest

from index.errors import FileVanished, ParserCrashed, ParserOutOfMemory, ParserTimeout, UnreadableDocument, UnsupportedFormat
from index.parsers.base import ParseOptions
from index.parsers.sandbox import ParserLimits, ParserPool, remove_leftovers

HOSTILE = '''
import ctypes, os, time
from pathlib import Path
from index.document import ParsedDocument
from index.parsers.registry import parse

def hostile(path, options):
    """Behaves as the file's first word says."""
    word = path.read_text(encoding="utf-8", errors="replace").split()[0]
    if word == "exit":
        os._exit(3)
    if word == "segfault":
        ctypes.string_at(0)
    if word == "loop":
        while True:
            time.sleep(0.01)
    if word == "eat":
        kept = []
        while True:
            kept.append(bytearray(20_000_000))
            time.sleep(0.002)
    if word == "gulp":
        bytearray(1 << 45)
    if word == "raise":
        raise ValueError("not an error of ours")
    if word == "tell":
        marks = os.environ.get("INITIALIZED"), os.environ["TMPDIR"], os.environ["ORT_DISABLE_TELEMETRY"], str(os.getpid())
        return ParsedDocument(text="\\n".join(map(str, marks)), blocks=(), kind="txt", parser="test")
    return parse(path, options)

def initialize():
    os.environ["INITIALIZED"] = "yes"

def die():
    os._exit(7)
'''
LIMITS = ParserLimits(base_seconds=8, seconds_per_megabyte=0, ocr_seconds=0, memory_bytes=400_000_000)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A module that the children can import: spawn hands them our sys.path."""
    folder = tmp_path_factory.mktemp("code")
    (folder / "hostile_parsers.py").write_text(textwrap.dedent(HOSTILE), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        import importlib

        yield importlib.import_module("hostile_parsers")


@pytest.fixture
def pool(hostile: ModuleType, tmp_path: Path) -> Iterator[ParserPool]:
    pool = ParserPool(1, tmp_path / "temp", LIMITS, hostile.initialize, function=hostile.hostile)
    yield pool
    pool.close(cancel=True)


@pytest.fixture
def document(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, name: str = "file.txt") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_document_is_parsed_in_another_process(pool: ParserPool, document: Callable[..., Path]) -> None:
    result = pool.submit(document("tell"), ParseOptions()).result(60)
    marks = result.text.split("\n")
    assert marks[0] == "yes"
    assert marks[2] == "1"
    assert int(marks[3]) != os.getpid()


def test_many_small_documents_are_read_by_the_same_process(pool: ParserPool, document: Callable[..., Path]) -> None:
    told = document("tell")  # written once: a child may be reading it already
    futures = [pool.submit(told, ParseOptions()) for _ in range(130)]
    assert len({future.result(60).text.split("\n")[3] for future in futures}) == 1


def test_each_child_has_a_private_folder_inside_the_given_one(
    pool: ParserPool, document: Callable[..., Path], tmp_path: Path
) -> None:
    folder = Path(pool.submit(document("tell"), ParseOptions()).result(60).text.split("\n")[1])
    assert folder.parent == tmp_path / "temp"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    pool.close()
    assert not folder.exists()


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("exit", ParserCrashed),
        ("segfault", ParserCrashed),
        ("eat", ParserOutOfMemory),
        ("gulp", ParserOutOfMemory),
        ("raise", ParserCrashed),
    ],
)
def test_a_bad_document_is_named_and_the_next_is_read(
    word: str, error: type[Exception], pool: ParserPool, document: Callable[..., Path]
) -> None:
    bad = pool.submit(document(word, "bad.txt"), ParseOptions())
    good = pool.submit(document("Good text.", "good.txt"), ParseOptions())
    with pytest.raises(error) as caught:
        bad.result(60)
    assert "bad.txt" not in str(caught.value)
    assert good.result(60).text == "Good text."


def test_a_document_that_never_ends_is_stopped(hostile: ModuleType, tmp_path: Path, document: Callable[..., Path]) -> None:
    pool = ParserPool(1, tmp_path / "temp", LIMITS.model_copy(update={"base_seconds": 1}), function=hostile.hostile)
    try:
        with pytest.raises(ParserTimeout):
            pool.submit(document("loop"), ParseOptions()).result(60)
    finally:
        pool.close(cancel=True)


def test_errors_of_the_parser_keep_their_kind_and_words(
    pool: ParserPool, document: Callable[..., Path], tmp_path: Path
) -> None:
    document("start PK", "broken.docx").write_bytes(b"PK\x03\x04 not an archive")
    with pytest.raises(UnreadableDocument, match="damaged"):
        pool.submit(tmp_path / "broken.docx", ParseOptions()).result(60)


def test_a_file_that_is_gone_is_named_so(tmp_path: Path) -> None:
    pool = ParserPool(1, tmp_path / "temp", LIMITS)
    try:
        with pytest.raises(FileVanished):
            pool.submit(tmp_path / "gone.txt", ParseOptions()).result(60)
    finally:
        pool.close()


def test_names_of_any_script_are_read(pool: ParserPool, document: Callable[..., Path]) -> None:
    for name in ("Prüfung – Übersicht.txt", "合同.txt", "عقد.txt", "😀.txt"):
        assert pool.submit(document("Some text.", name), ParseOptions()).result(60).text == "Some text."


def test_a_cancelled_document_stops_its_child(pool: ParserPool, document: Callable[..., Path]) -> None:
    pool.submit(document("tell", "first.txt"), ParseOptions()).result(60)
    looping = pool.submit(document("loop"), ParseOptions())
    assert looping.cancel()
    assert looping.cancelled()
    assert pool.submit(document("Good text.", "good.txt"), ParseOptions()).result(60).text == "Good text."


def test_nothing_is_left_after_close(pool: ParserPool, document: Callable[..., Path], tmp_path: Path) -> None:
    child = int(pool.submit(document("tell", "first.txt"), ParseOptions()).result(60).text.split("\n")[3])
    looping = pool.submit(document("loop"), ParseOptions())
    pool.close(cancel=True)
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE
    assert looping.done()
    assert list((tmp_path / "temp").iterdir()) == []
    pool.close()


def test_time_grows_with_size_up_to_a_limit() -> None:
    limits = ParserLimits(base_seconds=10, seconds_per_megabyte=2, ocr_seconds=100, max_seconds=200)
    assert limits.seconds(0, may_need_ocr=False) == 10
    assert limits.seconds(5 << 20, may_need_ocr=False) == 20
    assert limits.seconds(5 << 20, may_need_ocr=True) == 120
    assert limits.seconds(5 << 30, may_need_ocr=True) == 200


PARENT = """
import sys, time
from pathlib import Path
from index.parsers.base import ParseOptions
from index.parsers.sandbox import ParserLimits, ParserPool
import hostile_parsers

if __name__ == "__main__":
    pool = ParserPool(1, Path(sys.argv[1]), ParserLimits(), function=hostile_parsers.hostile)
    print(pool.submit(Path(sys.argv[2]), ParseOptions()).result(60).text.split("\\n")[3], flush=True)
    pool.submit(Path(sys.argv[3]), ParseOptions())
    time.sleep(60)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX signal")
def test_a_busy_child_dies_with_a_killed_parent(hostile: ModuleType, tmp_path: Path, document: Callable[..., Path]) -> None:
    import subprocess
    import sys

    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    paths = os.pathsep.join([str(Path(str(hostile.__file__)).parent), str(Path(__file__).resolve().parents[4])])
    arguments = [
        sys.executable,
        str(script),
        str(tmp_path / "temp"),
        str(document("tell", "a.txt")),
        str(document("loop", "b.txt")),
    ]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        parent.wait()
    gone, alive = psutil.wait_procs([child], timeout=20)
    assert gone
    assert not alive


# --- members of containers --------------------------------------------------------------------------------------------------


MEMBERS = """
import ctypes, os, time
from index.parsers import plain_text, registry

_plain = plain_text.parse

def _hostile(source, options):
    word = source.read().split()[0]
    if word == b"segfault":
        ctypes.string_at(0)
    if word == b"loop":
        while True:
            time.sleep(0.01)
    if word == b"eat":
        kept = []
        while True:
            kept.append(bytearray(20_000_000))
            time.sleep(0.002)
    return _plain(source, options)

def parse(path, options):
    plain_text.parse = _hostile
    return registry.parse(path, options)
"""


@pytest.fixture
def member_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ParserPool]:
    import importlib

    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "hostile_members.py").write_text(MEMBERS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "code"))
    module = importlib.import_module("hostile_members")
    limits = ParserLimits(base_seconds=3, seconds_per_megabyte=0, ocr_seconds=0, memory_bytes=400_000_000)
    pool = ParserPool(1, tmp_path / "temp", limits, function=module.parse)
    yield pool
    pool.close(cancel=True)


def test_a_member_that_ends_the_process_costs_only_itself(member_pool: ParserPool, tmp_path: Path) -> None:
    from made_containers import mail_bytes, zip_bytes

    mail = mail_bytes(attachments={"bad.txt": b"segfault", "good.txt": b"Good text."})
    path = tmp_path / "a.zip"
    path.write_bytes(zip_bytes({"1.txt": "First.", "post.eml": mail, "eat.txt": "eat", "2.txt": "Last."}))
    document = member_pool.submit(path, ParseOptions(ocr=False)).result(120)
    assert [(c.name, c.reason_code) for c in document.children] == [
        ("1.txt", None),
        ("post.eml", None),
        ("eat.txt", "parser_memory"),
        ("2.txt", None),
    ]
    inner = document.children[1].document
    assert inner is not None
    assert [(c.name, c.reason_code) for c in inner.children] == [("bad.txt", "parser_crashed"), ("good.txt", None)]
    assert list((tmp_path / "temp").glob("trail-*")) == []


def test_a_member_that_never_ends_costs_only_itself(member_pool: ParserPool, tmp_path: Path) -> None:
    from made_containers import zip_bytes

    path = tmp_path / "a.zip"
    path.write_bytes(zip_bytes({"1.txt": "First.", "loop.txt": "loop", "2.txt": "Last."}))
    document = member_pool.submit(path, ParseOptions(ocr=False)).result(120)
    assert [(c.name, c.reason_code) for c in document.children] == [
        ("1.txt", None),
        ("loop.txt", "parser_timeout"),
        ("2.txt", None),
    ]


def test_idle_children_that_are_killed_from_outside_cost_no_document(
    hostile: ModuleType, tmp_path: Path, document: Callable[..., Path]
) -> None:
    limits = LIMITS.model_copy(update={"start_seconds": 10.0})
    pool = ParserPool(2, tmp_path / "temp", limits, function=hostile.hostile)
    for _ in range(2):
        pool.submit(document("tell"), ParseOptions()).result(60)
        for folder in (tmp_path / "temp").glob("parser-*"):
            with suppress(psutil.NoSuchProcess):
                psutil.Process(int(folder.name.split("-")[1])).kill()
        assert pool.submit(document("the words of a text", "next.txt"), ParseOptions()).result(60).text.startswith("the words")
    pool.close(cancel=True)


def test_a_pool_whose_children_cannot_start_ends_its_documents(
    hostile: ModuleType, tmp_path: Path, document: Callable[..., Path]
) -> None:
    limits = LIMITS.model_copy(update={"start_seconds": 2.0})
    broken = ParserPool(1, tmp_path / "temp", limits, initializer=hostile.die)
    with pytest.raises(ParserCrashed, match="cannot be started"):
        broken.submit(document("text"), ParseOptions()).result(120)
    broken.close(cancel=True)


def test_a_system_that_has_no_room_for_processes_ends_the_document_and_is_tried_again(
    pool: ParserPool, document: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(pebble, "ProcessPool", refuse)
        with pytest.raises(ParserCrashed, match="cannot be started"):
            pool.submit(document("text"), ParseOptions()).result(60)
    assert pool.submit(document("the words"), ParseOptions()).result(60).text.startswith("the words")


def test_what_a_killed_program_left_is_removed_at_the_next_start(tmp_path: Path, document: Callable[..., Path]) -> None:
    gone = tmp_path / "temp" / "parser-999999999"
    gone.mkdir(parents=True)
    (gone / "secret.txt").write_text("left over", encoding="utf-8")
    (tmp_path / "temp" / "trail-0123").write_text("a.zip/secret.txt", encoding="utf-8")
    pool = ParserPool(1, tmp_path / "temp", LIMITS)
    try:
        assert pool.submit(document("Some text."), ParseOptions()).result(60).text == "Some text."
        assert not gone.exists()
        assert not (tmp_path / "temp" / "trail-0123").exists()
    finally:
        pool.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_a_pipe_holds_up_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    plain = ParserPool(1, tmp_path / "temp2", LIMITS)
    try:
        with pytest.raises(UnsupportedFormat, match="pipe"):
            plain.submit(tmp_path / "pipe.pdf", ParseOptions()).result(60)
    finally:
        plain.close()


def test_a_folder_whose_process_number_was_given_to_another_is_removed(tmp_path: Path) -> None:
    old = tmp_path / f"parser-{os.getpid()}"
    old.mkdir()
    os.utime(old, (1_000_000_000, 1_000_000_000))
    remove_leftovers(tmp_path)
    assert not old.exists()
