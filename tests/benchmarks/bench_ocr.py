"""Measures text recognition: character error rate and time over pages rendered here, and over scans of a corpus. Asserts nothing.

    python tests/benchmarks/bench_ocr.py [--corpus DIR] [--dpi 150,200,300] [--show]

Pages in German, French and English are set in a serif, a sans serif and a typewriter face, and each is read clean, with noise and
blur, skewed, on grey paper, upside down and lying on its side. The character error rate is the edit distance to the set text divided by
its length, white space counted as one space. "Accents" is the share of letters outside ASCII that are read right (aligned by the edit
distance). ``--corpus`` (a folder with tricky/MANIFEST.tsv) adds its scans: facts found, seconds a page.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import sys
import time
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2])]
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

from PIL import Image, ImageDraw, ImageFilter, ImageFont  # noqa: E402

from index.errors import IndexError_  # noqa: E402
from index.parsers import ocr  # noqa: E402
from index.parsers.base import ParseOptions  # noqa: E402
from index.parsers.registry import parse  # noqa: E402

TEXTS = {
    "de": (
        "Die Geschäftsstelle prüft jährlich, ob die Vergütung der Beschäftigten angemessen ist.\n"
        "Überstunden werden nach § 7 Absatz 3 der Betriebsvereinbarung ausgeglichen; größere\n"
        "Beträge (über 1.250,00 €) genehmigt der Ausschuss. Für Fahrten außerhalb des\n"
        "Dienstortes gilt: Wer öffentliche Verkehrsmittel benützt, erhält die Kosten erstattet.\n"
        "Änderungen müssen bis zum 31. März schriftlich angekündigt werden. Ältere Fassungen\n"
        "verlieren ihre Gültigkeit. Öffnungszeiten: Montag bis Freitag, 8:30–16:45 Uhr.\n"
        "Mißverständnisse klärt Frau Dr. Jäger-Köhler, Straße der Einheit 12, 04109 Leipzig."
    ),
    "fr": (
        "Le comité s’est réuni à Genève où l’élève a présenté son mémoire sur les forêts françaises.\n"
        "Les dépenses, évaluées à 4 875,50 €, ont été réglées dès le début de l’été par Mme Hélène\n"
        "Lefèvre. Ça n’empêche pas le maître d’œuvre de réclamer un délai supplémentaire : « Nous\n"
        "avons perdu trois semaines à cause de la grêle », écrit-il. Le Noël prochain, le château\n"
        "rouvrira ses portes ; l’accès à la tour reste interdit. Qu’on se rappelle les règles\n"
        "établies en août : âge minimal 12 ans, entrée gratuite pour les aînés, fenêtres fermées.\n"
        "À défaut d’accord, l’article 14 s’applique sauf cas de force majeure reconnu à Besançon."
    ),
    "en": (
        "The committee shall publish its findings within 45 days of the hearing, unless the chair\n"
        "grants an extension in writing (see section 9.2.1). Fees of $1,275.60 are due on receipt;\n"
        "interest of 3.5% applies after 30 days. Staff may use the café on the second floor, but\n"
        "not the archive, which holds the naïve drawings of 1887. Questions? E-mail to\n"
        "records.office@example.org or call +44 20 7946 0958 between 9 a.m. and 5 p.m. Each page\n"
        "must be initialled; “lost” originals are replaced by certified copies. The quick brown\n"
        "fox jumps over the lazy dog, and 6 wizards vex 14 judges by quoting Zenobia’s rules."
    ),
}
FACES = ("LiberationSerif-Regular.ttf", "DejaVuSerif.ttf", "DejaVuSans.ttf", "DejaVuSansMono.ttf")
CONDITIONS = ("clean", "noise", "skew", "grey", "upside down", "on its side")
Picture = npt.NDArray[np.uint8]


def page(text: str, face: str, dpi: int) -> Image.Image:
    """Black text of 10.5 points on a white page as wide as the text needs, at ``dpi``."""
    font = ImageFont.truetype(face, round(10.5 * dpi / 72))
    margin = dpi // 2
    left, top, right, bottom = ImageDraw.Draw(Image.new("L", (1, 1))).multiline_textbbox(
        (0, 0), text, font=font, spacing=dpi // 18
    )
    image = Image.new("L", (int(right - left) + 2 * margin, int(bottom - top) + 2 * margin), 255)
    ImageDraw.Draw(image).multiline_text((margin, margin), text, font=font, fill=0, spacing=dpi // 18)
    return image


def worsened(image: Image.Image, condition: str, seed: int) -> Picture:
    """Height × width × 3 picture of the page as a scanner might give it."""
    noise = np.random.default_rng(seed)
    if condition == "skew":
        image = image.rotate(2.0 if seed % 2 else -1.5, resample=Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    elif condition == "upside down":
        image = image.rotate(180)
    elif condition == "on its side":
        image = image.transpose(Image.Transpose.ROTATE_90 if seed % 2 else Image.Transpose.ROTATE_270)
    elif condition == "noise":
        image = image.filter(ImageFilter.GaussianBlur(0.8))
    values = np.asarray(image, dtype=np.float32)
    if condition == "grey":
        values = 90 + values * (120 / 255) + noise.normal(0, 6, values.shape)
    elif condition == "noise":
        values = values + noise.normal(0, 28, values.shape)
    grey = np.clip(values, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2))


def plain(text: str) -> str:
    """One space between words; typographic variants that carry no meaning are made one."""
    for one, other in (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("–", "-"), ("—", "-")):
        text = text.replace(one, other)
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()


def compare(wanted: str, got: str) -> tuple[int, int, int]:
    """(edit distance, letters outside ASCII in ``wanted``, how many of them the best alignment reads right)."""
    rows = np.zeros((len(wanted) + 1, len(got) + 1), dtype=np.int32)
    rows[0] = np.arange(len(got) + 1)
    letters = np.array([ord(c) for c in got], dtype=np.int32)
    steps = np.arange(len(got) + 1)
    for number, char in enumerate(wanted, start=1):
        best = np.minimum(rows[number - 1, 1:] + 1, rows[number - 1, :-1] + (letters != ord(char)))
        whole = np.concatenate(([number], best))
        rows[number] = np.minimum.accumulate(whole - steps) + steps
    at, to, special, right = len(wanted), len(got), 0, 0
    while at > 0:
        same = to > 0 and wanted[at - 1] == got[to - 1]
        accented = wanted[at - 1].isalpha() and ord(wanted[at - 1]) > 127
        if to > 0 and rows[at, to] == rows[at - 1, to - 1] + (not same):
            special += accented
            right += accented and same
            at, to = at - 1, to - 1
        elif rows[at, to] == rows[at - 1, to] + 1:
            special += accented
            at -= 1
        else:
            to -= 1
    return int(rows[len(wanted), len(got)]), special, right


def rendered(resolutions: Iterable[int], show: bool) -> None:
    faces = [face for face in FACES if _has(face)]
    if not faces:
        print("None of the type faces is installed:", ", ".join(FACES))
        return
    ocr.recognise(worsened(page("warm", faces[0], 150), "clean", 0))
    print(f"faces: {', '.join(faces)}\n")
    print("| language | dpi | condition | characters | error rate | accents right | s a page |\n|---|---|---|---|---|---|---|")
    for language, text in TEXTS.items():
        for dpi in resolutions:
            for condition in CONDITIONS:
                wrong = total = special = right = 0
                seconds = 0.0
                for seed, face in enumerate(faces):
                    picture = worsened(page(text, face, dpi), condition, seed)
                    start = time.perf_counter()
                    got = plain("\n".join(ocr.recognise(picture)))
                    seconds += time.perf_counter() - start
                    errors, letters, good = compare(plain(text), got)
                    wrong, total, special, right = wrong + errors, total + len(plain(text)), special + letters, right + good
                    if show and errors:
                        print(f"<!-- {face} {errors}: {got} -->")
                print(
                    f"| {language} | {dpi} | {condition} | {total} | {wrong / total:.2%} | {right}/{special} "
                    f"| {seconds / len(faces):.1f} |",
                    flush=True,
                )


def _has(face: str) -> bool:
    try:
        ImageFont.truetype(face, 10)
    except OSError:
        return False
    return True


def scans(corpus: Path) -> None:
    print("\n| scan | pages | fact found | s a page |\n|---|---|---|---|")
    with (corpus / "tricky" / "MANIFEST.tsv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["expected"] == "ocr"]
    for row in rows:
        start = time.perf_counter()
        try:
            document = parse(corpus / "tricky" / row["file"], ParseOptions())
        except IndexError_ as error:
            print(f"| {row['file']} | – | {error.message} | {time.perf_counter() - start:.1f} |")
            continue
        seconds = time.perf_counter() - start
        found = re.sub(r"\s", "", row["fact_that_must_be_found"]) in re.sub(r"\s", "", document.text)
        pages = max(len(document.pages), 1)
        print(f"| {row['file']} | {pages} | {'yes' if found else 'no'} | {seconds / pages:.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    parser.add_argument("--dpi", default="150,200,300")
    parser.add_argument("--show", action="store_true", help="print what was read where it has faults")
    arguments = parser.parse_args()
    rendered([int(dpi) for dpi in arguments.dpi.split(",")], arguments.show)
    if (arguments.corpus / "tricky" / "MANIFEST.tsv").is_file():
        scans(arguments.corpus)


if __name__ == "__main__":
    main()
