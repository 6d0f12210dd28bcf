"""The language a page is written in: as declared where that is credible, else as the text reads.

A tree and what the page declares go in, two letters (ISO 639-1) come out. A declaration is set aside
when the text is in a script that the declared language is not written in: templates are copied
between countries with their ``lang="en"``. A short page that declares none is in the language of its source: a
headline in Norwegian reads like Danish.
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
# No sign says as much as four letters.
_MIN_CHARACTERS: Final = _MIN_LETTERS // 4
_MAX_CHARACTERS: Final = 2_000
_SAMPLE_CHARACTERS: Final = 400
# A headline alone is often taken for a neighbour's language: a text this long is not (tests/dom/test_language.py). Old
# pages part their paragraphs by breaks.
_FEW_CHARACTERS: Final = 200
_MAX_ELEMENTS: Final = 5_000
_NO_TEXT: Final = HIDDEN_TAGS | {"p", "h1", "title"}
# A few sentences show the script.
_SCRIPT_CHARACTERS: Final = 400

_NOT_IN_LATIN: Final = pattern(
    "am|ar|be|bg|bn|el|fa|gu|he|hi|hy|ja|ka|km|kn|ko|ky|lo|mk|ml|mr|my|ne|or|pa|ps|ru|si|ta|te|th|ug|uk|ur|yi|zh"
)
# Printed in either script.
_IN_EITHER: Final = frozenset({"az", "kk", "ku", "mn", "sr", "tg", "tt", "uz"})


def find_language(tree: Tree | None, declared: Declared, source: str | None = None) -> str | None:
    """The page's language; None where nothing is declared and there is too little text to tell.

    ``source`` is the language of the feed or front page that led to it, where known.
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
    """The beginning of the page's paragraphs, without the short ones that menus and captions are."""
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
    """Texts between two tags, without the short ones."""
    for text in long_texts(tree, _NO_TEXT, _MIN_CHARACTERS, _MAX_ELEMENTS):
        if count_letters(stripped := text[:_MAX_CHARACTERS].strip()) >= _MIN_LETTERS:
            yield stripped


def _is_in_own_script(language: str, tree: Tree) -> bool:
    """Whether language and page are both in Latin letters: most are, and to take a sample takes far longer."""
    return not _NOT_IN_LATIN.fullmatch(language) and is_latin(tree.text)


def _is_credible(language: str, sample: str) -> bool:
    if language in _IN_EITHER or not any(map(str.isalpha, sample)):
        return True
    return _is_foreign(sample) == bool(_NOT_IN_LATIN.fullmatch(language))


def _is_foreign(sample: str) -> bool:
    """Whether most of its letters are other than Latin ones."""
    foreign = other_letters(sample)
    # Most texts have none, or but a dash and quotation marks: to find all letters takes many times as long.
    return bool(foreign) and foreign * 2 > sum(map(str.isalpha, sample))
