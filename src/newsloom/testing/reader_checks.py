"""Checks of every reader, whatever its algorithm: one function for each promise.

A broken promise raises an ``AssertionError`` with a plain message. The checks do not measure how good the reading is:
the evaluation does that.
"""

from __future__ import annotations

import pickle
import re
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from newsloom.catalogue import reads_code
from newsloom.dom import Document, parse
from newsloom.readers.protocol import Reader
from newsloom.records import Item
from newsloom.testing.hostile_pages import HOSTILE_PAGES, ODD_ADDRESSES
from newsloom.testing.requirements import parameters_are_stored_untouched, require, serialised

__all__ = [
    "BUDGET_SECONDS",
    "READER_CHECKS",
    "can_be_pickled",
    "ends_within_budget",
    "finds_the_stories_of_a_plain_front_page",
    "keeps_ids_apart",
    "keeps_reading_order",
    "leads_only_to_the_web",
    "leaves_the_tree_alone",
    "parameters_are_stored_untouched",
    "reads_no_code_if_it_says_so",
    "says_the_same_twice",
    "signs_its_work",
    "survives_hostile_pages",
    "survives_odd_addresses",
    "text_is_on_the_page",
]

# CPU time for one page of the hostile collection: people do not wait longer for a page either.
BUDGET_SECONDS: Final = 1.0

_URL: Final = "https://www.daily.example/"
_STORIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "/news/bridge-opens-1024.html": "Bridge over the Lorne opens after nine years",
        "/news/ferry-sold-1025.html": "Ferry sold to an island nobody has heard of",
        "/sport/rowers-win-1026.html": "Rowers win by the length of a heron",
        "/culture/band-seeks-drummers-1027.html": "Fire brigade band seeks two drummers and a boat",
    }
)
_CARD: Final = """<div class="card"><a href="{0}"><img src="/pictures/{1}.jpg" alt=""></a>
<h2><a href="{0}">{2}</a></h2><p>What happened on Monday was told to everybody who came to the harbour that day.</p>
</div>"""
_FRONT: Final = (
    """<html lang="en"><head><title>The Daily Example</title></head><body><div id="menu"><a href="/">Home</a>
<a href="/news/">News</a> <a href="/sport/">Sport</a> <a href="mailto:desk@daily.example">Write to us all today now</a>
<a href="javascript:void(0)">Open the menu of this page please</a></div><div id="stories">"""
    + "".join(_CARD.format(path, number, title) for number, (path, title) in enumerate(_STORIES.items()))
    + """</div><div id="foot"><a href="/imprint">Imprint</a> <a href="/terms">Terms</a></div></body></html>"""
)

_WORD: Final = re.compile(r"\w+")


def _hostile_links() -> bytes:
    addresses = (
        "http://[::1",
        "https://",
        "//",
        "data:text/html,x",
        "https://a.example/\x00",
        "ht\ntp://x",
        "?#%zz",
        "\\\\",
    )
    links = "".join(f"<li><a href='{one}'>A link to nowhere with many words</a></li>" for one in addresses)
    return f"<html><body><ul>{links * 20}</ul></body></html>".encode()


def _cards_without_end() -> bytes:
    return (
        "<html><body>"
        + "".join(_CARD.format(f"/n/{n}", n, f"Story number {n} of very many stories") for n in range(3_000))
    ).encode()


def _deep_cards() -> bytes:
    return (
        "<div>" * 1_500 + "".join(_CARD.format(f"/n/{n}", n, f"Deep story number {n} of many") for n in range(1_000))
    ).encode()


_FRONTS_THAT_BREAK: Final[Mapping[str, Callable[[], bytes]]] = MappingProxyType(
    {
        **HOSTILE_PAGES,
        "links that lead nowhere": _hostile_links,
        "3,000 cards": _cards_without_end,
        "cards 1,500 deep": _deep_cards,
    }
)


def leaves_the_tree_alone(reader: Reader) -> None:
    """The page's tree is unchanged by the reading: others read it too."""
    for page in (_FRONT.encode(), HOSTILE_PAGES["only links"]()):
        document = parse(page, url=_URL)
        before = serialised(document)
        reader.read(document)
        require(serialised(document) == before, f"{reader.name} changed the page's tree; work on a copy")


def says_the_same_twice(reader: Reader) -> None:
    """The same page gives the same items, from the same tree and from a new one."""
    document = _front()
    first = reader.read(document)
    require(reader.read(document) == first, f"{reader.name} gave different items for the same tree")
    require(reader.read(_front()) == first, f"{reader.name} gave different items for the same page")


def signs_its_work(reader: Reader) -> None:
    """Every item names its page and how it was found, but not when the page was seen: only the caller knows that."""
    require(isinstance(reader.version, int), f"{reader.name}.version is {reader.version!r}, not a number")
    for item in reader.read(_front()):
        require(item.page_url == _URL, f"{reader.name} says {item.id} stands on {item.page_url!r}, not on {_URL}")
        require(item.pattern, f"{reader.name} does not say how it found {item.id}")
        require(item.seen_at is None, f"{reader.name} says when the page was seen; it cannot know")


