"""Evaluates the desk on a labelled set: returns a score for each question that the set's labels can judge.

Summaries are judged by ROUGE, similarity by Pearson's correlation with graded pairs, first stories and tracking by the
normalised minimum detection cost. Clusterers are judged in ``grouping``.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from typing import Final

from newsloom.desk.firststories import newness
from newsloom.desk.similarity import article_similarity
from newsloom.desk.summary import centroid_summary
from newsloom.desk.tracking import topic_scores
from newsloom.evaluation.corpora.stories import (
    GradedPair,
    SetKind,
    StorySet,
    TermCounts,
    companion,
    kind_of_set,
    read_articles,
    read_pairs,
    read_stories,
    read_summaries,
    read_term_counts,
    set_name,
)
from newsloom.evaluation.measures.detection import Trials, are_first, minimum_cost
from newsloom.evaluation.measures.rouge import Rouge, rouge
from newsloom.records import Article
from newsloom.text.language import detect_language

__all__ = ["DeskScore", "desk_cells", "evaluate_desk", "pearson"]

_HEADER: Final = ("set", "question", "measure", "score", "cases")
_SUMMARY_WORDS: Final = 60
# The number of examples from which a topic is followed (TDT took 1 and 4).
_EXAMPLES: Final = (1, 4)
_ROUGE_PARTS: Final[dict[str, Callable[[Rouge, Rouge], float]]] = {
    "ROUGE-1 F": lambda words, _: words.one.f,
    "ROUGE-1 recall": lambda words, _: words.one.recall,
    "ROUGE-2 F": lambda words, _: words.two.f,
    "ROUGE-2 recall": lambda words, _: words.two.recall,
    "ROUGE-L F": lambda words, _: words.longest.f,
    "ROUGE-1 F by stems": lambda _, stems: stems.one.f,
    "ROUGE-2 F by stems": lambda _, stems: stems.two.f,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskScore:
    """One score, from this many ``cases``: summaries, pairs or articles."""

    corpus: str
    question: str
    measure: str
    score: float
    cases: int


def evaluate_desk(path: str | Path, *, limit: int | None = None) -> tuple[DeskScore, ...]:
    """Returns the scores of the desk on a set; empty for stories without summaries.

    ``limit`` takes the first articles, pairs or documents. Raises ``CorpusError`` for a set that cannot be read.
    """
    name = set_name(path)
    match kind_of_set(path):
        case SetKind.COUNTS:
            found = _of_counts(read_term_counts(path), limit)
        case SetKind.PAIRS:
            found = _of_pairs(read_pairs(path)[:limit], read_articles(companion(path, "articles")))
        case SetKind.STORIES:
            summaries = companion(path, "summaries")
            references = read_summaries(summaries) if summaries.is_file() else {}
            found = _of_summaries(read_stories(path), references, limit)
    return tuple(
        DeskScore(corpus=name, question=question, measure=measure, score=score, cases=cases)
        for question, measure, score, cases in found
    )


def desk_cells(scores: Sequence[DeskScore]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Returns the header and the rows as text."""
    rows = ((one.corpus, one.question, one.measure, f"{one.score:.3f}", str(one.cases)) for one in scores)
    return _HEADER, tuple(rows)


_Answers = Iterator[tuple[str, str, float, int]]


def _of_summaries(stories: StorySet, summaries: dict[str, str], limit: int | None) -> _Answers:
    reports: dict[str, list[Article]] = {}
    for label, article in zip(stories.labels, stories.articles, strict=True):
        reports.setdefault(label, []).append(article)
    labels = [label for label in reports if label in summaries][:limit]
    found = [_rouges(reports[label], summaries[label]) for label in labels]
    for measure, part in _ROUGE_PARTS.items():
        if found:
            mean = statistics.fmean(part(*rouges) for rouges in found)
            yield f"summaries of {_SUMMARY_WORDS} words", measure, mean, len(found)


def _rouges(reports: Sequence[Article], reference: str) -> tuple[Rouge, Rouge]:
    """Returns the scores of the reports' summary by words, and by stems of its language."""
    summary = centroid_summary(reports, words=_SUMMARY_WORDS).text
    language = reports[0].language or detect_language(reference)
    return rouge(summary, reference, language), rouge(summary, reference, language, by_stems=True)


def _of_pairs(pairs: Sequence[GradedPair], articles: dict[str, Article]) -> _Answers:
    by_kind: dict[str, list[GradedPair]] = {}
    for pair in pairs:
        if pair.a in articles and pair.b in articles:
            by_kind.setdefault(_kind(pair), []).append(pair)
    for kind, graded in sorted(by_kind.items()):
        found = [article_similarity(articles[pair.a], articles[pair.b]) for pair in graded]
        # People grade 1 for the same story and 4 for nothing in common, so the grade is negated.
        correlation = pearson(found, [-pair.overall for pair in graded])
        if correlation is not None:
            yield f"pairs, {kind}", "Pearson", correlation, len(graded)


def pearson(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Returns Pearson's correlation, from -1 to 1; None if a row is constant or has fewer than two numbers."""
    try:
        return statistics.correlation(a, b)
    except statistics.StatisticsError:
        if len(a) != len(b):
            raise
        return None


def _kind(pair: GradedPair) -> str:
    if pair.is_cross_language:
        return "across languages"
    return "English" if pair.language.startswith("en") else "other languages"


def _of_counts(counts: TermCounts, limit: int | None) -> _Answers:
    arrival = counts.arrival[:limit].tolist()
    topics = [int(counts.topics[number]) for number in arrival]
    articles = [_as_article(counts.document(number)) for number in arrival]
    first = are_first(topics)
    yield "first stories", "cost", minimum_cost([Trials(scores=newness(articles), are_targets=first)]).cost, sum(first)
    for examples in _EXAMPLES:
        trials = list(_tracking_trials(articles, topics, examples))
        if not trials:
            continue
        question = f"tracking from {examples}"
        yield question, "cost, one threshold", minimum_cost(trials).cost, len(trials)
        own = statistics.fmean(minimum_cost([topic]).cost for topic in trials)
        yield question, "cost, a threshold a topic", own, len(trials)


def _tracking_trials(articles: Sequence[Article], topics: Sequence[int], examples: int) -> Iterator[Trials]:
    """Yields the trials of each topic with reports after its examples: all articles that came after them."""
    for topic in sorted(set(topics)):
        indexes = [index for index, found in enumerate(topics) if found == topic]
        if len(indexes) <= examples:
            continue
        begin = indexes[examples - 1] + 1
        scores = topic_scores([articles[index] for index in indexes[:examples]], articles[begin:])
        yield Trials(scores=scores, are_targets=[found == topic for found in topics[begin:]])


def _as_article(terms: dict[int, int]) -> Article:
    """Returns an article whose words are the term numbers: the desk reads words, and stemmers leave "t1" as it is."""
    words = chain.from_iterable(repeat(f"t{term}", count) for term, count in terms.items())
    return Article(text=" ".join(words), language="en")
