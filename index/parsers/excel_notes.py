"""What hangs on the cells of an XLSX sheet or lies over them: comments, texts in drawings, the headers of its tables."""

from __future__ import annotations

from index.parsers.cells import parse_reference
from index.parsers.office_package import Element, OfficePackage, descendants, whole_number

_THREAD = "[Threaded comment]"


def sheet_comments(package: OfficePackage, related: list[tuple[str, str]], persons: dict[str, str]) -> list[str]:
    """Comments of cells with their authors, in stored order. A thread also has an old-style copy, which is left out."""
    found: list[str] = []
    for word, target in related:
        root = package.optional_xml(target) if word == "threadedComment" else None
        for comment in root.iter("threadedComment") if root is not None else ():
            found.append(_comment(comment, persons.get(comment.get("personId", ""), ""), "text"))
    for word, target in related:
        root = package.optional_xml(target) if word == "comments" else None
        authors = [(a.text or "").strip() for a in root.iter("author")] if root is not None else []
        for comment in root.iter("comment") if root is not None else ():
            number = whole_number(comment.get("authorId"), 0)
            author = authors[number] if number < len(authors) else ""
            note = _comment(comment, "" if author.startswith("tc=") else author, "t")
            if _THREAD not in note:
                found.append(note)
    return [note for note in dict.fromkeys(found) if note]


def _comment(comment: Element, author: str, tag: str) -> str:
    text = " ".join("".join(t.text or "" for t in descendants(comment, tag, ("rPh",))).split())
    text = text.removeprefix(f"{author}:").strip() if author else text
    by = f" by {author}" if author else ""
    return f"Comment on {comment.get('ref', '')}{by}: {text}" if text else ""


def drawing_notes(package: OfficePackage, part: str) -> list[str]:
    """Texts of boxes and shapes, and the words that describe pictures."""
    root = package.optional_xml(part)
    if root is None:
        return []
    bodies = (
        " ".join("".join(t.text or "" for t in p.iter("t")) for p in body.iter("p")) for body in descendants(root, "txBody")
    )
    described = (f"Picture: {e.get('descr', '').strip()}" for e in descendants(root, "cNvPr") if e.get("descr", "").strip())
    texts = (" ".join(text.split()) for text in (*bodies, *described))
    return [text for text in dict.fromkeys(texts) if text]


def table_headers(package: OfficePackage, related: list[tuple[str, str]]) -> frozenset[int]:
    """Row numbers from 0 in which a table of the sheet says that its headers stand."""
    rows: set[int] = set()
    for word, target in related:
        root = package.optional_xml(target) if word == "table" else None
        if root is not None and root.get("headerRowCount", "1") != "0":
            place = parse_reference(root.get("ref", "").partition(":")[0])
            if place:
                rows.add(place[0])
    return frozenset(rows)
