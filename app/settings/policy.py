"""The administrator's policy: one read-only JSON file for the whole machine.

It lies in the platform's site configuration folder (``policy.json``); without one there, DOSSIER_POLICY may name a file (portable
installations). The machine's own file always wins, so that a variable cannot replace it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from app.settings.errors import PolicyError

POLICY_VARIABLE = "DOSSIER_POLICY"
POLICY_NAME = "policy.json"
_REPAIR = "Ask your administrator to correct the file; Dossier does not start without a readable policy."


class Policy(BaseModel):
    """What an administrator decided. Empty by default: everything is the person's own choice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    accept_notice: bool = Field(default=False, description="the privacy notice was accepted for everybody on this machine")
    home: Path | None = Field(default=None, description="data folder; ~ is the person's own folder")
    models_dir: Path | None = Field(default=None, description="folder with models, read by all, changed by nobody")
    settings: dict[str, JsonValue] = Field(
        default_factory=dict, description="part of a settings file; every value in it is locked"
    )

    def locked(self) -> frozenset[str]:
        """Dotted names of the locked settings, such as ``retrieval.top_k``."""
        return frozenset(_dotted(self.settings))

    def is_locked(self, name: str) -> bool:
        """``name`` itself, or a whole group that it belongs to, or a group that contains a locked value, is locked by policy."""
        return any(name == lock or name.startswith(f"{lock}.") or lock.startswith(f"{name}.") for lock in self.locked())


def policy_file() -> Path | None:
    """The policy file that counts on this machine, or None. Raises PolicyError when DOSSIER_POLICY names a missing one."""
    machine = platformdirs.site_config_path("dossier", appauthor=False) / POLICY_NAME
    if machine.exists():
        return machine
    named = os.environ.get(POLICY_VARIABLE, "").strip()
    if not named:
        return None
    if not Path(named).is_file():
        raise PolicyError(f"{POLICY_VARIABLE} names a file that does not exist: {named}", next_step=_REPAIR)
    return Path(named)


def load_policy(path: Path | None = None) -> Policy:
    """Read the policy at ``path``, or the machine's. Raises PolicyError: a broken policy is never taken for no policy."""
    path = path or policy_file()
    if path is None:
        return Policy()
    try:
        return Policy.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise PolicyError(f"The policy {path} cannot be read: {error.strerror}.", next_step=_REPAIR) from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise PolicyError(f"The policy {path} is not valid JSON.", next_step=_REPAIR) from error
    except ValidationError as error:
        fields = ", ".join(".".join(str(part) for part in e["loc"]) for e in error.errors())
        raise PolicyError(f"The policy {path} has unknown or wrong entries: {fields}.", next_step=_REPAIR) from error


def _dotted(values: dict[str, JsonValue], prefix: str = "") -> list[str]:
    names: list[str] = []
    for key, value in values.items():
        if isinstance(value, dict) and value:
            names += _dotted(value, f"{prefix}{key}.")
        else:
            names.append(f"{prefix}{key}")
    return names
