"""Which kind of text a file without any signature is: mail, mailbox, web page, XML office document, code, or plain text."""

from __future__ import annotations

import re
from pathlib import PurePath

from index.errors import UnsupportedFormat
from index.parsers.encodings import decode, reads_as_language, without_padding

_NO_KIND = "The file's content is of no kind that can be read."
CODE_SUFFIXES = (
    ".log", ".json", ".jsonl", ".ndjson", ".geojson", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".toml", ".properties",
    ".env", ".py", ".js", ".ts", ".jsx", ".tsx", ".java", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".go", ".rs", ".rb",
    ".php", ".pl", ".sh", ".bash", ".ps1", ".bat", ".cmd", ".sql", ".r", ".swift", ".kt", ".scala", ".lua", ".css", ".scss",
    ".vb", ".vba", ".bas", ".tf", ".gradle", ".diff", ".patch", ".bib",
)  # fmt: skip
_TEXT_KINDS = {
    ".md": "md", ".markdown": "md", ".csv": "csv", ".tsv": "csv", ".html": "html", ".htm": "html", ".xhtml": "html", ".txt": "txt",
    ".eml": "eml", ".emlx": "eml", ".xml": "xml", ".rst": "txt", ".text": "txt", ".srt": "txt", ".vtt": "txt", ".mbox": "mbox", ".mbx": "mbox",
    ".ipynb": "ipynb", ".mht": "mht", ".mhtml": "mht", **dict.fromkeys(CODE_SUFFIXES, "code"),
}  # fmt: skip
_XML_ROOTS = (
    (re.compile(r"<(?:\w+:)?wordDocument\b"), "wordxml"),
    (re.compile(r"<pkg:package\b[^>]*"), "wordxml"),
    (re.compile(r"<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet"), "xmlss"),
    (re.compile(r"<office:document\b[^>]*opendocument\.text"), "odt"),
    (re.compile(r"<office:document\b[^>]*opendocument\.spreadsheet"), "ods"),
    (re.compile(r"<office:document\b[^>]*opendocument\.presentation"), "odp"),
)
"""Office documents that are one XML file: Word 2003, Excel 2003, flat OpenDocument."""
_MAIL_HEADER = re.compile(
    r"\A(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:From|Received|Return-Path|MIME-Version|Message-ID|Subject):",
    re.IGNORECASE,
)
_MAIL_FIELDS = re.compile(
    r"^(From|To|Subject|Date|Message-ID|MIME-Version|Received|Content-Type|Return-Path|Delivered-To):",
    re.IGNORECASE | re.MULTILINE,
)
_MAILBOX = re.compile(r"\AFrom \S[^\n]*\n(?:>?From |[A-Za-z][A-Za-z0-9-]*:)")
_EMLX = re.compile(r"\A\d{1,12}[ \t]*\n(?=[A-Za-z][A-Za-z0-9-]*:)")
_WEB_ARCHIVE = re.compile(r"^(?:Snapshot-Content-Location:|From: *<?Saved by )", re.IGNORECASE | re.MULTILINE)
_RELATED = re.compile(r"^Content-Type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_HTML = re.compile(
    r"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_DRAWING = re.compile(
    r"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!doctype\s[^>\[]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:svg:)?svg\b",
    re.IGNORECASE | re.DOTALL,
)
_NOTEBOOK = re.compile(r"\A\s*\{\s*\"(?:cells|worksheets|metadata|nbformat)\"")
_MIN_FIELDS = 3
_HEADER_LINE = re.compile(r"[A-Za-z][A-Za-z0-9-]*:")
_FIRST_LINES = 20
_SHEET_SUFFIXES = (".xls", ".xlsx", ".xlt", ".ods")
_CONTROLS = {code: None for code in range(32) if chr(code) not in "\t\n\f\x1b\x1a"}


def text_kind(path: PurePath, head: bytes) -> str:
    """Kind of a text by its first kilobytes, and by its extension where these leave it open. Raises UnsupportedFormat for binary."""
    extension = path.suffix.lower()
    head = without_padding(head)
    text = decode(head).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    if text.count("\x00") + text.count("\ufffd") > 0.1 * len(text):
        raise UnsupportedFormat(_NO_KIND)
    controls = len(text) - len(text.translate(_CONTROLS))
    if extension not in _TEXT_KINDS and (controls > 0.1 * len(text) or not reads_as_language(head)):
        raise UnsupportedFormat(_NO_KIND)
    if _HTML.match(text):
        return "html"
    if _DRAWING.match(text):
        return "svg"
    if _NOTEBOOK.match(text) and '"cell_type"' in text:
        return "ipynb"
    if _MAILBOX.match(text):
        return "eml" if extension in {".eml", ".emlx"} else "mbox"
    if _is_mail(text, extension):
        saved_page = _WEB_ARCHIVE.search(text) or (extension in {".mht", ".mhtml"} and _RELATED.search(text))
        return "mht" if saved_page else "eml"
    if text.lstrip().startswith(("<?xml", "<?mso", "<office:document")):
        return next((kind for pattern, kind in _XML_ROOTS if pattern.search(text)), "xml")
    if extension in _SHEET_SUFFIXES and _is_tabular(text):
        return "csv"  # many programs export this as "Excel"
    kind = _TEXT_KINDS.get(extension, "txt")
    # What is no mail at all is read as text, whatever its name says.
    return "txt" if kind in {"mbox", "mht", "eml"} else kind


def _is_tabular(text: str) -> bool:
    lines = [line for line in text.split("\n", _FIRST_LINES)[:_FIRST_LINES] if line.strip()]
    return any(lines and all(delimiter in line for line in lines) for delimiter in "\t;,")


def _is_mail(text: str, extension: str) -> bool:
    if extension in {".eml", ".emlx", ".mht", ".mhtml"}:
        return any(_HEADER_LINE.match(line) for line in text.split("\n", _FIRST_LINES)[:_FIRST_LINES])
    body = _EMLX.sub("", text.lstrip("\n"))
    head = body.split("\n\n", 1)[0]
    return bool(_MAIL_HEADER.match(body)) and len({m.lower() for m in _MAIL_FIELDS.findall(head)}) >= _MIN_FIELDS
