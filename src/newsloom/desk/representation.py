"""Turns an article or item into its ``Representation``: bags of words for comparing it with others.

There are bags of weighted terms for the whole article, the headline and the lead, and for comparison across languages,
bags of names and of n-grams of words in plain Latin letters.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.background import share_of_reports
from newsloom.clusterers.stream.vectorizer import VectorOptions
from newsloom.clusterers.texts import headline_of
from newsloom.records import Article
from newsloom.text.language import detect_language, normalise_language
from newsloom.text.tokens import terms_of_each, tokens

__all__ = ["TOPIC_VECTORS", "Bag", "Representation", "represent"]

# Chosen on TDT2: the cost of new events is 0.35 with an idf power of 1 and 0.28 with 0.5, as common words show a topic.
TOPIC_VECTORS: Final = VectorOptions(most_terms=512, characters=10_000, lead_weight=1.0, idf_power=0.5)
"""How articles are turned into vectors when topics are compared rather than events."""

Bag = Mapping[str, float]

TEXT_CHARACTERS: Final = 5000
TITLE_CHARACTERS: Final = 400
LEAD_TERMS: Final = 60
# A term in the headline counts as this many in the text.
_TITLE_COUNT: Final = 2
# Across languages, names differ only in their endings; other words differ more.
_NAME_PIECE: Final = 4
_WORD_PIECE: Final = 5
_LEAST_WORD: Final = 4

# A capital letter within a sentence; in scripts without capitals every word matches, and the weights decide.
_NAME: Final = re.compile(r"(?<![.!?:\n]\s)(?<!^)\b[^\W\d_a-zß-öø-ÿ]\w{2,40}")
_NUMBER: Final = re.compile(r"\d{1,20}(?:[.,]\d{1,20}){0,4}")
# Cyrillic and Greek as newspapers write them in Latin letters (after BGN/PCGN and ELOT 743, without digraph rules).
_LATIN: Final = str.maketrans(
    dict(
        zip(
            "абвгдезийклмнопрстуфыэіїαβγδεζηικλμνξοπρστυφω",
            "abvgdezijklmnoprstufyeiiavgdeziiklmnxoprstyfo",
            strict=True,
        )
    )
    | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu", "я": "ya", "ъ": "", "ь": ""}
    | {"θ": "th", "χ": "ch", "ψ": "ps", "ς": "s"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Representation:
    """Bags of weights by what they hold; ``size`` is the number of terms in the text."""

    language: str | None
    size: int
    bags: Mapping[str, Bag]


def represent(article: ArticleOrItem) -> Representation:
    """The representation of an article; its bags are empty if it has no words."""
    title, text = headline_of(article)[:TITLE_CHARACTERS], article.text[:TEXT_CHARACTERS]
    declared = normalise_language(article.language) if isinstance(article, Article) else None
    language = declared or detect_language(f"{title}\n{text}")
    of_title, of_text = terms_of_each([title, text], language=language)
    whole = Counter(of_text)
    for term in of_title:
        whole[term] += _TITLE_COUNT
    weigh = _weigher(language)
    written = f"{title} . {text}"
    names = _NAME.findall(written)
    bags = {
        "whole": weigh(whole),
        "title": weigh(Counter(of_title)),
        "body": weigh(Counter(of_text)),
        "lead": weigh(Counter(of_title + of_text[:LEAD_TERMS])),
        "names": weigh(Counter(name.lower() for name in names)),
        "numbers": _flat(Counter(_NUMBER.findall(written))),
        "phrases": _flat(Counter(f"{a} {b}" for a, b in pairwise([*of_title, "|", *of_text]))),
    }
    plain_names = Counter(filter(None, map(_plain, names)))
    plain_words = Counter(_plain(token) for token in tokens(written, language) if len(token) >= _LEAST_WORD)
    bags["plain names"] = _flat(plain_names)
    bags["name pieces"] = _flat(_pieces(plain_names, _NAME_PIECE))
    bags["word pieces"] = _flat(_pieces(plain_words, _WORD_PIECE))
    return Representation(language=language, size=len(of_text), bags=bags)


def _weigher(language: str | None) -> Callable[[Counter[str]], Bag]:
    def weigh(counts: Counter[str]) -> Bag:
        return {
            term: (1 + math.log(count)) * -math.log(share_of_reports(term, language)) for term, count in counts.items()
        }

    return weigh


def _flat(counts: Counter[str]) -> Bag:
    return {term: 1 + math.log(count) for term, count in counts.items()}


def _plain(word: str) -> str:
    """The word in lower case without accents, Cyrillic and Greek in Latin letters, other scripts unchanged."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.lower().translate(_LATIN))
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).translate(_LATIN)


def _pieces(words: Mapping[str, int], length: int) -> Counter[str]:
    pieces: Counter[str] = Counter()
    for word, count in words.items():
        for piece in _cuts(word, length):
            pieces[piece] += count
    return pieces


def _cuts(word: str, length: int) -> Iterable[str]:
    return (word[start : start + length] for start in range(max(1, len(word) - length + 1)))
