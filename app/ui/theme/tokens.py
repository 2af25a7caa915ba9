"""The design system's values: colours for light and dark, spacing, radii, type scale.

Text colours keep a contrast of at least 4.5 on every surface that they are used on (WCAG 2.2, 1.4.3); a test computes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Scheme: TypeAlias = Literal["light", "dark"]

# Spacing, in device-independent pixels: one scale of fours.
XS, S, M, L, XL, XXL = 4, 8, 12, 16, 24, 40
RADIUS_S, RADIUS_M, RADIUS_L = 6, 9, 14
CONTROL_HEIGHT = 32
HEADER_HEIGHT = 56
READING_WIDTH = 720
"""Widest column of running text: about 80 characters, the upper end of what reads well."""

TYPE_SCALE: dict[str, float] = {"caption": 0.88, "body": 1.0, "reading": 1.1, "title": 1.2, "display": 1.75}
"""Sizes relative to the system's own font, so that a person's larger text is kept."""


@dataclass(frozen=True)
class Colours:
    """``surface`` is where text is read, ``side`` the panes beside it, ``raised`` cards and fields on either."""

    side: str
    surface: str
    raised: str
    hover: str
    pressed: str
    selected: str
    border: str
    border_strong: str
    text: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str
    accent_soft: str
    supported: str
    partly: str
    partly_soft: str
    unsupported: str
    unsupported_soft: str
    mark: str
    mark_text: str


LIGHT = Colours(
    side="#f4f5f7",
    surface="#ffffff",
    raised="#ffffff",
    hover="#eaecf0",
    pressed="#dfe2e8",
    selected="#e3e9fb",
    border="#e2e5ea",
    border_strong="#c6cbd4",
    text="#1a1d23",
    muted="#59606d",
    accent="#3355c7",
    accent_hover="#2947ad",
    on_accent="#ffffff",
    accent_soft="#e9eefc",
    supported="#1b734a",
    partly="#845400",
    partly_soft="#fcf0d8",
    unsupported="#ab342c",
    unsupported_soft="#fceae8",
    mark="#ffe68a",
    mark_text="#1a1d23",
)

DARK = Colours(
    side="#17191d",
    surface="#1d2025",
    raised="#262a30",
    hover="#2b2f36",
    pressed="#343941",
    selected="#2b3657",
    border="#30343b",
    border_strong="#4a505a",
    text="#e9ebee",
    muted="#a5acb8",
    accent="#8ea6ff",
    accent_hover="#a6b9ff",
    on_accent="#11151f",
    accent_soft="#2a3350",
    supported="#71cb9d",
    partly="#e5b661",
    partly_soft="#3a301c",
    unsupported="#f2958c",
    unsupported_soft="#402524",
    mark="#6b5510",
    mark_text="#fff6d6",
)

SCHEMES: dict[Scheme, Colours] = {"light": LIGHT, "dark": DARK}


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two ``#rrggbb`` colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
