"""Whether a required string stands in an answer."""

import pytest
from matching import clean_answer, contains

EN_YES = [
    ("The fee is 36 dollars.", "36"),
    ("It differs by thirty-six hours.", "36"),
    ("It differs by 36.0 hours.", "36"),
    ("Two delegates may be named.", "two"),
    ("At most 2 may be named.", "two"),
    ("Up to two.", "2"),
    ("The value is 1,250 units.", "1250"),
    ("The value is 1\u00a0250 units.", "1250"),
    ("The value is 1\u202f250 units.", "1,250"),
    ("The value is one thousand two hundred and fifty.", "1,250"),
    ("A rate of 2.75% applies.", "2.75"),
    ("A rate of 2.75 per cent applies.", "2.75%"),
    ("It is 45 percent.", "45%"),
    ("It takes 6 to 8 months.", "6-8 months"),
    ("It takes six to eight months.", "6-8 months"),
    ("It takes 6–8 months.", "6-8 months"),
    ("It takes between 6 and 8 months.", "6-8 months"),
    ("It takes 6 months to 8 months.", "6 to 8 months"),
    ("It takes 6-8 months.", "6 to 8 months"),
    ("A 6-8 month wait.", "6–8 months"),
    ("About 80 dollars.", "$80"),
    ("About USD 80.", "$80"),
    ("About ~$80.", "$80"),
    ("About $80.00.", "80 dollars"),
    ("Between $20 and $80.", "$80"),
    ("From $20-80.", "$80"),
    ("From 20 to 80 dollars.", "$20"),
    ("It costs 3 million euros.", "3,000,000"),
    ("It costs €3 million.", "€3,000,000"),
    ("On 2 June 2025.", "June 2, 2025"),
    ("On the 2nd of June 2025.", "June 2, 2025"),
    ("On June 2nd, 2025.", "2 June 2025"),
    ("On 2025-06-02.", "June 2, 2025"),
    ("On 6/2/2025.", "June 2, 2025"),
    ("On **June 2, 2025**.", "June 2, 2025"),
    ("On Jun. 2, 2025.", "June 2"),
    ("The cover says September 10, 2024.", "2024"),
    ("Within six (6) hours.", "6 hours"),
    ("Within 6 hours.", "six (6) hours"),
    ("Within one hour.", "1 hour"),
    ("Within an hour.", "1 hour"),
    ("A 72-hour notice.", "72 hours"),
    ("Seventy-two hours before.", "72 hours"),
    ("Two and a half days.", "2.5 days"),
    ("8½ hours a day.", "8.5 hours"),
    ("The meeting is at 2 pm.", "14:00"),
    ("It ends at 12:45 PM.", "12:45"),
    ("No, they cannot.", "No"),
    ("**No**, they cannot.", "No"),
    ("Staff cannot do that. No.", "No"),
    ("The answer is no.", "No"),
    ("Evidence may be lost.", "evidence"),
    ("Develop a roadmap first.", "road map"),
    ("Develop a road-map first.", "road map"),
    ("She is not eligible.", "not eligible"),
    ("She isn't eligible.", "not eligible"),
    ("She will not be eligible.", "not eligible"),
    ("She is ineligible.", "not eligible"),
    ("Dr. Maria Lindqvist's talk closed it.", "Maria Lindqvist"),
    ("The processes are standardised.", "standardi"),
]
EN_NO = [
    ("It is 38.", "3"),
    ("It is 136.", "36"),
    ("It is 3.6.", "36"),
    ("It is 3.6 or 36.5.", "36"),
    ("It is 1,360.", "36"),
    ("It is 360.", "36"),
    ("Two hundred.", "two"),
    ("Twenty-two.", "2"),
    ("Twenty-two.", "20"),
    ("At 2:45.", "2"),
    ("GS-15 staff.", "15"),
    ("COVID-19 rules.", "19"),
    ("On September 15, 2024.", "15"),
    ("See § 15.", "15"),
    ("Section 3.1.4 says so.", "3.1"),
    ("As stated [15].", "15"),
    ("As stated [2, 15].", "15"),
    ("1. Be early\n2. Be kind\n3. Be brief", "2"),
    ("80 units.", "$80"),
    ("€80.", "$80"),
    ("$800.", "$80"),
    ("$80.50.", "$80"),
    ("80 percentage points.", "80%"),
    ("80 hours.", "80%"),
    ("6 months.", "6-8 months"),
    ("6 or 8 months.", "6-8 months"),
    ("6 to 8 weeks.", "6-8 months"),
    ("16 to 8 months.", "6-8 months"),
    ("72 minutes.", "72 hours"),
    ("172 hours.", "72 hours"),
    ("$5 an hour.", "1 hour"),
    ("The rate an hour is set.", "2 hours"),
    ("On June 3, 2025.", "June 2, 2025"),
    ("On June 2, 2024.", "June 2, 2025"),
    ("On June 2.", "June 2, 2025"),
    ("On July 2, 2025.", "June 2, 2025"),
    ("On June 22, 2025.", "June 2, 2025"),
    ("I know that they can.", "No"),
    ("Yes, with no limit.", "No"),
    ("Yes. No limit is set.", "No"),
    ("They can do so with no limit.", "No"),
    ("Nobody knows. Nothing is said.", "No"),
    ("This is notable.", "not able"),
    ("She is eligible.", "not eligible"),
    ("She is not sure whether he is eligible.", "not eligible"),
    ("Maria and Jon Lindqvist.", "Maria Lindqvist"),
    ("Marianne Lindqvist.", "Maria Lindqvist"),
    ("Roads on a map.", "road map"),
    ("Selfevident.", "evident"),
    ("may 15 people come?", "May 15"),
]
DE_YES = [
    ("Es sind 1.250 Euro.", "1250"),
    ("Es sind 1.250,50 Euro.", "1250,50"),
    ("Es sind 13,90 Euro.", "13,90"),
    ("Es sind 13,9 €.", "13,90 Euro"),
    ("28 €", "28 Euro"),
    ("EUR 28,00", "28 Euro"),
    ("achtundzwanzig Euro", "28 €"),
    ("Höchstens achteinhalb Stunden.", "8,5 Stunden"),
    ("Höchstens 8,5 Stunden.", "achteinhalb"),
    ("Sechs Monatsverdienste.", "6"),
    ("6 Monatsverdienste.", "sechs"),
    ("Nach sechsmonatigem Bestehen.", "sechs"),
    ("Eine 6-monatige Wartezeit.", "sechs"),
    ("Dreizehn Wochen vorher.", "13"),
    ("zweihundertdreißig Euro", "230"),
    ("Eine Stunde.", "1 Stunde"),
    ("Mindestens 1 Stunde.", "eine Stunde"),
    ("Innerhalb von zwei Monaten.", "Monate"),
    ("Eine zweimonatige Frist.", "Monate"),
    ("Sieben Wochen.", "Wochen"),
    ("sieben bis acht Wochen", "7-8 Wochen"),
    ("Am 2. Juni 2025.", "02.06.2025"),
    ("Um 17 Uhr.", "17:00 Uhr"),
    ("Bis 9.30 Uhr.", "9:30"),
    ("Das Lebensalter zählt.", "alter"),
    ("Das Alter zählt.", "alter"),
    ("Die Schwerbehinderung zählt.", "behinder"),
    ("Die Dauer der Betriebszugehörigkeit.", "Betrieb"),
    ("Die Unterhaltspflichten.", "Unterhalt"),
    ("Das geht nur schriftlich.", "schrift"),
    ("Die Schriftform ist nötig.", "schrift"),
    ("Das ist nicht erlaubt.", "nicht"),
    ("Nein, das ist nicht erlaubt.", "nein"),
    ("Die Abrede ist unwirksam.", "unwirksam"),
    ("40 v. H. oder 40 Prozent", "40 %"),
]
DE_NO = [
    ("Es sind 1,250 Liter.", "1250"),
    ("Es sind 1.250 Liter.", "1,25"),
    ("240 Euro", "24 Euro"),
    ("24,50 Euro", "24 Euro"),
    ("24 Tage", "24 Euro"),
    ("Zweifellos.", "zwei"),
    ("zweiundzwanzig", "zwei"),
    ("sechzehn Tage", "sechs"),
    ("sechsundzwanzig Tage", "6"),
    ("Am zweiten Tag.", "zwei"),
    ("Achten Sie darauf.", "acht"),
    ("Nach § 6 Abs. 2 gilt das.", "6"),
    ("Nach § 6 Abs. 2 gilt das.", "2"),
    ("0,6 Monatsverdienste", "6"),
    ("Einmal im Jahr.", "1"),
    ("Ein Antrag genügt.", "1"),
    ("Drei Monatsgehälter.", "Monate"),
    ("In der Doppelwoche.", "Wochen"),
    ("Das ist unzulässig.", "zulässig"),
    ("Das ist rechtsunwirksam.", "wirksam"),
    ("Der Schalter ist aus.", "alter"),
    ("Der Halter zahlt.", "alter"),
    ("Das Allgemeine gilt.", "nein"),
    ("Ja. Nein sagt niemand.", "nein"),
    ("Vernichten ist nichts.", "nicht"),
    ("Am 2. Juni 2024.", "2. Juni 2025"),
    ("Am 12. Juni 2025.", "2. Juni 2025"),
    ("12:45 Uhr", "12"),
]


