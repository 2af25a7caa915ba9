"""Mails: what a person sees at the top, the text in its better form, old text told from new, attachments as documents."""

from __future__ import annotations

import base64
import io

import pytest
from made_containers import mail_bytes, zip_bytes
from PIL import Image

from index.document import ParsedDocument
from index.parsers.base import ParseOptions
from index.parsers.children import extract_member
from index.parsers.registry import parse

OPTIONS = ParseOptions(ocr=False)


def blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(b.kind, document.text[b.start : b.end]) for b in document.blocks if b.place.part in ("body", "quoted")]


def of_kind(document: ParsedDocument, kind: str) -> str:
    return "\n".join(text for found, text in blocks(document) if found == kind)


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((width, height), 80).save(out, "PNG")
    return out.getvalue()


def test_each_part_of_a_mail_is_a_place(make_file) -> None:
    document = parse(make_file("a.eml", mail_bytes("Hello.\n\n> Old.\n", attachments={"n.txt": b"Note."})), OPTIONS)
    places = [(b.place.kind, b.place.part) for b in document.blocks]
    assert places == [("mail", part) for part in ("subject", "fields", "body", "quoted", "attachments")]


QUOTED = [
    "New price: 500.\n\n> Old price: 400.\n",
    "New price: 500.\n\nOn Mon, Jan 1, 2024 at 9:00 AM Bob <b@example.org>\nwrote:\n\n> Old price: 400.\n",
    "New price: 500.\n\nOn 1 January 2024, Bob wrote:\n\nOld price: 400.\n",
    "New price: 500.\n\nFrom: Bob\nSent: Monday\nTo: Ann\nSubject: Price\n\nOld price: 400.\n",
    "New price: 500.\n\n-----Original Message-----\nFrom: Bob\n\nOld price: 400.\n",
    "New price: 500.\n\n-----Ursprüngliche Nachricht-----\nVon: Bob\nGesendet: Montag\n\nOld price: 400.\n",
    "New price: 500.\n\nAm 01.01.2024 um 09:00 schrieb Bob <b@example.org>:\n> Old price: 400.\n",
    "New price: 500.\n\nLe lun. 1 janv. 2024 à 09:00, Bob <b@example.org> a écrit :\n\n> Old price: 400.\n",
    "New price: 500.\n\nVon: Bob\nGesendet: Montag\nAn: Ann\nBetreff: Preis\n\nOld price: 400.\n",
    "New price: 500.\n-- \nBob Ltd. Old price: 400.\n",
]


@pytest.mark.parametrize("body", QUOTED)
def test_old_text_and_signatures_are_told_from_new_text(body: str, make_file) -> None:
    document = parse(make_file("a.eml", mail_bytes(body)), OPTIONS)
    assert "New price: 500." in of_kind(document, "paragraph")
    assert "Old price: 400." in of_kind(document, "quote")
    assert "400" not in of_kind(document, "paragraph")


HTML_QUOTED = [
    "<div>New price: 500.</div><blockquote>Old price: 400.</blockquote>",
    '<div>New price: 500.</div><div class="gmail_quote">On Monday Bob wrote:<br>Old price: 400.</div>',
    '<p>New price: 500.</p><div id="divRplyFwdMsg"><b>From:</b> Bob</div><div>Old price: 400.</div>',
    "<div><p>New price: 500.</p><div><p><b>Von:</b> Bob<br><b>Gesendet:</b> Montag<br><b>An:</b> Ann</p></div><p>Old price: 400.</p></div>",
]


@pytest.mark.parametrize("html", HTML_QUOTED)
def test_old_text_is_told_from_new_text_in_html(html: str, make_file) -> None:
    mail = b"From: a@example.org\nTo: b@example.org\nSubject: x\nContent-Type: text/html; charset=utf-8\n\n" + html.encode()
    document = parse(make_file("a.eml", mail), OPTIONS)
    assert "New price: 500." in of_kind(document, "paragraph")
    assert "Old price: 400." in of_kind(document, "quote")


def test_an_answer_between_quoted_lines_is_new_text(make_file) -> None:
    document = parse(make_file("a.eml", mail_bytes("> Old question?\n\nNew answer.\n\n> Old end.\n")), OPTIONS)
    assert of_kind(document, "paragraph") == "New answer."


def test_a_colon_or_a_from_line_alone_is_no_quotation(make_file) -> None:
    body = "Dear all,\n\nFrom: Berlin\n\nShe wrote:\n\nthe following list.\n"
    assert of_kind(parse(make_file("a.eml", mail_bytes(body)), OPTIONS), "quote") == ""


