"""Trains the loom reader from labelled front pages: ``make train``.

Every linked address of a page that is labelled, as a story or not, is a row. Six sites cannot show what addresses look
like elsewhere, so every page is also used in disguise: its addresses without their words, as codes, as numbers, all in
one folder; and only a part of its links, as on a small paper's page. Validation leaves out one site at a time: the
forest that judges a site has not seen it. Disguised pages are scored too, comparing addresses as the evaluation does
and without those that are no stories by their places, and so is the whole reader with that forest. Then the forest is
trained on all sites, and written with its digest into the room's ``data/``.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from catboost import CatBoostClassifier

from newsloom.dom import parse
from newsloom.evaluation.corpora import open_corpus
from newsloom.evaluation.measures import LinkLabels, judge_links
from newsloom.forest import Forest
from newsloom.readers.loom import LoomReader
from newsloom.readers.loom.features import NAMES, feature_rows
from newsloom.readers.loom.links import LinkedPage
from newsloom.readers.loom.places import is_no_story
from newsloom.readers.loom.reader import read_by
from newsloom.text.urls import normalise_url
from training.forests import forest_of, mean_forest, write_forest

DATA = Path(__file__).parent.parent / "src/newsloom/readers/loom/data"
TREES = 200
DEPTH = 5
# An undisguised page has more weight than each of its disguises.
PLAIN_WEIGHT = 1.5
# Nearly all labels that are spelt differently on the page name a folder, and no story in the set has a folder's
# address, while those of many English papers have. Half of the trees are trained without these labels, half with a
# tenth of their weight: with full weight, the forest relied on numbers and trailing slashes, and missed many stories of
# such papers; without them, it took sections on cards for stories.
LOOSE_WEIGHTS = (0.0, 0.1)

# What distinguishes the address of a story or a service from that of a section: several words, or a number.
_TELLING = re.compile(r"[-_+,.]|\d{3}")


@dataclass(kw_only=True)
class LabelledLinks:
    """The labelled addresses of one page; ``lost`` counts stories that no link of the page leads to.

    ``is_loose`` marks addresses that are spelt differently from their labels, most of which lost their trailing slash;
    ``is_placed`` marks those that are no stories by the places that they name.
    """

    site: str
    disguise: str
    rows: npt.NDArray[np.float32]
    is_story: npt.NDArray[np.bool_]
    is_loose: npt.NDArray[np.bool_]
    is_placed: npt.NDArray[np.bool_]
    lost: int


def main() -> None:
    """Validates, trains on everything, and writes the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", type=Path, help="labelled front pages: a .tar.xz file or a folder")
    given = parser.parse_args()
    pages = list(read_pages(given.set))
    validate(pages, given.set)
    write_forest(train(pages), DATA)


def read_pages(path: Path) -> Iterator[LabelledLinks]:
    """Yields the pages of a set whose links are labelled, each plain and in its disguises."""
    for labelled in open_corpus(path):
        truth = labelled.truth
        if truth.front is None:
            continue
        document = parse(labelled.page, url=truth.url)
        page = LinkedPage.of(document)
        if not page.urls:
            continue
        labels = LinkLabels.of(truth.front)
        host = truth.url.split("/")[2] if truth.url else ""
        spelt = {normalise_url(url) for url in (*truth.front.story_links, *truth.front.site_links)}
        for disguise, disguised in DISGUISES.items():
            shown, places = disguised(page)
            addresses = [page.urls[place] for place in places]
            named = [labels.label(url) for url in addresses]
            judged = [row for row, label in enumerate(named) if label]
            rows = feature_rows(shown, document)
            yield LabelledLinks(
                site=truth.site or truth.id,
                disguise=disguise,
                rows=rows[judged],
                is_story=np.array([named[row] in labels.stories for row in judged], dtype=np.bool_),
                is_loose=np.array([addresses[row] not in spelt for row in judged], dtype=np.bool_),
                is_placed=np.array([is_no_story(shown.urls[row], host) for row in judged], dtype=np.bool_),
                lost=len(labels.stories.difference(named)) if disguise == "plain" else 0,
            )


def _renamed(page: LinkedPage, rename: Callable[[str, str, str], str]) -> tuple[LinkedPage, list[int]]:
    """Renames the informative part of every address; ``rename`` gets its folder, its site and a code of the address."""
    urls = []
    for url in page.urls:
        front = url.partition("?")[0].rstrip("/")
        folder, _, last = front.rpartition("/")
        site = "/".join(front.split("/")[:3])
        code = hashlib.sha256(url.encode()).hexdigest()
        is_telling = front.count("/") > 2 and _TELLING.search(last)
        urls.append(rename(folder, site, code) if is_telling else url)
    return dataclasses.replace(page, urls=urls), list(range(len(urls)))


