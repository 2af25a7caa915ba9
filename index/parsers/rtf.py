"""RTF: headings, lists, tables, notes, comments, headers and footers, in any of its code pages.

Own reader instead of kreuzberg for this format: kreuzberg takes one code page for the whole document (Japanese and Cyrillic come out
as noise), and loses list labels, comments and footnote texts' places.
"""

from __future__ import annotations

import codecs

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.flow_blocks import FlowBlocks
from index.parsers.rtf_tokens import CHARSETS, ENTERED, SIGNS, SKIPPED, RtfState, Token, tokens

PARSER = "rtf/3"
_MAX_DEPTH = 20_000
_PARTS = {
    "footnote": "Footnote", "header": "Header", "headerl": "Header", "headerr": "Header", "headerf": "Header", "footer": "Footer",
    "footerl": "Footer", "footerr": "Footer", "footerf": "Footer", "annotation": "Comment",
}  # fmt: skip
_COLLECTED = frozenset(["listtext", "pntext", "atnauthor", "title", "author", "subject", "keywords", "manager"])
_LOOKS = {"deleted": "deleted", "v": "hidden", "strike": "struck", "striked": "struck"}
_STAMPS = frozenset(["revtim", "creatim"])


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises UnreadableDocument when the file is no RTF after all."""
    data = source.read()
    if not data.lstrip().startswith(b"{\\rtf"):
        raise UnreadableDocument("The document is damaged: it does not begin as an RTF document does.")
    reader = _RtfReader()
    for token in tokens(data):
        reader.take(token)
    return reader.finish()


class _RtfReader:
    def __init__(self) -> None:
        self._blocks = FlowBlocks("rtf", PARSER)
        self._state = RtfState()
        self._stack: list[RtfState] = []
        self._code_page = "cp1252"
        self._fonts: dict[int, str] = {}
        self._bytes = bytearray()
        self._skip = 0
        self._high = 0
        self._collected: dict[str, str] = {}
        self._stamp: dict[str, dict[str, int]] = {}
        self._style: tuple[int, int | None, str] = (0, None, "")

    def take(self, token: Token) -> None:
        kind = token.kind
        if kind == "text" or kind == "byte":
            self._text(token.data)
            return
        if self._bytes and kind != "byte":
            self._flush_bytes()
        if kind == "open":
            self._skip = 0
            if len(self._stack) >= _MAX_DEPTH:
                raise UnreadableDocument("The document is damaged: its groups are nested without end.")
            self._stack.append(self._state)
            self._state = self._state.inner()
        elif kind == "close":
            self._close()
        elif kind == "sign":
            self._sign(token.word)
        else:
            self._skip = 0  # what stands for a sign in old programs is never a code
            self._word(token.word, token.number)
            self._state.fresh = False

    # --- groups ----------------------------------------------------------------------------------------------------

    def _close(self) -> None:
        self._skip = 0
        if not self._stack:
            return
        before, self._state = self._state, self._stack.pop()
        target = before.target
        if target == self._state.target:
            return
        if target in _PARTS:
            author = self._collected.pop("atnauthor", "") if target == "annotation" else ""
            self._blocks.end_part(_PARTS[target], author)
        elif target in {"listtext", "pntext"}:
            self._blocks.label = self._collected.pop(target, "").strip()
        elif target == "stylesheet.entry":
            self._blocks.add_style(*self._style)

    def _destination(self, word: str) -> bool:
        """Does ``word`` say where the text of its group goes?"""
        state = self._state
        if word in SKIPPED or (state.ignorable and word not in ENTERED and word not in _COLLECTED):
            state.target = "skip"
        elif state.target == "skip":
            return True
        elif word in _PARTS:
            state.target = word
            self._blocks.begin_part()
        elif word in _COLLECTED:
            state.target = word
            self._collected[word] = ""
        elif word in {"fonttbl", "stylesheet", "info"}:
            state.target = word
        elif word in _STAMPS:
            state.target = word
            self._stamp[word] = {}
        else:
            return False
        return True

    # --- codes -----------------------------------------------------------------------------------------------------

    def _word(self, word: str, number: int | None) -> None:
        state = self._state
        if state.target == "skip" and word not in {"u", "uc"}:
            return
        if state.target == "stylesheet" and word not in {"stylesheet"}:
            state.target, self._style = "stylesheet.entry", (0, None, "")
        if state.target == "stylesheet.entry":
            self._style_word(word, number)
            return
        if (state.fresh or state.ignorable) and self._destination(word):
            state.ignorable = False
            return
        state.ignorable = False
        if word == "u":
            self._unicode(number or 0)
        elif word in SIGNS:
            self._add(SIGNS[word])
        elif word == "ftnalt":
            self._blocks.part_name = "Endnote"
        elif not self._font_word(word, number):
            if state.target in _STAMPS:
                self._stamp[state.target][word] = number or 0
            elif state.target not in {"fonttbl", "info", *_COLLECTED}:
                self._blocks.code(word, number)

    def _font_word(self, word: str, number: int | None) -> bool:
        state = self._state
        if word == "f":
            state.font = number or 0
        elif word == "af":
            state.wide_font = number
        elif word in {"dbch", "hich", "loch"}:
            state.wide = word == "dbch"
        elif word == "fcharset" and state.target == "fonttbl":
            if (number or 0) in CHARSETS and number != 0:
                self._fonts[state.font] = CHARSETS[number or 0]
        elif word == "cpg" and state.target == "fonttbl":
            self._fonts[state.font] = _known(f"cp{number}", self._code_page)
        elif word == "ansicpg":
            self._code_page = _known(f"cp{number}", "cp1252")
        elif word in {"mac", "pc", "pca"}:
            self._code_page = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]
        elif word == "uc":
            state.skip_after_unicode = max(number or 0, 0)
        elif word in _LOOKS:
            setattr(state, _LOOKS[word], number != 0)
        elif word == "plain":
            state.deleted = state.hidden = state.struck = state.wide = False
        else:
            return False
        return True

    def _style_word(self, word: str, number: int | None) -> None:
        style, outline, name = self._style
        if word == "s":
            style = number or 0
        elif word == "outlinelevel":
            outline = number
        elif word == "u":
            self._unicode(number or 0)
            return
        self._style = (style, outline, name)

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self._state.ignorable = True
        elif sign in {"\n", "\r"}:
            self._blocks.code("par", None)
        elif sign in SIGNS:
            self._add(SIGNS[sign])

    # --- text ------------------------------------------------------------------------------------------------------

    def _text(self, data: bytes) -> None:
        if self._skip:
            used = min(self._skip, len(data))
            self._skip -= used
            data = data[used:]
        self._state.fresh = False
        if self._state.target != "skip":
            self._bytes += data

    def _flush_bytes(self) -> None:
        data, self._bytes = bytes(self._bytes), bytearray()
        state = self._state
        font = state.wide_font if state.wide and state.wide_font is not None else state.font
        page = self._fonts.get(font, self._code_page)
        for encoding in (page, self._code_page):
            try:
                self._add(data.decode(encoding))
                return
            except UnicodeDecodeError:
                continue
        self._add(data.decode(page, errors="replace"))

    def _unicode(self, number: int) -> None:
        self._skip = self._state.skip_after_unicode
        number &= 0xFFFF
        if 0xD800 <= number < 0xDC00:
            self._high = number
            return
        if 0xDC00 <= number < 0xE000:
            if self._high:
                self._add(chr(0x10000 + ((self._high - 0xD800) << 10) + (number - 0xDC00)))
            self._high = 0
            return
        # Symbol fonts have their signs in the private area.
        self._add(chr(number - 0xF000) if 0xF020 <= number <= 0xF07F else chr(number))

    def _add(self, text: str) -> None:
        target = self._state.target
        if target == "skip" or self._state.deleted:
            return
        if target in _COLLECTED:
            self._collected[target] = self._collected.get(target, "") + text
        elif target == "stylesheet.entry":
            style, outline, name = self._style
            self._style = (style, outline, name + text)
        elif target not in {"fonttbl", "stylesheet", "info", *_STAMPS}:
            blocks, state = self._blocks, self._state
            (blocks.hidden if state.hidden else blocks.struck if state.struck else blocks.text)(text)

    def finish(self) -> ParsedDocument:
        self._flush_bytes()
        stamp = self._stamp.get("revtim") or self._stamp.get("creatim") or {}
        modified = f"{stamp['yr']:04d}-{stamp.get('mo', 1):02d}-{stamp.get('dy', 1):02d}" if stamp.get("yr") else None
        return self._blocks.build(title=self._collected.get("title"), author=self._collected.get("author"), modified=modified)


_PAGE_NAMES = {"cp0": "cp1252", "cp10000": "mac_roman", "cp65001": "utf-8", "cp936": "gb18030", "cp1361": "johab"}


def _known(name: str, default: str) -> str:
    try:
        return codecs.lookup(_PAGE_NAMES.get(name, name)).name
    except LookupError:
        return default
