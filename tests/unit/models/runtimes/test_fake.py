from __future__ import annotations

import pytest

from models.errors import GenerationStalled, ModelMissing, PromptTooLong, RuntimeFailed
from models.runtimes.base import ChatMessage, GenerationSettings, Runtime, Token
from models.runtimes.fake import FakeRuntime, Script

ASK = [ChatMessage("user", "What now?")]


def collect(runtime: Runtime, cancelled_after: int | None = None, max_tokens: int = 100) -> list[Token]:
    tokens: list[Token] = []
    stop = lambda: cancelled_after is not None and len(tokens) >= cancelled_after  # noqa: E731
    for token in runtime.generate(ASK, GenerationSettings(max_tokens=max_tokens), stop):
        tokens.append(token)
    return tokens


def loaded(**options: object) -> FakeRuntime:
    runtime = FakeRuntime(**options)  # type: ignore[arg-type]
    runtime.warm_up()
    return runtime


def test_scripts_are_used_one_after_the_other_and_the_last_token_has_the_figures() -> None:
    runtime = loaded(scripts=["One two.", "Three."])

    first, second = collect(runtime), collect(runtime)

    assert "".join(t.text for t in first) == "One two."
    assert "".join(t.text for t in second) == "Three."
    assert first[-1].stats is not None
    assert (first[-1].stats.completion_tokens, first[-1].stats.finish_reason) == (2, "stop")
    assert runtime.calls == [ASK, ASK]


def test_an_answer_can_depend_on_the_question() -> None:
    runtime = loaded(answer=lambda messages: f"You said {messages[-1].content}")

    assert "".join(t.text for t in collect(runtime)) == "You said What now?"


def test_it_fails_where_it_is_told_to() -> None:
    runtime = loaded(scripts=[Script("a b c", error=GenerationStalled("stuck"), error_after=2)])
    seen: list[str] = []

    with pytest.raises(GenerationStalled):
        seen.extend(t.text for t in runtime.generate(ASK, GenerationSettings(), lambda: False))

    assert seen == ["a", " b"] or seen == []


def test_a_stalled_answer_ends_when_it_is_cancelled() -> None:
    runtime = loaded(scripts=[Script("a b c", stall_after=2, stall_seconds=600)])

    tokens = collect(runtime, cancelled_after=2)

    assert [t.text for t in tokens] == ["a", " b", ""]
    assert tokens[-1].stats is not None
    assert tokens[-1].stats.finish_reason == "cancelled"


def test_a_long_answer_ends_at_its_limit() -> None:
    tokens = collect(loaded(scripts=["a b c d"]), max_tokens=2)

    assert tokens[-1].stats is not None
    assert tokens[-1].stats.finish_reason == "length"


def test_a_prompt_beyond_the_context_is_refused_before_anything_happens() -> None:
    runtime = loaded(context=20)

    with pytest.raises(PromptTooLong):
        runtime.generate(ASK, GenerationSettings(max_tokens=15), lambda: False)

    assert runtime.calls == []


def test_a_model_that_cannot_be_loaded_or_is_not_says_so() -> None:
    with pytest.raises(ModelMissing):
        FakeRuntime(load_error=ModelMissing("gone")).warm_up()
    with pytest.raises(RuntimeFailed):
        FakeRuntime().prefill(ASK, lambda: False)
