"""What goes into the frozen program and what stays out: plain data and functions for the spec, the build and the tests.

Nothing here imports PyInstaller or a native library.
"""

from __future__ import annotations

import pkgutil
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOOKS = ROOT / "packaging" / "pyinstaller" / "hooks"
ENTRY = ROOT / "packaging" / "pyinstaller" / "entry" / "start.py"
PROGRAM = "dossier"
OWN_PACKAGES = ("app", "index", "models")
STEP_PACKAGES = ("index.migrations", "app.conversations.migrations", "app.settings.migrations")
"""Packages whose modules are found by listing the folder: one file a migration."""

EXCLUDED_MODULES = (
    # Makes the multilingual-e5-small file from its parts; a frozen program gets its models ready-made and says so.
    "models.convert",
    "onnx",
    "ml_dtypes",
    "onnxruntime.backend",
    "onnxruntime.datasets",
    "onnxruntime.quantization",
    "onnxruntime.tools",
    "onnxruntime.transformers",
    # Fetches from a network.
    "hf_xet",
    "llama_cpp.server",
    "llama_cpp.mtmd_cpp",
    "llama_cpp.llava_cpp",
    "pyarrow._azurefs",
    "pyarrow._dataset_orc",
    "pyarrow._dataset_parquet_encryption",
    "pyarrow._flight",
    "pyarrow._gcsfs",
    "pyarrow._hdfs",
    "pyarrow._orc",
    "pyarrow._parquet_encryption",
    "pyarrow._pyarrow_cpp_tests",
    "pyarrow._s3fs",
    "pyarrow.flight",
    "pyarrow.orc",
    "pyarrow.parquet.encryption",
    "pyarrow.tests",
    "PIL._avif",
    "PIL.AvifImagePlugin",
    "PIL.ImageTk",
    "numpy.f2py",
    "numpy.testing",
    # GNU readline is under the GPL.
    "readline",
    "rlcompleter",
    # What some library would use if it were there; on a build machine it may be.
    "IPython",
    "matplotlib",
    "mypy",
    "pandas",
    "pip",
    "polars",
    "pytest",
    "setuptools",
    "tkinter",
    "torch",
    "torchvision",
    "transformers",
)

_QT = "PySide6/Qt"
LEFT_OUT_FILES = (
    # Graphics drivers of the system are newer than a bundled C++ runtime: the system's own is used.
    "libstdc++.so*",
    "libgcc_s.so*",
    # The wheel has each library under three names; the first is opened, the second is linked to.
    "llama_cpp/lib/lib*.so.*.*.*",
    "pyarrow/libarrow*.so.*.*.*",
    "pyarrow/libarrow_python.so",
    # For pictures; its library is not used.
    "llama_cpp/lib/libmtmd*",
    "llama_cpp/lib/mtmd*",
    "pyarrow/include/*",
    "pyarrow/tests/*",
    "pyarrow/src/*",
    "pyarrow/libarrow_flight*",
    "pyarrow/libarrow_python_flight*",
    "pyarrow/libarrow_python_parquet_encryption*",
    "pyarrow/libarrow_s3*",
    "pillow.libs/libavif*",
    *(
        f"{_QT}/plugins/{name}"
        for name in (
            "designer/*",
            "egldeviceintegrations/*",
            "generic/*",
            "networkinformation/*",
            "platforminputcontexts/libqtvirtualkeyboardplugin*",
            "platforms/libqeglfs*",
            "platforms/libqlinuxfb*",
            "platforms/libqminimal*",
            "platforms/libqvkkhrdisplay*",
            "platforms/libqvnc*",
            "platformthemes/libqgtk3*",
            "printsupport/*",
            "qmltooling/*",
            "sqldrivers/*",
            "tls/*",
            "vectorimageformats/*",
            "wayland-graphics-integration-server/*",
            # The window shows PNG (built in) and its own SVG icons.
            "imageformats/libqgif*",
            "imageformats/libqicns*",
            "imageformats/libqico*",
            "imageformats/libqpdf*",
            "imageformats/libqtga*",
            "imageformats/libqtiff*",
            "imageformats/libqwbmp*",
            "imageformats/libqwebp*",
        )
    ),
    *(
        f"{_QT}/lib/libQt6{name}*"
        for name in ("EglFS", "EglFs", "Lottie", "Network", "Pdf", "Qml", "Quick", "ShaderTools", "Sql", "VirtualKeyboard")
    ),
    "PySide6/QtNetwork*",
    # Places on the build machine.
    "*.dist-info/direct_url.json",
    "*.dist-info/RECORD",
    "*.dist-info/REQUESTED",
    f"{_QT}/qml/*",
    # Qt's own words in languages that the program does not have.
    *(
        f"{_QT}/translations/{name}_*"
        for name in ("assistant", "designer", "linguist", "qt_help", "qtdeclarative", "qtserialport")
    ),
)
"""Patterns of places inside the bundle, ``/`` as separator, ``*`` matching it too."""

