"""Counts the pages read right among those extracted and those with news, as Chen and Xiao do (2008, section 4).

The paper does not say when a page is right. Here it is when its title is right, if the truth has one, and the F1 of its
words is at least ``RIGHT_F1``.
"""

from __future__ import annotations

from typing import Final

from newsloom.evaluation.measures.shares import Share

__all__ = ["RIGHT_F1", "is_right_page", "page_shares"]

RIGHT_F1: Final = 0.95


def is_right_page(word_f1: float | None, title: float | None) -> bool:
    """Returns whether a page with news was read right; ``title`` None means that the true title is not known."""
    return word_f1 is not None and word_f1 >= RIGHT_F1 and title != 0.0


def page_shares(*, is_right: bool, is_extracted: bool, has_news: bool) -> dict[str, Share]:
    """Returns one page's part in precision, recall and F1; pooled, the F1 is 2PR / (P + R) of the other two."""
    right = int(is_right and is_extracted and has_news)
    return {
        "page_precision": Share(hits=right, total=int(is_extracted)),
        "page_recall": Share(hits=right, total=int(has_news)),
        "page_f1": Share(hits=2 * right, total=int(is_extracted) + int(has_news)),
    }
