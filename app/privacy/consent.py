"""The privacy notice and its acceptance. Before it is accepted no model is loaded and no text is read (invariant I3)."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from app.settings.paths import AppPaths, resources_dir
from app.settings.policy import Policy
from app.settings.store import write_private_json

AcceptedBy = Literal["terminal", "flag", "policy", "window"]
LANGUAGES = ("en", "de")
_VERSION_LINE = re.compile(r"^(?:Version|Fassung) (\d+)$", re.MULTILINE)


class ConsentRequired(Exception):
    """The notice was not accepted in its present version; nothing may be loaded or read. ``code`` is the contract's."""

    code = "CONSENT_REQUIRED"
    message = "Please read and accept the privacy notice first; nothing is loaded or read before."
    next_step = (
        "Start the program and accept the notice, or use --accept-notice. If you do not want to, ask your administrator."
    )

    def __init__(self) -> None:
        super().__init__(self.message)


class Notice(BaseModel):
    """The notice in one language. ``version`` rises when its meaning changes, and it is then asked again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = Field(ge=1)
    language: str
    text: str = Field(description="Markdown, the data folder filled in")


class Acceptance(BaseModel):
    """Who accepted which version and when; the only thing stored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = Field(ge=1)
    by: AcceptedBy
    at: AwareDatetime


def load_notice(paths: AppPaths, language: str = "en") -> Notice:
    """The notice in ``language`` (English where there is no translation), naming this person's data folder.

    Raises OSError when the program's own files are missing, ValueError when the notice has no version line.
    """
    chosen = language if language in LANGUAGES else "en"
    text = (resources_dir() / "consent" / f"notice.{chosen}.md").read_text(encoding="utf-8")
    found = _VERSION_LINE.search(text)
    if found is None:
        raise ValueError("the privacy notice has no version line")
    return Notice(version=int(found[1]), language=chosen, text=text.replace("{data_folder}", str(paths.home)))


class ConsentStore:
    """Acceptance of the notice in one data folder; policy can accept for everybody on the machine."""

    def __init__(self, paths: AppPaths, policy: Policy | None = None) -> None:
        self._paths = paths
        self._policy = policy or Policy()

    def accepted(self, version: int | None = None) -> bool:
        """Whether ``version`` of the notice (the present one by default), or a later one, was accepted here or by policy."""
        if self._policy.accept_notice:
            return True
        stored = self.acceptance()
        return stored is not None and stored.version >= (version or load_notice(self._paths).version)

    def acceptance(self) -> Acceptance | None:
        """The stored acceptance; None when there is none or the file cannot be read (then it is asked again)."""
        try:
            return Acceptance.model_validate(json.loads(self._paths.consent.read_text(encoding="utf-8")))
        except (OSError, json.JSONDecodeError, UnicodeDecodeError, ValidationError):
            return None

    def accept(self, by: AcceptedBy) -> Acceptance:
        """Store that the present version was accepted. Raises PathError when the data folder cannot be written."""
        acceptance = Acceptance(version=load_notice(self._paths).version, by=by, at=datetime.now(UTC))
        write_private_json(self._paths.consent, acceptance.model_dump(mode="json"))
        return acceptance

    def require(self) -> None:
        """The gate: raises ConsentRequired unless the present notice was accepted."""
        if not self.accepted():
            raise ConsentRequired
