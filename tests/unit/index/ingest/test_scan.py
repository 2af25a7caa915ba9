"""What a walk reads, and what it names without reading."""

import os
import socket

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


posix = pytest.mark.skipif(os.name != "posix", reason="such entries exist on POSIX only")


def seen(root, **options):
    scan = Scan((root,), **options)
    return {os.path.relpath(f.path, root): f.reason_code for f in scan.walk()}


def test_a_folder_inside_the_programs_own_data_is_its_own_data_too(tmp_path):
    (tmp_path / "data" / "logs").mkdir(parents=True)
    (tmp_path / "data" / "logs" / "a.txt").write_text("x")
    assert [f.reason_code for f in Scan((tmp_path / "data" / "logs",), excluded=(tmp_path / "data",)).walk()] == ["own_data"]


@posix
def test_link_loops_end_and_are_named(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "up").symlink_to(tmp_path / "a")
    (tmp_path / "a" / "self").symlink_to("self")
    (tmp_path / "a" / "b" / "x.txt").write_text("x")
    assert seen(tmp_path) == {"a/b/up": "link_loop", "a/self": "broken_link", "a/b/x.txt": None}


@posix
def test_a_path_of_400_characters_and_more_is_listed_and_can_be_opened(tmp_path):
    folder = tmp_path
    while len(str(folder)) < 900:
        folder = folder / ("long folder name " * 6)
        folder.mkdir()
    (folder / ("n" * 200 + ".txt")).write_text("deep")
    (found,) = Scan((tmp_path,)).walk()
    assert len(found.path) > 1000
    assert found.reason_code is None
    with open(found.path) as file:
        assert file.read() == "deep"


@posix
def test_names_in_any_script_and_both_spellings_of_one_name_are_opened_by_their_own(tmp_path):
    import unicodedata

    names = ["über.txt", "合同.txt", "عقد.txt", "договор 🧾.txt", "नाम.txt", "a\nb.txt", "  spaces .txt"]
    names = [unicodedata.normalize("NFC", name) for name in names] + [unicodedata.normalize("NFD", "über.txt")]
    for name in names:
        (tmp_path / name).write_text(name)
    found = list(Scan((tmp_path,)).walk())
    if len(os.listdir(tmp_path)) == len(names):  # a file system that keeps both spellings apart
        assert sorted(os.path.basename(f.path) for f in found) == sorted(names)
    for file in found:
        assert file.reason_code is None
        with open(file.path, newline="") as opened:
            content = opened.read()
        assert unicodedata.normalize("NFC", content) == unicodedata.normalize("NFC", os.path.basename(file.path))


@posix
def test_pipes_sockets_and_devices_are_named_and_never_opened(tmp_path):
    import socket

    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "device.txt").symlink_to("/dev/zero")
    listening = socket.socket(socket.AF_UNIX)
    where = os.getcwd()
    try:
        os.chdir(tmp_path)  # the address of a socket is at most 108 bytes
        listening.bind("socket.txt")
    finally:
        os.chdir(where)
    # Opening the pipe would wait for ever: that this ends is the proof.
    assert seen(tmp_path) == {"pipe.txt": "special", "socket.txt": "special", "device.txt": "link_outside"}
    assert [f.reason_code for f in Scan((tmp_path / "device.txt",)).walk()] == ["special"]
    listening.close()


