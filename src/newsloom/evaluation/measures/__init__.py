"""Measures: each compares what was found with the truth and returns a number from 0 to 1.

Two empty answers agree (1.0); an empty answer and a filled one do not (0.0). ``None`` means that there is no truth to
compare with; such a page is not counted.
"""

from __future__ import annotations

from newsloom.evaluation.measures.blocks import block_score, block_share, count_true_words
from newsloom.evaluation.measures.fields import authors_score, date_score, title_score
from newsloom.evaluation.measures.items import LinkLabels, LinkVerdict, item_shares, judge_links, pattern_shares
from newsloom.evaluation.measures.pages import RIGHT_F1, is_right_page, page_shares
from newsloom.evaluation.measures.partitions import PartitionScores, score_partition
from newsloom.evaluation.measures.shares import Share, pooled
from newsloom.evaluation.measures.words import (
    Scores,
    shingle_f,
    with_rate,
    without_rate,
    word_scores,
    word_set_scores,
    words_of,
)

__all__ = [
    "RIGHT_F1",
    "LinkLabels",
    "LinkVerdict",
    "PartitionScores",
    "Scores",
    "Share",
    "authors_score",
    "block_score",
    "block_share",
    "count_true_words",
    "date_score",
    "is_right_page",
    "item_shares",
    "judge_links",
    "page_shares",
    "pattern_shares",
    "pooled",
    "score_partition",
    "shingle_f",
    "title_score",
    "with_rate",
    "without_rate",
    "word_scores",
    "word_set_scores",
    "words_of",
]
