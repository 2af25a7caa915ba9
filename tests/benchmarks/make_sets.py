"""Makes sets of known-item questions in many languages out of what Debian's packages hold, for ``bench_retrieval.py --sets FOLDER``.

    apt-get download gnome-user-docs debian-faq debian-faq-ru …; dpkg -x each ROOT; python tests/benchmarks/make_sets.py ROOT OUT

Help pages of GNOME (Mallard): the title or the one line that describes a page asks for its first ``LONGEST`` characters without both; a
language over another asks by the page's title in the one for its text in the other; "halves" asks by a paragraph for the one that follows it
on the page (long questions). FAQ of Debian: a section's heading, mostly a real question, asks for the answer. Each folder has corpus.jsonl,
queries.jsonl and qrels.tsv. Nothing is kept in the project.
"""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as etree  # Debian's own files
from collections import Counter
from pathlib import Path

LONGEST = 900
SHORTEST = 150
XHTML = "{http://www.w3.org/1999/xhtml}"
MALLARD = "{http://projectmallard.org/1.0/}"
CROSS = (("en", "ru"), ("en", "de"), ("de", "en"), ("fr", "es"), ("en", "ja"))
Pages = dict[str, tuple[str, str, list[str]]]


def words(node: etree.Element) -> str:
    return " ".join("".join(node.itertext()).split())


def help_pages(folder: Path) -> Pages:
    """Name to title, description and paragraphs."""
    found: Pages = {}
    for file in sorted(folder.glob("*.page")):
        try:
            page = etree.parse(file).getroot()
        except etree.ParseError:
            continue
        title, described = page.find(f"{MALLARD}title"), page.find(f"{MALLARD}info/{MALLARD}desc")
        paragraphs = [text for node in page.iter(f"{MALLARD}p") if len(text := words(node)) > 1]
        if title is not None and sum(map(len, paragraphs)) >= SHORTEST:
            found[file.stem] = (words(title), "" if described is None else words(described), paragraphs)
    return found


def faq_sections(folder: Path, language: str) -> Pages:
    found: Pages = {}
    for file in sorted(folder.glob(f"*.{language}.html")):
        for section in etree.parse(file).getroot().iter(f"{XHTML}div"):
            if section.get("class") != "section":
                continue
            heading = next((node for node in section[0].iter() if node.tag in (f"{XHTML}h2", f"{XHTML}h3")), None)
            texts = [words(part) for part in section[1:] if part.get("class") != "section"]
            if heading is not None and sum(map(len, texts)) >= SHORTEST // 2:
                heading = re.sub(r"^[\d.\s\u00a0]+", "", words(heading))
                found[f"{file.name.split('.')[0]}-{len(found)}"] = (heading, "", texts)
    return found


def body(paragraphs: list[str]) -> str:
    return "\n".join(paragraphs)[:LONGEST]


def write(folder: Path, passages: dict[str, str], asked: dict[str, tuple[str, str]]) -> None:
    """``asked``: question's id to its text and its passage. Wordings that stand for several passages are left out."""
    often = Counter(text.casefold() for text, _ in asked.values())
    kept = {key: (text, of) for key, (text, of) in asked.items() if text and often[text.casefold()] == 1 and of in passages}
    if len(kept) < 40:
        return
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps({"id": key, "title": "", "text": text}, ensure_ascii=False) for key, text in passages.items()]
    (folder / "corpus.jsonl").write_text("\n".join(lines), encoding="utf-8")
    lines = [json.dumps({"id": key, "text": text}, ensure_ascii=False) for key, (text, _) in kept.items()]
    (folder / "queries.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "qrels.tsv").write_text("".join(f"{key}\t{of}\t1\n" for key, (_, of) in kept.items()), encoding="utf-8")
    print(folder.name, len(passages), "passages", len(kept), "questions")


def main() -> None:
    root, out = Path(sys.argv[1]), Path(sys.argv[2])
    pages = {
        ("en" if folder.name == "C" else folder.name[:2]): help_pages(folder / "gnome-help")
        for folder in sorted((root / "usr/share/help").iterdir())
        if (folder / "gnome-help").is_dir() and "@" not in folder.name
    }
    english = pages["en"]
    for language, known in pages.items():
        # What was not translated stands there in English.
        own = {
            k: p
            for k, p in known.items()
            if language == "en" or (k in english and p[0] != english[k][0] and p[2][0] != english[k][2][0])
        }
        pages[language] = own
        passages = {k: body(p[2]) for k, p in own.items()}
        write(out / "titles" / language, passages, {k: (p[0], k) for k, p in own.items()})
        write(out / "described" / language, passages, {k: (p[1], k) for k, p in own.items()})
        long = {k: [t for t in p[2] if len(t) >= SHORTEST] for k, p in own.items()}
        parts = {f"{k}-{i}": t[:LONGEST] for k, texts in long.items() for i, t in enumerate(texts[1:3])}
        write(out / "halves" / language, parts, {k: (texts[0], f"{k}-0") for k, texts in long.items() if len(texts) > 1})
    for asked, over in CROSS:
        passages = {k: body(p[2]) for k, p in pages[over].items()}
        write(out / "cross" / f"{asked}-{over}", passages, {k: (p[0], k) for k, p in pages[asked].items()})
    for folder in (root / "usr/share/doc/debian/FAQ", *sorted((root / "usr/share/doc/debian/FAQ").iterdir())):
        if folder.is_dir():
            language = "en" if folder.name == "FAQ" else folder.name
            sections = faq_sections(folder, language)
            write(
                out / "faq" / language[:2],
                {k: body(p[2]) for k, p in sections.items()},
                {k: (p[0], k) for k, p in sections.items()},
            )


if __name__ == "__main__":
    main()
