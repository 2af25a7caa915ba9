"""The few calls into llama_cpp that go below its ``Llama`` class: loading quietly, its log, prefixes, samplers, token bytes.

Belongs to ``llama_cpp.py`` beside it, is imported by nothing else, and is the only module that imports llama_cpp.
"""

from __future__ import annotations

import ctypes
import logging
import os
from collections import deque
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from models.errors import RuntimeFailed
from models.runtimes.base import GenerationSettings

_log = logging.getLogger(__name__)
_ERROR_LEVEL = 3
_lines: deque[tuple[int, str]] = deque(maxlen=500)
_callback: Any = None
"""Kept for the life of the process: native code calls it."""
_PIECE_BYTES = 512
_OPENMP = {"GOMP_SPINCOUNT": "1000", "KMP_BLOCKTIME": "0"}
"""How long a waiting thread spins before it sleeps (GNU's and LLVM's OpenMP). Spinning on cores that others use stops
everything: 135M, two threads on two cores with four other busy processes, prompt 6 tokens/s as the library comes, 32 with
OMP_WAIT_POLICY=passive, 70 with GOMP_SPINCOUNT=1000; first token after 46 s, 8 s and 4 s."""


def _package() -> Any:
    """llama_cpp with its log in our hands.

    Its ``verbose=False`` redirects the stdout and stderr of the whole process while it loads (abetlen/llama-cpp-python#1874), so
    it is used with ``verbose=True``; native lines go to our callback, which only enqueues, and the package's own ``print``
    is shadowed in its two modules, so that nothing reaches the terminal and no global stream is swapped.
    """
    global _callback
    for name, value in _OPENMP.items():
        os.environ.setdefault(name, value)
    import llama_cpp
    import llama_cpp._internals
    import llama_cpp._utils
    import llama_cpp.llama

    package: Any = llama_cpp
    if _callback is None:

        @package.llama_log_callback  # type: ignore[untyped-decorator, unused-ignore]
        def enqueue(level: int, text: bytes, _: ctypes.c_void_p) -> None:
            _lines.append((level, text.decode("utf-8", errors="replace")))

        _callback = enqueue
        package.llama_log_set(_callback, ctypes.c_void_p(0))
        for module in (llama_cpp.llama, llama_cpp._internals):
            vars(module)["print"] = _unprinted
        for stream in (llama_cpp._utils.outnull_file, llama_cpp._utils.errnull_file):
            stream.close()  # meant for the redirection that is not used here; open until exit they are a resource warning
    return package


def _unprinted(*values: object, **_: object) -> None:
    _lines.append((0, " ".join(str(v) for v in values)[:200]))


def drain_log() -> None:
    """Pass what llama.cpp said on to the ordinary log, on the thread that owns the model. It never holds text of a prompt."""
    while _lines:
        level, line = _lines.popleft()
        if line.strip():
            _log.log(logging.WARNING if level == _ERROR_LEVEL else logging.DEBUG, "llama.cpp: %s", line.rstrip())


def last_error() -> str:
    """The last line that llama.cpp logged as an error, without its function's name; empty when there is none."""
    for level, line in reversed(_lines):
        if level == _ERROR_LEVEL and "error" in line.lower() and line.strip():
            return line.strip().split(": ", 1)[-1]
    return ""


def touch(path: Path | None = None) -> None:
    """Load the native library and, with a model, read a few tokens: what a test process runs to see whether this processor
    knows all instructions in it."""
    package = _package()
    package.llama_backend_init()
    package.llama_print_system_info()
    if path is not None:
        llama = load(path, context=64, batch=16, threads=1)
        llama.eval(llama.tokenize(b"One two three", add_bos=False))
        llama.close()


def load(path: Path, *, context: int, batch: int, threads: int) -> Any:
    """A ``llama_cpp.Llama`` on the processor. Raises ValueError or RuntimeError as the package does."""
    package = _package()
    _lines.clear()
    llama = package.Llama(
        model_path=str(path),
        n_ctx=context,
        n_batch=batch,
        n_ubatch=batch,
        n_threads=threads,
        n_threads_batch=threads,
        n_gpu_layers=0,
        use_mmap=True,
        verbose=True,
    )
    llama.verbose = False  # after loading it only decides about messages on standard error
    drain_log()
    return llama


