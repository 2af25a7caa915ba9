"""What may stand in a log, and that texts of people and documents cannot."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from app.privacy.redaction import mark, register_words, safe_argument, safe_exception, safe_field

CANARY = "zanzibar-4711 Müller"


def test_equal_texts_have_equal_marks_that_do_not_contain_them() -> None:
    assert mark(CANARY) == mark(CANARY)
    assert mark(CANARY) != mark(CANARY + ".")
    assert mark(CANARY).startswith("[20 characters #")
    assert mark(b"abc").startswith("[3 bytes #")


@pytest.mark.parametrize("value", [3, 2.5, True, None])
def test_numbers_pass(value: object) -> None:
    assert safe_argument(value) is value


@pytest.mark.parametrize(
    "value", [CANARY, CANARY.encode(), Path(CANARY), [CANARY], {"a": CANARY}, ValueError(CANARY), object()]
)
def test_everything_else_is_marked(value: object) -> None:
    shown = str(safe_argument(value))
    assert "zanzibar" not in shown
    assert "Müller" not in shown


def test_names_of_exception_classes_pass() -> None:
    assert safe_argument(type(ValueError(CANARY))) == "ValueError"
    assert safe_argument("FileNotFoundError") == "FileNotFoundError"
    assert safe_field("error", "FileNotFoundError") == "FileNotFoundError"
    assert safe_field("error", "zanzibar") == mark("zanzibar")


def test_fields_hold_only_what_they_are_for() -> None:
    identifier = uuid4()
    assert safe_field("correlation_id", identifier) == str(identifier)
    assert safe_field("file_id", "0123456789abcdef") == "0123456789abcdef"
    assert safe_field("chunk_id", "0123456789abcdef:12") == "0123456789abcdef:12"
    register_words("RETRIEVAL_TIMEOUT")
    assert safe_field("code", "RETRIEVAL_TIMEOUT") == "RETRIEVAL_TIMEOUT"
    assert safe_field("code", "zanzibar") == mark("zanzibar")
    assert safe_field("size", 12) == 12
    for name in ("correlation_id", "code", "size"):
        assert safe_field(name, CANARY) == mark(CANARY)


def test_an_exception_is_its_types_and_places() -> None:
    try:
        try:
            raise KeyError(CANARY)
        except KeyError as error:
            raise RuntimeError(CANARY) from error
    except RuntimeError as error:
        lines = safe_exception(error)
    assert [line for line in lines if not line.startswith(" ")] == ["builtins.RuntimeError", "builtins.KeyError"]
    assert any("test_redaction.py:" in line and "test_an_exception" in line for line in lines)
    assert "zanzibar" not in "\n".join(lines)
    assert safe_argument(UUID(int=0, version=4)) == str(UUID(int=0, version=4))


@pytest.mark.parametrize("text", ["", "two words", "Müller", "x" * 65, "a/b"])
def test_only_single_words_can_be_registered(text: str) -> None:
    with pytest.raises(ValueError, match="word"):
        register_words(text)
