"""Checks of arguments before any work is done. Each function returns the checked value or raises ``TypeError``.

The messages say what was expected, what was given, and how to fix it. Only types are checked, never contents: every
page and every article is valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from os import PathLike
from typing import Any, Final

from newsloom import records
from newsloom.dom.decode import charset_of
from newsloom.dom.layout import Layout
from newsloom.dom.layoutbytes import unpack_layout
from newsloom.errors import InputError
from newsloom.text.language import normalise_language

__all__ = [
    "article",
    "articles",
    "fetched",
    "language",
    "layout_of",
    "name_of_method",
    "page",
    "pages",
    "pairs",
    "place",
    "stories",
    "template",
    "text",
    "whole",
]

_PAIR: Final = 2
_TO_MAKE_AN_ARTICLE: Final = (
    "newsloom.extract(page) makes one from a page, newsloom.Article(title=…, text=…) from text."
)
_TO_MAKE_PAIRS: Final = "Give [(url, page), …], or [(None, page), …] if there is no address."


def page(value: Any, name: str = "a page") -> bytes | str:
    """The page, which must be bytes or text."""
    if isinstance(value, bytes | str):
        return value
    if isinstance(value, records.Page):
        return value.body
    way_out = "Read the file first: path.read_bytes()." if isinstance(value, PathLike) else "Give what was fetched."
    raise TypeError(f"{name} must be bytes or str, not {_kind(value)}. {way_out}")


def fetched(value: Any, url: Any) -> tuple[bytes | str, str | None, str | None]:
    """The page, its address and the charset of its response. A ``Page`` from ``newsloom.fetch`` provides both.

    If the page was drawn by a browser, this is the drawn page.
    """
    address = text(url, "url")
    # Bytes first: they do not need the class ``Page`` to be loaded.
    if isinstance(value, bytes | str) or not isinstance(value, records.Page):
        return page(value), address, None
    if value.drawing is not None:
        return value.drawing.html, address or value.url, None
    return value.body, address or value.url, charset_of(value.content_type)


def layout_of(value: Any) -> Layout | None:
    """The layout of a ``Page`` that was drawn by a browser, else None."""
    if isinstance(value, bytes | str) or not isinstance(value, records.Page) or value.drawing is None:
        return None
    return unpack_layout(value.drawing.layout)


def pages(values: Any, name: str) -> Iterator[bytes | str]:
    """The pages of a list, each checked when it is reached."""
    for at, one in enumerate(_several(values, f"{name} must be a list of pages", "For one page: [page].")):
        yield page(one, f"{name}[{at}]")


def pairs(values: Any, name: str) -> Iterator[tuple[str | None, bytes | str]]:
    """The pairs of address and page, each checked when it is reached."""
    for at, pair in enumerate(_several(values, f"{name} must be pairs of address and page", _TO_MAKE_PAIRS)):
        if not isinstance(pair, tuple | list) or len(pair) != _PAIR:
            raise TypeError(f"{name}[{at}] must be a pair of address and page, not {_kind(pair)}. {_TO_MAKE_PAIRS}")
        yield text(pair[0], f"the address in {name}[{at}]"), page(pair[1], f"the page in {name}[{at}]")


def article(value: Any, name: str) -> records.Article | records.Item:
    """An article or a news item."""
    if isinstance(value, records.Article | records.Item):
        return value
    raise TypeError(f"{name} must be an Article or an Item, not {_kind(value)}. {_TO_MAKE_AN_ARTICLE}")


def articles(values: Any, name: str) -> tuple[records.Article | records.Item, ...]:
    """A list of articles and news items, all checked."""
    found = _several(
        values, f"{name} must be a list of Articles or Items", f"For one: [article]. {_TO_MAKE_AN_ARTICLE}"
    )
    return tuple(article(one, f"{name}[{at}]") for at, one in enumerate(found))


def stories(values: Any, name: str) -> tuple[records.Story, ...]:
    """A list of stories, all checked."""
    found = tuple(_several(values, f"{name} must be a list of Stories", "newsloom.cluster(articles) makes them."))
    wrong = next((at for at, one in enumerate(found) if not isinstance(one, records.Story)), None)
    if wrong is None:
        return found
    raise TypeError(
        f"{name}[{wrong}] must be a Story, not {_kind(found[wrong])}. newsloom.cluster(articles) makes them."
    )


def template(value: Any, name: str) -> records.Template | None:
    """A template or None."""
    if value is None or isinstance(value, records.Template):
        return value
    raise TypeError(f"{name} must be a Template or None, not {_kind(value)}. newsloom.learn(pages) makes them.")


def text(value: Any, name: str) -> str | None:
    """A text or None."""
    if value is None or isinstance(value, str):
        return value
    way_out = "Decode it first: value.decode()." if isinstance(value, bytes) else f"Give a str, such as {name}='…'."
    raise TypeError(f"{name} must be a str or None, not {_kind(value)}. {way_out}")


def language(value: Any, name: str) -> str | None:
    """The two-letter code of a language given by code or name, or None. Raises ``InputError`` for an unknown one."""
    named = text(value, name)
    found = normalise_language(named)
    if named and found is None:
        raise InputError(name, f"{named!r} is not a known language; write two letters, such as no, tr or en")
    return found


def place(value: Any) -> str | None:
    """The place of a newsroom as text: a path or an address. None means that the settings name it."""
    if value is None or isinstance(value, str | PathLike):
        return None if value is None else str(value)
    raise TypeError(
        f"a newsroom's place must be a str or a Path, not {_kind(value)}. Give 'newsloom.db', for instance."
    )


def name_of_method(value: Any, kind: str) -> str:
    """The name of a method."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{kind} must be a name, not {_kind(value)}. newsloom.available({kind!r}) lists the names.")


def whole(value: Any, name: str) -> int:
    """A whole number; True and False are not accepted."""
    if hasattr(value, "__index__") and not isinstance(value, bool):
        return index(value)
    raise TypeError(f"{name} must be a whole number, not {_kind(value)}. Give an int, such as {name}=60.")


def _several(values: Any, wanted: str, way_out: str) -> Iterable[Any]:
    """The values, if they are iterable. Text, bytes and mappings are iterable too, but are not accepted."""
    if isinstance(values, Iterable) and not isinstance(values, bytes | str | dict):
        return values
    raise TypeError(f"{wanted}, not {_kind(values)}. {way_out}")


def _kind(value: Any) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
