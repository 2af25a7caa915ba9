import pytest

from app.pipeline.language import LANGUAGES, detect_language

QUESTIONS = {
    "en": "How many days of leave do I have?",
    "de": "Wie viele Urlaubstage habe ich im Jahr?",
    "fr": "Combien de jours de congé ai-je par an ?",
    "es": "¿Cuántos días de vacaciones tengo al año?",
    "it": "Quanti giorni di ferie ho all'anno?",
    "nl": "Hoeveel vakantiedagen heb ik per jaar?",
    "pl": "Ile dni urlopu mam w roku?",
    "pt": "Quantos dias de férias tenho por ano?",
    "ru": "Сколько дней отпуска у меня в году?",
    "zh": "我每年有多少天假期？",
    "ja": "休暇は年に何日ありますか？",
    "ar": "كم عدد أيام الإجازة لدي في السنة؟",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_is_found(language):
    assert detect_language(QUESTIONS[language]) == language


def test_a_word_that_tells_nothing_gets_the_fallback():
    assert detect_language("Taxi?", fallback="de") == "de"
