"""Reports with known numbers."""

from __future__ import annotations

from collections.abc import Mapping

from newsloom.evaluation import MEASURES, EvaluationReport, PageScore, SetFacts
from newsloom.evaluation.measures import Share
from newsloom.records import Failure

DIGEST = "d" * 64


def score(
    page: str,
    method: str,
    *,
    corpus: str = "coast",
    shares: Mapping[str, Share] | None = None,
    **measures: float | None,
) -> PageScore:
    return PageScore(
        corpus=corpus,
        id=page,
        site=f"{page}.example",
        language="en" if page < "n" else None,
        year=2005 if page < "n" else 2010,
        method=method,
        measures=dict.fromkeys(MEASURES) | measures,
        shares=shares or {},
        seconds=0.004,
    )


def failed(page: str, method: str) -> PageScore:
    failure = Failure(url=page, stage="score_page", kind="ValueError", reason="met a <b>pipe | in it")
    blank = score(page, method, word_f1=0.0)
    return PageScore(
        corpus=blank.corpus,
        id=blank.id,
        site=blank.site,
        language=blank.language,
        year=blank.year,
        method=method,
        measures=blank.measures,
        failure=failure,
    )


def report(*scores: PageScore, scored: int | None = None) -> EvaluationReport:
    methods = tuple(dict.fromkeys(one.method for one in scores))
    sets = []
    for name in dict.fromkeys(one.corpus for one in scores):
        pages = len({one.id for one in scores if one.corpus == name})
        sets.append(SetFacts(name=name, digest=DIGEST, pages=pages, scored=pages if scored is None else scored))
    return EvaluationReport(methods=methods, feed_title=True, sets=tuple(sets), scores=scores)


TWO_METHODS = report(
    score("bridge", "old", word_f1=0.4, title=1.0),
    score("bridge", "new", word_f1=0.6, title=1.0),
    score("ferry", "old", word_f1=0.6),
    score("ferry", "new", word_f1=0.9),
    score("tower", "old", word_f1=0.2),
    failed("tower", "new"),
)
TWO_SETS = report(
    score("bridge", "old", word_f1=0.5),
    score("bridge", "new", word_f1=0.7),
    score("ferry", "old", corpus="inland", word_f1=0.9),
    score("ferry", "new", corpus="inland", word_f1=0.9),
)
