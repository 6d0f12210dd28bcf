"""Computes how much two neighbours belong together: a weight from 0 to 1 for each edge, from blocks and styles.

There are three forms, as in the paper: weights as printed, weights learned from labelled pages, and weights by the
share of attributes that agree, which need no reference.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Final, Literal

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Layout, Style
from newsloom.extractors.correlation.graph import Edge

__all__ = ["FEATURES", "Weights", "edge_features", "edge_weights"]

Weights = Literal["learned", "printed", "unsupervised"]

# As printed; the paper found them by "trial and error".
_FIRST_HEIGHT: Final = 1.7
_PER_HEIGHT: Final = 0.07
_EQUAL_WIDTH: Final = 5.0
_EQUAL_RULE: Final = 0.2
_OTHER_RULE: Final = 9.0

# Widths and edges that differ by less than this are the same.
_SAME_PIXEL: Final = 1.0
_FARTHEST: Final = 40.0

FEATURES: Final = (
    *("same width", "same left", "height", "distance", "steps", "font", "size", "weight"),
    *("slant", "colour", "background", "links", "letters"),
)
"""The features of two neighbours in the learned form, each from 0 to 1."""


def edge_weights(
    edges: Sequence[Edge], leaves: Sequence[DrawnBlock], layout: Layout, *, form: Weights, height_unit: float
) -> list[float]:
    """The weight of each edge: the cost of separating its ends; 1 less the weight is the cost of joining them."""
    if form == "printed":
        raw = [_printed(leaves[one.first], leaves[one.second], layout, height_unit) for one in edges]
        return [_logistic(value) for value in raw]
    weigh = _learned() if form == "learned" else _agreement
    return [weigh(edge_features(one, leaves, layout)) for one in edges]


def _printed(one: DrawnBlock, other: DrawnBlock, layout: Layout, height_unit: float) -> float:
    """The list in section II.B.1: height, width, style rules, divided by x."""
    difference = int(abs(one.box.height - other.box.height) / height_unit)
    cost = _FIRST_HEIGHT - _PER_HEIGHT * difference
    if abs(one.box.width - other.box.width) < _SAME_PIXEL:
        cost += _EQUAL_WIDTH
    mine, theirs = _rules(one, layout), _rules(other, layout)
    for name, value in mine.items():
        if name in theirs:
            cost += _EQUAL_RULE if theirs[name] == value else -_OTHER_RULE
    sizes = math.sqrt(one.box.height + one.box.width) * math.sqrt(other.box.height + other.box.width)
    return cost / (math.sqrt(math.sqrt(sizes)) or 1.0)


def _rules(block: DrawnBlock, layout: Layout) -> dict[str, object]:
    """The style rules that the paper names: colour, spacing, background, size, weight, and the font."""
    style = layout.styles[block.style]
    rules: dict[str, object] = {"font": style.font, "size": style.size, "weight": style.weight, "colour": style.colour}
    if style.line_height:
        rules["line height"] = style.line_height
    if block.background is not None:
        rules["background"] = block.background
    return rules


def _logistic(value: float) -> float:
    """Maps to [0, 1]; 0, neither alike nor unlike, becomes a half."""
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, value))))


def edge_features(edge: Edge, leaves: Sequence[DrawnBlock], layout: Layout) -> list[float]:
    """The values of ``FEATURES``: 1 if two neighbours are alike or near."""
    one, other = leaves[edge.first], leaves[edge.second]
    mine, theirs = layout.styles[one.style], layout.styles[other.style]
    return [
        float(abs(one.box.width - other.box.width) < _SAME_PIXEL),
        float(abs(one.box.left - other.box.left) < _SAME_PIXEL),
        _ratio(math.log1p(one.box.height), math.log1p(other.box.height)),
        1 / (1 + edge.distance / _FARTHEST),
        1 / max(1, edge.steps - 1),
        *_same_style(mine, theirs),
        float(one.background == other.background),
        1 - abs(_link_share(one) - _link_share(other)),
        _ratio(math.log1p(one.letters), math.log1p(other.letters)),
    ]


def _same_style(mine: Style, theirs: Style) -> list[float]:
    return [
        float(mine.font == theirs.font),
        float(mine.size == theirs.size),
        float(mine.weight == theirs.weight),
        float(mine.is_italic == theirs.is_italic),
        float(mine.colour == theirs.colour),
    ]


def _ratio(one: float, other: float) -> float:
    return min(one, other) / max(one, other) if max(one, other) > 0 else 1.0


def _link_share(block: DrawnBlock) -> float:
    return block.linked_letters / block.letters if block.letters else 0.0


def _agreement(features: Sequence[float]) -> float:
    """The share of attributes that agree, all weighted equally; to the third power, because most always agree."""
    return (sum(features) / len(features)) ** 3


@functools.cache
def _learned() -> Callable[[Sequence[float]], float]:
    """A logistic regression over ``FEATURES``, made by training/correlation.py."""
    model: Mapping[str, object] = json.loads((files(__package__) / "data" / "weights.json").read_text(encoding="utf-8"))
    by_name: Mapping[str, float] = model["weights"]  # type: ignore[assignment]
    factors, bias = [by_name[name] for name in FEATURES], float(model["bias"])  # type: ignore[arg-type]

    def weigh(features: Sequence[float]) -> float:
        return _logistic(bias + sum(factor * value for factor, value in zip(factors, features, strict=True)))

    return weigh
