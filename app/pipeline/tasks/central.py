"""The sentence that says most of a text: degree centrality over weighted words (LexRank, Erkan and Radev 2004, without its random walk)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from app.rules.words import content_stems

FEWEST_WORDS = 4
LONGEST = 400
"""Characters; a longer "sentence" is a table or a list in one line."""
_FIRST = 0.15
"""What a text's first sentence gets on top: it often says what the rest is about."""
_ENDS = re.compile(r"[.!?。！？…\"”»)]$|\|")
_LEANS = re.compile(
    r"^(?:[a-zäöüß(]|\(?\w{1,3}[).]\s|(?:[Tt]h(?:is|at|ese|ose|ey)|[Ii]t|[Hh]e|[Ss]he|[Ss]uch|[Ii]n th(?:at|is) case|[Hh]owever|[Tt]herefore|[Aa]lso"
    r"|[Tt]hen|[Dd]ies\w*|[Dd]as|[Ee]s|[Ss]ie|[Ee]r|[Ss]olche\w*|[Dd]aher|[Dd]eshalb|[Dd]abei|[Hh]ierzu|[Dd]ann|[Aa]uch|[Jj]edoch|[Cc]e(?:tte|s)?"
    r"|[Ii]l|[Ee]lle|[Ee]s[ot]o|[Qq]uesto|[Cc]iò)\b)"
)
"""It begins in the middle of something, or with a word that points at another sentence."""
_LEANING = 0.5


def central(sentences: Sequence[str], language: str) -> list[int]:
    """Indexes of ``sentences``, the one that has most in common with all others first; fragments (few words, no full stop) come last."""
    stems = [content_stems(s, language) for s in sentences]
    spread = Counter(stem for words in stems for stem in set(words))
    weights = [_weights(words, spread, len(sentences)) for words in stems]
    scores = []
    for i, own in enumerate(weights):
        near = sum(_cosine(own, other) for j, other in enumerate(weights) if j != i) / max(1, len(weights) - 1)
        scores.append(near + (_FIRST if i == 0 else 0.0) - _lack(sentences[i], stems[i]))
    return sorted(range(len(sentences)), key=lambda i: (-scores[i], i))


def _lack(text: str, stems: Sequence[str]) -> float:
    """What a sentence lacks to be read alone."""
    if not _is_sentence(text, stems):
        return 10.0
    return _LEANING if _LEANS.match(text.strip()) else 0.0


def _is_sentence(text: str, stems: Sequence[str]) -> bool:
    return len(stems) >= FEWEST_WORDS and len(text) <= LONGEST and _ENDS.search(text.strip()) is not None


def _weights(stems: Sequence[str], spread: Counter[str], total: int) -> dict[str, float]:
    counted = Counter(stems)
    return {stem: n * math.log(1 + total / spread[stem]) for stem, n in counted.items()}


def _cosine(a: dict[str, float], b: dict[str, float]) -> float:
    small, large = (a, b) if len(a) <= len(b) else (b, a)
    dot = sum(value * large.get(stem, 0.0) for stem, value in small.items())
    norm = math.sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))
    return dot / norm if norm else 0.0
