"""Text can be read on everything that it stands on, in light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.settings.paths import resources_dir
from app.ui.theme.tokens import SCHEMES, Scheme, contrast

ENOUGH = 4.5
"""WCAG 2.2, 1.4.3, level AA, for ordinary text."""
ON_SURFACES = ("text", "muted", "accent", "supported", "partly", "unsupported")
SURFACES = ("side", "surface", "raised")
PAIRS = (
    *((text, surface) for text in ON_SURFACES for surface in SURFACES),
    *((text, surface) for text in ("text", "muted") for surface in ("hover", "selected")),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("accent", "accent_soft"),
    ("mark_text", "mark"),
    ("text", "partly_soft"),
    ("text", "unsupported_soft"),
    ("unsupported", "unsupported_soft"),
    ("partly", "partly_soft"),
    ("unsupported", "selected"),
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "surface"), PAIRS)
def test_contrast_is_enough(scheme: Scheme, text: str, surface: str) -> None:
    colours = SCHEMES[scheme]
    assert contrast(getattr(colours, text), getattr(colours, surface)) >= ENOUGH


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_icon_that_is_named_is_there() -> None:
    root = Path(__file__).resolve().parents[4] / "app" / "ui"
    there = {p.stem for p in (resources_dir() / "icons").glob("*.svg")}
    call = re.compile(
        r'(?:IconButton|IconLabel|EmptyState)\(\s*"([a-z0-9-]+)"|icon_name="([a-z0-9-]+)"|_note\("([a-z0-9-]+)"|set_icon\("([a-z0-9-]+)"'
    )
    named = {next(filter(None, m)) for p in root.rglob("*.py") for m in call.findall(p.read_text(encoding="utf-8"))}
    assert len(named) > 10
    assert named - there == set()


def test_icons_name_no_address() -> None:
    for path in (resources_dir() / "icons").glob("*.svg"):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text, path.name
