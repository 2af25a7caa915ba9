"""Calendar and address files read as a person reads the entry."""

from __future__ import annotations

from index.parsers.registry import parse

EVENT = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n"
    "END:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:77@example.org\r\nSUMMARY:Board meeting in the long h\r\n all\\, east wing\r\n"
    "DTSTART;TZID=Europe/Berlin:20250610T140000\r\nDTEND:20250610T150000Z\r\n"
    'ORGANIZER;CN="Lovelace, Ada":mailto:ada@example.org\r\nDESCRIPTION:First the fees\\nthen the rest\r\n'
    "BEGIN:VALARM\r\nDESCRIPTION:Reminder\r\nEND:VALARM\r\nEND:VEVENT\r\n"
    "BEGIN:VEVENT\r\nSUMMARY:Tide survey\r\nDTSTART;VALUE=DATE:20250701\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


def test_each_event_is_a_paragraph_with_its_folded_lines_joined(make_file) -> None:
    document = parse(make_file("invite.ics", EVENT))
    assert [document.text[b.start : b.end] for b in document.blocks] == [
        "Summary: Board meeting in the long hall, east wing\nStart: 2025-06-10 14:00\nEnd: 2025-06-10 15:00 UTC\n"
        "Organizer: Lovelace, Ada <ada@example.org>\nDescription: First the fees\nthen the rest",
        "Summary: Tide survey\nStart: 2025-07-01",
    ]


def test_an_address_is_read_without_what_is_for_programs(make_file) -> None:
    card = (
        "BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nitem1.TEL;TYPE=work:+44 20 7946 0000\nORG:Harbour Office;Pilots\n"
        "ADR:;;Quay 3;Kiel;;24103;Germany\nPHOTO;ENCODING=b:AAAA\nEND:VCARD\n"
    )
    assert parse(make_file("ada.vcf", card)).text == (
        "Name: Ada Lovelace\nTelephone: +44 20 7946 0000\nOrganisation: Harbour Office, Pilots\nAddress: Quay 3, Kiel, 24103, Germany"
    )


def test_a_text_about_calendars_is_text(make_file) -> None:
    text = "A file begins with BEGIN:VCALENDAR and ends with END:VCALENDAR."
    assert parse(make_file("a.txt", text)).text == text