def mark_texts(llama: Any) -> tuple[str, str]:
    """(beginning, end) of a sequence as the chat template writes them; empty where the model has none."""
    model = llama._model
    tokens = (model.token_bos(), model.token_eos())
    bos, eos = (model.token_get_text(t) if t >= 0 else "" for t in tokens)
    return bos, eos


def leading_token(llama: Any) -> int | None:
    """The token with which every prompt of this model must begin, or None."""
    model = llama._model
    token = int(model.token_bos())
    return token if model.add_bos_token() and token >= 0 else None


def shared_prefix(llama: Any, tokens: Sequence[int]) -> int:
    """How many tokens at the start are in the context already."""
    held = llama.input_ids[: llama.n_tokens].tolist()
    for count, (a, b) in enumerate(zip(held, tokens, strict=False)):
        if a != b:
            return count
    return min(len(held), len(tokens))


def cut_back(llama: Any, keep: int) -> int:
    """Forget everything behind ``keep`` tokens. Returns what could be kept: models with a recurrent state cannot go back."""
    if keep <= 0 or not llama._ctx.kv_cache_seq_rm(-1, keep, -1):
        llama._ctx.kv_cache_clear()
        llama.reset()
        return 0
    llama.n_tokens = keep
    return keep


def grammar(llama: Any, text: str | None) -> Any:
    """A compiled GBNF grammar. Raises RuntimeFailed when llama.cpp cannot read it: a sampler made of it would crash."""
    if text is None:
        return None
    package = _package()
    sampler = package.llama_sampler_init_grammar(llama._model.vocab, text.encode("utf-8"), b"root")
    if not sampler:
        raise RuntimeFailed(f"The grammar cannot be read: {last_error() or 'llama.cpp gives no reason'}")
    package.llama_sampler_free(sampler)
    return package.LlamaGrammar.from_string(text, verbose=False)


def sample(llama: Any, tokens: list[int], settings: GenerationSettings, compiled: Any) -> Generator[int, None, None]:
    """Tokens one after the other; the prompt ``tokens`` must be in the context already. Raises RuntimeFailed."""
    llama.set_seed(settings.seed)
    generator = llama.generate(
        tokens,
        temp=settings.temperature,
        top_p=settings.top_p,
        repeat_penalty=settings.repeat_penalty,
        grammar=compiled,
    )
    try:
        yield from generator
    except (RuntimeError, ValueError) as error:
        llama.reset()
        raise RuntimeFailed(f"llama.cpp failed while it wrote the answer: {error}") from error
    finally:
        generator.close()
        drain_log()


def choice_scores(llama: Any, choices: Sequence[str]) -> list[float]:
    """Log probability, among ``choices``, that the text goes on with each: behind the prompt that is in the context, by the first token of the
    word as it stands, with a capital, and with a space before it."""
    package = _package()
    scores = np.ctypeslib.as_array(package.llama_get_logits_ith(llama._ctx.ctx, -1), (llama.n_vocab(),))
    found = []
    for choice in choices:
        forms = {space + word for space in ("", " ") for word in (choice, choice.capitalize())}
        tokens = {llama.tokenize(form.encode(), add_bos=False)[0] for form in forms}
        found.append(np.logaddexp.reduce(scores[sorted(tokens)].astype(np.float64)))
    return [float(score) for score in found - np.logaddexp.reduce(found)]


def ends_answer(llama: Any, token: int) -> bool:
    """True for every token that ends a turn or a text in this model's vocabulary."""
    return bool(_package().llama_vocab_is_eog(llama._model.vocab, token))


def token_bytes(llama: Any, token: int) -> bytes:
    """The bytes of a token, control marks left out; may be half a UTF-8 character."""
    buffer = ctypes.create_string_buffer(_PIECE_BYTES)
    count = _package().llama_token_to_piece(llama._model.vocab, token, buffer, _PIECE_BYTES, 0, False)
    return buffer.raw[: max(0, count)]
