"""The language a page is written in: as declared where that is credible, else as the text reads.

A tree and what the page declares go in, two letters (ISO 639-1) come out. A declaration is set aside
when the text is in a script that the declared language is not written in: templates are copied
between countries with their ``lang="en"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom.declaredfields import Declared
from newsloom.dom.shorttext import short_text
from newsloom.text.language import detect_language
from newsloom.text.patterns import pattern
from newsloom.text.size import count_letters

__all__ = ["find_language"]

_PARAGRAPHS: Final = ("p", "h1", "title")
_BOXES: Final = ("td", "div")
_FEW_CHARACTERS: Final = 120
_MAX_ELEMENTS: Final = 60
_MIN_LETTERS: Final = 40
_MAX_CHARACTERS: Final = 2_000
_SAMPLE_CHARACTERS: Final = 800
# A few sentences show the script.
_SCRIPT_CHARACTERS: Final = 400

# Unicode's Blocks.txt: Latin letters, with all their accents, stand below the Greek ones.
_NOT_LATIN: Final = pattern("[\u0370-\U0010ffff]")
_NOT_IN_LATIN: Final = pattern(
    "am|ar|be|bg|bn|el|fa|gu|he|hi|hy|ja|ka|km|kn|ko|ky|lo|mk|ml|mr|my|ne|or|pa|ps|ru|si|ta|te|th|ug|uk|ur|yi|zh"
)
# Printed in either script.
_IN_EITHER: Final = frozenset({"az", "kk", "ku", "mn", "sr", "tg", "tt", "uz"})


def find_language(root: etree._Element | None, declared: Declared) -> str | None:
    """The page's language; None where nothing is declared and there is too little text to tell."""
    if root is None:
        return declared.language
    if declared.language and _is_credible(declared.language, _sample(root, _SCRIPT_CHARACTERS)):
        return declared.language
    return detect_language(_sample(root, _SAMPLE_CHARACTERS)) or declared.language


def _sample(root: etree._Element, characters: int) -> str:
    """The beginning of the page's prose, without the short texts that menus and captions are, if others are there."""
    texts = [*_long_texts(root, _PARAGRAPHS, characters)]
    if sum(map(len, texts)) < _FEW_CHARACTERS:
        # Pages of tables, and those that put their paragraphs into boxes.
        texts.extend(_long_texts(root, _BOXES, characters))
    if not texts:
        texts.extend(
            short_text(element, _MAX_CHARACTERS) for element in islice(root.iter("h1", "title"), _MAX_ELEMENTS)
        )
    return "\n".join(texts)


def _long_texts(root: etree._Element, tags: tuple[str, ...], characters: int) -> Iterator[str]:
    size = 0
    for element in islice(root.iter(*tags), _MAX_ELEMENTS):
        text = short_text(element, _MAX_CHARACTERS)
        if count_letters(text) >= _MIN_LETTERS:
            yield text
            size += len(text)
        if size > characters:
            return


def _is_credible(language: str, sample: str) -> bool:
    if language in _IN_EITHER or not any(map(str.isalpha, sample)):
        return True
    return _is_foreign(sample) == bool(_NOT_IN_LATIN.fullmatch(language))


def _is_foreign(sample: str) -> bool:
    """Whether most of its letters are other than Latin ones."""
    foreign = sum(map(str.isalpha, _NOT_LATIN.findall(sample)))
    # Most texts have none, or but a dash and quotation marks: to find all letters takes many times as long.
    return bool(foreign) and foreign * 2 > sum(map(str.isalpha, sample))
