"""Brings an older settings file to the present version, one step a file, in order. A newer file is refused, never guessed at."""

from __future__ import annotations

from app.settings.errors import SettingsError
from app.settings.migrations import v001_version_number
from app.settings.migrations.base import RawSettings
from app.settings.schema import SETTINGS_VERSION

STEPS = (v001_version_number,)


def version_of(raw: RawSettings) -> int:
    """Version of a settings file; 0 when it has none. Raises SettingsError when the number makes no sense."""
    version = raw.get("version", 0)
    if not isinstance(version, int) or isinstance(version, bool) or version < 0:
        raise SettingsError(
            "The settings file has no valid version number.", next_step="Delete the file to start with defaults."
        )
    return version


def migrate(raw: RawSettings) -> RawSettings:
    """The settings of ``raw`` in the present version; ``raw`` is not changed. Raises SettingsError for a newer version."""
    version = version_of(raw)
    if version > SETTINGS_VERSION:
        raise SettingsError(
            f"The settings were written by a newer Dossier (settings version {version}, this program knows {SETTINGS_VERSION}).",
            next_step="Install the newer version, or move the settings file away.",
        )
    for step in STEPS:
        if version == step.FROM_VERSION:
            raw = step.migrate(raw)
            version = version_of(raw)
    return raw
