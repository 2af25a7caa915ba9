"""Shares, ordinals and times of day as Chinese and Japanese write them: 百分之三十, 第三, 午後3時半."""

from __future__ import annotations

import re
from decimal import Decimal

from app.rules.numerals import read_han
from app.rules.quantity import Quantity

_CJK_TIME = re.compile(
    "(?P<half>上午|下午|晚上|午前|午後)?[ ]?(?P<h>[01]?\\d|2[0-4])[点點時时](?!間|间)(?:(?P<min>[0-5]?\\d)分|(?P<thirty>半))?"
)
_CJK_SHARE = re.compile(
    "(?P<base>百|[二三四五六七八九十]+|\\d+)分[之の](?P<count>[零〇一二两三四五六七八九十百]+|\\d+(?:\\.\\d+)?)"
)
_CJK_ORDINAL = re.compile("第[ ]?(?:(?P<digits>\\d+)|(?P<han>[一二三四五六七八九十百]+))(?![\\d年月日]|[条條款章节節項编]\\w?)")

COUNTER = re.compile("[人名位次回台件冊册枚本倍歳岁隻只条票]")
"""What is counted: people, times, things. "只" and "本" follow a numeral only as counters."""
EACH = re.compile("[每毎](?P<unit>分钟|分鐘|小时|時間|天|日|周|星期|週|个月|年|分)")


def find_cjk(flat: str, language: str) -> list[Quantity]:
    """Those of a flattened text in Chinese or Japanese; nothing in other languages."""
    if language not in ("zh", "ja"):
        return []
    found: list[Quantity] = []
    for match in _CJK_SHARE.finditer(flat):
        base, count = (Decimal(t) if t[0].isdigit() else read_han(t) for t in match.group("base", "count"))
        if base == 100:
            found.append(Quantity("percent", (count,), *match.span(), match.group(), "percent"))
        elif base:
            found.append(Quantity("number", (count / base,), *match.span(), match.group()))
    for match in _CJK_ORDINAL.finditer(flat):
        value = Decimal(match["digits"]) if match["digits"] else read_han(match["han"])
        found.append(Quantity("ordinal", (value,), *match.span(), match.group()))
    for match in _CJK_TIME.finditer(flat):
        minutes = int(match["h"]) * 60 + (30 if match["thirty"] else int(match["min"] or 0))
        late = match["half"] in ("下午", "晚上", "午後") and minutes < 720
        value = Decimal(minutes + 720 * late)
        also = ((value + 720,),) if not match["half"] and 0 < value < 720 else ()
        found.append(Quantity("time", (value,), *match.span(), match.group(), also=also))
    return found
