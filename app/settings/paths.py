"""Where everything lies on the disk: one data folder of one person, readable by nobody else."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from app.settings.errors import PathError
from app.settings.policy import Policy

HOME_VARIABLE = "DOSSIER_HOME"
APPLICATION = "dossier"
"""Folder name for platformdirs; short, because Lance paths near 260 characters fail on Windows."""
MAX_HOME_CHARACTERS = 120
"""On Windows only: leaves 140 of 260 characters for Lance's own file names (the longest seen is under 110)."""
PRIVATE_FOLDER = 0o700


@dataclass(frozen=True)
class AppPaths:
    """The data folder and what is in it. Building one touches nothing; ``create`` does. Names on disk are ids."""

    home: Path
    models: Path
    models_are_shared: bool = False
    """True when policy names the models folder: then it is read, never created or changed."""

    @property
    def library(self) -> Path:
        return self.home / "library.sqlite"

    @property
    def conversations(self) -> Path:
        return self.home / "conversations.sqlite"

    @property
    def index(self) -> Path:
        return self.home / "ix"

    @property
    def logs(self) -> Path:
        return self.home / "logs"

    @property
    def tmp(self) -> Path:
        return self.home / "tmp"

    @property
    def settings(self) -> Path:
        return self.home / "settings.json"

    @property
    def consent(self) -> Path:
        return self.home / "consent.json"

    @property
    def lock(self) -> Path:
        """For the single-instance lock: one program writes to a data folder."""
        return self.home / "dossier.lock"

    @classmethod
    def resolve(cls, explicit: Path | None = None, policy: Policy | None = None) -> AppPaths:
        """Decide on the folders: policy, then ``explicit`` (``--home``), then DOSSIER_HOME, then the platform's own place.

        Raises PathError when ``explicit`` contradicts the policy, and on Windows when the path is too long.
        """
        policy = policy or Policy()
        home = _absolute(policy.home or explicit or _from_variable() or _platform_home())
        if policy.home is not None and explicit is not None and _absolute(explicit) != home:
            raise PathError(
                f"The data folder is set to {home} by your administrator.",
                next_step="Leave out --home, or ask your administrator.",
            )
        if sys.platform == "win32" and len(str(home)) > MAX_HOME_CHARACTERS:
            raise PathError(
                f"The path of the data folder is too long: {home}",
                next_step="Choose a folder with a shorter path by DOSSIER_HOME.",
            )
        if policy.models_dir is not None:
            return cls(home=home, models=_absolute(policy.models_dir), models_are_shared=True)
        return cls(home=home, models=home / "models")

    def create(self) -> None:
        """Create what is missing and make it private (0700). Raises PathError in plain words; safe to call again."""
        self._refuse_foreign_folder()
        folders = [self.home, self.index, self.logs, self.tmp]
        if not self.models_are_shared:
            folders.append(self.models)
        for folder in folders:
            _create_private(folder)

    def _refuse_foreign_folder(self) -> None:
        """A folder full of a person's documents is never made ours by a slip of DOSSIER_HOME."""
        try:
            if not self.home.is_dir():
                return
            found = {entry.name for entry in self.home.iterdir()}
        except OSError as error:
            raise cannot_use(self.home, error) from error
        ours = {p.name for p in (self.library, self.conversations, self.index, self.logs, self.tmp, self.settings)}
        ours |= {self.consent.name, self.lock.name, "models"}
        if found and not found & ours:
            raise PathError(
                f"The folder {self.home} already holds other files.",
                next_step="Choose an empty or a new folder for Dossier's data; your documents stay where they are.",
            )


def resources_dir() -> Path:
    """The read-only files that come with the program: ``resources`` beside the packages, in a frozen program inside the bundle."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parents[2]
    return root / "resources"


def is_private(path: Path) -> bool:
    """Whether only the owner may read this file or folder. True on Windows, where the profile's own access list says so."""
    return os.name != "posix" or path.stat().st_mode & 0o077 == 0


def _create_private(folder: Path) -> None:
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if not is_private(folder):
            folder.chmod(PRIVATE_FOLDER)
    except OSError as error:
        raise cannot_use(folder, error) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise cannot_use(folder, None)


def cannot_use(folder: Path, error: OSError | None) -> PathError:
    """``folder`` or what lies in it cannot be made, read or written."""
    reason = error.strerror if error is not None and error.strerror else "it is not writable"
    full = error is not None and error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", None))
    return PathError(
        f"The data folder {folder} cannot be used: {reason}.",
        next_step="Free some space on its disk." if full else "Set DOSSIER_HOME to a folder of your own that you may write to.",
    )


def _from_variable() -> Path | None:
    value = os.environ.get(HOME_VARIABLE, "").strip()
    return Path(value) if value else None


def _platform_home() -> Path:
    return platformdirs.user_data_path(APPLICATION, appauthor=False, roaming=False)


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path.expanduser()))