@pytest.mark.parametrize(("text", "needle"), EN_YES)
def test_english_answer_has_it(text: str, needle: str) -> None:
    assert contains(text, needle, "en")


@pytest.mark.parametrize(("text", "needle"), EN_NO)
def test_english_answer_only_seems_to_have_it(text: str, needle: str) -> None:
    assert not contains(text, needle, "en")


@pytest.mark.parametrize(("text", "needle"), DE_YES)
def test_german_answer_has_it(text: str, needle: str) -> None:
    assert contains(text, needle, "de")


@pytest.mark.parametrize(("text", "needle"), DE_NO)
def test_german_answer_only_seems_to_have_it(text: str, needle: str) -> None:
    assert not contains(text, needle, "de")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("It is so [1]. Also this [2, 3].", "It is so. Also this."),
        ("1. First\n2. Second", "First\nSecond"),
        ("2. Juni 2025", "2. Juni 2025"),
        ("1. April 2025", "1. April 2025"),
        ("Points:\n1) One thing\n\n2) Another", "Points:\nOne thing\n\nAnother"),
    ],
)
def test_citation_marks_and_list_ordinals_are_no_words_of_an_answer(text: str, clean: str) -> None:
    assert clean_answer(text) == clean


def test_a_required_string_without_any_word_is_an_error_of_the_question() -> None:
    with pytest.raises(ValueError, match="nothing to compare"):
        contains("text", "…", "en")