MUST_STAY = (
    "pyarrow/libarrow_substrait*",
    f"{_QT}/lib/libQt6DBus*",
    f"{_QT}/plugins/platforms/libqoffscreen*",
    f"{_QT}/plugins/platforms/libqxcb*",
    f"{_QT}/plugins/platforms/libqwayland*",
    f"{_QT}/plugins/iconengines/libqsvgicon*",
    "llama_cpp/lib/libllama.so",
    "llama_cpp/lib/libggml-cpu.so*",
    "_pi_heif*",
    "pi_heif.libs/libde265*",
    "cryptography/hazmat/bindings/_rust*",
    "py3langid/data/model*",
    "rapidocr/models/*_det_*",
    "rapidocr/models/*_rec_*",
    "resources/consent/notice.en.md",
    "resources/catalogue/catalogue.toml",
    "resources/self_test/pdf-*",
    "resources/licences/THIRD_PARTY.md",
    "resources/licences/python/LICENSE.txt",
    "resources/licences/system/*.txt",
    "kreuzberg-*.dist-info/METADATA",
    "dossier-*.dist-info/METADATA",
)
"""Each pattern matches a file of a good build for Linux; some are asked for at run time alone."""

SYSTEM_LIBRARIES = (
    # glibc and the compiler's runtime.
    "ld-linux*",
    "libc.so.6",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "libresolv.so.2",
    "librt.so.1",
    "libstdc++.so.6",
    "libutil.so.1",
    # Graphics: belongs to the driver and to the display server.
    "libEGL.so.1",
    "libGL.so.1",
    "libGLX.so.0",
    "libOpenGL.so.0",
    "libdrm.so.2",
    "libgbm.so.1",
    "libvulkan.so.1",
    "libxcb.so.1",
    "libxcb-dri3.so.0",
    "libxcb-glx.so.0",
    "libwayland-*",
)
"""What the program takes from the system by name, see the packages in ``bare_root``; PyInstaller leaves most of them out itself."""

RUNTIME_HOOKS = (HOOKS / "children.py",) if sys.platform == "linux" else ()
DROPPED_RUNTIME_HOOKS = ("pyi_rth_pyside6",) if sys.platform == "linux" else ()
"""It loads QtCore in every parser process (12 MB, 0.1 s) and sets QT_PLUGIN_PATH, which programs that we open would inherit. The
wheel finds its plugins by itself."""


def hidden_imports() -> tuple[str, ...]:
    """Modules that are imported by name at run time: parsers, rules, migrations, what the doctor looks for."""
    from app.diagnostics.doctor import NATIVE_MODULES
    from app.rules.registry import RULES
    from index.parsers.registry import SPECS

    names = {spec.module for spec in SPECS}
    names |= {rule.check.__module__ for rule in RULES} | set(NATIVE_MODULES)
    for package in STEP_PACKAGES:
        names |= {f"{package}.{module.name}" for module in pkgutil.iter_modules(import_module(package).__path__)}
    return tuple(sorted(names))


def python_licence() -> list[Path]:
    """Python's own licence file of this interpreter."""
    library = Path(sysconfig.get_path("stdlib"))
    found = [
        p
        for p in (library / "LICENSE.txt", library.parent / "LICENSE.txt", library.parent.parent / "LICENSE.txt")
        if p.is_file()
    ]
    return found[:1]


def is_excluded(module: str) -> bool:
    """Whether the module, or a package around it, stays out."""
    return any(module == name or module.startswith(f"{name}.") for name in EXCLUDED_MODULES)


def is_left_out(place: str) -> bool:
    """Whether the file at ``place`` inside the bundle stays out."""
    return _matches(place, LEFT_OUT_FILES) or _is_foreign_locale(place)


def _is_foreign_locale(place: str) -> bool:
    """Names of months are read in these languages alone (``app.rules.calendar_dates``); babel has a thousand files of others."""
    from app.pipeline.language import LANGUAGES

    folder, _, name = place.rpartition("/")
    return folder == "babel/locale-data" and re.split(r"[_.]", name)[0] not in (*LANGUAGES, "root")


def is_from_system(library: str) -> bool:
    """Whether the shared library of this name comes from the system."""
    return _matches(library, SYSTEM_LIBRARIES)


def absent(places: Iterable[str]) -> list[str]:
    """Patterns of ``MUST_STAY`` that none of ``places`` matches."""
    found = list(places)
    return [pattern for pattern in MUST_STAY if not any(fnmatchcase(place, pattern) for place in found)]


def stray_modules(root: Path = ROOT) -> list[Path]:
    """Files and folders that would take the place of a standard module inside the bundle (mmap.py beside the packages)."""
    standard = sys.stdlib_module_names
    return sorted(p for folder in (root, ENTRY.parent) for p in _importable(folder) if p.name.split(".")[0] in standard)


def _importable(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.suffix in (".py", ".pyc", ".so", ".pyd") or (path.is_dir() and (path / "__init__.py").is_file()):
            yield path


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
