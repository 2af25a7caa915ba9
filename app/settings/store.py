"""Reads and writes the settings file. Only values that differ from the defaults are stored, and never those locked by policy."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import JsonValue, ValidationError

from app.settings.errors import PolicyError, SettingsError
from app.settings.migrations import migrate, version_of
from app.settings.paths import cannot_use
from app.settings.policy import Policy
from app.settings.schema import SETTINGS_VERSION, Settings


@dataclass(frozen=True)
class LoadedSettings:
    """``warnings`` are plain sentences for the person, such as the name of a broken file that was set aside."""

    settings: Settings
    warnings: tuple[str, ...] = ()


class SettingsStore:
    """The settings file of one data folder, under one policy. Locked values come from the policy, whatever the file says."""

    def __init__(self, path: Path, policy: Policy | None = None) -> None:
        self._path = path
        self._policy = policy or Policy()

    def load(self) -> LoadedSettings:
        """The settings that count. A file that is not JSON is set aside under another name, and defaults are used, with a warning.

        Raises SettingsError for unknown keys, wrong values and newer versions, PolicyError for wrong values in the policy.
        """
        raw, warnings = self._read()
        version = version_of(raw) if raw else SETTINGS_VERSION
        migrated = migrate(raw) if raw else {}
        settings = self._validate(migrated)
        if version != SETTINGS_VERSION:
            # Keep what an older program wrote, then write the new form once.
            try:
                shutil.copyfile(self._path, self._path.with_name(f"{self._path.name}.v{version}"))
            except OSError as error:
                raise cannot_use(self._path.parent, error) from error
            self.save(settings)
        return LoadedSettings(settings, warnings)

    def save(self, settings: Settings) -> None:
        """Write atomically, for the owner alone. Raises SettingsError when a locked value was changed, PathError when the disk
        refuses."""
        if settings != self._apply_policy(settings):
            names = ", ".join(sorted(self._policy.locked()))
            raise SettingsError(
                f"These settings are locked by your administrator: {names}.", next_step="Ask your administrator to change them."
            )
        values = settings.model_dump(mode="json", exclude_defaults=True)
        values = {"version": SETTINGS_VERSION, **_without(values, self._policy.settings)}
        write_private_json(self._path, values)

    def _read(self) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
        try:
            raw = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}, ()
        except OSError as error:
            raise SettingsError(
                f"The settings file {self._path} cannot be read: {error.strerror}.", next_step="Check who may read the file."
            ) from error
        except (json.JSONDecodeError, UnicodeDecodeError):
            return {}, (self._set_aside(),)
        if not isinstance(raw, dict):
            return {}, (self._set_aside(),)
        return raw, ()

    def _set_aside(self) -> str:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        aside = self._path.with_name(f"{self._path.name}.broken-{stamp}")
        try:
            self._path.replace(aside)
        except OSError as error:
            raise cannot_use(self._path.parent, error) from error
        return f"The settings file was damaged. It was set aside as {aside.name}, and the default settings are used."

    def _validate(self, raw: dict[str, JsonValue]) -> Settings:
        try:
            settings = Settings.model_validate(raw)
        except ValidationError as error:
            raise SettingsError(
                f"The settings file {self._path} cannot be used: {describe(error)}.",
                next_step="Correct or remove these entries, or delete the file to start with defaults.",
            ) from error
        return self._apply_policy(settings)

    def _apply_policy(self, settings: Settings) -> Settings:
        if not self._policy.settings:
            return settings
        try:
            return Settings.model_validate(_merged(settings.model_dump(mode="json"), self._policy.settings))
        except ValidationError as error:
            raise PolicyError(
                f"The policy sets what cannot be set: {describe(error)}.",
                next_step="Ask your administrator to correct the policy.",
            ) from error


def describe(error: ValidationError) -> str:
    """Names of the wrong entries, unknown ones said to be unknown; the values themselves are not repeated."""
    parts = []
    for item in error.errors():
        name = ".".join(str(part) for part in item["loc"]) or "settings"
        parts.append(f"unknown entry {name}" if item["type"] == "extra_forbidden" else f"wrong value of {name}")
    return ", ".join(parts)


def write_private_json(path: Path, values: JsonValue) -> None:
    """Write ``values`` so that a crash leaves either the old or the new file, mode 0600. Raises PathError when the disk refuses."""
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(values, stream, indent=2, ensure_ascii=False)
            stream.write("\n")
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise cannot_use(path.parent, error) from error
        raise


def _merged(base: dict[str, JsonValue], over: dict[str, JsonValue]) -> dict[str, JsonValue]:
    result = dict(base)
    for key, value in over.items():
        below = result.get(key)
        result[key] = _merged(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return result


def _without(values: dict[str, JsonValue], locked: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """``values`` without the entries that ``locked`` sets."""
    result: dict[str, JsonValue] = {}
    for key, value in values.items():
        lock = locked.get(key)
        if key not in locked:
            result[key] = value
        elif isinstance(value, dict) and isinstance(lock, dict):
            kept = _without(value, lock)
            if kept:
                result[key] = kept
    return result
