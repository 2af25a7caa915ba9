"""Only a whole sentence to the program, or of what no document can know, is taken out of the search; everything else is searched."""

import pytest

from app.pipeline.language import LANGUAGES
from app.pipeline.phrases import phrase
from app.pipeline.scope import scope_of

SAID = {
    "greeting": ("Hello!", "Hi there", "Guten Morgen", "Grüß Gott", "Bonjour", "¡Hola!", "Buongiorno", "Goedemorgen", "Dzień dobry", "Bom dia",
                 "Здравствуйте", "你好！", "こんにちは", "مرحبا"),
    "thanks": ("Thank you very much.", "Danke schön!", "Merci beaucoup", "Muchas gracias", "Grazie", "Dank je wel", "Dziękuję", "Obrigado",
               "Спасибо!", "谢谢", "ありがとうございます", "شكرا"),
    "program": ("What can you do?", "Hi, what can you do?", "Help", "Who are you", "Are you ChatGPT?", "Was können Sie?", "Wie heißen Sie?",
                "Que pouvez-vous faire ?", "¿Quién eres?", "Chi sei?", "Wat kun je?", "Kim jesteś?", "Quem é você?", "Что ты умеешь?", "你能做什么？",
                "何ができますか？", "من أنت؟"),
    "outside": ("What's the weather like today?", "Tell me a joke, please", "What time is it?", "Write me a poem about autumn", "Wie wird das Wetter morgen?",
                "Wie spät ist es?", "Quelle heure est-il ?", "¿Qué hora es?", "Che ore sono?", "Hoe laat is het?", "Jaka jest dzisiaj pogoda?",
                "Que horas são?", "Который час?", "今天天气怎么样？", "今何時ですか？", "كم الساعة؟"),
}  # fmt: skip
ASKED = (
    "What can you do with a guest card?", "Hello, what does a guest card cost?", "What is the weather policy for events?", "What time is the meeting?",
    "What is the date of the contract?", "Who are you insured with?", "How do I get help with my laptop?", "Which jokes are allowed in speeches?",
    "Hallo, wie hoch ist die Gebühr?", "Was können Sie mir über die Gastkarte sagen?", "Wie ist das Wetter im Dienstplan geregelt?", "Thanks to whom was it built?",
    "你好，访客卡的费用是多少？", "Bonjour, quel est le prix ?", "help desk number", "good morning allowance",
)  # fmt: skip


@pytest.mark.parametrize(("scope", "text"), [(scope, text) for scope, texts in SAID.items() for text in texts])
def test_a_whole_sentence_to_the_program_or_of_the_outside_is_known(scope, text):
    assert scope_of(text) == scope


@pytest.mark.parametrize("text", ASKED)
def test_a_question_that_only_begins_like_one_is_searched(text):
    assert scope_of(text) == "documents"


@pytest.mark.parametrize("scope", ["greeting", "thanks", "program", "outside"])
def test_each_scope_is_said_in_the_language_of_the_question(scope):
    assert len({phrase(f"scope_{scope}", language) for language in LANGUAGES}) == len(LANGUAGES)
