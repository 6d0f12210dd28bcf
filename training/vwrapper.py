"""Trains the wrapper that ``vwrapper`` ships with, and measures how it depends on the training sites.

``python -m training.vwrapper SET…`` learns from the sets and writes the room's data/wrapper.json. ``python -m
training.vwrapper SET… --curve`` learns from one site, from k sites and from all, and prints how many pages of all
sites, and of the sites it did not learn from, are then read right (Zheng et al. 2007 report 50.93 % and 95 %).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from newsloom.evaluation.measures import is_right_page, title_score, word_scores
from newsloom.evaluation.measures import words_of as compared_words
from newsloom.extractors.vwrapper import VisualWrapperExtractor
from newsloom.extractors.vwrapper.features import feature_rows
from newsloom.extractors.vwrapper.wrapper import Wrapper, learn_boosted
from newsloom.pipeline.extract import article_of
from training.drawn import DrawnExample, drawn_examples

__all__ = ["CurvePoint", "curve", "learn_wrapper"]

MODEL = Path(__file__).parents[1] / "src/newsloom/extractors/vwrapper/data/wrapper.json"
ROUNDS = 120
TITLE_ROUNDS = 40
# How often sites are drawn for each number of them.
DRAWS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """The shares of pages read right after learning from this many sites, over all sites and over unseen ones."""

    sites: int
    everywhere: float
    unseen: float | None


def main() -> None:
    """Learns the shipped wrapper, or prints the curve."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("sets", nargs="+")
    reader.add_argument("--limit", type=int, default=None, help="pages of each set")
    reader.add_argument("--curve", action="store_true")
    reader.add_argument("--layouts", type=Path, help="a folder to keep drawings in, and to take them from")
    asked = reader.parse_args()
    examples = list(drawn_examples(asked.sets, limit=asked.limit, layouts=asked.layouts))
    if asked.curve:
        for point in curve(examples):
            unseen = "" if point.unseen is None else f"{point.unseen:.3f}"
            print(f"{point.sites:3} sites  all sites {point.everywhere:.3f}  unseen {unseen}")
        return
    MODEL.write_text(learn_wrapper(examples).to_json(), encoding="utf-8")
    print(f"{len(examples)} pages of {len({one.site for one in examples})} sites")


def learn_wrapper(examples: Sequence[DrawnExample]) -> Wrapper:
    """Returns the wrapper of some pages; the same pages give the same wrapper."""
    rows = np.concatenate([_rows(one) for one in examples])
    in_story = np.array([label for one in examples for label in one.in_story])
    is_title = np.array([label for one in examples for label in one.is_title])
    return Wrapper(
        body=learn_boosted(rows, in_story, rounds=ROUNDS), title=learn_boosted(rows, is_title, rounds=TITLE_ROUNDS)
    )


def curve(examples: Sequence[DrawnExample], *, seed: int = 1) -> list[CurvePoint]:
    """Learns from 1, 2, 4, … and all sites, from every other page of each, and returns the results on the rest."""
    sites = sorted({one.site for one in examples})
    halves = {site: _halves([one for one in examples if one.site == site]) for site in sites}
    chance = random.Random(seed)
    counts = sorted({*(2**power for power in range(10) if 2**power < len(sites)), len(sites)})
    points = []
    for count in counts:
        results = [
            _read_after(set(chance.sample(sites, count)), halves) for _ in range(DRAWS if count < len(sites) else 1)
        ]
        unseen = [share for _, share in results if share is not None]
        points.append(
            CurvePoint(
                sites=count,
                everywhere=float(np.mean([share for share, _ in results])),
                unseen=float(np.mean(unseen)) if unseen else None,
            )
        )
    return points


Halves = dict[str, tuple[list[DrawnExample], list[DrawnExample]]]


def _read_after(chosen: set[str], halves: Halves) -> tuple[float, float | None]:
    wrapper = learn_wrapper([one for site in sorted(chosen) for one in halves[site][0]])
    right = {site: [_is_right(one, wrapper) for one in tested] for site, (_, tested) in halves.items()}
    unseen = [one for site, ones in right.items() if site not in chosen for one in ones]
    return float(np.mean([one for ones in right.values() for one in ones])), float(np.mean(unseen)) if unseen else None


def _halves(pages: list[DrawnExample]) -> tuple[list[DrawnExample], list[DrawnExample]]:
    return pages[::2], pages[1::2]


def _is_right(example: DrawnExample, wrapper: Wrapper) -> bool:
    extraction = VisualWrapperExtractor(wrapper=wrapper).extract(example.document)
    truth = example.truth
    found = compared_words(article_of(example.document, extraction).text, truth.language)
    score = word_scores(found, compared_words(truth.text or "", truth.language))
    return is_right_page(score.f, title_score(extraction.headline, truth.title, truth.language))


def _rows(example: DrawnExample) -> npt.NDArray[np.float32]:
    return feature_rows(example.blocks, example.leaves, example.layout)


if __name__ == "__main__":
    main()
