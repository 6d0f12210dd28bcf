"""Counts stories that a reader takes for front pages, and listings that it reads: ``python -m benchmarks.pagekinds``.

A story has no items of its own. Printed for each labelled set are the share of its stories without any items and, for
pages labelled as listings or front pages, whose links are not labelled, how many have items, and how many items.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import newsloom
from newsloom.evaluation.corpora import open_corpus

SETS = Path("../shared/data/articles")
NAMES = ("newspaper", "fundus", "wcxb")
STORIES = frozenset({"article", "news", None})
LISTINGS = frozenset({"listing", "collection", "front", "category"})


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each set and kind of page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pagekinds", description=__doc__)
    parser.add_argument("--sets", type=Path, default=SETS, help="where the labelled sets are (default: %(default)s)")
    parser.add_argument("--reader", default="loom", help="the reader (default: %(default)s)")
    given = parser.parse_args(arguments)
    for name in NAMES:
        path = given.sets / f"{name}.tar.xz"
        if not path.exists():
            print(f"skipped: no {path}; see --sets")
            continue
        items: dict[str, list[int]] = defaultdict(list)
        for labelled in open_corpus(path):
            truth = labelled.truth
            kind = "stories" if truth.type in STORIES else "listings" if truth.type in LISTINGS else None
            if kind:
                items[kind].append(len(newsloom.read_items(labelled.page, url=truth.url, reader=given.reader)))
        for kind, counts in sorted(items.items()):
            empty = sum(count == 0 for count in counts)
            print(f"{name}, {len(counts)} {kind}: {empty / len(counts):.3f} without items, {sum(counts)} items in all")


if __name__ == "__main__":
    main()
