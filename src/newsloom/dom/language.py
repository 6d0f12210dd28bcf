"""Finds the language of a page (ISO 639-1): the declared one if that is credible, else the one detected from its text.

A declaration is ignored if the declared language is not written in the script of the text: templates are copied
between countries with their ``lang="en"``. A short page without a declaration is taken to be in the language of its
source, because a headline in Norwegian looks like Danish.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from newsloom.dom.declaredfields import Declared
from newsloom.dom.prefilter import long_texts, tagged
from newsloom.dom.shorttext import short_text_at
from newsloom.dom.tree import HIDDEN_TAGS, Tree
from newsloom.text.language import detect_language, is_latin, other_letters
from newsloom.text.patterns import pattern
from newsloom.text.size import count_letters

__all__ = ["find_language"]

_MAX_PARAGRAPHS: Final = 60
_MIN_LETTERS: Final = 40
# No character counts as four letters or more.
_MIN_CHARACTERS: Final = _MIN_LETTERS // 4
_MAX_CHARACTERS: Final = 2_000
_SAMPLE_CHARACTERS: Final = 400
# A headline alone is often mistaken for a related language; a text this long is not (tests/dom/test_language.py).
# Shorter samples are extended by other long texts, because old pages separate paragraphs by line breaks.
_FEW_CHARACTERS: Final = 200
_MAX_ELEMENTS: Final = 5_000
_NO_TEXT: Final = HIDDEN_TAGS | {"p", "h1", "title"}
# A few sentences are enough to see the script.
_SCRIPT_CHARACTERS: Final = 400

_NOT_IN_LATIN: Final = pattern(
    "am|ar|be|bg|bn|el|fa|gu|he|hi|hy|ja|ka|km|kn|ko|ky|lo|mk|ml|mr|my|ne|or|pa|ps|ru|si|ta|te|th|ug|uk|ur|yi|zh"
)
# Written in Latin and in another script.
_IN_EITHER: Final = frozenset({"az", "kk", "ku", "mn", "sr", "tg", "tt", "uz"})


def find_language(tree: Tree | None, declared: Declared, source: str | None = None) -> str | None:
    """The language of the page; None if none is declared and there is too little text to detect it.

    ``source`` is the language of the feed or front page that led to it, if known.
    """
    if tree is None:
        return declared.language or source
    if declared.language and (
        _is_in_own_script(declared.language, tree) or _is_credible(declared.language, _sample(tree, _SCRIPT_CHARACTERS))
    ):
        return declared.language
    sample = _sample(tree, _SAMPLE_CHARACTERS)
    if source and len(sample) < _FEW_CHARACTERS and _is_credible(source, sample):
        return source
    return detect_language(sample) or declared.language


def _sample(tree: Tree, characters: int) -> str:
    """The beginning of the page's paragraphs, without short ones, which are menus and captions."""
    pieces: list[str] = []
    size = 0
    for node in tagged(tree, "p", "h1", "title", most=_MAX_PARAGRAPHS):
        text = short_text_at(tree, node, _MAX_CHARACTERS)
        if count_letters(text) >= _MIN_LETTERS:
            pieces.append(text)
            size += len(text)
        if size > characters:
            break
    return "\n".join(pieces if size >= _FEW_CHARACTERS else [*pieces, *islice(_long_texts(tree), _MAX_PARAGRAPHS)])


def _long_texts(tree: Tree) -> Iterator[str]:
    """Texts between two tags that are long enough."""
    for text in long_texts(tree, _NO_TEXT, _MIN_CHARACTERS, _MAX_ELEMENTS):
        if count_letters(stripped := text[:_MAX_CHARACTERS].strip()) >= _MIN_LETTERS:
            yield stripped


def _is_in_own_script(language: str, tree: Tree) -> bool:
    """Whether language and page are both in Latin letters. Most are, and taking a sample is far slower."""
    return not _NOT_IN_LATIN.fullmatch(language) and is_latin(tree.text)


def _is_credible(language: str, sample: str) -> bool:
    if language in _IN_EITHER or not any(map(str.isalpha, sample)):
        return True
    return _is_foreign(sample) == bool(_NOT_IN_LATIN.fullmatch(language))


def _is_foreign(sample: str) -> bool:
    """Whether most letters of the sample are not Latin."""
    foreign = other_letters(sample)
    # Most texts have none. Counting all letters is many times slower.
    return bool(foreign) and foreign * 2 > sum(map(str.isalpha, sample))
