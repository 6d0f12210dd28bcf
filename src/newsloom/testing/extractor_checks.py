"""Checks of every extractor, whatever its algorithm: one function for each promise.

A broken promise raises an ``AssertionError`` with a plain message. The checks do not measure how good the extraction
is: the evaluation does that.
"""

from __future__ import annotations

import pickle
import re
import time
from collections.abc import Callable, Iterator
from typing import Final

from newsloom.catalogue import reads_code
from newsloom.dom import Document, parse
from newsloom.extractors.protocol import Extractor
from newsloom.records import Extraction
from newsloom.testing.hostile_pages import HOSTILE_PAGES, ODD_ADDRESSES
from newsloom.testing.requirements import parameters_are_stored_untouched, require, serialised

__all__ = [
    "BUDGET_SECONDS",
    "EXTRACTOR_CHECKS",
    "can_be_pickled",
    "ends_within_budget",
    "leaves_the_tree_alone",
    "parameters_are_stored_untouched",
    "reads_no_code_if_it_says_so",
    "says_the_same_twice",
    "signs_its_work",
    "survives_empty_page",
    "survives_hostile_pages",
    "survives_odd_addresses",
    "text_is_on_the_page",
]

# CPU time for one page of the hostile collection: readers do not wait longer for a page either.
BUDGET_SECONDS: Final = 1.0
_MORE_TRIALS: Final = 3

_STORY: Final = """<html lang="en"><head><title>Bridge opens after nine years | The Daily Example</title></head><body>
<div id="menu"><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></div>
<div id="story"><h1>Bridge opens after nine years</h1>
<p>The bridge over the Lorne opened on Monday, nine years after the first stone was laid.</p>
<p>The mayor walked across the bridge first, followed by the band of the fire brigade.</p>
<p>Some 4,000 people crossed the bridge on its first day, the town said. The ferry has been sold.</p></div>
<div id="more"><a href="/a">Rain expected</a> <a href="/b">Band seeks drummers</a></div>
<div id="foot">All rights reserved. Write to the editor.</div></body></html>"""

_WORD: Final = re.compile(r"\w+")


def leaves_the_tree_alone(extractor: Extractor) -> None:
    """The page's tree is unchanged by the extraction: others read it too."""
    for page in (_STORY.encode(), HOSTILE_PAGES["only scripts"](), HOSTILE_PAGES["only links"]()):
        document = parse(page)
        before = serialised(document)
        extractor.extract(document)
        require(serialised(document) == before, f"{extractor.name} changed the page's tree; work on a copy")


def says_the_same_twice(extractor: Extractor) -> None:
    """The same page gives the same extraction, from the same tree and from a new one."""
    document = parse(_STORY)
    first = extractor.extract(document)
    require(extractor.extract(document) == first, f"{extractor.name} gave a different result for the same tree")
    require(extractor.extract(parse(_STORY)) == first, f"{extractor.name} gave a different result for the same page")


def signs_its_work(extractor: Extractor) -> None:
    """The extraction names the method and the version that made it, even if nothing was found."""
    require(isinstance(extractor.version, int), f"{extractor.name}.version is {extractor.version!r}, not a number")
    for page in (_STORY, ""):
        extraction = extractor.extract(parse(page))
        signature = (extraction.method, extraction.version)
        wanted = (extractor.name, extractor.version)
        require(signature == wanted, f"{extractor.name} signed {signature}, not {wanted}")


def survives_empty_page(extractor: Extractor) -> None:
    """An empty page gives an empty extraction with a reason."""
    extraction = extractor.extract(parse(b""))
    require(not extraction.blocks, f"{extractor.name} found {len(extraction.blocks)} blocks on an empty page")
    require(extraction.reason, f"{extractor.name} gave no reason for finding nothing on an empty page")


def survives_hostile_pages(extractor: Extractor) -> None:
    """Broken, deep and binary pages give an extraction; an empty one says why."""
    for name, make_page in HOSTILE_PAGES.items():
        extraction = extractor.extract(parse(make_page()))
        require(isinstance(extraction, Extraction), f"{extractor.name} on {name}: gave {type(extraction).__name__}")
        said = extraction.blocks or extraction.reason
        require(said, f"{extractor.name} on {name}: neither blocks nor a reason")


def survives_odd_addresses(extractor: Extractor) -> None:
    """An invalid address does not keep an extractor from reading the page."""
    for url in ODD_ADDRESSES:
        extraction = extractor.extract(parse(_STORY, url=url))
        require(extraction.blocks, f"{extractor.name} found nothing on a plain story at {url!r}")


def ends_within_budget(extractor: Extractor) -> None:
    """No hostile page costs more than ``BUDGET_SECONDS`` of CPU time beyond its parse."""
    for name, make_page in HOSTILE_PAGES.items():
        page = make_page()
        spent = _seconds(extractor, page)
        if spent > BUDGET_SECONDS:
            # Other processes on the machine may have slowed it down.
            spent = min(_seconds(extractor, page) for _ in range(_MORE_TRIALS))
        require(spent <= BUDGET_SECONDS, f"{extractor.name} on {name}: {spent:.2f} s of CPU")


def _seconds(extractor: Extractor, page: bytes) -> float:
    document = parse(page)
    begun = time.process_time()
    extractor.extract(document)
    return time.process_time() - begun


def can_be_pickled(extractor: Extractor) -> None:
    """The extractor can be sent to another process and gives the same result there."""
    copy = pickle.loads(pickle.dumps(extractor))  # noqa: S301 - our own bytes
    require(copy == extractor, f"{extractor.name} is not the same extractor after pickling")
    require(
        copy.extract(parse(_STORY)) == extractor.extract(parse(_STORY)),
        f"{extractor.name} gives a different result after pickling",
    )


def reads_no_code_if_it_says_so(extractor: Extractor) -> None:
    """An extractor whose class says ``reads_code = False`` gives the same extraction with and without code."""
    if reads_code(extractor):
        return
    story = _STORY.replace("<p>", '<p onclick="go()" data-id="7"><script>let first = "A line of a script."</script>')
    for page in (story.encode(), *(make_page() for make_page in HOSTILE_PAGES.values())):
        with_code, without = (extractor.extract(parse(page, keep_code=keep)) for keep in (True, False))
        require(
            with_code == without, f"{extractor.name} says that it reads no code, but differs without: {page[:60]!r}"
        )


def text_is_on_the_page(extractor: Extractor) -> None:
    """Every word of the extraction is on the page: an extractor quotes, it does not write."""
    document = parse(_STORY)
    on_page = set(_WORD.findall(" ".join(_text_nodes(document))))
    found = _WORD.findall(extractor.extract(document).text)
    invented = [word for word in found if word not in on_page]
    require(found, f"{extractor.name} found nothing on a plain story")
    require(not invented, f"{extractor.name} wrote words that are not on the page: {' '.join(invented[:5])}")


EXTRACTOR_CHECKS: Final[tuple[Callable[[Extractor], None], ...]] = (
    leaves_the_tree_alone,
    says_the_same_twice,
    signs_its_work,
    survives_empty_page,
    survives_hostile_pages,
    survives_odd_addresses,
    ends_within_budget,
    parameters_are_stored_untouched,
    can_be_pickled,
    reads_no_code_if_it_says_so,
    text_is_on_the_page,
)


def _text_nodes(document: Document) -> Iterator[str]:
    return iter(()) if document.root is None else map(str, document.root.itertext())
