"""Follow-up questions over dialogues in twelve languages: what must become complete, and what must be left alone."""

from __future__ import annotations

import pytest

from app.messages.answer import HistoryMessage
from app.pipeline.followup import standalone

HALL = "How do I rent the large hall?"
CARD = "What refundable deposit does a Ventra card require?"
RATE = "Wie hoch ist die Pauschale im Inland?"
TARIF = "Quel est le tarif en France ?"
ABONO = "¿Cuánto cuesta el abono de la piscina?"


def talk(*texts: str) -> tuple[HistoryMessage, ...]:
    """Questions and answers in turn."""
    return tuple(HistoryMessage(role="assistant" if n % 2 else "user", text=text) for n, text in enumerate(texts))


@pytest.mark.parametrize(
    ("language", "last", "question", "whole"),
    [
        ("en", HALL, "For members?", "How do I rent the large hall – for members?"),
        ("en", HALL, "Online?", "How do I rent the large hall – Online?"),
        ("de", RATE, "Bei Teilzeit?", "Wie hoch ist die Pauschale im Inland – bei Teilzeit?"),
        ("fr", TARIF, "Pour les stagiaires ?", "Quel est le tarif en France – pour les stagiaires?"),
        ("es", ABONO, "¿Y para los niños?", "¿Cuánto cuesta el abono de la piscina – para los niños?"),
        ("it", "Quanto costa la tessera?", "E all'estero?", "Quanto costa la tessera – all'estero?"),
        ("nl", "Wat kost de gastenkaart?", "En in het buitenland?", "Wat kost de gastenkaart – in het buitenland?"),
        ("pt", "Quanto custa o cartão?", "E no estrangeiro?", "Quanto custa o cartão – no estrangeiro?"),
        ("pl", "Ile kosztuje karta gościa?", "A za granicą?", "Ile kosztuje karta gościa – za granicą?"),
        ("ru", "Сколько стоит гостевая карта?", "А за границей?", "Сколько стоит гостевая карта – за границей?"),
        ("zh", "访客卡多少钱？", "那国外呢？", "访客卡多少钱 – 国外？"),
        ("ja", "ゲストカードはいくらですか？", "海外では？", "ゲストカードはいくらですか – 海外？"),
        ("ar", "كم تكلفة بطاقة الضيف؟", "وفي الخارج؟", "كم تكلفة بطاقة الضيف – في الخارج?"),
    ],
)
def test_a_fragment_is_put_behind_the_question_before(language, last, question, whole):
    assert standalone(question, talk(last, "Yes."), language) == whole


@pytest.mark.parametrize(
    ("language", "last", "question", "whole"),
    [
        ("en", HALL, "Why?", "Why? (rent large hall)"),
        ("en", HALL, "By when?", "By when? (rent large hall)"),
        ("en", HALL, "Who signs that?", "Who signs that? (rent large hall)"),
        ("en", HALL, "And what is the deposit?", "What is the deposit? (rent large hall)"),
        ("en", HALL, "Is it allowed for clubs that use its kitchen?", None),
        ("en", CARD, "Where can I buy it?", "Where can I buy it? (refundable deposit Ventra card require)"),
        ("de", RATE, "Warum nicht?", "Warum nicht? (Pauschale Inland)"),
        ("de", RATE, "Wer genehmigt das?", "Wer genehmigt das? (Pauschale Inland)"),
        ("de", RATE, "Wann muss sie beantragt werden?", "Wann muss sie beantragt werden? (Pauschale Inland)"),
        ("fr", TARIF, "Pourquoi ?", "Pourquoi? (tarif France)"),
        ("fr", TARIF, "Qui le fixe ?", "Qui le fixe? (tarif France)"),
        ("fr", TARIF, "Quand expire-t-il ?", "Quand expire-t-il? (tarif France)"),
        ("es", ABONO, "¿Dónde lo compro?", "Dónde lo compro? (cuesta abono piscina)"),
        ("it", "Quanto costa la tessera?", "Chi la firma?", "Chi la firma? (costa tessera)"),
        ("nl", "Wat kost de gastenkaart?", "Hoe lang is het geldig?", "Hoe lang is het geldig? (kost gastenkaart)"),
        ("pt", "Quanto custa o cartão?", "Quem o assina?", "Quem o assina? (custa cartão)"),
        ("pl", "Ile kosztuje karta gościa?", "Kto ją podpisuje?", "Kto ją podpisuje? (kosztuje karta gościa)"),
        ("ru", "Сколько стоит карта?", "Как долго она действует?", "Как долго она действует? (стоит карта)"),
        ("zh", "访客卡多少钱？", "为什么？", "为什么？ (访客卡多少钱)"),
        ("ar", "كم تكلفة بطاقة الضيف؟", "لماذا؟", "لماذا؟ (كم تكلفة بطاقة الضيف)"),
    ],
)
def test_what_is_left_open_gets_the_subject_of_the_question_before(language, last, question, whole):
    assert standalone(question, talk(last, "Yes."), language) == whole


