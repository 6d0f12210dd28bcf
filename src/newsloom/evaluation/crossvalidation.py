"""Cross-validation: scores methods, or values of a parameter, on folds, and chooses for each fold on the others.

The thesis on N-EXT chooses beta like this (6.2.1, figure 6.1): a set is cut into k folds; for each fold, the value is
chosen on the others and tested on it. One-way ANOVA and Scheffé's test over the folds say whether columns differ (5.3,
table 6.3). Methods that are scored on whole sets are run separately on each side of a split, and folds hold whole
templates or stories.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.errors import CorpusError, InputError
from newsloom.evaluation.corpora import pages_by_template
from newsloom.evaluation.corpora.stories import read_stories
from newsloom.evaluation.grouping import RATES, evaluate_clusterer, rates_of
from newsloom.evaluation.learning import spread
from newsloom.evaluation.measures.partitions import PartitionScores, score_partition
from newsloom.evaluation.scores import EvaluationReport, PageScore
from newsloom.evaluation.significance import Anova, PairTest, one_way_anova, scheffe_pairs

__all__ = [
    "CLUSTERER_MEASURES",
    "LEARNER_MEASURES",
    "FoldPlan",
    "FoldTable",
    "clusterer_folds",
    "fold_cells",
    "fold_json",
    "learner_folds",
    "page_folds",
    "values_of",
    "with_value",
]

LEARNER_MEASURES: Final = tuple(
    field.name for field in dataclasses.fields(PartitionScores) if "clusters" not in field.name
)
CLUSTERER_MEASURES: Final = tuple(name.lower().replace(" ", "_") for name in RATES)
# "0:1:0.1" is eleven values; more than this means a mistyped step.
_MOST_VALUES: Final = 200

Scorer = Callable[[str, frozenset[int]], float | None]
"""Returns the score of a column on the folds with these numbers, or None if nothing can be scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldPlan:
    """The columns to try (labels and methods) and the number of folds.

    If the columns are values of a ``parameter``, that and the ``method`` are named.
    """

    columns: Mapping[str, str]
    folds: int
    measure: str
    method: str | None = None
    parameter: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldTable:
    """The scores of each column for each fold: on all other folds (training) and on the fold itself (testing).

    ``parameter`` is what the columns are values of; None if they are methods.
    """

    corpus: str
    method: str
    parameter: str | None
    measure: str
    columns: tuple[str, ...]
    training: tuple[tuple[float, ...], ...]
    testing: tuple[tuple[float, ...], ...]

    @property
    def chosen(self) -> tuple[int, ...]:
        """For each fold, the column that is best on the other folds; in a tie, the first."""
        return tuple(row.index(max(row)) for row in self.training)

    @property
    def chosen_most(self) -> tuple[str, int]:
        """The column that is chosen for most folds (in a tie, the better on average), and for how many."""
        counts, means = Counter(self.chosen), self.means(self.testing)
        best = max(counts, key=lambda column: (counts[column], means[column]))
        return self.columns[best], counts[best]

    @property
    def held_out(self) -> float:
        """The mean score of the folds, each with the column that was chosen without it."""
        return fmean([row[column] for row, column in zip(self.testing, self.chosen, strict=True)])

    @property
    def observations(self) -> list[list[float]]:
        """The scores of each column on the folds."""
        return [list(column) for column in zip(*self.testing, strict=True)]

    def means(self, rows: Sequence[Sequence[float]]) -> list[float]:
        return [fmean(column) for column in zip(*rows, strict=True)]

    def anova(self) -> tuple[Anova, tuple[PairTest, ...]] | None:
        """Tests whether the columns differ, and which; None for a single column. Raises ``MissingExtra``."""
        if len(self.columns) < 2:
            return None
        return one_way_anova(self.observations), scheffe_pairs(self.observations)


def values_of(text: str) -> tuple[str, tuple[str, ...]]:
    """Returns the parameter and its values in "beta=0:1:0.1" (from, to, step) or "similarity=dice+cosine"."""
    name, equals, values = (part.strip() for part in text.partition("="))
    bounds = values.split(":")
    if not (name and equals and values):
        raise InputError(text, "write parameter=FROM:TO:STEP, or parameter=VALUE+VALUE")
    if len(bounds) == 1:
        return name, tuple(dict.fromkeys(part.strip() for part in values.split("+")))
    try:
        first, last, step = map(float, bounds)
        count = round((last - first) / step) + 1
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise InputError(text, "wanted three numbers FROM:TO:STEP, the step not 0") from error
    if not 2 <= count <= _MOST_VALUES:
        raise InputError(text, f"wanted 2 to {_MOST_VALUES} values, found {max(count, 0)}")
    return name, tuple(f"{first + place * step:.6g}" for place in range(count))


def with_value(method: str, parameter: str, value: str) -> str:
    """Returns the method with one parameter set."""
    return f"{method}{',' if ':' in method else ':'}{parameter}={value}"


