"""Whether a window can be shown here, asked before Qt is loaded: without a display or a library Qt ends the process."""

from __future__ import annotations

import ctypes
import os
import sys

_NEEDED = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
_NEEDED_BY_X = {
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""Library to Debian package."""


def display_problem() -> str | None:
    """Why no window can be shown, in one sentence for a person; None when one can. Linux only; elsewhere there is always a display."""
    if sys.platform != "linux":
        return None
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    drawn_nowhere = platform.partition(":")[0] in ("offscreen", "minimal", "vnc")
    if not drawn_nowhere and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return "There is no display to show a window on."
    if not drawn_nowhere and not os.environ.get("WAYLAND_DISPLAY") and _is_dead():
        return f"The display {os.environ['DISPLAY']} does not answer."
    needed = dict(_NEEDED)
    if not drawn_nowhere and not os.environ.get("WAYLAND_DISPLAY"):
        needed |= _NEEDED_BY_X
    missing = [package for library, package in needed.items() if not _loads(library)]
    if missing:
        return f"The window needs system libraries that are not installed: {' '.join(missing)}."
    return None


def _is_dead() -> bool:
    """Whether the X display does not answer: Qt would end the process. Asked by libxcb, as Qt does."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False  # named below as a missing library
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    try:
        return bool(xcb.xcb_connection_has_error(connection))
    finally:
        xcb.xcb_disconnect(connection)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
