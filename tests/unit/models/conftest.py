"""Small models, wheels and catalogues that are made in the test."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest

from models.catalogue import Catalogue


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The folder of real models, set up by `make models`."""
    value = os.environ.get("DOSSIER_TEST_MODELS")
    if not value:
        pytest.skip("no real models: DOSSIER_TEST_MODELS is not set (make test sets it)")
    return Path(value)


WheelMaker = Callable[..., tuple[str, int]]


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    return folder


@pytest.fixture
def make_wheel(wheels: Path) -> WheelMaker:
    """Build a wheel with members in the folder of wheels; gives its SHA-256 and size."""

    def make(package: str, members: dict[str, bytes], version: str = "1.0") -> tuple[str, int]:
        stem = f"{package.replace('-', '_')}-{version}"
        path = wheels / f"{stem}-py3-none-any.whl"
        meta = f"{stem}.dist-info"
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)
            archive.writestr(f"{meta}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
            archive.writestr(f"{meta}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            archive.writestr(f"{meta}/RECORD", "")
        data = path.read_bytes()
        return hashlib.sha256(data).hexdigest(), len(data)

    return make


@pytest.fixture
def two_part_catalogue(make_wheel: WheelMaker) -> Catalogue:
    """A model of 3000 bytes in two wheels."""
    data = bytes(range(250)) * 12
    takes = []
    for number, part in enumerate((data[:2000], data[2000:]), start=1):
        digest, size = make_wheel(f"tiny-part{number}", {f"tiny/part{number}.bin": part})
        takes.append(
            {
                "into": "tiny.bin",
                "package": f"tiny-part{number}",
                "version": "1.0",
                "wheel_sha256": digest,
                "wheel_size": size,
                "member": f"tiny/part{number}.bin",
            }
        )
    return Catalogue.model_validate(
        {
            "schema": 1,
            "models": [
                {
                    "id": "tiny",
                    "role": "answers",
                    "name": "Tiny",
                    "licence": "MIT",
                    "default": True,
                    "context_tokens": 128,
                    "memory_mb": 1,
                    "files": [{"name": "tiny.bin", "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}],
                    "origin": {"kind": "wheel", "take": takes},
                },
                {
                    "id": "far-away",
                    "role": "answers",
                    "name": "Far away",
                    "licence": "MIT",
                    "context_tokens": 128,
                    "memory_mb": 1,
                    "files": [{"name": "far.gguf"}],
                    "origin": {"kind": "hub", "address": "https://hub.invalid/far", "file": "far.gguf"},
                },
            ],
        }
    )


@pytest.fixture
def make_gguf(tmp_path: Path) -> Callable[..., Path]:
    """A GGUF file with a header like a real one and two small tensors."""

    def make(name: str = "Some Model Q8.gguf", template: str | None = "{{ messages }}", seed: int = 0) -> Path:
        path = tmp_path / name
        writer = gguf.GGUFWriter(path, "llama")
        writer.add_name("Some model")
        writer.add_context_length(2048)
        writer.add_embedding_length(64)
        writer.add_block_count(2)
        writer.add_head_count(4)
        writer.add_head_count_kv(2)
        writer.add_file_type(int(gguf.LlamaFileType.MOSTLY_F16))
        writer.add_token_list(["<s>", "</s>", "a", "ä"])
        writer.add_token_scores([0.0, 0.0, -1.0, -2.0])
        if template is not None:
            writer.add_chat_template(template)
        values = np.random.default_rng(seed).normal(size=(64, 8)).astype(np.float32)
        writer.add_tensor("token_embd.weight", values)
        writer.add_tensor("output.weight", values.astype(np.float16))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return path

    return make
