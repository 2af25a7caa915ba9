"""Rich Text Format as a stream of tokens, and what its codes stand for (Microsoft RTF specification 1.9.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]{1,40})(?P<number>-?\d{1,10})?\x20?"
    rb"|\\'(?P<hex>[0-9A-Fa-f]{2})|\\(?P<sign>[^A-Za-z'])|(?P<brace>[{}])|(?P<text>[^\\{}\r\n\0]+)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """``kind``: open, close, word (with ``number``), byte, sign, or text; ``data`` are its bytes."""

    kind: str
    word: str = ""
    number: int | None = None
    data: bytes = b""


_OPEN, _CLOSE = Token("open"), Token("close")


def tokens(data: bytes) -> Iterator[Token]:
    """Never fails: what is no token is passed over. ``\\bin`` data is left out."""
    at = 0
    while True:
        match = _TOKEN.search(data, at)
        if match is None:
            return
        at = match.end()
        kind = match.lastgroup
        if kind == "text":
            yield Token("text", data=match.group())
        elif kind == "brace":
            yield _OPEN if match.group() == b"{" else _CLOSE
        elif kind == "hex":
            yield Token("byte", data=bytes([int(match.group("hex"), 16)]))
        elif kind == "sign":
            yield Token("sign", word=match.group("sign").decode("latin-1"))
        else:
            word, digits = match.group("word").decode("ascii"), match.group("number")
            number = int(digits) if digits else None
            if word == "bin":
                at += max(number or 0, 0)
            else:
                yield Token("word", word=word, number=number)


CHARSETS = {
    0: "cp1252", 77: "mac_roman", 78: "cp932", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
    254: "cp437", 255: "cp850",
}  # fmt: skip
"""Font character set to code page; 1 (default) and 2 (symbol) take that of the document."""
SIGNS = {
    "line": "\n", "tab": " ", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
    "emspace": " ", "enspace": " ", "qmspace": " ", "lbr": "\n", "softline": "\n", "~": " ", "_": "-", "{": "{", "}": "}", "\\": "\\",
    "\n": "\n", "\r": "\n",
}  # fmt: skip
SKIPPED = frozenset(
    "colortbl filetbl listtable listoverridetable revtbl rsidtbl generator pict nonshppict objdata objclass objname fldinst sn sv "  # noqa: SIM905
    "bkmkstart bkmkend xe rxe tc tcn txe themedata colorschememapping datastore latentstyles xmlnstbl wgrffmtfilter pgptbl mmathPr "
    "mmathPict datafield formfield template private keycode ud ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn pnseclvl pntxta pntxtb "
    "atnid atnref atntime atnicn atnparent atndate background do operator company category doccomm comment hlinkbase vern version "
    "edmins nofpages nofwords nofchars nofcharsws id printim buptim userprops password passwordhash writereservhash protusertbl "
    "falt panose fontemb fontfile factoidname svgblip blipuid picprop docvar mailmerge oldcprops oldpprops oldtprops oldsprops".split()
)
"""Destinations without text of the document."""
ENTERED = frozenset(
    "shpinst shptxt shpgrp annotation atnauthor footnote pntext listtext fldrslt result mmath moMath moMathPara nesttableprops "  # noqa: SIM905
    "upr pn ffname".split()
)
"""Destinations that are marked as ignorable and hold text all the same."""


@dataclass
class RtfState:
    """What a group inherits from the one around it."""

    target: str = "body"
    font: int = 0
    wide_font: int | None = None
    wide: bool = False
    skip_after_unicode: int = 1
    deleted: bool = False
    hidden: bool = False
    struck: bool = False
    fresh: bool = field(default=True, compare=False)
    ignorable: bool = False

    def inner(self) -> RtfState:
        return replace(self, fresh=True, ignorable=False)
