"""Fixtures for the whole suite."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The folder of real models; `make test` sets them up and names it in DOSSIER_TEST_MODELS."""
    value = os.environ.get("DOSSIER_TEST_MODELS")
    if not value:
        pytest.skip("no real models: DOSSIER_TEST_MODELS is not set (`make test` sets it)")
    return Path(value)
