from __future__ import annotations

from pathlib import Path

import pytest

from models.catalogue import Catalogue, HubOrigin, WheelOrigin, load_catalogue
from models.errors import ModelDamaged, ModelMissing


def test_the_catalogue_has_a_default_for_answers_and_embeddings_and_a_smaller_fallback() -> None:
    catalogue = load_catalogue()

    answers, fallback = catalogue.default("answers"), catalogue.fallback()

    assert catalogue.default("embeddings").id == "multilingual-e5-small"
    assert fallback is not None
    assert fallback.memory_mb < answers.memory_mb


def test_everything_that_the_program_fetches_is_pinned_by_version_and_two_checksums() -> None:
    for model in load_catalogue().models:
        if not isinstance(model.origin, WheelOrigin):
            continue
        pinned = model.origin.sources if model.origin.convert else model.files
        assert all(file.sha256 and file.size for file in pinned), model.id
        assert all(take.version and take.wheel_sha256 for take in model.origin.take), model.id


def test_parts_are_listed_in_the_order_in_which_they_are_joined() -> None:
    origin = load_catalogue().get("qwen2.5-coder-1.5b").origin

    assert isinstance(origin, WheelOrigin)
    assert [take.member[-6:-4] for take in origin.take] == [f"{n:02d}" for n in range(1, 23)]


def test_every_model_says_its_licence_and_every_hub_entry_its_address() -> None:
    catalogue = load_catalogue()

    assert all(model.licence in ("Apache-2.0", "MIT") for model in catalogue.models)
    hubs = [m.origin for m in catalogue.models if isinstance(m.origin, HubOrigin)]
    assert len(hubs) >= 3
    assert all(origin.address.startswith("https://") for origin in hubs)


def test_an_unknown_model_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ModelMissing) as caught:
        load_catalogue().get("gpt-99")

    assert "smollm2-135m" in caught.value.next_step


@pytest.mark.parametrize("text", ["not = [toml", "schema = 2\nmodels = []", 'schema = 1\nmodels = [{ id = "x" }]'])
def test_a_broken_catalogue_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "catalogue.toml"
    path.write_text(text)

    with pytest.raises(ModelDamaged, match="catalogue.toml"):
        load_catalogue(path)


def test_a_file_name_cannot_lead_out_of_the_model_folder(two_part_catalogue: Catalogue) -> None:
    raw = two_part_catalogue.model_dump(by_alias=True)
    raw["models"][0]["files"][0]["name"] = "../evil.bin"

    with pytest.raises(ValueError, match="plain file name"):
        Catalogue.model_validate(raw)


def test_two_models_with_one_id_are_refused(two_part_catalogue: Catalogue) -> None:
    raw = two_part_catalogue.model_dump(by_alias=True)
    raw["models"][1]["id"] = "tiny"

    with pytest.raises(ValueError, match="same id"):
        Catalogue.model_validate(raw)
