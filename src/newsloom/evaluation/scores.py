"""The records of an evaluation: one score per page and method, and the report that contains them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from newsloom.evaluation.corpora import Truth
from newsloom.evaluation.measures.shares import Share
from newsloom.records import Failure

__all__ = [
    "EXTRACTION",
    "MEASURES",
    "READING",
    "EvaluationReport",
    "PageScore",
    "PageToScore",
    "SetFacts",
    "Task",
    "blank_score",
]

# In the order in which they are shown. ``word_…`` counts words with multiplicity, ``set_…`` once each. ``raw_…`` and
# ``titled_…`` compare what the method itself returned, words once each, as the thesis on N-EXT does: with the story,
# and with its title and story.
MEASURES: Final = (
    "block",
    "block_share",
    "word_f1",
    "word_precision",
    "word_recall",
    "set_f1",
    "set_precision",
    "set_recall",
    "shingle_f1",
    "with_rate",
    "without_rate",
    "title",
    "date",
    "authors",
    "raw_f1",
    "raw_precision",
    "raw_recall",
    "titled_f1",
    "titled_precision",
    "titled_recall",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is evaluated: its measures in the order in which they are shown, and those that fit on a terminal.

    ``chief`` is the F1 that decides whether a page counts as read wrongly, and that is plotted.
    """

    kind: str
    measures: tuple[str, ...]
    shown: tuple[str, ...]
    chief: str


EXTRACTION: Final = Task(
    kind="extractor",
    measures=MEASURES,
    shown=("block", "word_f1", "set_f1", "shingle_f1", "with_rate", "without_rate", "title", "date", "authors"),
    chief="word_f1",
)

# ``renamed_f1`` is the F1 of links after every <article> tag became a <div>: it shows how much labels made from
# <article> flatter.
READING: Final = Task(
    kind="reader",
    measures=(
        "link_f1",
        "link_precision",
        "link_recall",
        "link_accuracy",
        "renamed_f1",
        "headline",
        "headline_f1",
        "teaser_f1",
        "picture",
        "one_item",
    ),
    shown=(
        "link_f1",
        "link_precision",
        "link_recall",
        "link_accuracy",
        "renamed_f1",
        "headline",
        "teaser_f1",
        "picture",
        "one_item",
    ),
    chief="link_f1",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageScore:
    """How one method did on one page.

    ``measures`` has every measure of the task; None if the page has no truth for it, or the method does not answer it.
    ``shares`` are counts, to be summed over pages. ``chose_block`` is whether the method chose one block of the page,
    ``styling`` how the page was laid out (``evaluation.drawing``). ``seconds`` is CPU time from the page's bytes to the
    answer: the parse, done once for all methods, plus the method. A page with a ``failure`` is scored as if nothing had
    been found, so that failing on hard pages does not pay; its ``seconds`` are None.
    """

    corpus: str
    id: str
    site: str | None
    language: str | None
    year: int | None
    method: str
    measures: Mapping[str, float | None]
    shares: Mapping[str, Share] = field(default_factory=dict)
    chose_block: bool = False
    styling: str | None = None
    seconds: float | None = None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFacts:
    """Identifies a set: ``pages`` could be scored, ``scored`` were (fewer with a limit)."""

    name: str
    digest: str
    pages: int
    scored: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationReport:
    """All results of an evaluation, sorted by set, page and method."""

    methods: tuple[str, ...]
    feed_title: bool
    sets: tuple[SetFacts, ...]
    scores: tuple[PageScore, ...]
    task: Task = EXTRACTION


@dataclass(frozen=True, slots=True, kw_only=True)
class PageToScore:
    """A page to score, and the methods to score on it."""

    corpus: str
    truth: Truth
    methods: tuple[str, ...]
    page: bytes = field(repr=False)

    def __str__(self) -> str:
        """Returns the name used in failures."""
        return f"{self.corpus}/{self.truth.id} by {', '.join(self.methods)}"


def blank_score(corpus: str, truth: Truth, method: str) -> PageScore:
    """Returns the score of a page without measures."""
    return PageScore(
        corpus=corpus,
        id=truth.id,
        site=truth.site,
        language=truth.language,
        year=truth.year,
        method=method,
        measures={},
    )