def _cropped(page: LinkedPage) -> tuple[LinkedPage, list[int]]:
    """Returns the page with its first links and a run of later ones: a twelfth and a sixth of them."""
    count = len(page.targets)
    size = max(count // 6, 8)
    start = random.Random(page.urls[0]).randrange(max(count - size, 1))
    kept = [*range(count)[: size // 2], *range(count)[max(start, size // 2) : start + size]]
    places = sorted({page.targets[anchor] for anchor in kept})
    renumbered = {place: number for number, place in enumerate(places)}
    cropped = dataclasses.replace(
        page,
        elements=[page.elements[anchor] for anchor in kept],
        targets=[renumbered[page.targets[anchor]] for anchor in kept],
        texts=[page.texts[anchor] for anchor in kept],
        levels=[page.levels[anchor] for anchor in kept],
        urls=[page.urls[place] for place in places],
    )
    return cropped, places


DISGUISES: dict[str, Callable[[LinkedPage], tuple[LinkedPage, list[int]]]] = {
    "plain": lambda page: (page, list(range(len(page.urls)))),
    "codes": lambda page: _renamed(page, lambda folder, _, code: f"{folder}/c{code[:10]}"),
    "numbers": lambda page: _renamed(page, lambda folder, _, code: f"{folder}/{int(code[:8], 16) % 10**8:08}"),
    "one folder": lambda page: _renamed(page, lambda _, site, code: f"{site}/article/{code[:9]}"),
    "part": _cropped,
}


def validate(pages: list[LabelledLinks], path: Path) -> None:
    """Prints precision and recall of story links, by forests that have not seen the site, and by the whole reader."""
    totals = {disguise: np.zeros(3, dtype=np.int64) for disguise in (*DISGUISES, "whole reader")}
    for site in sorted({page.site for page in pages}):
        forest = train([page for page in pages if page.site != site])
        for disguise in DISGUISES:
            own = [page for page in pages if page.site == site and page.disguise == disguise]
            counts = sum((_counts(forest, page) for page in own), np.zeros(3, dtype=np.int64))
            totals[disguise] += counts
            print(f"{site}, {disguise}: {_as_text(counts)}")
        counts = _counts_of_reader(forest, path, site)
        totals["whole reader"] += counts
        print(f"{site}, whole reader: {_as_text(counts)}", flush=True)
    for disguise, counts in totals.items():
        print(f"all sites, {disguise}: {_as_text(counts)}")


def _counts(forest: Forest, page: LabelledLinks) -> npt.NDArray[np.int64]:
    taken = (
        np.frombuffer(forest.probabilities(np.ascontiguousarray(page.rows.T))) >= LoomReader.least_chance
    ) & ~page.is_placed
    missed = (~taken & page.is_story).sum() + page.lost
    return np.array([(taken & page.is_story).sum(), (taken & ~page.is_story).sum(), missed])


def _counts_of_reader(forest: Forest, path: Path, site: str) -> npt.NDArray[np.int64]:
    """Counts the same for the items that the reader finds with this forest on a site's undisguised pages."""
    counts = np.zeros(3, dtype=np.int64)
    for labelled in open_corpus(path):
        truth = labelled.truth
        if truth.front is not None and (truth.site or truth.id) == site:
            verdict = judge_links(read_by(forest, parse(labelled.page, url=truth.url)), truth.front)
            counts += np.array([verdict.true_positives, verdict.false_positives, verdict.false_negatives])
    return counts


def _as_text(counts: npt.NDArray[np.int64]) -> str:
    found, wrong, missed = counts.tolist()
    return f"precision {found / max(found + wrong, 1):.3f}, recall {found / max(found + missed, 1):.3f}"


def train(pages: list[LabelledLinks]) -> Forest:
    """Returns a forest for these pages: the mean of one for each weight of loose labels."""
    forests = [_fitted(pages, loose_weight) for loose_weight in LOOSE_WEIGHTS]
    return mean_forest(forests)


def _fitted(pages: list[LabelledLinks], loose_weight: float) -> Forest:
    weight = _weights(pages, loose_weight)
    is_counted = weight > 0
    model = CatBoostClassifier(
        iterations=TREES,
        depth=DEPTH,
        learning_rate=0.06,
        l2_leaf_reg=10,
        rsm=0.3,
        random_seed=1,
        thread_count=2,
        verbose=0,
        allow_writing_files=False,
    )
    model.fit(
        np.vstack([page.rows for page in pages])[is_counted],
        np.concatenate([page.is_story for page in pages])[is_counted],
        sample_weight=weight[is_counted] / weight.mean(),
    )
    return forest_of(model, NAMES, DEPTH)


def _weights(pages: list[LabelledLinks], loose_weight: float) -> npt.NDArray[np.float64]:
    """Gives every site the same weight; the weight of a page is shared by its labels that are not loose."""
    of_site = Counter(page.site for page in pages)
    weights = []
    for page in pages:
        share = (PLAIN_WEIGHT if page.disguise == "plain" else 1.0) / of_site[page.site]
        weights.append(np.where(page.is_loose, loose_weight, 1.0) * share / max((~page.is_loose).sum(), 1))
    return np.concatenate(weights)


if __name__ == "__main__":
    main()
