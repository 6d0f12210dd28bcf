"""The scores that come with Newsloom: the evaluation's own report as kept with the package.

The file is what ``newsloom evaluate SET… --format json`` wrote; nothing is measured here.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

__all__ = ["read_scores", "scores_of"]

_MEASURE: Final = "word_f1"


def read_scores() -> dict[str, dict[str, float]]:
    """Method → set → mean word F1; empty where no report came with the package."""
    file = files("newsloom.evaluation") / "data" / "scores.json"
    return scores_of(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def scores_of(report: dict[str, Any]) -> dict[str, dict[str, float]]:
    """The means of a report in the form that ``evaluate`` writes."""
    scores: dict[str, dict[str, float]] = {}
    for row in report["rows"]:
        if _MEASURE in row["measures"]:
            scores.setdefault(row["method"], {})[row["group"]] = row["measures"][_MEASURE]["mean"]
    return scores
