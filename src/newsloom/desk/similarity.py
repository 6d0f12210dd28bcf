"""Computes how far two articles report the same story, from 0 to 1.

Each bag of words gives a cosine, and a linear model weighs the cosines; there is one model within a language and one
across languages, fitted to pairs graded by people (``training/similarity.py``). There is no dictionary: across
languages, names, numbers and words of common origin decide.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from importlib import resources
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.desk.representation import Bag, Representation, represent

__all__ = ["ACROSS", "MODEL_NAME", "WITHIN", "article_similarity", "measures"]

MODEL_NAME: Final = "similarity.json"
# The two models: for articles in one language, and in two.
WITHIN: Final = "within"
ACROSS: Final = "across"

_COMPARED: Final = (
    "whole",
    "title",
    "body",
    "lead",
    "names",
    "numbers",
    "phrases",
    "plain names",
    "name pieces",
    "word pieces",
)


def article_similarity(a: ArticleOrItem, b: ArticleOrItem) -> float:
    """A number from 0 (nothing in common) to 1 (the same story); the order of the two does not matter."""
    first, second = represent(a), represent(b)
    if not first.bags["whole"] or not second.bags["whole"]:
        return 0.0
    if first == second:
        # The model was fitted to pairs in which no two reports were identical.
        return 1.0
    kind = WITHIN if first.language == second.language else ACROSS
    model = _models()[kind]
    found = measures(first, second)
    score = model["bias"] + sum(weight * found[name] for name, weight in model.items() if name != "bias")
    return max(0.0, min(1.0, score))


def measures(a: Representation, b: Representation) -> dict[str, float]:
    """The model's features, each about 0 to 1, with their square roots: small changes matter more in small numbers."""
    found = {name: _cosine(a.bags[name], b.bags[name]) for name in _COMPARED}
    found["shared"] = _shared(a.bags["whole"], b.bags["whole"])
    found["title told"] = (_overlap(a.bags["title"], b.bags["whole"]) + _overlap(b.bags["title"], a.bags["whole"])) / 2
    found["numbers shared"] = _share_of_smaller(a.bags["numbers"], b.bags["numbers"])
    roots = {f"root of {name}": math.sqrt(value) for name, value in found.items()}
    shorter, longer = sorted((a.size, b.size))
    return found | roots | {"shorter": math.log1p(shorter) / 6, "longer": math.log1p(longer) / 6}


def _cosine(a: Bag, b: Bag) -> float:
    smaller, larger = (a, b) if len(a) <= len(b) else (b, a)
    product = math.fsum(weight * larger[term] for term, weight in smaller.items() if term in larger)
    if not product:
        return 0.0
    squares = math.fsum(w * w for w in a.values()) * math.fsum(w * w for w in b.values())
    return min(1.0, product / math.sqrt(squares))


def _shared(a: Bag, b: Bag) -> float:
    """The weight both have in common, as a share of the lighter one's weight."""
    common = math.fsum(min(a[term], b[term]) for term in a.keys() & b.keys())
    lighter = min(math.fsum(a.values()), math.fsum(b.values()))
    return min(1.0, common / lighter) if lighter > 0 else 0.0


def _overlap(title: Bag, whole: Bag) -> float:
    """The share of a headline's weight that the other article has."""
    total = math.fsum(title.values())
    return math.fsum(weight for term, weight in title.items() if term in whole) / total if total > 0 else 0.0


def _share_of_smaller(a: Bag, b: Bag) -> float:
    return len(a.keys() & b.keys()) / (1 + min(len(a), len(b)))


@functools.cache
def _models() -> Mapping[str, Mapping[str, float]]:
    content = resources.files("newsloom.desk").joinpath("data", MODEL_NAME).read_text(encoding="utf-8")
    models: Mapping[str, Mapping[str, float]] = json.loads(content)
    return models
