"""Bytes become text, or are told to be none."""

import random

import pytest

from index.errors import UnreadableDocument
from index.parsers.encodings import decode, decode_text, mend

TEXTS = {
    "de": "Die Prüfung der Übersicht kostet 1.234,50 Euro; fällig ist sie für Böhm am 3. März.",
    "fr": "Les êtres humains naissent libres ; la réunion du 3 août à Orléans coûte 20 euros.",
    "es": "¿Cuánto cuesta la reunión del año próximo? El niño pagó 20 euros en España.",
    "pl": "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.",
    "cs": "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.",
    "ru": "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "el": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.",
    "he": "כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
    "ar": "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.",
    "ja": "すべての人間は、生まれながらにして自由であり、平等である。請求書の金額は円です。",
    "zh": "人人生而自由，在尊严和权利上一律平等。合同金额为人民币一万元。",
    "tw": "人人生而自由，在尊嚴和權利上一律平等。合約金額為新台幣一萬元。",
    "ko": "모든 인간은 태어날 때부터 자유로우며 존엄과 권리에 있어 동등하다.",
}
ENCODINGS = {
    "de": "cp1252 iso8859_15 cp850 cp437",
    "fr": "cp1252 iso8859_15 cp850 cp437",
    "es": "cp1252 cp850",
    "pl": "cp1250 iso8859_2 cp852",
    "cs": "cp1250 iso8859_2 cp852",
    "ru": "cp1251 koi8_r cp866 iso8859_5",
    "el": "cp1253 iso8859_7",
    "he": "cp1255",
    "ar": "cp1256 iso8859_6",
    "ja": "cp932 euc_jp iso2022_jp",
    "zh": "gb18030",
    "tw": "big5",
    "ko": "cp949",
}
OLD = [(language, name) for language, names in ENCODINGS.items() for name in names.split()]


def test_random_bytes_are_no_text():
    data = random.Random(1).randbytes(20_000)
    with pytest.raises(UnreadableDocument, match="no text"):
        decode_text(data)


@pytest.mark.parametrize(("language", "encoding"), OLD)
def test_old_encodings_are_told_by_how_they_read(language, encoding):
    text = TEXTS[language]
    assert decode_text(text.encode(encoding, "replace")) == text.encode(encoding, "replace").decode(encoding)


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_unicode_is_read_with_and_without_its_mark(language, encoding):
    assert decode_text(TEXTS[language].encode(encoding)) == TEXTS[language]


@pytest.mark.parametrize("text", ["Größe", "Price: €5", "Straße 5", "Réunion", "Müller;12,50\nBöhm;3,20\n", "It’s 20°C"])
def test_a_few_words_of_western_europe_are_enough(text):
    assert decode_text(text.encode("cp1252")) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("佐藤太郎,30,東京\n", "cp932"),
        ("姓名,年龄\n张三,25\n", "gb18030"),
        ("이름,나이\n김철수,30\n", "cp949"),
        ("Иванов Иван", "koi8_r"),
    ],
)
def test_a_few_words_of_other_scripts_are_enough(text, encoding):
    assert decode_text(text.encode(encoding)) == text


def test_text_of_mainframes_is_read():
    text = "The fee of the office is 20 euro, and it is due in March.\n" * 3
    assert decode_text(text.encode("cp500").replace(b"\x25", b"\x15")).split("\n")[0] == text.split("\n")[0]


def test_a_charset_that_is_declared_wrongly_does_not_win():
    assert decode("Прейскурант на аренду офисов".encode("cp1251"), "utf-8") == "Прейскурант на аренду офисов"


def test_a_few_broken_bytes_do_not_spoil_utf8():
    data = ("Größe für Müller, öfter schön. " * 5).encode() + b"\xff and on"
    assert decode(data).startswith("Größe für Müller")


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("MÃ¼ller schuldet 12,50 â‚¬", "Müller schuldet 12,50 €"),
        ("cafÃ© costs 3.50", "café costs 3.50"),
        ("ÐŸÑ€Ð¸Ð²ÐµÑ‚, 7", "Привет, 7"),
        ("1986â€“1990", "1986–1990"),
        ("РџСЂРёРІРµС‚, 7", "Привет, 7"),
    ],
)
def test_text_that_was_saved_wrongly_is_mended_with_its_figures(broken, whole):
    assert mend(broken) == whole


@pytest.mark.parametrize("text", ["Größe ÄÖÜ 5", "l’été à Âge", "100 ÷ 4 = 25", "naïve façade £5", "Ångström Ørsted", "日本 3"])
def test_text_that_is_right_is_left_alone(text):
    assert mend(text) == text


def test_windows_text_that_calls_itself_iso_is_read():
    text = "Zażółć „gęślą” jaźń – 5 zł"
    assert decode(text.encode("cp1250"), "iso-8859-2") == text


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le", "utf-16"])
def test_zero_bytes_that_fill_up_a_block_are_no_text(encoding: str) -> None:
    assert decode_text(TEXTS["de"].encode(encoding).ljust(4096, b"\0")).strip("\0") == TEXTS["de"]