def test_a_folder_that_may_not_be_opened_is_listed_and_its_neighbours_are_read(tmp_path, monkeypatch):
    for name in ("closed", "open"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text("x")
    scandir = os.scandir

    def refuse(path):
        if os.path.basename(path) == "closed":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr("os.scandir", refuse)
    scan = Scan((tmp_path,))
    found = {os.path.relpath(f.path, tmp_path): (f.kind, f.reason_code) for f in scan.walk()}
    assert found == {"closed": ("folder", "unreadable_folder"), os.path.join("open", "a.txt"): ("file", None)}
    assert scan.unreadable == [str(tmp_path / "closed")]


class Entry:
    """A directory entry of another system."""

    def __init__(self, entry, **flags):
        self._entry, self._flags = entry, flags

    def __getattr__(self, name):
        return getattr(self._entry, name)

    def stat(self, *, follow_symlinks=True):
        status = self._entry.stat(follow_symlinks=follow_symlinks)

        class Status:
            def __getattr__(_, name):  # noqa: N805
                return self._flags[name] if name in self._flags else getattr(status, name)

        return Status()


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        ({"st_file_attributes": 0x400000}, "online_only"),
        ({"st_file_attributes": 0x40000}, "online_only"),
        ({"st_file_attributes": 0x1000}, "online_only"),
        ({"st_flags": 0x40000000}, "online_only"),
        ({"st_file_attributes": 0x2}, "hidden"),
        ({"st_flags": 0x8000}, "hidden"),
        ({"st_file_attributes": 0x4}, "system"),
        ({"st_file_attributes": 0x20, "st_flags": 0}, None),
    ],
)
def test_files_that_are_only_online_or_hidden_by_an_attribute_are_skipped_with_their_reason(
    tmp_path, monkeypatch, flags, reason
):
    (tmp_path / "plan.docx").write_text("x")
    scandir = os.scandir

    class Entries:
        def __init__(self, path):
            self._entries = scandir(path)

        def __enter__(self):
            return (Entry(entry, **flags) for entry in self._entries)

        def __exit__(self, *_):
            self._entries.close()

    monkeypatch.setattr("os.scandir", Entries)
    assert seen(tmp_path) == {"plan.docx": reason}


@posix
def test_names_that_differ_in_case_only_are_two_files_where_the_system_says_so(tmp_path):
    (tmp_path / "Report.txt").write_text("x")
    (tmp_path / "report.TXT").write_text("y")
    assert set(seen(tmp_path)) == set(os.listdir(tmp_path))


@pytest.mark.skipif(os.name != "posix" or os.uname().sysname == "Darwin", reason="names are always text there")
def test_a_name_with_bytes_that_are_no_text_is_listed_with_its_reason(tmp_path):
    with open(os.fsencode(tmp_path) + b"/caf\xe9.txt", "w") as file:
        file.write("x")
    (found,) = Scan((tmp_path,)).walk()
    assert found.reason_code == "bad_name"
    found.path.encode()  # can be stored and shown


def test_a_file_that_the_person_named_is_read_whatever_its_name_but_no_program_is(tmp_path):
    for name in (".notes.txt", "~$plan.docx", ".tool.exe"):
        (tmp_path / name).write_text("x")
    reasons = [f.reason_code for n in (".notes.txt", "~$plan.docx", ".tool.exe") for f in Scan((tmp_path / n,)).walk()]
    assert reasons == [None, None, "program"]


def test_a_huge_folder_is_not_listed_to_its_end_before_the_first_name_is_known(tmp_path, monkeypatch):
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text("x")
    monkeypatch.setattr("index.ingest.scan._SLICE", 2)
    walk = Scan((tmp_path,)).walk()
    next(walk)
    (tmp_path / "0.txt").unlink()
    assert len(list(walk)) == 4


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("name", ["pipe", "socket", "link to a device"])
def test_a_device_a_pipe_or_a_socket_that_is_named_becomes_no_source_and_is_not_opened(library, name):
    path = library.documents / name
    if name == "pipe":
        os.mkfifo(path)
    elif name == "socket":
        here = os.getcwd()
        os.chdir(library.documents)  # the name of a socket is short
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(name)
        os.chdir(here)
    else:
        path.symlink_to(os.devnull)
    summary = library.run(path)
    assert (summary.special, summary.found) == ((str(path),), 0)
    assert library.ledger.sources(library.collection.id) == []
    library.write("a.txt", "alpha")
    summary = library.run()
    assert (summary.indexed, summary.skipped, summary.special) == (1, 1, ())
