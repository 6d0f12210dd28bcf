"""Tests the first forest on each set after training it on the others: ``python -m training.othersets SET…``.

Folds by site separate sites, not kinds of pages: each set was gathered and labelled in its own way. No model is
written: this is a yardstick for changes, closer than the folds to entirely new pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from newsloom.extractors.loom.features import NAMES
from training.labelled import LabelledLines, read_pages
from training.validation import train_forest

__all__ = ["out_of_set_chances"]


class Judge(Protocol):
    """Predicts how likely each line of a page is in the story."""

    def probabilities(self, rows: npt.NDArray[np.float32], /) -> npt.NDArray[np.float64]: ...


def main() -> None:
    """Prints word F1 by set, without the truths that are known to be wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path, help="labelled sets: .tar.xz files or folders")
    pages = list(read_pages(parser.parse_args().sets))
    chances = out_of_set_chances(pages, lambda others: train_forest(list(others), NAMES))
    for corpus in dict.fromkeys(page.corpus for page in pages):
        scores = [
            page.word_f1(own)
            for page, own in zip(pages, chances, strict=True)
            if page.corpus == corpus and page.truth is not None and not page.is_mislabelled
        ]
        print(f"{corpus}: {len(scores)} pages, word F1 {np.mean(scores):.4f}")


def out_of_set_chances(
    pages: Sequence[LabelledLines], learn: Callable[[Sequence[LabelledLines]], Judge]
) -> list[npt.NDArray[np.float64]]:
    """Returns for every page the chances of its lines, by a model trained on all other sets."""
    corpora = list(dict.fromkeys(page.corpus for page in pages))
    judges = {name: learn([page for page in pages if page.corpus != name]) for name in corpora}
    return [judges[page.corpus].probabilities(page.rows) for page in pages]


if __name__ == "__main__":
    main()
