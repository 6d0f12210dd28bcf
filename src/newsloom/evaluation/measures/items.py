"""Measures of a front page: compares the reader's items with the page's labels and returns shares.

Links are judged as in LBNEST's table II, items by their pattern as in tables 1 and 2 of the news item paper; headline,
teaser and picture are compared on the labelled items that were found. Addresses are compared without scheme, "www.",
fragment and trailing slash, and without the query if the label has none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from newsloom.evaluation.corpora import FrontTruth, TrueItem
from newsloom.evaluation.measures.fields import title_score
from newsloom.evaluation.measures.shares import Share
from newsloom.evaluation.measures.words import word_scores, words_of
from newsloom.records import Item

__all__ = ["LinkLabels", "LinkVerdict", "item_shares", "judge_links", "pattern_shares"]

# The part of a picture's address that names the crop or size, and everything after it.
_CUT: Final = re.compile(r",.*|[-_](?:w\d{2,4}|\d{2,4}x\d{2,4})(?![a-z\d]).*", re.IGNORECASE)
# Shorter titles occur in other items' texts by chance: "The week".
_TELLING_WORDS: Final = 4
# A longer item is the reader's mistake; only this much of it is compared.
_MAX_COMPARED: Final = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkVerdict:
    """The judged links of a page, counted as in LBNEST: a positive is a link taken for a story."""

    true_positives: int
    false_positives: int
    true_negatives: int
    false_negatives: int

    @property
    def precision(self) -> Share:
        return Share(hits=self.true_positives, total=self.true_positives + self.false_positives)

    @property
    def recall(self) -> Share:
        return Share(hits=self.true_positives, total=self.true_positives + self.false_negatives)

    @property
    def accuracy(self) -> Share:
        right, wrong = self.true_positives + self.true_negatives, self.false_positives + self.false_negatives
        return Share(hits=right, total=right + wrong)


def judge_links(items: Iterable[Item], truth: FrontTruth) -> LinkVerdict:
    """Judges each labelled address once, however often it was found."""
    labels = LinkLabels.of(truth)
    found = {label for item in items if (label := labels.label(item.url))}
    taken = len(found & labels.stories)
    misled = len(found & labels.others)
    return LinkVerdict(
        true_positives=taken,
        false_positives=misled,
        true_negatives=len(labels.others) - misled,
        false_negatives=len(labels.stories) - taken,
    )


def pattern_shares(items: Iterable[Item], truth: FrontTruth) -> dict[str, Share]:
    """Returns for each pattern the share of its judged items that are stories: a row of the paper's table 2."""
    labels = LinkLabels.of(truth)
    judged: dict[str, list[bool]] = defaultdict(list)
    for item in items:
        label = labels.label(item.url)
        if label and item.pattern:
            judged[item.pattern].append(label in labels.stories)
    return {pattern: Share(hits=sum(right), total=len(right)) for pattern, right in sorted(judged.items())}


def item_shares(items: Iterable[Item], truth: FrontTruth, language: str | None = None) -> dict[str, Share]:
    """Returns the shares of the labelled items that were found for which each part is right.

    A story may be on a page twice, and its label does not say where: the best of its items counts. ``one_item`` is the
    share that is one item, neither split nor merged with another.
    """
    finds = _finds(items, truth)
    lines = _title_lines(truth, language)
    return {
        "headline": _share(find.best(_has_headline, find.label.title, language) for find in finds),
        "headline_f1": _share(find.best(_headline_similarity, find.label.title, language) for find in finds),
        "teaser_f1": _share(find.best(_teaser_similarity, find.label.teaser, language) for find in finds),
        "picture": _share(find.best(_has_picture, find.label.image_url, language) for find in finds),
        "one_item": _share(_is_one(find, lines, language) for find in finds),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLabels:
    """The judged addresses of a page."""

    stories: frozenset[str]
    others: frozenset[str]

    @classmethod
    def of(cls, truth: FrontTruth) -> LinkLabels:
        stories = frozenset(map(_key, truth.story_links))
        return cls(stories=stories, others=frozenset(map(_key, truth.site_links)) - stories)

    def label(self, url: str | None) -> str | None:
        """Returns the label for the address, None if the address was not judged."""
        return next((key for key in _keys(url) if key in self.stories or key in self.others), None)


_Comparison = Callable[[Item, str, str | None], float]


@dataclass(slots=True)
class _Find:
    """A labelled item and what the reader made of it."""

    label: TrueItem
    items: list[Item] = field(default_factory=list)

    def best(self, compare: _Comparison, wanted: str | None, language: str | None) -> float | None:
        """Returns the best score of the items; None if there is no truth to compare with."""
        return max(compare(item, wanted, language) for item in self.items) if wanted else None


def _finds(items: Iterable[Item], truth: FrontTruth) -> list[_Find]:
    finds = {_key(label.url): _Find(label) for label in truth.items}
    for item in items:
        key = next((key for key in _keys(item.url) if key in finds), None)
        if key is not None and item.duplicate_of is None:
            finds[key].items.append(item)
    return [find for find in finds.values() if find.items]


def _has_headline(item: Item, title: str, language: str | None) -> float:
    return title_score(item.headline, title, language) or 0.0


def _headline_similarity(item: Item, title: str, language: str | None) -> float:
    return word_scores(words_of(item.headline, language), words_of(title, language)).f


def _teaser_similarity(item: Item, teaser: str, language: str | None) -> float:
    return word_scores(words_of(item.text, language), words_of(teaser, language)).f


def _has_picture(item: Item, address: str, _language: str | None) -> float:
    return float(item.image is not None and _picture(item.image) == _picture(address))


def _title_lines(truth: FrontTruth, language: str | None) -> dict[str, str]:
    """Returns the titles by address as lines of words, without those too short to identify an item."""
    words = {label.url: words_of(label.title or "", language) for label in truth.items}
    return {url: _line(title) for url, title in words.items() if len(title) >= _TELLING_WORDS}


def _is_one(find: _Find, lines: Mapping[str, str], language: str | None) -> float:
    if len(find.items) > 1:
        return 0.0
    item = find.items[0]
    text = _line(words_of(f"{item.headline} {item.text}"[:_MAX_COMPARED], language))
    own = lines.get(find.label.url, "")
    return float(not any(line in text for url, line in lines.items() if url != find.label.url and line not in own))


def _line(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _share(values: Iterable[float | None]) -> Share:
    kept = [value for value in values if value is not None]
    return Share(hits=sum(kept), total=len(kept))


def _keys(url: str | None) -> tuple[str, ...]:
    """Returns how a label may name the address: with its query, or without."""
    return (_key(url), _key(url.partition("?")[0])) if url else ()


def _key(url: str) -> str:
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return url
    return f"{host}{parts.path.rstrip('/')}{'?' + parts.query if parts.query else ''}"


def _picture(address: str) -> str:
    """Returns what the crops of one picture share."""
    try:
        return _CUT.sub("", urlsplit(address).path)
    except ValueError:
        return address
