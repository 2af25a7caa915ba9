"""What a question says about people, times and versions decides which documents it finds."""

import pytest

from index.search.hit import SearchFilters
from index.search.people import Fields, People

ANA, JORG = "Ana Ruiz <ana@x.org>", "Jörg Weiß <jw@x.org>"


@pytest.fixture
def mails(library):
    def mail(name, author, to, day, text, subject="The lift"):
        library.put(f"/d/{name}.eml", text, kind="eml", title=subject, author=author, recipients=to, day=day)

    mail("march", ANA, JORG, "2026-03-05T10:00:00", "The lift in building B stands still until the part arrives.")
    mail("june", ANA, JORG, "2026-06-05T10:00:00", "The lift in building B runs again.", "Re: The lift")
    mail("jorg", JORG, ANA, "2026-03-06T10:00:00", "Who pays for the lift in building B?", "AW: The lift")
    mail("other", "Eva Lang <eva@y.org>", "Tom <tom@y.org>", "2026-03-07T10:00:00", "The lift at our house is new.")
    library.put("/d/lift.md", "Rules of the lift: at most eight people.", day="2024-01-01")
    return library


@pytest.mark.parametrize(
    "question",
    [
        "What did Ana write about the lift in March?",
        "Was hat Ana im März zum Aufzug lift geschrieben?",
        "mail from Ana Ruiz on the lift in March",
    ],
)
def test_what_a_person_wrote_in_a_month_is_found_alone(mails, question):
    assert mails.found(question) == ["/d/march.eml"]


def test_mails_to_a_person_are_told_from_those_of_that_person(mails):
    assert set(mails.found("mails to Jörg about the lift")) == {"/d/march.eml", "/d/june.eml"}
    assert mails.found("What did Jorg write about the lift?") == ["/d/jorg.eml"]


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("mails von ana zum lift seit juni", {"june"}),
        ("what did ana write about the lift in march", {"march"}),
        ("Anas Mails zum lift im März", {"march"}),
        ("mails from Ana to Jörg about the lift", {"march", "june"}),
        ("mails from Jörg to Ana about the lift", {"jorg"}),
        ("lift mails between February and April from Ana Ruiz", {"march"}),
        ("что написала Ana о lift", {"march", "june"}),
    ],
)
def test_people_are_heard_in_small_letters_in_the_genitive_and_together(mails, question, paths):
    assert {path.removeprefix("/d/").removesuffix(".eml") for path in mails.found(question)} == paths


def test_a_common_word_that_is_also_a_name_narrows_nothing():
    people = People([Fields("f", "Mark May <m@x.org>", None)])
    assert people.named("which mark may a product bear by law?") is None
    assert people.named("mails about the mark") is None


@pytest.mark.parametrize("mark", ["Re: ", "AW: ", "SV: ", "Odp: ", "RES: ", "Ответ: ", "回复：", "返信: ", "Fwd: WG: ", "R: "])
def test_answers_in_many_languages_belong_to_one_exchange(library, mark):
    for name, subject, day in (("a", "Aufzug", "2026-03-01"), ("b", f"{mark}Aufzug", "2026-03-02")):
        library.put(
            f"/d/{name}.eml", f"Der Aufzug steht {name}", kind="eml", title=subject, author=ANA, recipients=JORG, day=day
        )
    (hit,) = library.search("Aufzug steht", fold_mails=True).hits
    assert hit.thread == ("/d/a.eml", "/d/b.eml")


def test_an_address_names_a_person(mails):
    assert mails.found("lift ana@x.org since June") == ["/d/june.eml"]


def test_since_a_month_leaves_older_documents_out(mails):
    assert mails.found("documents on the lift since May") == ["/d/june.eml"]
    assert "/d/lift.md" not in mails.found("Dokumente zum lift seit 2025")


def test_when_nothing_fits_everything_is_searched_and_said_so(mails):
    result = mails.search("mails about the lift after 2030")
    assert result.hits
    assert any("all documents were searched" in warning for warning in result.warnings)


def test_a_name_without_a_cue_and_a_word_that_is_no_name_narrow_nothing(mails):
    assert len(mails.found("lift building B")) == 5
    people = People([Fields("f", "Will Lift <w@x.org>", None)])
    assert people.named("Will the rules of the lift change?") is None


