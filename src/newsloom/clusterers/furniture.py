"""Finds lines and phrases that articles have in common, such as bylines, and removes them from their texts.

A byline, an appeal or the names of editors are rare words in a small window, and would make one story of all that a
reporter wrote. Lines are counted by site: a paper prints them under most of its stories. Within a paragraph a byline is
at the beginning or end of the text, separated by brackets, dashes or stops. It is recognised by its occurrence in
otherwise unlike articles of any site, because agencies sign in many papers.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

import numpy as np

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.records import Article
from newsloom.text.patterns import pattern
from newsloom.text.urls import site_of

__all__ = ["Furniture", "find_furniture", "text_without"]

# A line is furniture if at least this many articles of a site, and this share of them, have it. Two articles may be one
# story told twice.
_LEAST_ARTICLES: Final = 3
_LEAST_SHARE: Final = 0.5
# Furniture is at the beginning or at the end, and its lines are short.
_MOST_LINES: Final = 40
_MOST_CHARACTERS: Final = 300
# A byline within a paragraph is in the first or last characters of the text, and is not longer than this.
_EDGE_CHARACTERS: Final = 120
_PHRASE_CHARACTERS: Final = 80
# A phrase at the edges of two stories of one paper signs them; two papers may use it because they report one event.
_LEAST_OF_SITE: Final = 2
# A text has enough of its own if phrases that no other text has make up at least this share of its phrases' characters.
_OWN_SHARE: Final = 1 / 4
# Texts counted for a phrase: more do not change the decision, and a large window has many.
_MOST_SIGNED: Final = 8
# What separates a byline: brackets, dashes between spaces, colons, strokes, stops, and spaces next to a Chinese or
# Japanese character.
_BREAK: Final = pattern(
    r"[()\[\]{}（）［］【】〔〕「」《》:：;；|｜/／=＝·•・、。！？!?؟۔।—–\n]+|\s-+\s|\.(?=\s|$)"
    r"|(?<=[\u3040-\u9fff])\s+|\s+(?=[\u3040-\u9fff])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Furniture:
    """``lines`` are whole lines by site, ``phrases`` are phrases at the edges of texts of any site."""

    lines: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    phrases: frozenset[str] = frozenset()


def find_furniture(articles: Sequence[ArticleOrItem]) -> Furniture:
    """The lines in at least half of a site's articles, and the phrases that sign unlike articles."""
    lines = _shared_lines(articles)
    return Furniture(
        lines=lines,
        phrases=_shared_phrases(
            [_without_lines(article, lines) for article in articles], [_site(article) for article in articles]
        ),
    )


def text_without(article: ArticleOrItem, furniture: Furniture) -> str:
    """The article's text without this furniture; unchanged if nothing else would be left."""
    text = _without_lines(article, furniture.lines)
    return _without_phrases(text, furniture.phrases) if furniture.phrases else text


def _shared_lines(articles: Sequence[ArticleOrItem]) -> dict[str, frozenset[str]]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for article in articles:
        site = _site(article)
        if site is not None:
            sizes[site] += 1
            counts[site].update(_short_lines(article.text))
    return {
        site: frozenset(
            line for line, count in counts[site].items() if count >= max(_LEAST_ARTICLES, _LEAST_SHARE * size)
        )
        for site, size in sizes.items()
        if size >= _LEAST_ARTICLES
    }


def _without_lines(article: ArticleOrItem, furniture: Mapping[str, frozenset[str]]) -> str:
    lines = furniture.get(_site(article) or "", frozenset())
    if not lines:
        return article.text
    kept = "\n".join(line for line in article.text.split("\n") if line.strip() not in lines)
    return kept if kept.strip() else article.text


def _short_lines(text: str) -> set[str]:
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    outer = lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES // 2], *lines[-_MOST_LINES // 2 :]]
    return {line for line in outer if len(line) <= _MOST_CHARACTERS}


def _site(article: ArticleOrItem) -> str | None:
    return site_of(article.url) if isinstance(article, Article) and article.url else None


def _shared_phrases(texts: Sequence[str], sites: Sequence[str | None]) -> frozenset[str]:
    """Short phrases at the edges of two texts of one site, or of three texts of any, that are otherwise unlike.

    Texts count as unlike if their longest phrases differ: copies share all phrases. An appeal may be longer than all
    the rest of a short report, so if a good part of a text is its own, only that part is compared.
    """
    repeated = _repeated(texts)
    signed: defaultdict[str, set[tuple[int, str | None]]] = defaultdict(set)
    for text, site in zip(texts, sites, strict=True) if repeated else ():
        phrases = {phrase for _, _, phrase in _phrases(text)}
        own = {phrase for phrase in phrases if hash(phrase) not in repeated}
        is_own = _OWN_SHARE * sum(map(len, phrases)) <= sum(map(len, own))
        longest = hash(max(own if is_own else phrases, key=lambda phrase: (len(phrase), phrase), default=""))
        for phrase in phrases:
            if hash(phrase) in repeated and len(signed[phrase]) < _MOST_SIGNED:
                signed[phrase].add((longest, site))
    return frozenset(phrase for phrase, found in signed.items() if _are_unlike(found))


def _repeated(texts: Sequence[str]) -> set[int]:
    """Hashes of the short phrases of more than one text: most are in one text only, and would fill the memory."""
    hashes = array("q")
    for text in texts:
        hashes.extend({hash(phrase) for _, _, phrase in _phrases(text) if len(phrase) <= _PHRASE_CHARACTERS})
    ordered = np.sort(np.frombuffer(hashes, np.int64)) if hashes else np.zeros(0, np.int64)
    return set(ordered[1:][ordered[1:] == ordered[:-1]].tolist())


def _are_unlike(found: Collection[tuple[int, str | None]]) -> bool:
    if len({longest for longest, _ in found}) >= _LEAST_ARTICLES:
        return True
    sites = Counter(site for _, site in found if site is not None)
    return any(count >= _LEAST_OF_SITE for count in sites.values())


def _without_phrases(text: str, furniture: frozenset[str]) -> str:
    spans = [(start, end) for start, end, phrase in _phrases(text) if phrase in furniture]
    if not spans:
        return text
    kept, last = [], 0
    for start, end in spans:
        kept.append(text[last:start])
        last = end
    left = "".join((*kept, text[last:]))
    return left if left.strip() else text


def _phrases(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and text of the phrases between breaks at the edges of the text, in order."""
    length = len(text)
    if length <= 2 * _EDGE_CHARACTERS:
        yield from _split(text, 0, length)
        return
    yield from _split(text, 0, _EDGE_CHARACTERS)
    yield from _split(text, length - _EDGE_CHARACTERS, length)


def _split(text: str, begin: int, end: int) -> Iterator[tuple[int, int, str]]:
    start = begin
    for found in _BREAK.finditer(text, begin, end):
        if phrase := text[start : found.start()].strip():
            yield start, found.start(), phrase
        start = found.end()
    if phrase := text[start:end].strip():
        yield start, end, phrase
