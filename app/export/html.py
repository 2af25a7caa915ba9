"""A conversation as one HTML file without scripts, pictures or addresses; also what PDF and ODT are made of."""

from __future__ import annotations

from html import escape

from app.export.outline import Entry, Outline, Sentence, TableCell

STYLE = """
body { font-family: sans-serif; line-height: 1.5; max-width: 42em; margin: 2em auto; padding: 0 1em; color: #1a1d23; }
h2 { margin-top: 2em; } .time, .foot { color: #59606d; font-size: 0.85em; } .note { color: #845400; }
.partly_supported { color: #845400; } .unsupported { color: #ab342c; } .supported, .sign { color: #1b734a; } .disputed { color: #ab342c; }
.remark { font-size: 0.85em; } ol { padding-left: 1.6em; }
"""


def write(made: Outline) -> bytes:
    body = [f"<h1>{escape(made.title)}</h1>"]
    for entry in made.entries:
        body += _entry(entry, made)
    if made.files:
        body.append(f"<h2>{escape(made.wording.sources)}</h2>")
        body.append("<ul>" + "".join(f"<li>{escape(path)}</li>" for path in made.files) + "</ul>")
    body.append(f'<p class="foot">{escape(made.foot)}</p>')
    head = f'<meta charset="utf-8"><title>{escape(made.title)}</title><style>{STYLE}</style>'
    return f"<!DOCTYPE html>\n<html><head>{head}</head>\n<body>\n{chr(10).join(body)}\n</body></html>\n".encode(
        "utf-8", "replace"
    )


def _entry(entry: Entry, made: Outline) -> list[str]:
    parts = [f"<h2>{escape(entry.question)}</h2>", f'<p class="time">{escape(made.wording.asked)}: {entry.asked}</p>']
    text = "".join(_sentence(sentence) for sentence in entry.sentences)
    parts.append(f"<p>{text}</p>" if text else "")
    if entry.rows:
        parts.append(_table(entry.rows))
    parts += [f'<p class="note">{escape(note)}</p>' for note in entry.notes]
    if entry.sources:
        items = "".join(f'<p class="source">[{s.number}] {escape(s.title)}: “{escape(s.quote)}”</p>' for s in entry.sources)
        parts.append(items)
    if entry.closest:
        parts.append(f"<p>{escape(made.wording.closest)}:</p>")
        parts.append("<ul>" + "".join(f"<li>{escape(name)}</li>" for name in entry.closest) + "</ul>")
    return [part for part in parts if part]


def _table(rows: tuple[tuple[TableCell, ...], ...]) -> str:
    head = "".join(f"<th>{_cell(cell)}</th>" for cell in rows[0])
    body = "".join(f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in rows[1:])
    return f'<table border="1" cellspacing="0" cellpadding="6"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _cell(cell: TableCell) -> str:
    return escape(cell.text) + "".join(f"<sup>[{number}]</sup>" for number in cell.numbers)


def _sentence(sentence: Sentence) -> str:
    numbers = "".join(f"<sup>[{number}]</sup>" for number in sentence.numbers)
    said = [f'<span class="{sentence.verdict}">{escape(sentence.mark)}</span>'] if sentence.mark else []
    said += [f'<span class="sign">{escape(sentence.sign)}</span>'] if sentence.sign else []
    said += [escape(finding) for finding in sentence.findings]
    remark = f' <span class="remark">({"; ".join(said)})</span>' if said else ""
    before = "<br>" if "\n" in sentence.before else sentence.before
    return f"{before}{escape(sentence.text).replace(chr(10), '<br>')}{numbers}{remark}"
