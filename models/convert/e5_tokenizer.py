"""The tokenizer of an E5S1 file as a ``tokenizers`` object: Unigram, the model's own normalization, ``<s> … </s>``."""

from __future__ import annotations

import re
import unicodedata

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from models.convert.e5s1 import Pieces


def build_tokenizer(pieces: Pieces) -> Tokenizer:
    """NFKC does most of the model's normalization; where its map says otherwise (control characters vanish, line breaks and
    zero-width characters become spaces) the differences go before it. Then runs of spaces become one and the end is stripped,
    as the original SentencePiece model does."""
    tokenizer = Tokenizer(models.Unigram(list(pieces.vocabulary), unk_id=pieces.unk, byte_fallback=False))
    steps: list[normalizers.Normalizer] = []
    for replacement, characters in _differences_from_nfkc(pieces.replacements).items():
        steps.append(normalizers.Replace(Regex(f"[{''.join(characters)}]"), replacement))
    steps += [normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip(left=False, right=True)]
    tokenizer.normalizer = normalizers.Sequence(steps)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="\u2581", prepend_scheme="always")
    bos, eos = pieces.vocabulary[pieces.bos][0], pieces.vocabulary[pieces.eos][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{bos} $A {eos}",
        pair=f"{bos} $A {eos} {eos} $B {eos}",
        special_tokens=[(bos, pieces.bos), (eos, pieces.eos)],
    )
    special = [pieces.vocabulary[i][0] for i in (pieces.bos, pieces.pad, pieces.eos, pieces.unk)]
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in special])
    return tokenizer


def _differences_from_nfkc(replacements: dict[str, str]) -> dict[str, list[str]]:
    """Replacement → characters (escaped for a character class) for which the model's map and NFKC disagree."""
    found: dict[str, list[str]] = {}
    for character, replacement in sorted(replacements.items()):
        if unicodedata.normalize("NFKC", character) != replacement:
            found.setdefault(replacement, []).append(re.escape(character))
    return found


def tokenizer_settings(pieces: Pieces, max_tokens: int) -> tuple[dict[str, object], dict[str, str]]:
    """(tokenizer_config.json, special_tokens_map.json)."""
    bos, pad, eos, unk = (pieces.vocabulary[i][0] for i in (pieces.bos, pieces.pad, pieces.eos, pieces.unk))
    special = {"bos_token": bos, "cls_token": bos, "eos_token": eos, "sep_token": eos, "pad_token": pad, "unk_token": unk}
    return {"model_max_length": max_tokens, "tokenizer_class": "PreTrainedTokenizerFast", **special}, special
