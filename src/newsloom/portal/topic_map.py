"""Lays out the map of topics: circles with their names, which a template draws as SVG.

Similar topics lie near each other. A circle and its name form a box; if two would overlap, the smaller topic moves to
the nearest free place, so that every topic drawn can be read and clicked.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.records import Topic

__all__ = ["PHONE", "WIDE", "Sheet", "Spot", "TopicMap", "topic_map_of"]

# The width of a letter and the height of a line, at 13 pixels and half bold.
_LETTER: Final = 7.8
_LINE: Final = 20.0
_GAP: Final = 8.0
# Free places are searched in steps of this size.
_STEP: Final = 8.0
# How much more room a sheet has than its boxes need: if packed tightly, nearness would mean nothing.
_AIR: Final = 1.6
_LEAST_HEIGHT: Final = 200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """How wide a map is, and how much is drawn on it; it is as high as it needs to be."""

    width: float
    most: int
    smallest: float
    largest: float
    letters: int


WIDE: Final = Sheet(width=960, most=40, smallest=8, largest=40, letters=28)
PHONE: Final = Sheet(width=360, most=20, smallest=6, largest=24, letters=22)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A topic on the map; its name is centred below the circle."""

    topic: Topic
    x: float
    y: float
    radius: float
    label: str

    @property
    def label_y(self) -> float:
        return round(self.y + self.radius + _LINE * 0.75, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicMap:
    """The largest topics with their places, the largest first."""

    width: int
    height: int
    spots: tuple[Spot, ...]


def topic_map_of(topics: Sequence[Topic], sheet: Sheet = WIDE) -> TopicMap:
    """Circles with areas proportional to the topics' sizes, none overlapping another."""
    shown = sorted(topics, key=lambda topic: -topic.size)[: sheet.most]
    boxes = [_Box.of(topic, shown[0].size, sheet) for topic in shown]
    height = max(_LEAST_HEIGHT, _AIR * sum(box.width * box.height for box in boxes) / sheet.width)
    laid = np.zeros((0, 4))
    spots = []
    for box, wish in zip(boxes, _wishes(shown), strict=True):
        left, top = _free_place(box, wish, laid, (sheet.width, height))
        laid = np.vstack([laid, [left, top, left + box.width, top + box.height]])
        spots.append(box.spot(left, top))
    bottom = max((float(one) for one in laid[:, 3]), default=_LEAST_HEIGHT)
    return TopicMap(width=round(sheet.width), height=math.ceil(bottom), spots=tuple(spots))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    """What a topic needs of the sheet."""

    topic: Topic
    radius: float
    label: str
    width: float
    height: float

    @classmethod
    def of(cls, topic: Topic, largest: int, sheet: Sheet) -> _Box:
        radius = max(sheet.smallest, sheet.largest * math.sqrt(topic.size / max(largest, 1)))
        label = _shortened(", ".join(word for word, _ in topic.words[:2]) or topic.id, sheet.letters)
        return cls(
            topic=topic,
            radius=round(radius, 1),
            label=label,
            width=min(sheet.width, max(2 * radius, _columns(label) * _LETTER) + _GAP),
            height=2 * radius + _LINE + _GAP,
        )

    def spot(self, left: float, top: float) -> Spot:
        return Spot(
            topic=self.topic,
            x=round(left + self.width / 2, 1),
            y=round(top + _GAP / 2 + self.radius, 1),
            radius=self.radius,
            label=self.label,
        )


def _wishes(topics: Sequence[Topic]) -> NDArray[np.float64]:
    """The topics' own places, stretched so that together they fill the map."""
    places = np.nan_to_num(np.array([topic.place for topic in topics], dtype=float).reshape(-1, 2)).clip(0.0, 1.0)
    low, high = places.min(0, initial=1.0), places.max(0, initial=0.0)
    span = np.where(high > low, high - low, 1.0)
    stretched: NDArray[np.float64] = np.where(high > low, (places - low) / span, 0.5)
    return stretched


def _free_place(
    box: _Box, wish: NDArray[np.float64], laid: NDArray[np.float64], sheet: tuple[float, float]
) -> tuple[float, float]:
    """The left and upper edge nearest to the wish at which the box covers no other; below all if there is none."""
    most_left, most_top = (max(0.0, whole - part) for whole, part in zip(sheet, (box.width, box.height), strict=True))
    wished = wish * (most_left, most_top)
    lefts, tops = np.meshgrid(_steps(most_left, wished[0]), _steps(most_top, wished[1]))
    is_free = np.ones(lefts.shape, dtype=bool)
    for left, top, right, bottom in laid:
        is_free &= (lefts + box.width <= left) | (lefts >= right) | (tops + box.height <= top) | (tops >= bottom)
    if not is_free.any():
        return float(wished[0]), float(laid[:, 3].max())
    distances = np.where(is_free, np.hypot(lefts - wished[0], tops - wished[1]), np.inf)
    nearest = np.unravel_index(int(distances.argmin()), distances.shape)
    return float(lefts[nearest]), float(tops[nearest])


def _steps(most: float, wished: float) -> NDArray[np.float64]:
    """Places from 0 to the most, the wished one among them."""
    return np.union1d(np.arange(0.0, most + _STEP, _STEP).clip(0.0, most), [wished])


def _shortened(label: str, letters: int) -> str:
    if _columns(label) <= letters:
        return label
    while label and _columns(label) >= letters:
        label = label[:-1]
    return label.rstrip(", ") + "…"


def _columns(label: str) -> int:
    """How many letters wide a label is: Chinese and Japanese characters are as wide as two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in label)
