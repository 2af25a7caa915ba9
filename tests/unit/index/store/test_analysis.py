"""The same text gives the same terms on both sides, in every script, and no typed text is a query language."""

import pytest

from index.store.analysis import MAX_TERM_LENGTH, document_terms, query_terms


def finds(question: str, text: str, language: str | None, collection: tuple[str, ...] = ("en", "de")) -> bool:
    terms = set(document_terms(text, language).split())
    return all(not terms.isdisjoint(term.variants) for term in query_terms(question, collection))


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("Überstunde", "Die Überstunden werden vergütet", "de"),
        ("uberstunden", "Die Überstunden werden vergütet", "de"),
        ("Ueberstunden", "Die Überstunden werden vergütet", "de"),
        ("Überstunden", "Die Ueberstunden werden vergütet", "de"),
        ("Straße", "In der STRASSE", "de"),
        ("contract", "Contracts were signed", "en"),
        ("café", "the cafe", "en"),
        ("§ 15", "gemäß §15 Abs. 4", "de"),
        ("§15a", "nach § 15a gilt", "de"),
        ("AB-1234/5", "Part no. AB-1234/5 in stock", "en"),
        ("1234", "Part no. AB-1234/5 in stock", "en"),
        ("max.muster@firma.de", "Mail an Max.Muster@firma.de senden", "de"),
        ("12500", "Betrag 12.500,00 EUR", "de"),
        ("12500", "amount 12,500 USD", "en"),
        ("ﬁnance", "finance department", "en"),
        ("naïve", "nai\u0308ve", "en"),
        ("l'organisation", "De l’organisation", "fr"),
        ("indemnité", "Les indemnités versées", "fr"),
        ("vacación", "las vacaciones", "es"),
        ("approvata", "sono approvati", "it"),
        ("werknemer", "rechten van werknemers", "nl"),
        ("pracownika", "prawa pracowników", "pl"),
        ("trabalhador", "direitos dos trabalhadores", "pt"),
        ("orga\u00adnisation", "Organisation", "en"),
    ],
)
def test_european_words_numbers_and_identifiers_are_found(question, text, language):
    assert finds(question, text, language, ("en", "de", "fr", "es", "it", "nl", "pl", "pt"))


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("组织", "整个组织的员工", "zh"),
        ("員", "全社員", "ja"),
        ("カタカナ", "半角カタカナ", "ja"),
        ("ｶﾀｶﾅ", "半角カタカナ", "ja"),
        ("한국", "한국어를", "ko"),
        ("трудового договора", "Трудовые договоры", "ru"),
        ("трудового", "Трудовые договоры", None),
        ("ещё раз", "Еще раз", "ru"),
        ("расчёты", "Порядок расчетов", "ru"),
        ("الكتاب", "كتاب", "ar"),
        ("والموظفين", "رواتب الموظفين", "ar"),
        ("وزارة المالية", "موظفو الوزارة والمالية", "ar"),
        ("للموظف", "وبالموظفين", "ar"),
        ("أجازة", "اجازة سنوية", "ar"),
        ("كتـــاب", "الكِتَابُ", "ar"),
        ("2024", "ميزانية ٢٠٢٤", "ar"),
        ("٢٠٢٤", "budget 2024", "en"),
        ("१५", "नियम 15", "hi"),
        ("ประชุม", "การประชุมใหญ่", "th"),
    ],
)
def test_other_scripts_are_found(question, text, language):
    assert finds(question, text, language)


def test_a_term_that_is_not_there_is_not_found():
    assert not finds("Urlaub", "Die Überstunden werden vergütet", "de")
    assert not finds("织整", "整个组织的员工", "zh")
    assert not finds("§16", "gemäß §15 Abs. 4", "de")


@pytest.mark.parametrize(
    "text", ["", "   ", "'\"; DROP TABLE x; --", "AND OR NOT * ? ~ ^ ( [ {", "\x00\ud800", "🙂🙂", "a" * 10_000]
)
def test_any_typed_text_becomes_plain_terms(text):
    for term in query_terms(text, ("de", "en")):
        for variant in term.variants:
            assert variant
            assert len(variant) <= MAX_TERM_LENGTH
            assert not set(variant) & set(" '\"*()[]{};")


@pytest.mark.parametrize(
    ("typed", "text", "language"),
    [
        ("informacao", "a informação", "pt"),
        ("tambien", "también la batería", "es"),
        ("bateria", "también la batería", "es"),
        ("donnees", "les données", "fr"),
        ("plikow", "lista plików", "pl"),
        ("quantita", "la quantità", "it"),
        ("muzete", "to můžete", "cs"),
    ],
)
def test_who_has_no_key_for_accents_finds_what_the_stemmer_cuts_otherwise_with_them(typed, text, language):
    assert finds(typed, text, language, (language,))


def test_a_list_of_sections_names_each_of_them():
    for number in ("§15a", "§17", "§ 20"):
        assert finds(number, "nach §§ 15a, 17 und 20 gilt", "de")
    assert not finds("§2024", "nach § 5, 2024 gefasst", "de")


def test_a_word_counts_as_often_as_it_occurs():
    assert document_terms("tax and Taxes", "en").split().count("tax") == 2


def test_a_question_asks_for_each_word_once():
    assert [t.surface for t in query_terms("fee Fee fees", ("en",))] == ["fee"]
