"""Judges the page as a whole: whether it is one story, and how likely its text is right.

Given the chances of the lines and a few facts about the page, two logistic regressions compute these two chances. Their
weights are data (``data/verdict.json``, made by ``make train``).
"""

from __future__ import annotations

import functools
import json
import math
import pkgutil
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from newsloom.dom import Document
from newsloom.extractors.loom.boxes import count_boxes
from newsloom.extractors.loom.chances import WordSums, sum_words
from newsloom.extractors.loom.containers import main_mass
from newsloom.extractors.loom.dateline import has_day_beside_headline, is_told_below_headline
from newsloom.extractors.loom.filters import comment_headings
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.text.patterns import pattern
from newsloom.text.servicenames import is_service
from newsloom.text.size import count_words

__all__ = ["Verdict", "as_listing", "judge", "line_facts", "page_facts", "says_article"]

# Schema.org and OpenGraph types that a page declares when it is one story.
_STORY_TYPES: Final = ("article", "posting", "report")
_LISTING: Final = "it reads like a list of links, as front and section pages do"
_SCANT: Final = "there is too little running text on the page"
_SERVICE: Final = "it is named like one of a site's own pages: terms, contact, a profile"
_OTHER: Final = "it does not read like one story"
_CONFIDENCE_OF_LISTING: Final = 0.3
_SCANT_WORDS: Final = 60
_LISTING_LINK_SHARE: Final = 0.5
# With fewer words and nothing declared, the page is an error or a greeting.
_FEWEST_WORDS: Final = 12
# For stories with many comments. 36 of the labelled pages that the regression refuses are such, and all are stories.
_SMALL_SHARE: Final = 0.25
_SURE_CHANCE: Final = 0.85
_FEW_UNSURE: Final = 0.3
# A lower chance is enough if the page says that comments follow.
_LIKELY_CHANCE: Final = 0.7
_NEAR_LINES: Final = 3
# From this chance on, a page with the top of a story is one. Of the labelled pages that were refused, this accepts 24
# stories and five others; without such a limit 49 and fourteen.
_LEAST_OF_DATED: Final = 0.18
_HEADLINE_WORDS: Final = 4
# The addresses of stories often have the words of the headline, those of lists only one or two.
_LONG_SLUG: Final = 8
_FACTS_OF_STORIES: Final = ("says_article", "has_date", "has_author")
_FIRST_PART: Final = pattern(r"\s*\||\s[-–—:/]\s")
# Neither the address of a home page nor one with a headline.
_UNKNOWN: Final = "/unknown"


class Verdict(NamedTuple):
    """``is_article``, with a reason if it is false; ``confidence`` is the chance that the text is right."""

    is_article: bool
    confidence: float
    reason: str | None


def judge(page: PageArrays, chances: Array) -> Verdict:
    """The verdict on the page, given the chances of its lines."""
    evidence = page_facts(page) | line_facts(page.words, page.link_share, chances)
    is_declared = any(evidence[fact] for fact in _FACTS_OF_STORIES)
    is_service_page = _is_service_page(page.document, is_declared=is_declared)
    is_article = not is_service_page and _is_article(page, chances, evidence, is_declared=is_declared)
    reason = _SERVICE if is_service_page else _reason(sum_words(page.words, page.link_share, chances))
    return Verdict(
        is_article=is_article,
        confidence=round(_chance(evidence, _weights()["confidence"]), 3),
        reason=None if is_article else reason,
    )


def _is_article(page: PageArrays, chances: Array, evidence: Mapping[str, float], *, is_declared: bool) -> bool:
    words = math.expm1(evidence["log_kept"])
    if not is_declared and (words < _FEWEST_WORDS or (words < _SCANT_WORDS and _is_named(page.document))):
        return False
    chance = _chance(evidence, _weights()["is_article"])
    if chance >= 0.5 or words < _SCANT_WORDS:
        return chance >= 0.5
    is_told = chance >= _LEAST_OF_DATED and is_told_below_headline(page, chances)
    return is_told or _is_much_discussed(page, chances, evidence)


