"""Strings only: words, casing, stems, stop words, sentences, language and similarity.

Text goes in; words, sentences, two letters for a language, or a number for how alike two texts are
come out. Nothing here knows of pages or records. The function ``tokens`` is imported from the module
of its name, which a name here would hide.
"""

from __future__ import annotations

from newsloom.text.casing import fold, lower, upper
from newsloom.text.language import detect_language, normalise_language
from newsloom.text.sentences import split_sentences
from newsloom.text.similarity import MEASURES, TermVector, character_pairs, cosine, dice, jaccard, overlap
from newsloom.text.stems import stemmer
from newsloom.text.stopwords import stop_words
from newsloom.text.tokens import terms, words

__all__ = [
    "MEASURES",
    "TermVector",
    "character_pairs",
    "cosine",
    "detect_language",
    "dice",
    "fold",
    "jaccard",
    "lower",
    "normalise_language",
    "overlap",
    "split_sentences",
    "stemmer",
    "stop_words",
    "terms",
    "upper",
    "words",
]
