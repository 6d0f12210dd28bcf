"""Finds the regions of labelled pages, each by odds of names that have not seen the page's site.

The second look at the lines (``newsloom.extractors.loom.review``) weighs what names say. If it were trained on names
learned from the same pages, it would trust them too much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from newsloom.dom import parse
from newsloom.evaluation.corpora import open_corpus
from newsloom.region import NameOdds, find_region
from training.labelled import FOLDS, LabelledLines, folds_by_site
from training.names import Example, Names, fit_odds, sites_of

__all__ = ["find_regions"]


def find_regions(pages: Sequence[LabelledLines], paths: Sequence[Path], rules: Sequence[Names]) -> None:
    """Sets the region of each page; reads the sets again, since all trees together do not fit in memory."""
    folds = folds_by_site(list(pages)).tolist()
    odds = [_fit_others(pages, folds, fold, rules) for fold in range(FOLDS)]
    wanted = {(page.corpus, page.id): (page, fold) for page, fold in zip(pages, folds, strict=True)}
    for path in paths:
        corpus = open_corpus(path)
        for labelled in corpus:
            page, fold = wanted.get((corpus.name, labelled.truth.id), (None, 0))
            if page is not None:
                page.region = find_region(parse(labelled.page, url=labelled.truth.url).outline, odds=odds[fold])


def _fit_others(pages: Sequence[LabelledLines], folds: Sequence[int], fold: int, rules: Sequence[Names]) -> NameOdds:
    """Returns the odds of names on all sites except those of a fold."""
    seen: dict[str, list[tuple[Example, ...]]] = defaultdict(list)
    for page, own in zip(pages, folds, strict=True):
        if own != fold and page.truth is not None:
            seen[page.site].append(page.names_seen)
    return fit_odds([*sites_of(seen), *rules])
