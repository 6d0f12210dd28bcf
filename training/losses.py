"""Breaks down the loss of word F1 on labelled pages by its cause: ``make train`` prints this for its folds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from newsloom.evaluation.measures import word_scores
from training.labelled import LabelledLines

__all__ = ["losses_of", "report_losses"]

# Lines of this many words and more are long.
LONG_LINE = 12


def report_losses(pages: Sequence[LabelledLines], chances: Sequence[npt.NDArray[np.float64]]) -> None:
    """Prints for each set the mean losses of its pages, the largest first."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for page, page_chances in zip(pages, chances, strict=True):
        if page.truth is not None:
            sums[page.corpus].update(losses_of(page, page_chances))
            sizes[page.corpus] += 1
    for corpus, lost in sums.items():
        parts = (f"{kind} {value / sizes[corpus]:.4f}" for kind, value in lost.most_common())
        print(f"lost on {corpus}: {', '.join(parts)}")


def losses_of(page: LabelledLines, chances: npt.NDArray[np.float64]) -> Mapping[str, float]:
    """Returns the losses of a page: by its truth, by the cut into lines, and divided among the wrong lines."""
    kept = page.kept(chances)
    labelled = np.flatnonzero(page.labels).tolist()
    lost, cut = 1 - _f1(page, kept), 1 - _f1(page, labelled)
    if page.is_mislabelled or not labelled:
        return {"wrong truth": lost}
    wrong: Counter[str] = Counter()
    for line in {*kept} ^ {*labelled}:
        wrong[_kind(line, labelled, is_long=len(page.lines[line]) >= LONG_LINE)] += len(page.lines[line])
    rest, words = max(lost - cut, 0.0), max(wrong.total(), 1)
    return {"cut": min(cut, lost)} | {kind: rest * count / words for kind, count in wrong.items()}


def _f1(page: LabelledLines, lines: Sequence[int]) -> float:
    return word_scores([word for line in lines for word in page.lines[line]], page.truth or []).f


def _kind(line: int, labelled: Sequence[int], *, is_long: bool) -> str:
    size = "long" if is_long else "short"
    if line in labelled:
        return f"missing {size}"
    place = "before" if line < labelled[0] else "behind" if line > labelled[-1] else "within"
    return f"kept {place} {size}"