def test_filters_of_the_caller_are_by_author_recipient_title_folder_and_language(mails):
    mails.put("/d/archive/aufzug.md", "Regeln für den lift", title="Aufzug", language="de")
    assert mails.found("lift", filters=SearchFilters(author="eva")) == ["/d/other.eml"]
    assert mails.found("lift", filters=SearchFilters(recipient="ana@x.org")) == ["/d/jorg.eml"]
    assert mails.found("lift", filters=SearchFilters(title="Aufzug")) == ["/d/archive/aufzug.md"]
    assert mails.found("lift", filters=SearchFilters(folder="/d/archive")) == ["/d/archive/aufzug.md"]
    assert mails.found("lift", filters=SearchFilters(languages=("de",))) == ["/d/archive/aufzug.md"]
    assert mails.found("lift", filters=SearchFilters(folder="/d/arch")) == []
    assert mails.found("lift", filters=SearchFilters(title="%' OR 1=1 --")) == []


def test_an_exchange_of_mails_is_one_hit_that_names_its_messages(mails):
    folded = mails.search("lift building", fold_mails=True).hits
    thread = next(hit for hit in folded if hit.thread)
    assert thread.thread == ("/d/march.eml", "/d/jorg.eml", "/d/june.eml")
    assert [hit.source_path for hit in folded if hit.kind == "eml" and not hit.thread] == ["/d/other.eml"]


def test_the_newest_version_stands_first_and_the_older_one_stays(library):
    library.put("/d/Travel policy 2023.docx", "The hotel limit of the travel policy is 90 euros a night", day="2023-01-01")
    library.put("/d/Travel policy 2025.pdf", "The hotel limit of our travel policy is 110 euros each night", day="2025-01-01")
    hits = library.search("What is the hotel limit of the travel policy a night?").hits
    assert [hit.source_path for hit in hits] == ["/d/Travel policy 2025.pdf", "/d/Travel policy 2023.docx"]
    assert [hit.newer for hit in hits] == [None, "/d/Travel policy 2025.pdf"]


def test_a_question_that_names_a_year_is_not_turned_to_the_newest(library):
    library.put("/d/Travel policy 2023.docx", "The hotel limit of the travel policy is 90 euros a night", day="2023-01-01")
    library.put("/d/Travel policy 2025.pdf", "The hotel limit of our travel policy is 110 euros each night", day="2025-01-01")
    assert library.found("hotel limit of the travel policy 2023 a night")[0] == "/d/Travel policy 2023.docx"


def test_a_question_that_names_a_version_by_its_number_is_not_turned_to_the_newest(library):
    library.put("/d/Travel policy v1.docx", "Travel policy version 1: the hotel limit is 90 euros a night")
    library.put("/d/Travel policy v2.pdf", "Travel policy version 2: the hotel limit is 110 euros each night")
    assert library.found("hotel limit a night in version 1 of the travel policy")[0] == "/d/Travel policy v1.docx"
    assert library.found("concept of the hotel limit a night in the travel policy")[0] == "/d/Travel policy v2.pdf"


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("Welche Mails hat Ana im Mai bekommen?", "recipient"),
        ("Quels courriels a reçus Ana Ruiz ?", "recipient"),
        ("¿Qué correos ha recibido Ana Ruiz?", "recipient"),
        ("What mails did Ana get in May?", "recipient"),
        ("Was hat Ana über die Rechnung geschrieben, die wir bekommen haben?", "author"),
        ("Welche Mails haben wir von Ana bekommen?", "author"),
        ("Qu'a écrit Ana Ruiz au sujet du bail ?", "author"),
    ],
)
def test_who_gets_something_is_its_recipient_wherever_the_verb_stands(question, role):
    people = People(
        [Fields("sent", "Ana Ruiz <ana@x.org>", "Bo <bo@x.org>"), Fields("got", "Bo <bo@x.org>", "Ana Ruiz <ana@x.org>")]
    )
    assert people.named(question).role == role


def test_a_year_of_the_matter_prefers_documents_of_that_time_and_keeps_the_rest(library):
    library.put("/d/old.md", "Leave is twenty days a year", day="2019-05-05")
    library.put("/d/new.md", "Leave is thirty days a year", day="2024-05-05")
    assert library.found("How many days is leave since 2023?") == ["/d/new.md", "/d/old.md"]