@pytest.mark.parametrize(
    ("language", "last", "question"),
    [
        ("en", CARD, "And what is the transit benefit?"),
        ("en", CARD, "And how much is the annual fee of the sports club?"),
        ("en", CARD, "How long does it take to get a Top Secret clearance?"),
        ("en", CARD, "Is it allowed to work on Sundays?"),
        ("en", CARD, "Must employees return the laptop when they leave?"),
        ("en", CARD, "May tenants sublet their flat?"),
        ("en", CARD, "What is the budget this year?"),
        ("de", RATE, "Was ist das Jobticket?"),
        ("de", RATE, "Ist es erlaubt, Haustiere zu halten?"),
        ("de", RATE, "Können Sie mir die Kündigungsfrist nennen?"),
        ("de", RATE, "Und zahlt der Vermieter die Heizung?"),
        ("de", RATE, "Muss der Mieter die Schlüssel abgeben, wenn er auszieht?"),
        ("fr", TARIF, "Faut-il un badge ?"),
        ("fr", TARIF, "Les salariés peuvent-ils reporter leurs congés ?"),
        ("es", ABONO, "¿Qué es la tarjeta ciudadana?"),
        ("it", "Quanto costa la tessera?", "Qual è il termine di disdetta?"),
        ("nl", "Wat kost de gastenkaart?", "Wat kost het jaarabonnement van het zwembad?"),
        ("ru", "Сколько стоит карта?", "Какой срок уведомления для арендаторов?"),
        ("zh", "访客卡多少钱？", "其他员工的休假天数是多少？"),
        ("ja", "ゲストカードはいくらですか？", "解約の通知期間はどのくらいですか？"),
        ("ar", "كم تكلفة بطاقة الضيف؟", "ما هي مدة الإشعار للمستأجرين؟"),
    ],
)
def test_a_question_with_a_subject_of_its_own_does_not_get_the_earlier_one(language, last, question):
    assert standalone(question, talk(last, "Yes."), language) is None


def test_follow_ups_may_follow_each_other():
    said = talk("What is the meal allowance in Germany?", "28.", "And abroad?", "40.", "Why?", "It is dearer there.")
    assert standalone("And in Austria?", said, "en") == "What is the meal allowance in Germany – in Austria?"
    assert standalone("Who approves it?", said[:4], "en") == "Who approves it? (meal allowance Germany abroad)"


def test_a_pronoun_for_the_person_whom_the_answer_names_gets_the_name():
    said = talk("Who leads the Lyon project?", "Maria Huber leads it.")
    assert standalone("What is her phone number?", said, "en") == "What is her phone number? (Maria Huber leads Lyon project)"
    german = talk("Wer leitet das Labor in Wien?", "Frau Dr. Anna Keller leitet das Labor.")
    assert (
        standalone("Wie ist ihre Telefonnummer?", german, "de") == "Wie ist ihre Telefonnummer? (Anna Keller leitet Labor Wien)"
    )