def _is_service_page(document: Document, *, is_declared: bool) -> bool:
    """Whether the headline or, if nothing is declared, the address names a service page such as "Terms"."""
    headline = document.headline or ""
    if is_service(headline):
        return True
    if count_words(headline) >= _HEADLINE_WORDS:
        return False
    # The longer part of "About me | The Coast Courier" is the name.
    if any(is_service(_FIRST_PART.split(title, maxsplit=1)[0]) for title in document.declared.titles):
        return True
    path = _path(document.url or _UNKNOWN)
    is_numbered = any(map(str.isdecimal, path))
    return not is_declared and not is_numbered and any(map(is_service, path.rstrip("/").split("/")[-2:]))


def _is_named(document: Document) -> bool:
    """Whether the page's only title may be the paper's name, and no date is beside it."""
    return document.is_titled_by_name and not has_day_beside_headline(document)


def _is_much_discussed(page: PageArrays, chances: Array, evidence: Mapping[str, float]) -> bool:
    """Whether a story with a headline is likely but a small part of the page, as the rest is readers' comments.

    Like lists, such pages have little prose in one place and many lines.
    """
    if (
        evidence["kept_share"] > _SMALL_SHARE
        or evidence["says_other"]
        or evidence["is_home"]
        or count_words(page.document.headline or "") < _HEADLINE_WORDS
    ):
        return False
    is_sure = evidence["mean_chance"] >= _SURE_CHANCE and evidence["unsure_share"] <= _FEW_UNSURE
    return is_sure or (evidence["mean_chance"] >= _LIKELY_CHANCE and _are_comments_below(page, chances))


def _are_comments_below(page: PageArrays, chances: Array) -> bool:
    """Whether a heading just below the last likely line announces comments."""
    last = max(line for line, chance in enumerate(chances) if chance >= 0.5)
    return bool(comment_headings(page, last + 1, min(last + _NEAR_LINES, len(chances) - 1)))


def page_facts(page: PageArrays) -> dict[str, float]:
    """Facts about what the page declares, what its address looks like, and how much prose is in one place."""
    document, declared = page.document, page.document.declared
    kind = declared.type
    is_story = says_article(document)
    path = _path(document.url or declared.canonical_url or _UNKNOWN)
    return {
        "says_article": float(is_story),
        "says_other": float(bool(kind) and not is_story),
        "has_date": float(declared.date is not None),
        "has_author": float(bool(declared.authors)),
        "has_body": float(bool(declared.body)),
        "is_home": float(path in ("", "/")),
        "slug_words": min(path.rstrip("/").rpartition("/")[2].count("-"), _LONG_SLUG) / _LONG_SLUG,
        "has_one_article": float(count_boxes(page.boxes, "article") == 1),
        "main_share": main_mass(page) / page.prose,
    }


def says_article(document: Document) -> bool:
    """Whether the page declares that it is one story."""
    kind = (document.declared.type or "").lower()
    return any(story in kind for story in _STORY_TYPES)


def as_listing(verdict: Verdict) -> Verdict:
    """The verdict on a page that turned out to be a list of other stories."""
    return Verdict(is_article=False, confidence=min(verdict.confidence, _CONFIDENCE_OF_LISTING), reason=_LISTING)


def _path(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:
        return _UNKNOWN


def line_facts(words: Array, link_share: Array, chances: Array) -> dict[str, float]:
    """The forest's chances of the lines, summed up in a few numbers."""
    sums = sum_words(words, link_share, chances)
    total = max(sums.all, 1.0)
    return {
        "log_kept": math.log1p(sums.likely),
        "kept_share": sums.likely / total,
        "mean_chance": sums.expected / sums.likely if sums.likely else 0.0,
        "unsure_share": sums.unsure / max(sums.likely, sums.unsure, 1.0),
        "link_share": sums.linked / total,
        "words_a_line": math.log1p(sums.likely / max(sums.likely_lines, 1)),
        "log_lines": math.log1p(len(words)),
    }


def _reason(sums: WordSums) -> str:
    if sums.linked >= _LISTING_LINK_SHARE * max(sums.all, 1.0):
        return _LISTING
    return _SCANT if sums.likely < _SCANT_WORDS else _OTHER


def _chance(evidence: Mapping[str, float], weights: Mapping[str, float]) -> float:
    score = weights["bias"] + sum(weights[name] * value for name, value in evidence.items())
    return 1 / (1 + math.exp(-score))


@functools.cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    loaded: Mapping[str, Mapping[str, float]] = json.loads(pkgutil.get_data(__package__, "data/verdict.json") or b"")
    return loaded
