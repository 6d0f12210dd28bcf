"""Checks of pages: stored byte for byte, each version once, and found again for any time."""

from __future__ import annotations

import dataclasses
import itertools
import random
from datetime import timedelta
from typing import Final

from newsloom.records import Drawing, Fetch, Page, Resource, Source
from newsloom.stores.protocol import Store
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "answers_for_any_order_of_arrival",
    "forgets_drawings_with_their_pages",
    "keeps_a_page_seen_again_once",
    "keeps_drawings_with_their_pages",
    "keeps_pages_byte_for_byte",
    "keeps_strange_text",
    "keeps_validators_for_the_next_request",
    "tells_how_a_page_was_at_a_time",
]

_URL: Final = "https://lorne.example/story"

# A NUL, half a surrogate pair, the escape character, an escape as text, and plain text beyond ASCII.
_STRANGE: Final = ("a\x00b", "half \ud83d", "\x1b[0m", "\\u0000", "Ωmega 語 🗞", "")


def keeps_pages_byte_for_byte(store: Store) -> None:
    """Whatever the bytes, and however many versions there are, each is returned unchanged."""
    noise = random.Random(1)  # noqa: S311 - a made-up page
    front = b"".join(b"<p id=%d>The ferry leaves at %d.</p>\n" % (i, noise.getrandbits(30)) for i in range(400))
    bodies = [b"", b"\x00\xff" * 99, front]
    for hour in range(40):
        cut = noise.randrange(len(front))
        bodies.append(bodies[-1][:cut] + b"<p>It is %d o'clock.</p>" % hour + bodies[-1][cut:])
    pages = [Page(url=_URL, fetched_at=at(hour), body=body) for hour, body in enumerate(bodies)]
    for page in pages:
        with store.transaction() as transaction:
            version = transaction.pages.keep(page)
            require(version.size == len(page.body), f"a page of {len(page.body)} bytes is said to have {version.size}")
    with store.read() as transaction:
        for page in reversed(pages):
            require(
                transaction.pages.at(_URL, page.fetched_at) == page,
                f"the page of {page.fetched_at} came back different",
            )
        for version, page in zip(transaction.pages.versions(_URL), pages, strict=True):
            require(
                transaction.pages.body(version.digest) == page.body, f"the body {version.digest} came back different"
            )
        require(transaction.pages.body("0" * 64) is None, "a body is found that was never stored")
        require(transaction.pages.body("no digest") is None, "a body is found for what is no digest")


_SHEET: Final = Resource(url="https://lorne.example/a.css", body=b"p { color: red }" * 9, content_type="text/css")
_DATA: Final = Resource(url="https://lorne.example/a.json", body=b"\x00\xff")
_DRAWING: Final = Drawing(
    html=b"<p>The ferry is late.</p>", layout=b"\x28\xb5", has_scripts=True, reason="it hung", resources=(_SHEET, _DATA)
)


def keeps_drawings_with_their_pages(store: Store) -> None:
    """A page is returned with its drawing and files, and the next version has its own drawing."""
    drawn = Page(url=_URL, fetched_at=at(1), body=b"<p id=ferry></p>", drawing=_DRAWING)
    plain = Page(url=_URL, fetched_at=at(2), body=b"<p>The ferry is back.</p>")
    with store.transaction() as transaction:
        transaction.pages.keep(drawn)
        transaction.pages.keep(plain)
        # Again, and at another address.
        transaction.pages.keep(drawn)
        transaction.pages.keep(dataclasses.replace(drawn, url=f"{_URL}/again"))
    with store.read() as transaction:
        for url in (_URL, f"{_URL}/again"):
            page = transaction.pages.at(url, at(1))
            found = page.drawing if page else None
            require(found is not None and found.digest, "a drawing was not stored with its page")
            digest = found.digest if found and found.digest else ""
            expected = dataclasses.replace(_DRAWING, resources=(), digest=digest)
            require(found == expected, "a drawing came back different")
            resources = transaction.drawings.resources(digest)
            require(resources == (_SHEET, _DATA), f"the files of a drawing came back as {resources}")
        require(transaction.pages.at(_URL, at(2)) == plain, "a version that was not drawn has a drawing")


def forgets_drawings_with_their_pages(store: Store) -> None:
    """Removing a page removes its drawing, and the files that no other drawing uses."""
    other = dataclasses.replace(_DRAWING, html=b"<p>Late again.</p>", resources=(_SHEET,))
    with store.transaction() as transaction:
        transaction.pages.keep(Page(url=_URL, fetched_at=at(1), body=b"<p></p>", drawing=_DRAWING))
        transaction.pages.keep(Page(url=f"{_URL}/2", fetched_at=at(1), body=b"<p></p>", drawing=other))
        page, second = transaction.pages.at(_URL), transaction.pages.at(f"{_URL}/2")
        gone = page.drawing.digest if page and page.drawing else None
        kept = second.drawing.digest if second and second.drawing else None
        transaction.removals.remove(_URL)
        require(transaction.drawings.resources(gone or "") == (), "a removed page left the files of its drawing")
        require(transaction.drawings.resources(kept or "") == (_SHEET,), "a file that is still used was removed")


