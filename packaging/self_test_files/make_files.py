"""Writes ``resources/self_test``: at least one small file of each format, each with one sentence that the self-test looks for.

    python packaging/self_test_files/make_files.py [--check]

Needs Pillow (pictures) and cryptography (files with a password). The results are committed; the program does not run this.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

import containers
import flat
import locked
import old_office
import zipped
from pdf_file import pdf
from pictures import heic_picture, picture

TARGET = Path(__file__).resolve().parents[2] / "resources" / "self_test"
PASSWORD = "lighthouse"  # noqa: S105 - of files that are made here
FIRST_BERTH = 4101
MENDED = "Ein Liegeplatz für große Schiffe, täglich geöffnet."
MOJIBAKE = MENDED.encode().decode("cp1252")
JAPANESE = "港の係留料金は一泊あたりの金額です。事務所で正午までに支払ってください。"


class Made(NamedTuple):
    """``kind`` as the registry of parsers calls it; ``drawn`` pictures differ in bytes with the version of Pillow."""

    kind: str
    ending: str
    make: Callable[[str], bytes]
    drawn: bool = False


def _html(text: str) -> bytes:
    return f"<!DOCTYPE html>\n<html><head><title>Berths</title></head><body><p>{text}</p></body></html>\n".encode()


def _rtf(text: str) -> bytes:
    return f"{{\\rtf1\\ansi\\deff0{{\\fonttbl{{\\f0 Arial;}}}}\\f0 {text}\\par}}\n".encode()


FILES = (
    Made("pdf", "pdf", pdf),
    Made("docx", "docx", zipped.docx),
    Made("wordxml", "xml", flat.word_2003),
    Made("wordxml", "xml", flat.word_flat),
    Made("xlsx", "xlsx", zipped.xlsx),
    Made("pptx", "pptx", zipped.pptx),
    Made("md", "md", lambda text: f"# Berths\n\n{text}\n".encode()),
    Made("html", "html", _html),
    Made("txt", "txt", lambda text: f"{text}\n".encode()),
    Made("txt", "txt", lambda text: f"{MOJIBAKE}\n{text}\n".encode()),
    Made("txt", "txt", lambda text: f"{JAPANESE}\n{text}\n".encode("shift_jis")),
    Made("code", "json", lambda text: f'{{"berths": [{{"note": "{text}"}}]}}\n'.encode()),
    Made("code", "yaml", lambda text: f"berths:\n  - note: {text}\n".encode()),
    Made("csv", "csv", lambda text: f"Berth,Note\n1,{text}\n".encode()),
    Made("eml", "eml", containers.mail),
    Made("msg", "msg", lambda text: old_office.msg("Berths", text, "Ada Quay")),
    Made("tnef", "dat", containers.winmail),
    Made("mbox", "mbox", containers.mailbox),
    Made("mht", "mht", containers.web_archive),
    Made("zip", "zip", containers.zip_archive),
    Made("tar", "tar", containers.tar_archive),
    Made("tar", "tgz", containers.tar_gz),
    Made("gz", "txt.gz", containers.gz),
    Made("gz", "txt.bz2", containers.bz2_file),
    Made("gz", "txt.xz", containers.xz),
    Made("png", "png", lambda text: picture(text, "PNG"), drawn=True),
    Made("jpg", "jpg", lambda text: picture(text, "JPEG"), drawn=True),
    Made("tiff", "tiff", lambda text: picture(text, "TIFF"), drawn=True),
    Made("bmp", "bmp", lambda text: picture(text, "BMP"), drawn=True),
    Made("heic", "heic", heic_picture, drawn=True),
    Made("gif", "gif", lambda text: picture(text, "GIF"), drawn=True),
    Made("webp", "webp", lambda text: picture(text, "WEBP"), drawn=True),
    Made("rtf", "rtf", _rtf),
    Made("odt", "odt", zipped.odt),
    Made("odt", "fodt", flat.fodt),
    Made("ods", "ods", zipped.ods),
    Made("odp", "odp", zipped.odp),
    Made("epub", "epub", zipped.epub),
    Made("doc", "doc", old_office.doc),
    Made("xmlss", "xls", flat.excel_2003),
    Made("xls", "xls", lambda text: old_office.xls([[text]])),
    Made("ppt", "ppt", old_office.ppt),
    Made("xml", "xml", lambda text: f"{zipped.XML}<berths><note>{text}</note></berths>\n".encode()),
    Made("locked", "pdf", lambda text: pdf(text, PASSWORD)),
    Made("locked", "docx", lambda text: locked.office(zipped.docx(text), PASSWORD)),
    Made("locked", "odt", lambda text: locked.open_document(zipped.odt(text), PASSWORD, zipped.ODT_TYPE)),
    Made("ipynb", "ipynb", flat.notebook),
    Made(
        "svg", "svg", lambda text: f'<svg xmlns="http://www.w3.org/2000/svg"><text x="9" y="9">{text}</text></svg>\n'.encode()
    ),
)


def sentence(kind: str, berth: int) -> str:
    """What stands in the file of a format. The number is its own, so that no other file can be taken for it."""
    return f"The harbour ledger of the {kind} file names berth {berth}."


def names() -> Iterator[tuple[str, int, Made]]:
    """File name, berth and recipe of each file."""
    for berth, made in enumerate(FILES, start=FIRST_BERTH):
        yield f"{made.kind}-{berth}.{made.ending}", berth, made


def stale(folder: Path = TARGET) -> list[str]:
    """Names of files that are missing, too many, or not what would be written today (pictures are not compared)."""
    wanted = {name: (berth, made) for name, berth, made in names()}
    there = {path.name for path in folder.iterdir() if path.name != "README.md"}
    changed = [
        name
        for name in sorted(there & wanted.keys())
        if not wanted[name][1].drawn and (folder / name).read_bytes() != _bytes(*wanted[name])
    ]
    return sorted(there ^ wanted.keys()) + changed


def _bytes(berth: int, made: Made) -> bytes:
    return made.make(sentence(made.kind.upper(), berth))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, say which files are out of date")
    if parser.parse_args().check:
        old = stale()
        print("\n".join(old) or "All files are up to date.")
        return 1 if old else 0
    TARGET.mkdir(exist_ok=True)
    for name, berth, made in names():
        (TARGET / name).write_bytes(_bytes(berth, made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
