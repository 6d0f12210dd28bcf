"""Scores the published methods on the labelled sets and writes docs/reference/scores.md and its plot.

Only methods that learn nothing are scored here, since the available sets are what trained methods learn from.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import newsloom
from benchmarks.prose import THESIS_BASELINE, VARIANTS, as_markdown
from benchmarks.published import published_sections
from benchmarks.rooms import is_trained
from newsloom.catalogue import build, room
from newsloom.engines.local import LocalEngine
from newsloom.evaluation import EvaluationReport, draw_svg, evaluate, tabulate
from newsloom.evaluation.corpora import Corpus, open_corpus

__all__ = ["main"]

ROOT: Final = Path(__file__).parent.parent
SETS: Final = ROOT.parent / "shared" / "data" / "articles"


# Forms of trained rooms that use no trained weights.
_WITHOUT_WEIGHTS: Final = ("correlation:paper", "correlation:weights=unsupervised")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and writes."""
    given = _parser().parse_args(arguments)
    corpora = [corpus for path in sorted(given.sets.glob("*.tar.xz")) if _has_texts(corpus := open_corpus(path))]
    if not corpora:
        print(f"skipped: no labelled sets (*.tar.xz) with texts in {given.sets}; name their folder with --sets")
        return
    methods = {name: build("extractor", name) for name in (*_default_rooms(), *_variants())}
    engine = LocalEngine(processes=given.processes)
    # A feed's title can only be passed if the truth has one.
    titled = [corpus for corpus in corpora if any(truth.title for truth in corpus.truths().values())]
    told = evaluate(titled, methods, feed_title=True, engine=engine, limit=given.limit)
    untold = evaluate(corpora, methods, feed_title=False, engine=engine, limit=given.limit)
    _write(given.root, told, untold, published_sections(given.sets.parent, given.limit))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    parser.add_argument(
        "--sets", type=Path, default=SETS, help="the folder of the labelled sets (default: %(default)s)"
    )
    parser.add_argument("--limit", type=int, help="take that many pages of each set, spread evenly")
    parser.add_argument("--processes", type=int, default=2, help="how many share the pages (default: %(default)s)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project whose files are written")
    return parser


def _has_texts(corpus: Corpus) -> bool:
    return any(truth.text for truth in corpus.truths().values())


def _default_rooms() -> list[str]:
    return [name for name in newsloom.available("extractor") if not is_trained(name)]


def _variants() -> list[str]:
    """Returns each room's paper form, the thesis' baseline, single points to the letter, and forms without weights."""
    papers = [f"{name}:paper" for name in _default_rooms() if hasattr(room("extractor", name), "PAPER")]
    return [*papers, *VARIANTS, *_WITHOUT_WEIGHTS]


def _write(root: Path, told: EvaluationReport, untold: EvaluationReport, others: Sequence[str]) -> None:
    reference = root / "docs" / "reference"
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    page = as_markdown(tabulate(told), tabulate(untold), today, others)
    (reference / "scores.md").write_text(page, encoding="utf-8")
    drawn = tabulate(_only(told, {"largest", THESIS_BASELINE, "next"}))
    (reference / "scores.svg").write_text(draw_svg(drawn), encoding="utf-8")
    print((reference / "scores.md").read_text(encoding="utf-8"))


def _only(report: EvaluationReport, methods: Collection[str]) -> EvaluationReport:
    return dataclasses.replace(
        report,
        methods=tuple(name for name in report.methods if name in methods),
        scores=tuple(score for score in report.scores if score.method in methods),
    )


if __name__ == "__main__":
    main()