def keeps_a_page_seen_again_once(store: Store) -> None:
    """The same body again, or an answer of "not modified", only moves ``last_seen``."""
    first = Page(url=_URL, fetched_at=at(1), body=b"<p>The ferry is late.</p>", content_type="text/html")
    with store.transaction() as transaction:
        require(transaction.pages.see_again(_URL, at(1)) is None, "a page that was never there was seen again")
        new = transaction.pages.keep(first)
        require((new.first_seen, new.last_seen) == (at(1), at(1)), f"a new page stands as {new}")
        again = transaction.pages.keep(dataclasses.replace(first, fetched_at=at(2)))
        require((again.first_seen, again.last_seen) == (at(1), at(2)), f"a page seen again stands as {again}")
        told = transaction.pages.see_again(_URL, at(3))
        require(told is not None and told.last_seen == at(3), f"a page said not to have changed stands as {told}")
        transaction.pages.see_again(_URL, at(2.5))
    with store.read() as transaction:
        versions = transaction.pages.versions(_URL)
        require(len(versions) == 1, f"one page is stored as {len(versions)} versions")
        require(versions[0].last_seen == at(3), "looking back made the page's time shorter")


def tells_how_a_page_was_at_a_time(store: Store) -> None:
    """A page is as it was last seen by then: nothing before the first time, the last version after the last."""
    morning = Page(url=_URL, fetched_at=at(6), body=b"morning", etag='"1"', rights=("noai",), feed_title="Ferry")
    evening = Page(url=_URL, fetched_at=at(18), body=b"evening", status=203, requested_url="https://lorne.example/?1")
    with store.transaction() as transaction:
        transaction.pages.keep(morning)
        transaction.pages.keep(evening)
        transaction.pages.keep(dataclasses.replace(morning, fetched_at=at(30)))
    with store.read() as transaction:
        require(transaction.pages.at(_URL, at(5)) is None, "a page was there before it was first seen")
        require(transaction.pages.at(_URL, at(12)) == morning, "at noon the page is not the morning's")
        require(transaction.pages.at(_URL, at(20)) == evening, "in the evening the page is not the evening's")
        latest = transaction.pages.at(_URL)
        require(latest and latest.body == b"morning" and latest.fetched_at == at(30), f"now the page is {latest}")
        require(len(transaction.pages.versions(_URL)) == 3, "a page that came back is not a version of its own")
        require(transaction.pages.at("https://nowhere.example/") is None, "a page is found that was never stored")


def answers_for_any_order_of_arrival(store: Store) -> None:
    """Workers may bring pages late: for each time, the store returns what was seen then."""
    seen = {hour: b"even" if hour % 4 == 0 else b"day %d" % (hour // 6) for hour in range(24)}
    order = list(seen)
    random.Random(7).shuffle(order)  # noqa: S311 - any order
    with store.transaction() as transaction:
        for hour in order:
            transaction.pages.keep(Page(url=_URL, fetched_at=at(hour), body=seen[hour]))
    with store.read() as transaction:
        for hour, body in seen.items():
            page = transaction.pages.at(_URL, at(hour))
            require(page and page.body == body, f"at hour {hour} the page is {page}, not {body!r}")
        versions = transaction.pages.versions(_URL)
        overlaps = [a for a, b in itertools.pairwise(versions) if a.last_seen >= b.first_seen]
        require(not overlaps, f"versions overlap: {overlaps}")


def keeps_validators_for_the_next_request(store: Store) -> None:
    """The last request that brought or confirmed a page is returned, with the latest validators."""
    brought = Fetch(url=_URL, fetched_at=at(1), status=200, digest="d" * 64, etag='W/"x"', last_modified="Sun", size=9)
    silent = Fetch(url=_URL, fetched_at=at(2), status=304)
    failed = Fetch(url=_URL, fetched_at=at(3), error="timeout", seconds=30.5)
    with store.transaction() as transaction:
        require(transaction.pages.last_fetch(_URL) is None, "a page was fetched before it was")
        for fetch in (brought, brought, silent, failed):
            transaction.pages.log(fetch)
        last = transaction.pages.last_fetch(_URL)
    wanted = dataclasses.replace(silent, etag=brought.etag, last_modified=brought.last_modified)
    require(last == wanted, f"the last fetch is {last}, not {wanted}")


def keeps_strange_text(store: Store) -> None:
    """Titles, headers and addresses come from outside: every character is returned unchanged."""
    long = "https://lorne.example/?" + "x" * 9_000
    for number, text in enumerate(_STRANGE):
        source = Source(url=f"https://lorne.example/{text}", title=text, category=text, added_at=at(0))
        page = Page(url=long, fetched_at=at(number), body=text.encode("utf-8", "surrogatepass"), etag=text)
        precise = dataclasses.replace(page, fetched_at=page.fetched_at + timedelta(microseconds=1))
        with store.transaction() as transaction:
            transaction.sources.add(source)
            transaction.pages.keep(precise)
        with store.read() as transaction:
            require(transaction.sources.get(source.url) == source, f"a source with {text!r} came back different")
            require(transaction.pages.at(long) == precise, f"a page with the etag {text!r} came back different")
