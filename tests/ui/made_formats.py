"""One small document of each format with structure."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "unit" / "index" / "parsers"))

from email.message import EmailMessage  # noqa: E402

from made_containers import zip_bytes  # noqa: E402
from made_office import R, docx_bytes, par, relations, sheet_rows, table, xls_bytes, xlsx_bytes  # noqa: E402

ODF = (
    'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:style="s" xmlns:presentation="p" xmlns:dc="c" '
    'xmlns:xlink="x" xmlns:svg="v"'
)
SLIDES = f'xmlns:p="p" xmlns:a="a" xmlns:c="c" xmlns:r="{R}" xmlns:mc="mc"'


def docx_with_table(sentence: str) -> bytes:
    rows = table(["Kind", "Day ticket", "Year"], ["Guest", "12", "90"], ["Member", "0", "40"])
    return docx_bytes(par("House rules", style="H1") + par(f"Guests sign the list. {sentence}") + rows + par("The end."))


def odt(sentence: str) -> bytes:
    body = f'<text:h text:outline-level="1">House rules</text:h><text:p>Guests sign the list. {sentence}</text:p>'
    return _odf("text", body)


def _odf(kind: str, body: str) -> bytes:
    content = f"<office:document-content {ODF}><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    return zip_bytes({"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content})


def epub(sentence: str) -> bytes:
    chapter = f"<html><body><h1>House rules</h1><p>Guests sign the list. {sentence}</p></body></html>"
    package = (
        '<package><metadata><title>Rules</title></metadata><manifest><item id="one" href="one.xhtml" '
        'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>'
    )
    container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    return zip_bytes(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "OPS/book.opf": package,
            "OPS/one.xhtml": chapter,
        }
    )


def pptx_with_notes(sentence: str) -> bytes:
    def shape(text: str, kind: str = "") -> str:
        placeholder = f'<p:nvPr><p:ph type="{kind}"/></p:nvPr>' if kind else "<p:nvPr/>"
        return f"<p:sp><p:nvSpPr>{placeholder}</p:nvSpPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"

    def part(name: str, shapes: str) -> str:
        return f"<p:{name} {SLIDES}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:{name}>"

    return zip_bytes(
        {
            "ppt/presentation.xml": f'<p:presentation {SLIDES}><p:sldIdLst><p:sldId r:id="r0"/><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
            "ppt/_rels/presentation.xml.rels": relations({"r0": ("slide", "slides/s0.xml"), "r1": ("slide", "slides/s1.xml")}),
            "ppt/slides/s0.xml": part("sld", shape("House rules", "title") + shape(sentence)),
            "ppt/slides/s1.xml": part("sld", shape("Questions", "title")),
            "ppt/slides/_rels/s1.xml.rels": relations({"n": ("notesSlide", "../notesSlides/n1.xml")}),
            "ppt/notesSlides/n1.xml": part("notes", shape("Say this slowly.", "body")),
        }
    )


STAFF = (("Name", "Room"), ("Ann", "12"), ("Ben", "14"))
FEES = (("Kind", "Day", "Year"), ("Member", "0", "40"), ("Guest", "12", "90"), ("Group", "30", "200"))


def xlsx() -> bytes:
    return xlsx_bytes({"Staff": sheet_rows(*STAFF), "Fees": sheet_rows(*FEES)})


def ods() -> bytes:
    def sheet(name: str, rows: tuple[tuple[str, ...], ...]) -> str:
        lines = "".join(
            "<table:table-row>"
            + "".join(f"<table:table-cell><text:p>{c}</text:p></table:table-cell>" for c in row)
            + "</table:table-row>"
            for row in rows
        )
        return f'<table:table table:name="{name}">{lines}</table:table>'

    return _odf("spreadsheet", sheet("Staff", STAFF) + sheet("Fees", FEES))


def xls() -> bytes:
    def cells(rows: tuple[tuple[str, ...], ...]) -> list[tuple[int, int, object, int]]:
        return [(r, c, value, 0) for r, row in enumerate(rows) for c, value in enumerate(row)]

    return xls_bytes({"Staff": cells(STAFF), "Fees": cells(FEES)})


def mail() -> bytes:
    message = EmailMessage()
    message["From"] = "Ann <ann@example.org>"
    message["To"] = "Ben <ben@example.org>"
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0100"
    message["Subject"] = "The offer"
    message.set_content(
        "Dear Ben,\n\nWe can come on Friday. The prices are attached.\n\nAnn\n\n"
        "On Sun, 31 Dec 2023, Ben <ben@example.org> wrote:\n> Dear Ann,\n> Can you come?\n> Ben\n"
    )
    message.add_attachment(b"Item;Price\nChairs;300\nTables;500\n", "text", "csv", filename="prices.csv")
    return message.as_bytes()
