"""Measures what each family of evidence adds to the loom extractor: ``python -m training.ablation SETS -o PAGE``.

For each family, a forest is trained without it and one with it alone, on the folds on which the extractor is validated;
the page shows word F1 by set. To save hours, the forests are smaller than the shipped one and only a share of the pages
is used, also for the forests with all families that they are compared with.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from newsloom.extractors.loom.features import FAMILY_OF, NAMES
from training.labelled import LabelledLines, read_pages
from training.validation import TREES, out_of_site_chances

__all__ = ["as_page", "columns_by_family", "main", "mean_scores"]

Scores = Mapping[str, float]

PREFACE = """# What each family of evidence adds

Made by `python -m training.ablation`; see [how the extractor is trained](../howto/train-loom.md). Word F1 (mean per \
page; five folds by site, {pages} pages, forests of {trees} trees) with all families of evidence; then the change, in \
points of a hundred, when a family is left out, and when it is alone. Families overlap: what one alone can do, others \
do too, so leaving one out costs little. Differences below half a point are within what another folding changes.
"""


def main() -> None:
    """Trains all forests and writes the page."""
    arguments = _arguments()
    pages = [page for page in read_pages(arguments.sets) if page.truth is not None][:: arguments.every]
    columns = columns_by_family()
    everything = sorted(number for numbers in columns.values() for number in numbers)
    full = mean_scores(pages, everything, arguments.trees)
    rows: dict[str, tuple[Scores, Scores]] = {}
    for family, own in columns.items():
        print(f"family {family}", file=sys.stderr)
        others = sorted(set(everything) - set(own))
        rows[family] = mean_scores(pages, others, arguments.trees), mean_scores(pages, own, arguments.trees)
    sizes = {family: len(own) for family, own in columns.items()}
    arguments.output.write_text(as_page(full, rows, sizes, pages=len(pages), trees=arguments.trees), encoding="utf-8")


def columns_by_family() -> dict[str, list[int]]:
    """Returns the columns of each family of evidence."""
    found: dict[str, list[int]] = {}
    for number, family in enumerate(FAMILY_OF.values()):
        found.setdefault(family, []).append(number)
    return found


def mean_scores(pages: list[LabelledLines], columns: Sequence[int], trees: int) -> Scores:
    """Returns the word F1 by set of forests that use only these columns."""
    chances = out_of_site_chances(pages, NAMES, columns=columns, trees=trees)
    scores: dict[str, list[float]] = {}
    for page, page_chances in zip(pages, chances, strict=True):
        scores.setdefault(page.corpus, []).append(page.word_f1(page_chances))
    return {corpus: float(np.mean(values)) for corpus, values in scores.items()}


def as_page(
    full: Scores, rows: Mapping[str, tuple[Scores, Scores]], sizes: Mapping[str, int], *, pages: int, trees: int
) -> str:
    """Returns the page of documentation."""
    head = [
        "| families | features | " + " | ".join(full) + " | mean |",
        "|---|---:|" + "---:|" * (len(full) + 1),
        f"| all | {sum(sizes.values())} | "
        + " | ".join(f"{value:.3f}" for value in (*full.values(), _mean(full)))
        + " |",
    ]
    without = [
        f"| without {family} | {sum(sizes.values()) - sizes[family]} | {_changes(full, scores)} |"
        for family, (scores, _) in rows.items()
    ]
    alone = [f"| {family} alone | {sizes[family]} | {_changes(full, scores)} |" for family, (_, scores) in rows.items()]
    return PREFACE.format(pages=f"{pages:,}", trees=trees) + "\n" + "\n".join([*head, *without, *alone]) + "\n"


def _changes(full: Scores, scores: Scores) -> str:
    changes = [scores[corpus] - full[corpus] for corpus in full]
    return " | ".join(f"{change * 100:+.1f}" for change in (*changes, _mean(scores) - _mean(full)))


def _mean(scores: Scores) -> float:
    return float(np.mean(list(scores.values())))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path, help="labelled sets: .tar.xz files or folders")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the page to write")
    parser.add_argument("--trees", type=int, default=TREES // 4, help="trees of each forest")
    parser.add_argument("--every", type=int, default=2, help="use every second, third, … page")
    return parser.parse_args()


if __name__ == "__main__":
    main()