def survives_hostile_pages(reader: Reader) -> None:
    """Broken, deep and binary pages give items or nothing, with or without an address."""
    for name, make_page in _FRONTS_THAT_BREAK.items():
        for url in (_URL, None):
            items = reader.read(parse(make_page(), url=url))
            is_right = isinstance(items, tuple) and all(isinstance(item, Item) for item in items)
            require(is_right, f"{reader.name} on {name}: wanted a tuple of items, found {type(items).__name__}")
    require(reader.read(parse(b"")) == (), f"{reader.name} found items on an empty page")


def survives_odd_addresses(reader: Reader) -> None:
    """An invalid address does not make a reader fail."""
    for url in ODD_ADDRESSES:
        items = reader.read(parse(_FRONT, url=url))
        require(isinstance(items, tuple), f"{reader.name} at {url!r}: gave {type(items).__name__}")


def ends_within_budget(reader: Reader) -> None:
    """No hostile page costs more than ``BUDGET_SECONDS`` of CPU time beyond its parse."""
    for name, make_page in _FRONTS_THAT_BREAK.items():
        document = parse(make_page(), url=_URL)
        begun = time.process_time()
        reader.read(document)
        spent = time.process_time() - begun
        require(spent <= BUDGET_SECONDS, f"{reader.name} on {name}: {spent:.2f} s of CPU")


def reads_no_code_if_it_says_so(reader: Reader) -> None:
    """A reader whose class says ``reads_code = False`` gives the same items with and without code."""
    if reads_code(reader):
        return
    front = _FRONT.replace("<a ", '<script>let first = "A line of a script."</script><a onclick="go()" data-id="7" ')
    for page in (front.encode(), *(make_page() for make_page in _FRONTS_THAT_BREAK.values())):
        with_code, without = (reader.read(parse(page, url=_URL, keep_code=keep)) for keep in (True, False))
        require(with_code == without, f"{reader.name} says that it reads no code, but differs without: {page[:60]!r}")


def keeps_reading_order(reader: Reader) -> None:
    """Positions count from 0, and stories are in the order of the page."""
    items = reader.read(_front())
    positions = [item.position for item in items]
    require(positions == list(range(len(items))), f"{reader.name} numbered its items {positions[:9]}")
    paths = [path for path in dict.fromkeys(map(_path, items)) if path in _STORIES]
    in_order = [path for path in _STORIES if path in paths]
    require(paths == in_order, f"{reader.name} read {paths} where the page has {in_order}")


def leads_only_to_the_web(reader: Reader) -> None:
    """Addresses of stories and pictures are http or https, and absolute."""
    for page in (_FRONT.encode(), _hostile_links()):
        for item in reader.read(parse(page, url=_URL)):
            for address in (item.url, item.image):
                is_whole = address is None or address.startswith(("http://", "https://"))
                require(is_whole, f"{reader.name} leads to {address!r}")


def keeps_ids_apart(reader: Reader) -> None:
    """No two items of a page share an id, and a duplicate names an item of the page."""
    page = _FRONT.replace('<div id="foot">', f'<div id="most-read">{_FRONT}</div><div id="foot">')
    items = reader.read(parse(page, url=_URL))
    ids = {item.id for item in items}
    require(len(ids) == len(items), f"{reader.name} gave {len(items)} items {len(ids)} ids")
    strange = [item.duplicate_of for item in items if item.duplicate_of and item.duplicate_of not in ids]
    require(not strange, f"{reader.name} calls items duplicates of items that do not exist: {strange[:3]}")


def finds_the_stories_of_a_plain_front_page(reader: Reader) -> None:
    """Four cards with picture, headline and teaser are found with their links, whatever the algorithm."""
    found = {_path(item) for item in reader.read(_front())}
    missing = [path for path in _STORIES if path not in found]
    require(not missing, f"{reader.name} did not find {', '.join(missing)} on a plain front page")


def can_be_pickled(reader: Reader) -> None:
    """The reader can be sent to another process and gives the same items there."""
    copy = pickle.loads(pickle.dumps(reader))  # noqa: S301 - our own bytes
    require(copy == reader, f"{reader.name} is not the same reader after pickling")
    require(copy.read(_front()) == reader.read(_front()), f"{reader.name} gives different items after pickling")


def text_is_on_the_page(reader: Reader) -> None:
    """Every word of headline, kicker and text is on the page: a reader quotes, it does not write."""
    on_page = set(_WORD.findall(_FRONT))
    for item in reader.read(_front()):
        words = _WORD.findall(f"{item.headline} {item.kicker or ''} {item.text}")
        invented = [word for word in words if word not in on_page]
        require(not invented, f"{reader.name} wrote words that are not on the page: {' '.join(invented[:5])}")


READER_CHECKS: Final[tuple[Callable[[Reader], None], ...]] = (
    leaves_the_tree_alone,
    says_the_same_twice,
    signs_its_work,
    survives_hostile_pages,
    survives_odd_addresses,
    ends_within_budget,
    keeps_reading_order,
    leads_only_to_the_web,
    keeps_ids_apart,
    finds_the_stories_of_a_plain_front_page,
    parameters_are_stored_untouched,
    can_be_pickled,
    reads_no_code_if_it_says_so,
    text_is_on_the_page,
)


def _front() -> Document:
    return parse(_FRONT, url=_URL)


def _path(item: Item) -> str:
    return (item.url or "").removeprefix(_URL.rstrip("/"))
