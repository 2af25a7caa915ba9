"""Markdown: front matter, template tags, then HTML and its blocks. Link texts stay, link targets go."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import decode_text
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_tree import TreeBuilder

PARSER = "markdown_text/4"
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_ENTRY = re.compile(r"^([A-Za-z_][\w-]*):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r"{%-?\s*comment\s*-?%}.*?{%-?\s*endcomment\s*-?%}|{#.*?#}|<!--.*?-->", re.DOTALL)
_TARGET_TAG = re.compile(r"\]\(\s*(?:{%.*?%}|{{.*?}})[^)\n]*\)")
_TAG = re.compile(r"{%-?(.*?)-?%}|{{-?(.*?)-?}}", re.DOTALL)
_QUOTED = re.compile(r"""["']([^"'\n]*)["']""")
_ATTRIBUTES = re.compile(r"[ \t]*{:?\s*[#.][^}\n]*}[ \t]*$", re.MULTILINE)
_CODE = re.compile(r"^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^(?P=fence)[`~]*[ \t]*$|(?<!`)`[^`\n]+`(?!`)", re.MULTILINE | re.DOTALL)
_ASIDE = re.compile("\ue000(\\d+)\ue001")
_DEFINITION = re.compile(r"^(?P<term>[^\s#>|:*-][^\n]{0,120})\n:[ \t]+", re.MULTILINE)


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Title from the front matter or the first heading of level 1."""
    text = decode_text(source.read()).replace("\r\n", "\n").replace("\r", "\n")
    entries: dict[str, str] = {}
    match = _FRONT_MATTER.match(text)
    if match:
        entries = {name.lower(): value.strip("\"'") for name, value in _ENTRY.findall(match.group(1))}
        text = text[match.end() :]
    builder = DocumentBuilder("md", PARSER)
    add_markdown(builder, outside_code(text, strip_template_tags))
    document = builder.build(
        title=entries.get("title"),
        author=entries.get("author"),
        modified=_date(entries),
        language=entries.get("lang"),
    )
    if document.title:
        return document
    first = next((b for b in document.blocks if b.kind == "heading" and b.level == 1), None)
    return document.model_copy(update={"title": document.text[first.start : first.end]}) if first else document


def add_markdown(builder: DocumentBuilder, text: str) -> None:
    """Add the blocks of CommonMark with tables, strikethrough and definition lists."""
    tree = TreeBuilder()
    _grow(tree, _reader().parse(_DEFINITION.sub(r"\g<term>: ", text)))
    HtmlBlocks(builder, drop_boilerplate=False).add(tree.root)


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    # Targets of links go, so that nothing has to be made of them.
    reader.validateLink = lambda url: True  # type: ignore[method-assign]
    reader.normalizeLink = lambda url: ""  # type: ignore[method-assign]
    logging.getLogger("markdown_it").disabled = True  # it has something to say at each rule of each line
    return reader


def _grow(tree: TreeBuilder, tokens: Sequence[Token]) -> None:
    """The tree that the rendered HTML would have, without writing and reading that."""
    for token in tokens:
        kind = token.type
        if kind == "inline":
            _grow(tree, token.children or ())
        elif kind == "text":
            tree.handle_data(token.content)
        elif kind in ("html_block", "html_inline"):
            tree.add_markup(token.content)
        elif kind == "softbreak":
            tree.handle_data("\n")
        elif kind == "hardbreak":
            tree.handle_starttag("br", [])
        elif kind == "code_inline":
            _element(tree, "code", token.content)
        elif kind in ("fence", "code_block"):
            _element(tree, "pre", token.content)
        elif token.nesting < 0:
            if not token.hidden:
                tree.handle_endtag(token.tag)
        elif token.tag and not token.hidden:
            attributes = {**token.attrs, "alt": _plain(token)} if kind == "image" else token.attrs
            tree.handle_starttag(token.tag, [(name, str(value)) for name, value in attributes.items()])


def _plain(image: Token) -> str:
    return "".join(token.content for token in image.children or ())


def _element(tree: TreeBuilder, tag: str, text: str) -> None:
    tree.handle_starttag(tag, [])
    tree.handle_data(text)
    tree.handle_endtag(tag)


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """``change`` applied to all but code: an example of a template keeps its tags."""
    kept: list[str] = []

    def set_aside(match: re.Match[str]) -> str:
        kept.append(match.group())
        return f"\ue000{len(kept) - 1}\ue001"

    changed = change(_CODE.sub(set_aside, text))
    return _ASIDE.sub(lambda match: kept[int(match.group(1))], changed)


def strip_template_tags(text: str) -> str:
    """Drop comments and tags of template languages (Liquid, Jinja, Nunjucks).

    A tag inside a link is part of its target and goes with it. A quoted argument that is no path is text that a reader of the
    finished page sees (``{% slack_channel "tock" %}``) and stays.
    """
    text = _COMMENT.sub("", text)
    text = _TARGET_TAG.sub("](target)", text)
    text = _TAG.sub(_visible_argument, text)
    return _ATTRIBUTES.sub("", text)


def _visible_argument(match: re.Match[str]) -> str:
    inner = (match.group(1) or match.group(2) or "").strip()
    if inner.startswith(("include", "extends", "import", "set", "if", "for", "layout", "page", "asset", "image")):
        return ""
    visible = [value for value in _QUOTED.findall(inner) if value and "/" not in value and "." not in value]
    return visible[0] if visible else ""


def _date(entries: dict[str, str]) -> str | None:
    for name in ("last_modified", "modified", "updated", "last_updated", "date"):
        match = re.match(r"\d{4}-\d{2}-\d{2}", entries.get(name, ""))
        if match:
            return match.group()
    return None
