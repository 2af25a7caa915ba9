"""What retrieval is compared with, run by the interpreter of ``.venv-bench``: bm25s, langchain's splitter, ir-measures.

Reads one JSON object from standard input and writes one to standard output; ``Baselines`` in ``_retrieval.py`` is the other side. Imports
nothing of the program.
"""

from __future__ import annotations

import json
import sys

SNOWBALL = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hi": "hindi", "hu": "hungarian", "id": "indonesian", "it": "italian", "nl": "dutch", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
STOPWORDS = frozenset({"en", "de", "fr", "es", "ru", "it", "nl", "pt", "sv", "no", "tr", "da"})
"""Languages of which bm25s has a list."""
UNSPACED = frozenset({"zh", "ja", "th", "ko"})


def split(texts: list[str], size: int, overlap: int) -> list[list[str]]:
    """langchain's RecursiveCharacterTextSplitter with its usual borders."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
    return [splitter.split_text(text) for text in texts]


def bm25(corpus: list[str], queries: list[str], language: str, k: int) -> list[list[tuple[int, float]]]:
    """(Position in the corpus, score) of the best k, best first; words are stemmed, Chinese and its like are cut into characters."""
    import bm25s
    import Stemmer

    if language in UNSPACED:
        tokens = [[c for c in text if not c.isspace()] for text in corpus]
        asked = [[c for c in text if not c.isspace()] for text in queries]
    else:
        stemmer = Stemmer.Stemmer(SNOWBALL[language]) if SNOWBALL.get(language) in Stemmer.algorithms() else None
        stopwords = language if language in STOPWORDS else None
        options = {"stopwords": stopwords, "stemmer": stemmer, "show_progress": False, "return_ids": False}
        tokens, asked = bm25s.tokenize(corpus, **options), bm25s.tokenize(queries, **options)
    index = bm25s.BM25()
    index.index(tokens, show_progress=False)
    found, scores = index.retrieve(asked, k=min(k, len(corpus)), show_progress=False)
    return [
        [(int(i), float(s)) for i, s in zip(row, values, strict=True) if s > 0]
        for row, values in zip(found, scores, strict=True)
    ]


def measure(qrels: dict[str, dict[str, int]], runs: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, float]]:
    """Means over all questions of ``qrels``; a question without results counts as zero."""
    import ir_measures
    from ir_measures import RR, R, Success, nDCG

    wanted = [Success @ 1, R @ 5, R @ 10, R @ 100, nDCG @ 10, RR]
    judged = [ir_measures.Qrel(q, d, score) for q, docs in qrels.items() for d, score in docs.items()]
    results: dict[str, dict[str, float]] = {}
    for name, ranked in runs.items():
        run = [ir_measures.ScoredDoc(q, d, -float(rank)) for q, docs in ranked.items() for rank, d in enumerate(docs)]
        values = ir_measures.calc_aggregate(wanted, judged, run)
        results[name] = {str(m): float(values[m]) for m in wanted}
    return results


def main() -> None:
    request = json.load(sys.stdin)
    call = {"split": split, "bm25": bm25, "measure": measure}[request.pop("do")]
    json.dump(call(**request), sys.stdout)


if __name__ == "__main__":
    main()
