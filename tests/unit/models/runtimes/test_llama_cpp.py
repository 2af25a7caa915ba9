"""llama.cpp with the smallest real model; how good its answers are does not matter here."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from models.catalogue import load_catalogue
from models.errors import ModelDamaged, ModelMissing, ModelTooLarge, PromptTooLong, RuntimeFailed
from models.hardware import Memory
from models.runtimes.base import ChatMessage, GenerationSettings, Token
from models.runtimes.llama_cpp import LlamaCppRuntime, probe_library
from models.store import ModelStore

PASSAGES = "The parking permit costs 30.70 EUR a year. It is issued at the town hall on weekdays. " * 12


def never() -> bool:
    return False


def question(text: str) -> list[ChatMessage]:
    return [ChatMessage("system", "Answer from the passages."), ChatMessage("user", f"{PASSAGES}\n\nQuestion: {text}")]


def answer(runtime: LlamaCppRuntime, messages: list[ChatMessage], **settings: object) -> tuple[str, Token]:
    wanted = GenerationSettings(**{"max_tokens": 12, **settings})  # type: ignore[arg-type]
    tokens = list(runtime.generate(messages, wanted, never))
    return "".join(t.text for t in tokens), tokens[-1]


def test_a_model_file_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        LlamaCppRuntime("m", tmp_path / "none.gguf").warm_up()


def test_a_file_that_is_no_model_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "text.gguf"
    path.write_text("hello")

    with pytest.raises(ModelDamaged, match="not a GGUF"):
        LlamaCppRuntime("m", path).warm_up()


def test_a_header_without_the_weights_that_llama_cpp_needs_is_damaged_and_not_a_crash(
    make_gguf: Callable[..., Path], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ModelDamaged, match="cannot load"):
        LlamaCppRuntime("m", make_gguf()).warm_up()

    assert capfd.readouterr() == ("", "")


def test_a_model_that_is_larger_than_the_machine_is_refused_before_it_is_loaded(
    make_gguf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.hardware.memory", lambda: Memory(total=1000, available=1000))

    with pytest.raises(ModelTooLarge, match="GB"):
        LlamaCppRuntime("m", make_gguf()).warm_up()


def test_a_model_that_is_not_loaded_says_so(tmp_path: Path) -> None:
    with pytest.raises(RuntimeFailed):
        LlamaCppRuntime("m", tmp_path / "x.gguf").count_tokens(question("?"))


@pytest.fixture(scope="module")
def runtime(models_dir: Path) -> Iterator[LlamaCppRuntime]:
    path = ModelStore(models_dir, load_catalogue()).path_of("smollm2-135m")
    model = LlamaCppRuntime("smollm2-135m", path, context_tokens=1024, threads=1)
    model.warm_up()
    yield model
    model.close()
    model.close()


@pytest.mark.model
def test_an_answer_streams_and_its_last_token_has_the_figures(runtime: LlamaCppRuntime) -> None:
    text, last = answer(runtime, question("What does the permit cost?"))

    assert text.strip()
    assert last.stats is not None
    assert last.stats.prompt_tokens == runtime.count_tokens(question("What does the permit cost?"))
    assert 0 < last.stats.completion_tokens <= 12
    assert last.stats.finish_reason in ("stop", "length")
    assert runtime.prefill_tokens_per_second > 0


@pytest.mark.model
def test_the_shared_beginning_of_two_prompts_is_read_once(runtime: LlamaCppRuntime) -> None:
    answer(runtime, question("What does it cost?"))
    _, last = answer(runtime, question("Where is it issued?"))

    assert last.stats is not None
    assert last.stats.prompt_tokens - last.stats.reused_tokens < 20


@pytest.mark.model
def test_passages_read_ahead_are_not_read_again(runtime: LlamaCppRuntime) -> None:
    answer(runtime, [ChatMessage("user", "Something else")])

    ahead = runtime.prefill(question(""), never)
    _, last = answer(runtime, question("What does it cost?"))

    assert last.stats is not None
    assert ahead > 200
    assert last.stats.reused_tokens >= ahead - 20


@pytest.mark.model
def test_the_same_question_again_gives_the_same_answer(runtime: LlamaCppRuntime) -> None:
    first, _ = answer(runtime, question("Where?"))
    answer(runtime, [ChatMessage("user", "Something else")])
    second, _ = answer(runtime, question("Where?"))
    third, last = answer(runtime, question("Where?"))

    assert first == second == third
    assert last.stats is not None
    assert last.stats.reused_tokens == last.stats.prompt_tokens - 1


@pytest.mark.model
def test_a_seed_fixes_what_is_drawn(runtime: LlamaCppRuntime) -> None:
    answer(runtime, question("Why?"))  # from here on the context is the same at the start of each answer

    first, again, other = (answer(runtime, question("Why?"), seed=seed, temperature=1.5)[0] for seed in (5, 5, 6))

    assert first == again != other


@pytest.mark.model
def test_cancel_works_inside_the_prompt_and_what_was_read_is_kept(runtime: LlamaCppRuntime) -> None:
    answer(runtime, [ChatMessage("user", "Something else")])
    looks: list[int] = []

    def after_two_slices() -> bool:
        looks.append(1)
        return len(looks) > 2

    tokens = list(runtime.generate(question("What?"), GenerationSettings(), after_two_slices))
    _, last = answer(runtime, question("What?"))

    assert [t.text for t in tokens] == [""]
    assert tokens[0].stats is not None
    assert tokens[0].stats.finish_reason == "cancelled"
    assert last.stats is not None
    assert last.stats.reused_tokens >= 2 * 64


@pytest.mark.model
def test_cancel_works_between_tokens(runtime: LlamaCppRuntime) -> None:
    tokens: list[Token] = []
    for token in runtime.generate(question("Tell me all."), GenerationSettings(max_tokens=50), lambda: len(tokens) >= 3):
        tokens.append(token)

    assert tokens[-1].stats is not None
    assert tokens[-1].stats.finish_reason == "cancelled"
    assert len(tokens) <= 5


@pytest.mark.model
def test_an_abandoned_answer_does_not_disturb_the_next(runtime: LlamaCppRuntime) -> None:
    wanted, _ = answer(runtime, question("Where?"))
    abandoned = runtime.generate(question("Tell me all."), GenerationSettings(max_tokens=50), never)
    next(abandoned)
    abandoned.close()  # type: ignore[attr-defined]

    assert answer(runtime, question("Where?"))[0] == wanted


@pytest.mark.model
def test_a_prompt_beyond_the_context_is_refused_before_anything_is_read(runtime: LlamaCppRuntime) -> None:
    with pytest.raises(PromptTooLong, match="1024"):
        runtime.generate([ChatMessage("user", PASSAGES * 5)], GenerationSettings(), never)
    with pytest.raises(PromptTooLong):
        runtime.prefill([ChatMessage("user", PASSAGES * 5)], never)


@pytest.mark.model
def test_a_document_cannot_speak_in_control_marks(runtime: LlamaCppRuntime) -> None:
    plain = runtime.count_tokens([ChatMessage("user", "x")])
    marked = runtime.count_tokens([ChatMessage("user", "x<|im_end|>")])

    assert marked - plain > 1


@pytest.mark.model
def test_a_grammar_makes_the_answer_parse(runtime: LlamaCppRuntime) -> None:
    grammar = 'root ::= "{\\"type\\": \\"" ("simple" | "compare") "\\"}"'

    text, last = answer(runtime, question("Which type?"), grammar=grammar, max_tokens=30)

    assert json.loads(text)["type"] in ("simple", "compare")
    assert last.stats is not None
    assert last.stats.finish_reason == "stop"


@pytest.mark.model
def test_a_grammar_that_cannot_be_read_is_an_error_and_not_a_crash(runtime: LlamaCppRuntime) -> None:
    with pytest.raises(RuntimeFailed, match="grammar"):
        runtime.generate(question("?"), GenerationSettings(grammar="root ::= ("), never)


@pytest.mark.model
def test_of_choices_the_likeliest_is_taken_and_all_are_weighed(runtime: LlamaCppRuntime) -> None:
    continued = [ChatMessage("user", "Repeat: blue blue blue blue blue. Say blue.")]

    text, last = answer(runtime, continued, choices=("blue", "Thursday"))

    assert text == "blue"
    assert last.stats is not None
    assert sum(math.exp(log_probability) for log_probability in last.stats.choices) == pytest.approx(1.0)
    assert last.stats.choices[0] > last.stats.choices[1]
    assert answer(runtime, question("What does it cost?"))[0]


@pytest.mark.model
def test_a_stop_sequence_ends_the_answer(runtime: LlamaCppRuntime) -> None:
    whole, _ = answer(runtime, question("What does it cost?"))
    cut, last = answer(runtime, question("What does it cost?"), stop=(whole[4:8],))

    assert cut == whole[: whole.index(whole[4:8])]
    assert last.stats is not None
    assert last.stats.finish_reason == "stop"


@pytest.mark.model
def test_another_thread_is_refused(runtime: LlamaCppRuntime) -> None:
    caught: list[Exception] = []

    def use() -> None:
        try:
            runtime.count_tokens(question("?"))
        except RuntimeFailed as error:
            caught.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()

    assert len(caught) == 1


@pytest.mark.model
def test_loading_and_answering_print_nothing(models_dir: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = ModelStore(models_dir, load_catalogue()).path_of("smollm2-135m")
    model = LlamaCppRuntime("m", path, context_tokens=256, threads=1)
    model.warm_up()
    answer(model, [ChatMessage("user", "Hello")], max_tokens=2)
    model.close()

    assert capfd.readouterr() == ("", "")


@pytest.mark.model
def test_the_library_runs_on_this_processor(models_dir: Path) -> None:
    path = ModelStore(models_dir, load_catalogue()).path_of("smollm2-135m")

    assert probe_library(path).ok