def test_a_table_is_taken_from_the_html_form(make_file) -> None:
    table = "<p>Prices:</p><table><tr><th>Item</th><th>Price</th></tr><tr><td>A</td><td>500</td></tr></table>"
    document = parse(make_file("a.eml", mail_bytes("Prices:\nItem\nPrice\nA\n500\n", html=table)), OPTIONS)
    assert blocks(document) == [
        ("paragraph", "Prices:"),
        ("table_row", "Item | Price"),
        ("table_row", "Item: A | Price: 500"),
    ]


def test_two_forms_that_say_different_things_are_both_kept(make_file) -> None:
    html = "<p>Completely other words stand here in this part.</p>"
    document = parse(make_file("a.eml", mail_bytes("The plain text says that the fee is 20 euro.", html=html)), OPTIONS)
    assert "fee is 20 euro" in document.text
    assert "Completely other words" in document.text


def test_two_forms_of_the_same_text_are_kept_once(make_file) -> None:
    document = parse(make_file("a.eml", mail_bytes("The fee is 20 euro.", html="<p>The <b>fee</b> is 20 euro.</p>")), OPTIONS)
    assert document.text.count("The fee is 20 euro.") == 1


def test_attachments_are_children_with_names_and_reasons(make_file) -> None:
    attachments = {
        "Größe.csv": b"Name;Fee\nAnn;20\n",
        "run.exe": b"MZ",
        "bad.pdf": b"%PDF-1.4 no",
        "more.zip": zip_bytes({"n.txt": "Note."}),
    }
    path = make_file("a.eml", mail_bytes(attachments=attachments))
    document = parse(path, OPTIONS)
    assert [(c.name, c.reason_code) for c in document.children] == [
        ("Größe.csv", None),
        ("run.exe", "program"),
        ("bad.pdf", "unreadable"),
        ("more.zip", None),
    ]
    assert document.children[0].document is not None
    assert document.children[0].document.text == "Name | Fee\nName: Ann | Fee: 20"
    assert extract_member(path, "more.zip/n.txt") == b"Note."


def test_logos_and_tracking_pixels_are_no_documents(make_file) -> None:
    pictures = {"logo.png": png(60, 300), "pixel.png": png(1, 1), "photo.png": png(400, 300)}
    document = parse(make_file("a.eml", mail_bytes(pictures=pictures)), OPTIONS)
    assert [c.name for c in document.children] == ["photo.png"]


def test_a_forwarded_mail_is_a_child_named_by_its_subject(make_file) -> None:
    outer = (
        b"From: a@example.org\nSubject: Fwd\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        b"--b\nContent-Type: text/plain\n\nSee below.\n--b\nContent-Type: message/rfc822\n\n"
        + mail_bytes("Inner.", subject="A: b/c?")
        + b"\n--b--\n"
    )
    path = make_file("a.eml", outer)
    document = parse(path, OPTIONS)
    assert [c.name for c in document.children] == ["A b c.eml"]
    assert document.children[0].document is not None
    assert "Inner." in document.children[0].document.text
    assert b"Inner." in extract_member(path, "A b c.eml")


def ber(tag: int, *parts: bytes, indefinite: bool = False) -> bytes:
    content = b"".join(parts)
    if indefinite:
        return bytes([tag, 0x80]) + content + b"\0\0"
    size = len(content).to_bytes(4, "big")
    return bytes([tag, 0x84]) + size + content


@pytest.mark.parametrize("indefinite", [False, True], ids=["in one piece", "in pieces without lengths"])
def test_a_mail_that_is_signed_as_a_whole_is_read(indefinite: bool, make_file) -> None:
    content = b"Content-Type: text/plain\r\n\r\nThe fee is 44 crowns.\r\n"
    pieces = (ber(0x04, content[:30]), ber(0x04, content[30:]))
    octets = ber(0x24, *pieces, indefinite=True) if indefinite else ber(0x04, content)
    data, signed = bytes.fromhex("06092a864886f70d010701"), bytes.fromhex("06092a864886f70d010702")
    inner = ber(0x30, data, ber(0xA0, octets, indefinite=indefinite), indefinite=indefinite)
    body = ber(0x30, ber(0x02, b"\1"), ber(0x31), inner, ber(0x31), indefinite=indefinite)
    sealed = ber(0x30, signed, ber(0xA0, body, indefinite=indefinite), indefinite=indefinite)
    head = b"From: a@example.org\nSubject: Offer\nContent-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n"
    document = parse(make_file("a.eml", head + base64.encodebytes(sealed)), OPTIONS)
    assert "The fee is 44 crowns." in document.text
    assert document.children == ()


def test_the_last_line_of_a_mailbox_is_text_even_when_it_begins_with_from(make_file) -> None:
    document = parse(make_file("a.mbox", mailbox(mail_bytes("Hello.\n")).rstrip() + b"\n\nFrom the hills"), OPTIONS)
    assert "From the hills" in document.children[0].document.text


