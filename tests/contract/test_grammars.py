"""The grammars of Thorough's calls with a real model: whatever it would rather say, what comes back is the data that was asked for."""

import pytest

from app.pipeline.structured import (
    GROUNDING_GRAMMAR,
    INTENT_GRAMMAR,
    MAX_TOKENS,
    PLAN_GRAMMAR,
    GroundingJudgement,
    IntentResult,
    PlanResult,
    ThoroughTemplate,
)
from app.pipeline.templates import load_templates
from app.settings.paths import resources_dir
from models.catalogue import load_catalogue
from models.runtimes.base import ChatMessage, GenerationSettings
from models.runtimes.llama_cpp import LlamaCppRuntime
from models.store import ModelStore

TEMPLATES = load_templates(resources_dir() / "prompts", "thorough", ThoroughTemplate)
QUESTION = "By how much is a member card dearer than a guest card?"


@pytest.fixture(scope="module")
def runtime(models_dir):
    file = ModelStore(models_dir, load_catalogue()).path_of("smollm2-135m")
    made = LlamaCppRuntime("smollm2-135m", file, context_tokens=1024, threads=2)
    made.warm_up()
    yield made
    made.close()


@pytest.mark.model
@pytest.mark.row("thorough", "grammars")
@pytest.mark.parametrize(
    ("language", "name", "grammar", "result"),
    [
        ("en", "intent", INTENT_GRAMMAR, IntentResult),
        ("de", "plan", PLAN_GRAMMAR, PlanResult),
        ("en", "grounding", GROUNDING_GRAMMAR, GroundingJudgement),
    ],
)
def test_a_small_model_gives_well_formed_data(runtime, language, name, grammar, result):
    prompt = getattr(TEMPLATES[language], name).format(question=QUESTION, excerpts="Berths are washed twice a week.")
    settings = GenerationSettings(max_tokens=MAX_TOKENS, temperature=0.1, grammar=grammar)
    text = "".join(t.text for t in runtime.generate([ChatMessage("user", prompt)], settings, lambda: False))
    assert result.model_validate_json(text)