def page_folds(report: EvaluationReport, plan: FoldPlan, *, by_site: bool = False) -> tuple[FoldTable, ...]:
    """Returns a table for each set of a report.

    Pages are dealt out to the folds in the order of their names, the same number to each; with ``by_site``, whole
    sites.
    """
    tables = []
    for one in report.sets:
        scores = [score for score in report.scores if score.corpus == one.name]
        fold_of = _dealt([_unit(score, by_site=by_site) for score in scores], plan.folds, one.name)
        found: dict[tuple[str, int], list[float]] = {}
        for score in scores:
            value = score.measures.get(plan.measure)
            if value is not None:
                found.setdefault((score.method, fold_of[_unit(score, by_site=by_site)]), []).append(value)
        tables.append(_table(functools.partial(_mean_of_folds, found, plan.columns), one.name, plan))
    return tuple(tables)


def learner_folds(path: str | Path, plan: FoldPlan, *, limit: int | None = None) -> FoldTable:
    """Returns a table of learners on a set; each template of the set is in one fold."""
    learners = {label: build("learner", method) for label, method in plan.columns.items()}
    pages = spread(pages_by_template(path), limit)
    name = Path(path).resolve().name.split(".tar")[0]
    fold_of = _dealt([template for template, _ in pages], plan.folds, name)

    @functools.cache
    def score(column: str, of: frozenset[int]) -> float:
        mine, learner = [(label, page) for label, page in pages if fold_of[label] in of], learners[column]
        templates = learner.learn(parse(page, keep_comments=learner.reads_comments) for _, page in mine)
        found = score_partition([template.members for template in templates], [label for label, _ in mine])
        return float(getattr(found, plan.measure))

    return _table(score, name, plan)


def clusterer_folds(path: str | Path, plan: FoldPlan, *, limit: int | None = None) -> FoldTable:
    """Returns a table of clusterers on a set; each story of the set is in one fold."""
    clusterers = {label: build("clusterer", method) for label, method in plan.columns.items()}
    stories = read_stories(path).first(limit)
    fold_of = _dealt(stories.labels, plan.folds, stories.name)

    @functools.cache
    def score(column: str, of: frozenset[int]) -> float:
        part = stories.where([fold_of[label] in of for label in stories.labels])
        found = evaluate_clusterer(clusterers[column], part).scores
        return dict(zip(CLUSTERER_MEASURES, rates_of(found), strict=True))[plan.measure]

    return _table(score, stories.name, plan)


def fold_cells(table: FoldTable, part: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Returns the header and rows of ``training`` or ``testing``, the mean last; the best of a row has a star."""
    rows: tuple[tuple[float, ...], ...] = getattr(table, part)
    numbered = [*((str(number), row) for number, row in enumerate(rows, 1)), ("mean", table.means(rows))]
    header = (f"{part}, fold", *table.columns)
    return header, tuple((name, *(_cell(value, max(row)) for value in row)) for name, row in numbered)


def fold_json(tables: Sequence[FoldTable]) -> str:
    """Returns the tables and test results as JSON; keys are stable."""
    return json.dumps({"format": 1, "kind": "folds", "tables": list(map(_facts, tables))}, indent=2) + "\n"


def _facts(table: FoldTable) -> dict[str, Any]:
    tested = table.anova()
    facts = dataclasses.asdict(table) | {
        "chosen": [table.columns[column] for column in table.chosen],
        "chosen_most": table.chosen_most[0],
        "held_out": table.held_out,
    }
    if tested is None:
        return facts
    anova, pairs = tested
    return facts | {
        "anova": dataclasses.asdict(anova) | {"is_significant": anova.is_significant},
        "scheffe": [
            {"first": table.columns[one.first], "second": table.columns[one.second], "f": one.f}
            | {"critical": one.critical, "differs": one.differs}
            for one in pairs
        ],
    }


def _table(score: Scorer, corpus: str, plan: FoldPlan) -> FoldTable:
    every, columns = frozenset(range(plan.folds)), plan.columns

    def scored(column: str, of: frozenset[int]) -> float:
        found = score(column, of)
        if found is None:
            reason = f"one of {plan.folds} folds has no {plan.measure} of {columns[column]}; choose fewer folds"
            raise CorpusError(corpus, reason)
        return found

    return FoldTable(
        corpus=corpus,
        method=plan.method or ", ".join(columns),
        parameter=plan.parameter,
        measure=plan.measure,
        columns=tuple(columns),
        training=tuple(tuple(scored(label, every - {fold}) for label in columns) for fold in sorted(every)),
        testing=tuple(tuple(scored(label, frozenset({fold})) for label in columns) for fold in sorted(every)),
    )


def _mean_of_folds(
    found: Mapping[tuple[str, int], list[float]], columns: Mapping[str, str], column: str, of: frozenset[int]
) -> float | None:
    values = [value for fold in of for value in found.get((columns[column], fold), ())]
    return fmean(values) if values else None


def _unit(score: PageScore, *, by_site: bool) -> str:
    # A page without a known site is a unit by itself.
    return f"site {score.site}" if by_site and score.site else f"page {score.id}"


def _dealt(units: Sequence[Hashable], folds: int, corpus: str) -> dict[Any, int]:
    """Returns the fold of each unit: units are dealt out in turn, in the order in which they come."""
    names = list(dict.fromkeys(units))
    if len(names) < folds:
        raise CorpusError(corpus, f"it has only {len(names)} units for {folds} folds; choose fewer folds")
    return {name: place % folds for place, name in enumerate(names)}


def _cell(value: float, best: float) -> str:
    return f"{value:.3f}" + ("*" if value == best else "")
