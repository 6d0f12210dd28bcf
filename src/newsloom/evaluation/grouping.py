"""Evaluates clusterers on labelled stories: returns one score for each set and clusterer.

A clusterer groups a set once, as a batch in the order of the file, and is judged on the whole partition: BCubed, the
pairs of LBNEST, mutual information and the adjusted Rand index. Sets without stories only judge the rest of the desk.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from newsloom.catalogue import build
from newsloom.clusterers.protocol import Clusterer
from newsloom.errors import CorpusError, InputError
from newsloom.evaluation.corpora.stories import SetKind, StorySet, kind_of_set, read_stories
from newsloom.evaluation.desk import DeskScore, evaluate_desk
from newsloom.evaluation.measures.stories import (
    PairCounts,
    adjusted_rand,
    bcubed,
    count_pairs,
    labels_of,
    mutual_information,
)
from newsloom.evaluation.measures.words import Scores

__all__ = [
    "RATES",
    "ClustererScore",
    "GroupingScores",
    "clusterer_cells",
    "clusterer_json",
    "compare_partitions",
    "evaluate_clusterer",
    "evaluate_clusterer_sets",
    "evaluate_story_sets",
    "rates_of",
]

RATES: Final = (
    "BCubed precision",
    "BCubed recall",
    "BCubed F",
    "pair accuracy",
    "pair precision",
    "pair recall",
    "mutual information",
    "adjusted Rand",
)
_HEADER: Final = ("set", "clusterer", "articles", "true", "found", *RATES, "ms/article")


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupingScores:
    """How well one partition agrees with the true one."""

    bcubed: Scores
    pairs: PairCounts
    mutual_information: float
    adjusted_rand: float
    true_groups: int
    found_groups: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClustererScore:
    """How one clusterer did on one set; ``seconds`` is CPU time for all articles."""

    corpus: str
    method: str
    articles: int
    seconds: float
    scores: GroupingScores


def evaluate_story_sets(
    paths: Sequence[str | Path], clusterers: Sequence[str], *, limit: int | None = None
) -> tuple[tuple[ClustererScore, ...], tuple[DeskScore, ...]]:
    """Scores every clusterer on the sets that have stories, and the desk on all sets that have labels for it."""
    for name in clusterers:
        build("clusterer", name)
    grouped = [path for path in paths if kind_of_set(path) is SetKind.STORIES]
    scores = evaluate_clusterer_sets(grouped, clusterers, limit=limit) if grouped else ()
    return scores, tuple(score for path in paths for score in evaluate_desk(path, limit=limit))


def evaluate_clusterer_sets(
    paths: Sequence[str | Path], clusterers: Sequence[str], *, limit: int | None = None
) -> tuple[ClustererScore, ...]:
    """Scores every clusterer on every set, or on the first ``limit`` articles of each.

    Raises ``CorpusError`` for a set that cannot be read or has no article.
    """
    methods = {name: build("clusterer", name) for name in clusterers}
    if not paths or not methods:
        raise InputError("evaluation", "wanted at least one set and one clusterer, found none")
    scores: list[ClustererScore] = []
    for path in paths:
        stories = read_stories(path)
        if not stories.articles:
            raise CorpusError(str(path), "the set contains no articles")
        chosen = stories.first(limit)
        scores.extend(replace(evaluate_clusterer(method, chosen), method=name) for name, method in methods.items())
    return tuple(scores)


def evaluate_clusterer(clusterer: Clusterer, stories: StorySet) -> ClustererScore:
    """Returns the scores of a clusterer on all articles of a set."""
    began = time.process_time()
    found = clusterer.assign(stories.articles, ())
    seconds = time.process_time() - began
    scores = compare_partitions(stories.labels, labels_of(found, len(stories.articles)))
    articles = len(stories.articles)
    return ClustererScore(corpus=stories.name, method=clusterer.name, articles=articles, seconds=seconds, scores=scores)


def compare_partitions(truth: Sequence[Hashable], found: Sequence[Hashable]) -> GroupingScores:
    """Returns all measures of two partitions, each given as one label per article."""
    return GroupingScores(
        bcubed=bcubed(truth, found),
        pairs=count_pairs(truth, found),
        mutual_information=mutual_information(truth, found),
        adjusted_rand=adjusted_rand(truth, found),
        true_groups=len(set(truth)),
        found_groups=len(set(found)),
    )


def clusterer_cells(scores: Sequence[ClustererScore]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Returns the header and the rows as text."""
    return _HEADER, tuple(_cells(score) for score in scores)


def clusterer_json(scores: Sequence[ClustererScore], desk: Sequence[DeskScore] = ()) -> str:
    """Returns the scores of the clusterers and of the desk as JSON; keys are stable."""
    rows = [
        {"set": score.corpus, "clusterer": score.method, "articles": score.articles, "seconds": round(score.seconds, 3)}
        | {"true_groups": score.scores.true_groups, "found_groups": score.scores.found_groups}
        | {_key(name): round(rate, 6) for name, rate in zip(RATES, rates_of(score.scores), strict=True)}
        for score in scores
    ]
    asked = [dataclasses.asdict(one) | {"score": round(one.score, 6)} for one in desk]
    report = {"format": 1, "kind": "clusterer", "rows": rows, "desk": asked}
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def _cells(score: ClustererScore) -> tuple[str, ...]:
    found = score.scores
    counts = (score.articles, found.true_groups, found.found_groups)
    rates = (f"{rate:.3f}" for rate in rates_of(found))
    return score.corpus, score.method, *map(str, counts), *rates, f"{1000 * score.seconds / score.articles:.2f}"


def rates_of(found: GroupingScores) -> tuple[float, ...]:
    """Returns the rates in the order of ``RATES``."""
    by_article = (found.bcubed.precision, found.bcubed.recall, found.bcubed.f)
    by_pair = (found.pairs.accuracy, found.pairs.precision, found.pairs.recall)
    return *by_article, *by_pair, found.mutual_information, found.adjusted_rand


def _key(name: str) -> str:
    return name.lower().replace(" ", "_")
