"""A build from which something is missing is refused, and what is taken from the build machine has a known licence."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import bundle
import freeze
import linked
import pytest
import system_libraries
from bare_root import NoRoot, mirror

WARNING = "5 WARNING: Library not found: could not resolve '{}', dependency of '/venv/lib/python3.11/site-packages/{}'.\n"


def test_a_library_that_the_build_machine_lacks_fails_the_build() -> None:
    output = WARNING.format("libxcb-cursor.so.0", "PySide6/Qt/plugins/platforms/libqxcb.so")
    assert freeze.libraries_not_found(output) == ["  libxcb-cursor.so.0, needed by libqxcb.so"]


def test_what_a_file_that_stays_out_would_need_does_not_count() -> None:
    output = WARNING.format("libgtk-3.so.0", "PySide6/Qt/plugins/platformthemes/libqgtk3.so")
    assert freeze.libraries_not_found(output) == []


def test_libraries_of_the_system_do_not_count() -> None:
    assert freeze.libraries_not_found(WARNING.format("libGL.so.1", "PySide6/Qt/lib/libQt6Gui.so.6")) == []


def test_a_module_of_ours_that_is_not_there_fails_the_build_and_what_libraries_would_use_does_not() -> None:
    warnings = (
        "missing module named 'app.engine.question_queue' - imported by app.engine.engine (top-level)\n"
        "missing module named pytorchocr - imported by rapidocr (top-level)\n"
        "missing module named index.parsers.gone - imported by index.parsers.registry (delayed)\n"
        "missing module named 'models.convert.e5_small' - imported by models.assemble (delayed, conditional)\n"
        "missing module named 'applause.app' - imported by index (optional)\n"
    )
    assert freeze.own_modules_missing(warnings) == ["app.engine.question_queue", "index.parsers.gone"]


def test_a_library_that_came_with_a_file_that_was_left_out_stays_out_as_well() -> None:
    needs = {
        "PySide6/Qt/lib/libQt6Gui.so.6": ("libpng16.so.16", "libc.so.6"),
        "libpng16.so.16": ("libz.so.1",),
        "libz.so.1": (),
        "libgtk.so.3": ("libcairo.so.2",),
        "libcairo.so.2": ("libz.so.1",),
        "libdbus-1.so.3": (),
        "libpython3.11.so.1.0": (),
    }
    assert linked.superfluous(needs) == {"libgtk.so.3", "libcairo.so.2"}


def test_a_build_without_its_parts_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "_internal").mkdir()
    with pytest.raises(freeze.BuildFailed, match=r"Not in the program: .*libllama\.so"):
        freeze.check(tmp_path)


def test_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "_internal"
    inside.mkdir()
    (inside / "libQt6Network.so.6").symlink_to("nowhere")
    with pytest.raises(freeze.BuildFailed, match=r"Links to nothing: libQt6Network\.so\.6"):
        freeze.check(tmp_path)


def test_sizes_are_counted_by_component_with_their_own_libraries(tmp_path: Path) -> None:
    for place, size in (("dossier", 5), ("_internal/cv2/cv2.so", 7), ("_internal/opencv_python_headless.libs/a.so", 11)):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(size))
    (tmp_path / "_internal" / "a.so").symlink_to("opencv_python_headless.libs/a.so")
    assert freeze.sizes(tmp_path) == {"own code and pure Python": 5, "cv2": 18}


@pytest.mark.parametrize("package", sorted(system_libraries.LICENCES))
def test_no_library_of_the_build_machine_is_under_the_gpl_without_a_way_out(package: str) -> None:
    licence = system_libraries.licence_of(package) or ""
    choices = licence.split(" OR ")
    assert any("GPL" not in c.replace("LGPL", "") or "GCC-exception" in c for c in choices)


def test_all_of_xcb_is_under_mit_and_the_unknown_is_unknown() -> None:
    assert system_libraries.licence_of("libxcb-cursor0") == "MIT"
    assert system_libraries.licence_of("libreadline8") is None


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="dpkg knows the packages of a Debian alone")
def test_a_library_whose_licence_nobody_has_read_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    library = next(p for p in Path("/usr/lib").rglob("libz.so.1") if p.is_file())
    assert system_libraries.packages_of([library, Path(sys.executable)]) == {"zlib1g"}
    places = [place for place, _ in system_libraries.notices([library])]
    assert "resources/licences/system/zlib1g.txt" in places
    monkeypatch.setattr(system_libraries, "LICENCES", {})
    with pytest.raises(system_libraries.UnknownLicence, match="zlib1g"):
        system_libraries.notices([library])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "sources.list",
            "# deb http://old.example bookworm main\ndeb [arch=amd64] http://mirror.example/debian bookworm main\n",
        ),
        (
            "sources.list.d/debian.sources",
            "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main\n",
        ),
    ],
)
def test_the_mirror_is_the_one_of_this_machine(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert mirror(tmp_path) == "http://mirror.example/debian"


def test_a_machine_without_such_a_source_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(NoRoot, match="no apt source"):
        mirror(tmp_path)


def test_the_spec_asks_the_bundle_for_everything_it_decides() -> None:
    spec = (bundle.ROOT / "packaging" / "pyinstaller" / "dossier.spec").read_text(encoding="utf-8")
    for name in (
        "hidden_imports",
        "EXCLUDED_MODULES",
        "is_left_out",
        "HOOKS",
        "stray_modules",
        "RUNTIME_HOOKS",
        "DROPPED_RUNTIME_HOOKS",
    ):
        assert f"bundle.{name}" in spec
    assert spec.count("upx=False") == spec.count("strip=False") == 2
    assert "onefile" not in spec
