"""The files of ``resources/prompts``: one a purpose and a language family."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

PROMPT_LANGUAGES = ("en", "de")


class Template(BaseModel):
    """What every file has; a purpose adds its texts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    language: str


T = TypeVar("T", bound=Template)


def load_templates(folder: Path, purpose: str, template: type[T]) -> dict[str, T]:
    """By language: "quick.en.toml", "quick.de.toml"."""
    made = {}
    for language in PROMPT_LANGUAGES:
        with (folder / f"{purpose}.{language}.toml").open("rb") as file:
            made[language] = template.model_validate(tomllib.load(file))
    return made
