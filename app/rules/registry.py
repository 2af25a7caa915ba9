"""The rules in the order in which a person reads their findings. A new rule is a file with ``RULE`` and one line here."""

from __future__ import annotations

from app.rules import (
    altered,
    binding,
    citation,
    comparison,
    completeness,
    computed,
    contamination,
    coverage,
    dates,
    disagreement,
    echo,
    form,
    language,
    names,
    negation,
    numbers,
    quotation,
    relevance,
    rows,
    semantic,
    threshold,
    toxicity,
)
from app.rules.claim import Rule

RULES: tuple[Rule, ...] = (
    citation.RULE,
    numbers.RULE,
    dates.RULE,
    computed.RULE,
    names.RULE,
    binding.RULE,
    rows.RULE,
    negation.RULE,
    comparison.RULE,
    threshold.RULE,
    altered.RULE,
    quotation.RULE,
    coverage.RULE,
    semantic.RULE,
    relevance.RULE,
    completeness.RULE,
    contamination.RULE,
    disagreement.RULE,
    language.RULE,
    echo.RULE,
    form.RULE,
    toxicity.RULE,
)
