"""The scores that come with Newsloom, as ``make bench`` wrote them into the package; nothing is measured here."""

from __future__ import annotations

import json
from importlib.resources import files

__all__ = ["read_scores"]


def read_scores() -> dict[str, dict[str, float]]:
    """Extractor → set → mean word F1, "all" for the mean of the sets; empty where none came with the package."""
    file = files("newsloom.evaluation") / "data" / "scores.json"
    if not file.is_file():
        return {}
    scores: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))["word_f1"]
    return scores
