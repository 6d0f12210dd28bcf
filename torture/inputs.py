"""Hostile input for every reader of foreign bytes, each case within a time budget, in separate processes.

A case is a target and a seed, and the same seed makes the same bytes, so a finding can be replayed from its file.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

import newsloom
from newsloom.discovery.feeds import read_feed
from newsloom.discovery.feeds.dates import parse_datetime
from newsloom.discovery.opml import read_opml
from newsloom.discovery.sitemaps import read_sitemap
from newsloom.dom.decode import charset_of
from newsloom.dom.jsonld import read_jsonld
from newsloom.engines.local.pool import WorkerPool
from newsloom.errors import FetchError, InputError
from newsloom.fetch.guard import Guard, is_public
from newsloom.fetch.media import READABLE
from newsloom.fetch.politeness import retry_after_seconds
from newsloom.fetch.redirects import RedirectChain
from newsloom.fetch.request import Response
from newsloom.fetch.rights import rights_of
from newsloom.fetch.robots import read_rules
from newsloom.pipeline.bulk.warc import read_records, split_message
from newsloom.records import Article, ArticleQuery, Failure, Page, Revision
from newsloom.stores.sqlite import MemoryStore
from newsloom.text.dates import parse_date
from newsloom.text.urls import normalise_url
from torture.findings import Finding, Report
from torture.makers import MAKERS, mutated

__all__ = ["TARGETS", "replay_input", "run_inputs", "try_case"]

NOON: Final = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
_URL: Final = "https://paper.example/news/1"
# The time that one page may take in the product; a busy machine is slower.
BUDGET_SECONDS: Final = 20.0
_PROCESSES: Final = 2


def run_inputs(report: Report, seed: int, *, most: int | None = None, targets: tuple[str, ...] = ()) -> None:
    """Tries case after case until the time is over, or ``most`` of them."""
    pool: WorkerPool[tuple[str, int], bool] = WorkerPool(_PROCESSES, BUDGET_SECONDS)
    chosen = targets or tuple(TARGETS)

    def cases() -> Iterator[tuple[str, tuple[str, int]]]:
        number = 0
        while report.has_time and (most is None or number < most):
            case = (chosen[number % len(chosen)], seed + number)
            report.tried[f"input {case[0]}"] += 1
            yield f"{case[0]} {case[1]}", case
            number += 1

    try:
        for outcome in pool.map(try_case, cases(), read_ahead=8):
            if isinstance(outcome, Failure):
                target, at = outcome.url.split()
                material = MAKERS[target](random.Random(int(at)))
                seen = f"{outcome.kind}: {outcome.reason}"
                report.found(Finding(part="input", case=target, seed=int(at), seen=seen, material=material))
    finally:
        pool.close()


def replay_input(finding: Finding) -> list[str]:
    """Returns what the material raises now."""
    try:
        TARGETS[finding.case](finding.material)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
        return [f"{type(error).__name__}: {error}"]
    return []


def try_case(case: tuple[str, int]) -> bool:
    """Raises any error that should not occur."""
    target, seed = case
    TARGETS[target](MAKERS[target](random.Random(seed)))
    return True


def _page(data: bytes) -> None:
    article = newsloom.extract(data, url=_URL)
    # What is read must be writable, and readable again: half a record is worse than none.
    assert Article.from_dict(article.as_dict()) == article
    article.to_json().encode()
    article.to_markdown().encode()


def _front(data: bytes) -> None:
    for item in newsloom.read_items(data, url="https://paper.example/"):
        assert item.url is None or item.url.startswith(("http://", "https://"))
        item.headline.encode()


def _feed(data: bytes) -> None:
    feed = _allowed(lambda: read_feed(data, url=_URL))
    for link in feed.links if feed else ():
        assert normalise_url(link.url) == link.url
        (link.title or "").encode()


def _opml(data: bytes) -> None:
    for source in _allowed(lambda: read_opml(data)) or ():
        assert normalise_url(source.url) == source.url


def _sitemap(data: bytes) -> None:
    _allowed(lambda: read_sitemap(data, url=_URL))


def _robots(data: bytes) -> None:
    rules = read_rules(data.decode("utf-8", "replace"), "newsloom")
    for path in ("/", "/a/b", "/%ff?x=%zz", "/" + "a" * 2_000):
        rules.allows(URL(f"https://paper.example{path}", encoded=True))


def _jsonld(data: bytes) -> None:
    read_jsonld([data.decode("utf-8", "replace")], _URL)


def _redirect(data: bytes) -> None:
    headers = CIMultiDict({"Location": data.decode("utf-8", "surrogateescape"), "Set-Cookie": "a=b"})
    chain = RedirectChain(URL("https://paper.example/start"), Guard(), 5)
    response = Response(
        url=chain.url,
        status=302,
        reason="",
        headers=CIMultiDictProxy(headers),
        body=b"",
        is_cut=False,
        request_headers=CIMultiDictProxy(CIMultiDict[str]()),
        peer=None,
    )
    _allowed(lambda: chain.follow(response))
    _is_harmless(chain.url)


def _address(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    address = _allowed(lambda: Guard().checked_url(text))
    if address is not None:
        _is_harmless(address)
    plain = normalise_url(text, _URL)
    assert plain is None or normalise_url(plain) == plain, plain


def _is_harmless(url: URL) -> None:
    host = url.raw_host or ""
    assert url.scheme in ("http", "https")
    assert ":" not in host or is_public(host), host
    assert not host.replace(".", "").isdecimal() or is_public(host), host


def _header(data: bytes) -> None:
    value = data.decode("utf-8", "surrogateescape")
    seconds = retry_after_seconds(value, NOON)
    assert seconds is None or 0 <= seconds <= 86_400
    charset_of(value)
    READABLE.welcomes(value)
    rights_of(CIMultiDictProxy(CIMultiDict({"X-Robots-Tag": value, "TDM-Reservation": value})), data, "newsloom")


def _date(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    parse_datetime(text)
    for language in (None, "tr", "en"):
        parse_date(text, language)


def _search(data: bytes) -> None:
    question = data.decode("utf-8", "surrogatepass")
    store = _searched()
    with store.read() as transaction:
        transaction.articles.search(question, ArticleQuery())


_STORES: dict[str, MemoryStore] = {}


def _searched() -> MemoryStore:
    """Returns the store, made once per process."""
    if "searched" not in _STORES:
        store = _STORES["searched"] = MemoryStore()
        with store.transaction() as transaction:
            for number in range(20):
                article = Article(url=f"{_URL}/{number}", title=f"Ferry {number}", text="The harbour in snow. " * 20)
                transaction.articles.keep(Revision(article=article, seen_at=NOON))
    return _STORES["searched"]


def _warc(data: bytes) -> None:
    for record in read_records(io.BytesIO(data)):
        split_message(getattr(record, "content", b""))


def _versions(data: bytes) -> None:
    """Checks that versions of a page are returned byte for byte, however they differ."""
    chance = random.Random(len(data))
    store = MemoryStore()
    try:
        bodies = [data]
        for _ in range(4):
            bodies.append(mutated(chance, bodies[-1]))
        for number, body in enumerate(bodies):
            with store.transaction() as transaction:
                at = NOON.replace(minute=number)
                transaction.pages.keep(Page(url=_URL, fetched_at=at, body=body))
        with store.read() as transaction:
            for number, body in enumerate(bodies):
                page = transaction.pages.at(_URL, NOON.replace(minute=number))
                assert page is not None
                assert page.body == body
    finally:
        store.close()


def _allowed(read: Callable[[], Any]) -> Any:
    """Returns what is read, or None if it is refused with our own error."""
    try:
        return read()
    except (InputError, FetchError):
        return None


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "page": _page,
    "front": _front,
    "feed": _feed,
    "opml": _opml,
    "sitemap": _sitemap,
    "robots": _robots,
    "jsonld": _jsonld,
    "redirect": _redirect,
    "address": _address,
    "header": _header,
    "date": _date,
    "search": _search,
    "warc": _warc,
    "versions": _versions,
}
