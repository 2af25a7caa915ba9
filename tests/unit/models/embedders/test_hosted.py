"""Embedding in a process of its own gives what embedding here gives, is shared, and survives the death of the process."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from models.catalogue import load_catalogue
from models.embedders.factory import load_embedder
from models.embedders.fastembed import FILES, EncoderSpec
from models.embedders.hosted import CHANNELS, EmbedderHost, HostedEmbedder
from models.errors import ModelDamaged, ModelMissing, RuntimeFailed
from models.store import ModelStore

TEXTS = ["short", "a longer text about the budget of the town " * 12, "", "Überstunden werden ausgezahlt"]
MODEL = "all-minilm-l6-v2"


@pytest.fixture
def host() -> Iterator[EmbedderHost]:
    made = EmbedderHost()
    yield made
    assert made.pid is None, "an embedder was left open"


def hosted(host: EmbedderHost, models_dir: Path) -> HostedEmbedder:
    embedder = load_embedder(ModelStore(models_dir, load_catalogue()), MODEL, 1, host)
    assert isinstance(embedder, HostedEmbedder)
    return embedder


def test_a_missing_model_is_named_here_and_its_process_ends(host: EmbedderHost, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=r"model\.onnx") as caught:
        HostedEmbedder(host, EncoderSpec(tmp_path, "m", 384, 512)).warm_up()
    assert "models setup" in caught.value.next_step


def test_broken_files_are_damaged_here_too(host: EmbedderHost, tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_text("{}")
    with pytest.raises(ModelDamaged):
        HostedEmbedder(host, EncoderSpec(tmp_path, "m", 384, 512)).warm_up()


def test_an_embedder_that_is_not_loaded_says_so(host: EmbedderHost, tmp_path: Path) -> None:
    embedder = HostedEmbedder(host, EncoderSpec(tmp_path, "m", 384, 512))
    with pytest.raises(RuntimeFailed, match="before it is loaded"):
        embedder.embed_query("x")
    embedder.close()


@pytest.mark.model
def test_it_counts_and_embeds_as_in_this_process(host: EmbedderHost, models_dir: Path) -> None:
    here = load_embedder(ModelStore(models_dir, load_catalogue()), MODEL, 1)
    there = hosted(host, models_dir)
    here.warm_up()
    there.warm_up()
    there.warm_up()
    assert there.count_tokens(TEXTS) == here.count_tokens(TEXTS)
    assert np.array_equal(there.embed_passages(TEXTS), here.embed_passages(TEXTS))
    assert np.array_equal(there.embed_query("x"), here.embed_query("x"))
    assert there.embed_passages([]).shape == (0, here.dimension)
    there.close()
    there.close()
    here.close()


@pytest.mark.model
def test_two_embedders_share_one_process_that_ends_with_the_last(host: EmbedderHost, models_dir: Path) -> None:
    first, second = hosted(host, models_dir), hosted(host, models_dir)
    first.warm_up()
    pid = host.pid
    alone = psutil.Process(pid).memory_info().rss
    second.warm_up()
    assert host.pid == pid
    assert psutil.Process(pid).memory_info().rss < 1.2 * alone
    results: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda e=e: results.append(e.embed_passages(TEXTS))) for e in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.allclose(results[0], results[1], atol=1e-6)
    first.close()
    assert second.embed_query("x").shape == (second.dimension,)
    second.close()
    assert pid is not None
    assert not psutil.pid_exists(pid)


@pytest.mark.model
def test_lines_are_used_again(host: EmbedderHost, models_dir: Path) -> None:
    stays = hosted(host, models_dir)
    stays.warm_up()
    for _ in range(2 * CHANNELS):
        comes = hosted(host, models_dir)
        comes.warm_up()
        comes.close()
    stays.close()


@pytest.mark.model
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_process_that_is_killed_is_replaced_and_ctrl_c_does_not_end_it(host: EmbedderHost, models_dir: Path) -> None:
    first, second = hosted(host, models_dir), hosted(host, models_dir)
    first.warm_up()
    second.warm_up()
    expected, pid = first.embed_query("budget"), host.pid
    assert pid is not None
    os.kill(pid, signal.SIGINT)
    assert np.array_equal(first.embed_query("budget"), expected)
    assert host.pid == pid
    os.kill(pid, signal.SIGKILL)
    assert np.array_equal(first.embed_query("budget"), expected)
    assert np.array_equal(second.embed_query("budget"), expected)
    assert host.pid not in (None, pid)
    first.close()
    second.close()
