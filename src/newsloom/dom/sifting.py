"""The few elements of a page that may matter to a search, out of all: a tree in; them and their numbers out.

Whoever looks for a byline or a date among thousands of elements says which tags are asked for, and what an attribute or
a short text must have for its element to be worth a look. More may come out than is sought, never less: in Python all
elements of these tags do, for to sift them would take as long as to look at them. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from lxml import etree

from newsloom.dom import kernel

__all__ = ["Sieve", "prepare_words", "sift", "words_for"]


class Sieve(NamedTuple):
    """What is asked for.

    ``tags`` says of each tag whether all of its elements are kept, and ``near`` how many behind each of these. Of the
    others those are kept that have an attribute with a word of its rule, or any value where the rule is None, or a text
    within or behind them of at most ``longest`` characters that has one of the words ``told``. Words are those of
    ``words_for``, in lower case, with a space for either end of the value; texts are compared as they are, and values
    that are not ASCII are left to their reader. At most ``most`` elements are looked at.
    """

    tags: dict[str, bool]
    most: int
    rules: tuple[tuple[str, object | None], ...] = ()
    told: object | None = None
    longest: int = 0
    near: int = 0


def sift(root: etree._Element, sieve: Sieve) -> Iterable[tuple[int, etree._Element]]:
    """What passes, with its number among the elements of the tags that are asked for, in the order of the page."""
    native: Any = kernel.native
    if native is None:
        return enumerate(islice(root.iter(*sieve.tags), sieve.most))
    found: list[tuple[int, etree._Element]] = native.sift_elements(
        root, sieve.tags, sieve.rules, sieve.told, sieve.longest, sieve.near, sieve.most
    )
    return found


def words_for(*words: str) -> object:
    """The words as a sieve wants them."""
    return kernel.twin_of(prepare_words)(dict.fromkeys(words, 1))


def prepare_words(bits: dict[str, int], /) -> object:
    """The words with what they say, made ready to be looked for all at once: its twin's are not a dict."""
    return bits