SEALED = [
    b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nAAAA\n",
    b'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\n\n--b\n'
    b"Content-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream; name=a.asc\n\nX\n--b--\n",
]


@pytest.mark.parametrize("sealed", SEALED)
def test_an_encrypted_mail_keeps_its_head_and_says_why_the_rest_is_closed(sealed: bytes, make_file) -> None:
    head = b"From: a@example.org\nTo: b@example.org\nSubject: Sealed offer\nMIME-Version: 1.0\n"
    document = parse(make_file("a.eml", head + sealed), OPTIONS)
    assert "Sealed offer" in document.text
    assert [c.reason_code for c in document.children] == ["password_needed"]
    assert "mail program" in (document.children[0].next_step or "")


def test_bytes_that_no_header_may_hold_are_read(make_file) -> None:
    mail = "From: Jürgen <j@example.org>\nSubject: Größe\nTo: x\nContent-Type: text/plain\n\nStraße für 5 Euro\n".encode(
        "cp1252"
    )
    document = parse(make_file("a.eml", mail), OPTIONS)
    assert (document.title, document.author) == ("Größe", "Jürgen <j@example.org>")
    assert "Straße für 5 Euro" in document.text


def test_wrapped_lines_of_flowed_text_are_joined(make_file) -> None:
    mail = b"From: a\nTo: b\nSubject: c\nContent-Type: text/plain; format=flowed\n\nThe fee of the \noffice is 20.\n> an old \n> line\n"
    document = parse(make_file("a.eml", mail), OPTIONS)
    assert blocks(document) == [("paragraph", "The fee of the office is 20."), ("quote", "an old line")]


def test_a_bounce_says_whom_it_did_not_reach(make_file) -> None:
    mail = (
        b"From: MAILER-DAEMON\nTo: b\nSubject: Undelivered\nMIME-Version: 1.0\n"
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nIt failed.\n"
        b"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; z@example.org\n\n--b--\n"
    )
    assert "Final-Recipient: rfc822; z@example.org" in parse(make_file("a.eml", mail), OPTIONS).text


def test_a_mail_of_apple_mail_is_read_without_its_property_list(make_file) -> None:
    mail = b"From: a\nTo: b\nSubject: c\n\nThe body.\n"
    document = parse(make_file("1.emlx", b"%d\n%s<?xml version='1.0'?><plist/>" % (len(mail), mail)), OPTIONS)
    assert "The body." in document.text
    assert "plist" not in document.text


def test_something_without_headers_is_text_whatever_its_name_says(make_file) -> None:
    document = parse(make_file("a.eml", "\nJust text, without any header.\n"), OPTIONS)
    assert (document.kind, document.text) == ("txt", "Just text, without any header.")


# --- mailboxes and saved pages ------------------------------------------------------------------------------------------


def mailbox(*mails: bytes) -> bytes:
    return b"".join(
        b"From a@example.org Mon Jan  1 10:00:00 2024\n" + mail.replace(b"\nFrom ", b"\n>From ") + b"\n" for mail in mails
    )


@pytest.mark.parametrize("name", ["a.mbox", "Inbox", "mails.txt"])
def test_each_mail_of_a_mailbox_is_a_child(name: str, make_file) -> None:
    first = mail_bytes("Hello.\n\nFrom here on it is text.\n\nFrom the hills\n", subject="One", attachments={"n.txt": b"Note."})
    path = make_file(name, mailbox(first, mail_bytes("Second.", subject="Re: Two/Three")))
    document = parse(path, OPTIONS)
    assert document.kind == "mbox"
    assert [c.name for c in document.children] == ["0001 One.eml", "0002 Re Two Three.eml"]
    inner = document.children[0].document
    assert inner is not None
    assert "From here on it is text." in inner.text
    assert extract_member(path, "0001 One.eml/n.txt") == b"Note."


def test_mails_beyond_the_limit_are_told(make_file, monkeypatch) -> None:
    monkeypatch.setattr("index.parsers.registry.Budget", lambda bytes_left: Budget(bytes_left, members_left=2))
    from index.parsers.base import Budget

    document = parse(make_file("a.mbox", mailbox(*[mail_bytes(subject=str(n)) for n in range(5)])), OPTIONS)
    assert len(document.children) == 2
    assert "first 2 of 5 mails" in document.warnings[0]


def test_a_saved_web_page_is_a_page(make_file) -> None:
    page = (
        b"From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/\nSubject: Page\nMIME-Version: 1.0\n"
        b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\n"
        b"Content-Transfer-Encoding: quoted-printable\n\n<html><body><h1>Pr=C3=BCfung</h1><p>Text</p></body></html>\n--b--\n"
    )
    document = parse(make_file("a.mht", page), OPTIONS)
    assert (document.kind, document.text) == ("mht", "Prüfung\n\nText")
