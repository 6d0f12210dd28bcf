"""Scores the readers on one front page: returns a ``PageScore`` for each reader.

The page is parsed once and every reader reads the same document; it is also read with every ``<article>`` tag renamed,
since labels made from that tag favour readers that look for it. Runs in worker processes.
"""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Mapping, Sequence
from typing import Final

from newsloom.dom import parse
from newsloom.evaluation.corpora import FrontTruth, Truth
from newsloom.evaluation.measures import LinkVerdict, item_shares, judge_links, pattern_shares
from newsloom.evaluation.scores import READING, PageScore, PageToScore, blank_score
from newsloom.readers.protocol import Reader
from newsloom.records import Failure, Item

__all__ = ["score_front", "score_front_failure"]

_ARTICLE_TAG: Final = re.compile(rb"<(/?)article(?=[\s/>])", re.IGNORECASE)


def score_front(target: PageToScore, *, readers: Mapping[str, Reader]) -> tuple[PageScore, ...]:
    """Returns the scores of the target's readers."""
    truth = target.truth
    started = time.process_time()
    document = parse(target.page, url=truth.url)
    # Computed once and cached by the document: otherwise the time would count for the first reader.
    _ = document.declared, document.base
    parse_seconds = time.process_time() - started
    renamed = parse(_ARTICLE_TAG.sub(rb"<\1div", target.page), url=truth.url)
    scores = []
    for method in target.methods:
        started = time.process_time()
        items = readers[method].read(document)
        seconds = parse_seconds + time.process_time() - started
        score = _score(target.corpus, truth, method, items, readers[method].read(renamed))
        scores.append(dataclasses.replace(score, seconds=seconds))
    return tuple(scores)


def score_front_failure(corpus: str, truth: Truth, method: str, failure: Failure) -> PageScore:
    """Returns the score of a reader that failed on the page: the same as if it had found nothing."""
    return dataclasses.replace(_score(corpus, truth, method, (), ()), failure=failure)


def _score(corpus: str, truth: Truth, method: str, items: Sequence[Item], renamed: Sequence[Item]) -> PageScore:
    front = truth.front or FrontTruth(story_links=(), site_links=())
    links, renamed_links = judge_links(items, front), judge_links(renamed, front)
    shares = {
        "link_precision": links.precision,
        "link_recall": links.recall,
        "link_accuracy": links.accuracy,
        **item_shares(items, front, truth.language),
    }
    measures = dict.fromkeys(READING.measures) | {name: share.rate for name, share in shares.items()}
    measures |= {"link_f1": _f1(links), "renamed_f1": _f1(renamed_links)}
    # A reader that found nothing has a precision of 0 here, so that the page counts.
    measures["link_precision"] = links.precision.rate or 0.0
    patterns = {f"precision of {name}": share for name, share in pattern_shares(items, front).items()}
    return dataclasses.replace(blank_score(corpus, truth, method), measures=measures, shares={**shares, **patterns})


def _f1(links: LinkVerdict) -> float:
    both = 2 * links.true_positives + links.false_positives + links.false_negatives
    return 2 * links.true_positives / both if both else 1.0
