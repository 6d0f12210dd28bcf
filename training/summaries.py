"""Fits the models of a summary's words: ``python -m training.summaries ../shared/data/stories``.

Reads stories of three papers with neutral summaries, and fits two logistic models, of words and of pairs of words, that
predict whether the summary contains them. One story in four is left out of the fit and summarised, and the ROUGE scores
are printed; the models of the other three are written into the desk's ``data/``.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from newsloom.desk.summary import centroid_summary, usage_of
from newsloom.desk.summaryterms import MODEL_NAME, PAIRS, WORDS, features, grams
from newsloom.evaluation.measures.rouge import rouge
from newsloom.records import Article
from newsloom.text.tokens import tokens

DATA = Path(__file__).parent.parent / "src/newsloom/desk/data"
SET = "allsides-train"
# The number of stories read: more of them change nothing.
STORIES = 1600
# Pulls the weights towards 0.
SHRINKAGE = 3.0
STEPS = 12
SUMMARY_WORDS = 60

Floats = npt.NDArray[np.float64]
Labelled = tuple[list[Article], str]


def main() -> None:
    """Fits, writes, and prints the scores on the stories left out."""
    stories = read_stories(Path(sys.argv[1]))
    kept = [story for number, story in enumerate(stories) if number % 4]
    models = {kind: np.round(fit(*examples(kept, kind)), 4).tolist() for kind in (WORDS, PAIRS)}
    (DATA / MODEL_NAME).write_text(json.dumps(models) + "\n", encoding="utf-8")
    print("ROUGE-1 and ROUGE-2, F, on stories left out:", *np.round(scores(stories[::4]), 3))


def read_stories(folder: Path) -> list[Labelled]:
    """Returns the articles of each story, and its summary."""
    articles: defaultdict[str, list[Article]] = defaultdict(list)
    for row in _read(folder / SET):
        articles[row["story"]].append(Article(title=row.get("title"), text=row.get("text") or "", language=row["lang"]))
    summaries = {row["story"]: row["summary"] for row in _read(folder / f"{SET}-summaries")}
    return [(articles[story], summaries[story]) for story in sorted(articles)[:STORIES]]


def examples(stories: list[Labelled], kind: str) -> tuple[Floats, Floats]:
    """Returns features of the grams of a kind, and whether the summary contains each."""
    rows, are_told = [], []
    for articles, summary in stories:
        usage = usage_of(articles)
        told = grams(tokens(summary, usage.language))
        chosen = [gram for gram in usage.counts if (" " in gram) == (kind == PAIRS)]
        rows.append(features(usage, chosen))
        are_told.append(np.array([gram in told for gram in chosen], np.float64))
    return np.concatenate(rows), np.concatenate(are_told)


def fit(rows: Floats, are_told: Floats) -> Floats:
    """Returns the weights of a logistic regression, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    ridge = SHRINKAGE * np.eye(len(weights))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(rows @ weights)))
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + ridge
        weights += np.linalg.solve(curvature, rows.T @ (are_told - chance) - SHRINKAGE * weights)
    return weights


def scores(stories: list[Labelled]) -> Floats:
    """Returns the mean ROUGE-1 and ROUGE-2 of the desk's summaries."""
    found = []
    for articles, summary in stories:
        said = rouge(centroid_summary(articles, words=SUMMARY_WORDS).text, summary, articles[0].language)
        found.append((said.one.f, said.two.f))
    return np.array(found).mean(0)


def _read(path: Path) -> list[dict[str, Any]]:
    with gzip.open(f"{path}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    main()
