"""Train the loom extractor from labelled sets: ``make train``.

Reads the sets, aligns their true texts with the lines of the pages, and first validates: five folds by site, so that
no page is scored by a forest that saw its site; ``--predictions`` keeps those out-of-site texts for the benchmark.
What the folds said of pages they had not seen, pages that are no articles among them, trains the verdict on the page
as a whole. Then the forest is trained on all pages, and written with its digest into the room's ``data/``.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from catboost import CatBoostClassifier

from newsloom.dom import parse
from newsloom.evaluation.corpora import open_corpus
from newsloom.evaluation.measures import word_scores
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.features import segment_features
from newsloom.extractors.loom.model import Forest
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.verdict import line_facts, page_facts
from training.alignment import label_lines, words_of

DATA = Path(__file__).parent.parent / "src/newsloom/extractors/loom/data"
# A page of a set counts this much: small sets of news from many countries more, old pages less.
WEIGHTS = {"newspaper": 1.5, "fundus": 2.0, "wcxb": 1.0, "eras": 0.7, "l3s": 0.5}
FOLDS = 5
TREES = 300
DEPTH = 6
# Lines count by their words up to here, so that a page's weight lies in its text but not in its longest paragraph.
MAX_WORDS = 60
# From this word F1 on a text is called right: a caption too much or a line too few.
RIGHT_F1 = 0.9
SHRINKAGE = 1.0


@dataclass(kw_only=True)
class LabelledLines:
    """A page's lines as the model sees them, with what is true of them; ``truth`` is None where it is no article."""

    corpus: str
    id: str
    site: str
    texts: list[str]
    lines: list[list[str]]
    words: npt.NDArray[np.float64]
    link_share: npt.NDArray[np.float64]
    facts: dict[str, float]
    rows: npt.NDArray[np.float32]
    truth: list[str] | None
    labels: npt.NDArray[np.bool_]

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        words = np.minimum([len(line) for line in self.lines], MAX_WORDS) + 1.0
        return words / words.sum() * WEIGHTS[self.corpus]


def main() -> None:
    """Validate, train on everything, write the models."""
    arguments = _arguments()
    pages = [page for path in arguments.sets for page in read_pages(path)]
    names = segment_features(LinedPage.of(parse("<p>x")))[0]
    chances = out_of_site_chances(pages, names)
    report(pages, chances, arguments.predictions)
    write_verdict(pages, chances, DATA)
    write_forest(train(pages, names), DATA)


def read_pages(path: Path) -> Iterator[LabelledLines]:
    """The pages of a set that have a true text, or are known to be no articles."""
    corpus = open_corpus(path)
    for number, labelled in enumerate(corpus):
        truth = labelled.truth
        is_article = (truth.type or "article") == "article"
        document = parse(labelled.page, url=truth.url)
        if (is_article and not truth.text) or not document.outline.segments:
            continue
        page = LinedPage.of(document)
        texts = [segment.text for segment in document.outline.segments]
        lines = [words_of(text) for text in texts]
        true_words = words_of(truth.text or "") if is_article else None
        yield LabelledLines(
            corpus=corpus.name,
            id=truth.id,
            site=truth.site or f"{corpus.name}-{number}",
            texts=texts,
            lines=lines,
            words=page.words,
            link_share=page.link_share,
            facts=page_facts(document),
            rows=segment_features(page)[1],
            truth=true_words,
            labels=np.array(label_lines(lines, true_words or [])) >= 0.5,
        )


def train(pages: list[LabelledLines], names: tuple[str, ...]) -> Forest:
    """A forest for these pages, those that are no articles left out."""
    pages = [page for page in pages if page.truth is not None]
    model = CatBoostClassifier(
        iterations=TREES,
        depth=DEPTH,
        learning_rate=0.1,
        l2_leaf_reg=6,
        rsm=0.3,
        bootstrap_type="Bernoulli",
        subsample=0.7,
        border_count=63,
        random_seed=1,
        thread_count=2,
        verbose=0,
        allow_writing_files=False,
    )
    model.fit(
        np.vstack([page.rows for page in pages]),
        np.concatenate([page.labels for page in pages]),
        sample_weight=np.concatenate([page.weights for page in pages]) * 300,
    )
    return _forest(model, names)


def out_of_site_chances(pages: list[LabelledLines], names: tuple[str, ...]) -> list[npt.NDArray[np.float64]]:
    """For every page the chances of its lines, by a forest that has not seen its site."""
    sites = sorted({page.site for page in pages})
    random.Random(0).shuffle(sites)
    fold_of = {site: number % FOLDS for number, site in enumerate(sites)}
    chances: list[npt.NDArray[np.float64]] = [np.empty(0)] * len(pages)
    for fold in range(FOLDS):
        forest = train([page for page in pages if fold_of[page.site] != fold], names)
        for number, page in enumerate(pages):
            if fold_of[page.site] == fold:
                chances[number] = forest.probabilities(page.rows)
        print(f"fold {fold + 1} of {FOLDS} done", file=sys.stderr)
    return chances