@pytest.fixture
def boiler(library):
    def mail(name, author, to, day, text):
        library.put(f"/d/{name}.eml", text, kind="eml", title=name, author=author, recipients=to, day=day)

    ivan, pole, irish = "Иван Петров <petrov@x.ru>", "Katarzyna Nowak <kn@firma.pl>", "O'Brien, Seán <sean@obrien.ie>"
    german, japanese = "Maria von der Heide <mvdh@uni.de>", "山田太郎 <yamada@x.jp>"
    mail("k1", pole, irish, "2026-03-05", "The boiler needs a new valve.")
    mail("k2", pole, german, "2026-06-05", "The boiler valve was delivered.")
    mail("o1", irish, pole, "2026-03-07", "Who pays for the boiler valve?")
    mail("h1", german, "Jean-Luc Moreau <jlm@x.fr>", "2026-03-09", "Der boiler ist alt.")
    mail("y1", japanese, german, "2026-04-02", "ボイラー boiler の修理")
    mail("i1", ivan, pole, "2026-05-02", "boiler сломан")
    mail("s1", "sales@acme.com", pole, "2026-07-01", "Offer for a boiler valve: 90 euros")
    mail("p1", "eva.lang@house.org", german, "2026-08-01", "boiler keys")
    library.put("/d/boiler manual.md", "The boiler manual: check the valve each March.", day="2024-01-01")
    return library


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("письма от Ивана Петрова о boiler", "i1"),
        ("maile od Katarzyny Nowak o boiler", "k1 k2"),
        ("Co napisała Katarzyna Nowak o boiler w marcu?", "k1"),
        ("山田太郎さんが書いたboilerのメール", "y1"),
        ("山田さんのboilerのメール", "y1"),
        ("mails from Acme about the boiler", "s1"),
        ("mails from Eva Lang about the boiler", "p1"),
        ("mails between Katarzyna and Sean about the boiler", "k1 o1"),
        ("What did Katarzyna and Sean write about the boiler?", "k1 k2 o1"),
        ("What did Katarzyna tell Maria about the boiler?", "k2"),
        ("emails Katarzyna received about the boiler", "o1 i1 s1"),
        ("According to Katarzyna, what does the boiler need?", "k1 k2"),
        ("What is Katarzyna's opinion on the boiler?", "k1 k2"),
        ("boiler: what did von der Heide reply?", "h1"),
    ],
)
def test_people_are_heard_in_cases_scripts_companies_and_directions(boiler, question, names):
    assert boiler.found(question) != []
    assert {path.removeprefix("/d/").removesuffix(".eml") for path in boiler.found(question)} == set(names.split())


@pytest.mark.parametrize("question", ["Is the boiler manual checked by March?", "What does Katarzyna's boiler cost?"])
def test_a_name_that_is_not_spoken_of_as_a_writer_narrows_nothing(boiler, question):
    assert "/d/boiler manual.md" in boiler.found(question)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("/d/Reisekosten_v1.docx", "/d/Reisekosten_v2_final.docx"),
        ("/d/Preisliste März 2024.xlsx", "/d/Preisliste Januar 2025.xlsx"),
        ("/d/Preisliste 2025-03.xlsx", "/d/Preisliste 2025-11.xlsx"),
        ("/d/Handbuch alt.docx", "/d/Handbuch.docx"),
        ("/d/Pump drawing rev A.pdf", "/d/Pump drawing rev B.pdf"),
        ("/d/Contract draft.docx", "/d/Contract final.docx"),
        ("/d/2023/policy.md", "/d/2025/policy.md"),
        ("/d/archive/fees.md", "/d/fees.md"),
        ("/d/Tarif_Stand_01.02.2024.pdf", "/d/Tarif_Stand_01.09.2024.pdf"),
        ("/d/价格表2024.xlsx", "/d/价格表2025.xlsx"),
    ],
)
def test_names_and_folders_tell_the_newer_version(library, older, newer):
    library.put(older, "The daily fee of the harbour is 90 euros a night")
    library.put(newer, "The fee of our harbour is 110 euros each night daily")
    hits = library.search("What is the daily fee of the harbour a night?").hits
    assert [(hit.source_path, hit.newer) for hit in hits] == [(newer, None), (older, newer)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/d/Rechnung 1001.pdf", "/d/Rechnung 1002.pdf"),
        ("/d/Protokoll 2025-03-01.md", "/d/Protokoll 2025-04-01.md"),
        ("/d/Chapter 1.md", "/d/Chapter 2.md"),
        ("/d/Annex 1 fees.pdf", "/d/Annex 2 fees.pdf"),
        ("/d/one/overview.md", "/d/two/overview.md"),
    ],
)
def test_one_of_a_series_is_no_version_of_another(library, one, other):
    library.put(one, "The daily fee of the harbour is 90 euros a night", day="2024-01-01")
    library.put(other, "The fee of our harbour is 110 euros each night daily", day="2025-01-01")
    assert [hit.newer for hit in library.search("What is the daily fee of the harbour a night?").hits] == [None, None]
