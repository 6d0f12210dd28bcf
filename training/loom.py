"""Trains the loom extractor from labelled sets: ``make train``.

Reads the sets, aligns their true texts with the lines of the pages, and first validates: five folds by site, so that no
page is scored by a forest that saw its site; ``--predictions`` writes those out-of-site texts for the benchmark. The
predictions of the folds train the forest of the second look; its predictions, including those for pages that are not
articles, train the verdict on the page as a whole. Then the first forest is trained on all pages. All are written with
their digests into the ``data/`` of the room.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt

from newsloom.extractors.loom.features import NAMES
from training.forests import mean_forest, write_forest
from training.handedon import FAILED_F1, report_texts, texts_handed_on, write_predictions
from training.labelled import LabelledLines, read_pages
from training.losses import report_losses
from training.names import rule_examples
from training.regions import find_regions
from training.validation import out_of_site_chances, out_of_site_reviews, train_forest, train_review
from training.verdicts import report_verdicts, write_verdict

DATA = Path(__file__).parent.parent / "src/newsloom/extractors/loom/data"
# The shipped forest is the mean of two, as by chance one may be off by more than most changes gain; the folds, which
# take five times as long, use one.
SEEDS = (1, 2)


def main() -> None:
    """Validates, trains on everything, and writes the models."""
    arguments = _arguments()
    pages = list(read_pages(arguments.sets))
    find_regions(pages, arguments.sets, list(rule_examples(arguments.rules)))
    chances = out_of_site_chances(pages, NAMES)
    print("without the second look")
    report(pages, chances)
    reviewed = out_of_site_reviews(pages, chances)
    print("with it")
    report(pages, reviewed)
    report_losses(pages, reviewed)
    report_verdicts(pages, reviewed)
    texts = texts_handed_on(pages, arguments.sets, reviewed)
    print("as handed on")
    report_texts(pages, texts)
    if arguments.predictions:
        write_predictions(texts, arguments.predictions)
    write_verdict(pages, reviewed, DATA)
    write_forest(train_review(pages, chances), DATA.parent / "review/data")
    write_forest(mean_forest([train_forest(pages, NAMES, seed=seed) for seed in SEEDS]), DATA)


def report(pages: list[LabelledLines], chances: list[npt.NDArray[np.float64]]) -> None:
    """Prints word F1 of the lines kept, by set."""
    scores: dict[str, list[float]] = {}
    for page, page_chances in zip(pages, chances, strict=True):
        if page.truth is not None:
            scores.setdefault(page.corpus, []).append(page.word_f1(page_chances))
    for name, values in scores.items():
        failed = sum(value < FAILED_F1 for value in values)
        print(f"{name}: {len(values)} pages, word F1 {np.mean(values):.4f}, below {FAILED_F1}: {failed}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path, help="labelled sets: .tar.xz files or folders")
    parser.add_argument("--rules", type=Path, required=True, help="what people wrote about sites, .jsonl.xz")
    parser.add_argument("--predictions", type=Path, help="write the out-of-site texts here, as JSON lines")
    return parser.parse_args()


if __name__ == "__main__":
    main()