def report(pages: list[LabelledLines], chances: list[npt.NDArray[np.float64]], predictions: Path | None) -> None:
    """Print word F1 by set, and keep the texts."""
    scores: dict[str, list[float]] = {}
    kept_texts = []
    for page, page_chances in zip(pages, chances, strict=True):
        if page.truth is not None:
            scores.setdefault(page.corpus, []).append(_f1(page, page_chances))
            text = "\n\n".join(
                page.texts[index] for index in LoomExtractor().choose(page.texts, page.words, page_chances)
            )
            kept_texts.append(json.dumps({"set": page.corpus, "id": page.id, "text": text}, ensure_ascii=False))
    if predictions:
        predictions.write_text("\n".join(kept_texts) + "\n", encoding="utf-8")
    for name, values in scores.items():
        print(f"{name}: {len(values)} pages, word F1 {np.mean(values):.4f}, below 0.5: {sum(v < 0.5 for v in values)}")


def write_verdict(pages: list[LabelledLines], chances: list[npt.NDArray[np.float64]], folder: Path) -> None:
    """The weights by which a page as a whole is judged."""
    facts = [
        page.facts | line_facts(page.words, page.link_share, page_chances)
        for page, page_chances in zip(pages, chances, strict=True)
    ]
    is_article = np.array([page.truth is not None for page in pages])
    # Only one set has pages that are no articles: only there are they told apart from its own articles.
    corpora = {page.corpus for page in pages if page.truth is None}
    mixed = np.array([page.corpus in corpora for page in pages])
    is_right = np.array(
        [
            page.truth is not None and _f1(page, page_chances) >= RIGHT_F1
            for page, page_chances in zip(pages, chances, strict=True)
        ]
    )
    weights = {
        "is_article": fit_logistic(_chosen(facts, mixed), is_article[mixed]),
        "confidence": fit_logistic(_chosen(facts, is_article), is_right[is_article]),
    }
    (folder / "verdict.json").write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")


def fit_logistic(facts: list[dict[str, float]], truths: npt.NDArray[np.bool_]) -> dict[str, float]:
    """Weights of a logistic regression, by Newton's method with a little shrinkage; prints how often it is right."""
    names = list(facts[0])
    rows = np.array([[*fact.values(), 1.0] for fact in facts])
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        predicted = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (predicted - truths) + SHRINKAGE * weights
        curve = (rows.T * (predicted * (1 - predicted))) @ rows + SHRINKAGE * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    right = np.mean((rows @ weights > 0) == truths)
    print(
        f"verdict: {len(facts)} pages, right {right:.3f}, the larger class {max(truths.mean(), 1 - truths.mean()):.3f}"
    )
    return {name: round(float(weight), 4) for name, weight in zip([*names, "bias"], weights, strict=True)}


def write_forest(forest: Forest, folder: Path) -> None:
    """The model file and its digest."""
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        names=np.array(forest.names),
        features=forest.features,
        borders=forest.borders,
        leaves=forest.leaves,
        bias=np.float64(forest.bias),
    )
    (folder / "model.npz").write_bytes(buffer.getvalue())
    digest = hashlib.sha256(buffer.getvalue()).hexdigest()
    (folder / "model.sha256").write_text(f"{digest}  model.npz\n", encoding="ascii")
    print(f"wrote {len(buffer.getvalue()):,} bytes, sha256 {digest}")


def _f1(page: LabelledLines, chances: npt.NDArray[np.float64]) -> float:
    kept = LoomExtractor().choose(page.texts, page.words, chances)
    return word_scores([word for index in kept for word in page.lines[index]], page.truth or []).f


def _chosen(facts: list[dict[str, float]], marks: npt.NDArray[np.bool_]) -> list[dict[str, float]]:
    return [fact for fact, is_chosen in zip(facts, marks, strict=True) if is_chosen]


def _forest(model: CatBoostClassifier, names: tuple[str, ...]) -> Forest:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        content = json.loads(path.read_text(encoding="utf-8"))
    trees = content["oblivious_trees"]
    features = np.zeros((len(trees), DEPTH), dtype=np.int16)
    # A level that a tree does not have asks what nobody passes.
    borders = np.full((len(trees), DEPTH), np.inf, dtype=np.float32)
    leaves = np.zeros((len(trees), 2**DEPTH), dtype=np.float32)
    for number, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"]):
            features[number, level] = split["float_feature_index"]
            borders[number, level] = split["border"]
        leaves[number, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, (bias,) = content["scale_and_bias"]
    return Forest(names=names, features=features, borders=borders, leaves=leaves * scale, bias=float(bias))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path, help="labelled sets: .tar.xz files or folders")
    parser.add_argument("--predictions", type=Path, help="write the out-of-site texts here, as JSON lines")
    return parser.parse_args()


if __name__ == "__main__":
    main()
