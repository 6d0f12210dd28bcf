"""Other extractors with a common interface: each returns an ``Answer`` for a page's bytes and its address.

Each adapter calls its library as that library's documentation says, untuned and offline. If it returns HTML,
resiliparse converts that to text here. A library is imported when its adapter is first called, since each is optional.
"""

from __future__ import annotations

import functools
import importlib.metadata
import logging
import re
import socket
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NoReturn
from urllib.parse import urlsplit

from newsloom.dom.decode import decode
from newsloom.text.dates import parse_date

__all__ = ["ALL_FIELDS", "PEERS", "Answer", "Peer", "hush", "version_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An extractor's result for a page; None for what it did not find."""

    text: str | None = None
    title: str | None = None
    date: str | None = None
    authors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """One extractor, or one mode of it; ``package`` is its name on PyPI.

    ``fields`` are those of title, date and authors that the library looks for at all.
    """

    name: str
    package: str
    answer: Callable[[bytes, str | None], Answer]
    fields: frozenset[str] = frozenset()


def version_of(package: str) -> str | None:
    """Returns the installed version, None if the package is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


@functools.cache
def hush() -> None:
    """Disables log lines, warnings and the network from here on: only the extraction is measured."""

    def refuse(*_: object) -> NoReturn:
        raise OSError("a peer wanted the network")

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    socket.socket.connect = refuse  # type: ignore[method-assign]


def _trafilatura(page: bytes, url: str | None, *, fast: bool = False) -> Answer:
    import trafilatura  # noqa: PLC0415 - as all below: the peers are optional

    found = trafilatura.bare_extraction(page, url=url, with_metadata=True, fast=fast)
    if found is None:
        return Answer()
    return Answer(text=found.text, title=found.title, date=found.date, authors=_names((found.author or "").split(";")))


def _newspaper4k(page: bytes, url: str | None) -> Answer:
    import newspaper  # noqa: PLC0415

    article = newspaper.Article(url or "https://unknown.example/", fetch_images=False, memorize_articles=False)
    article.download(input_html=decode(page)[0])
    article.parse()
    return Answer(
        text=article.text, title=article.title, date=_day(article.publish_date), authors=_names(article.authors)
    )


def _news_please(page: bytes, url: str | None) -> Answer:
    from newsplease import NewsPlease  # noqa: PLC0415

    # It needs a host in any address it is given.
    address = url if url and urlsplit(url).hostname else None
    found = NewsPlease.from_html(decode(page)[0], url=address, fetch_images=False)
    return Answer(
        text=found.maintext, title=found.title, date=_day(found.date_publish), authors=_names(found.authors or ())
    )


def _goose3(page: bytes, _url: str | None) -> Answer:
    with _goose() as goose:
        found = goose.extract(raw_html=decode(page)[0])
        return Answer(
            text=found.cleaned_text, title=found.title, date=_day(found.publish_date), authors=_names(found.authors)
        )


def _goose() -> Any:
    from goose3 import Goose  # noqa: PLC0415

    return Goose()


def _readability(page: bytes, url: str | None) -> Answer:
    from readability import Document  # noqa: PLC0415

    found = Document(page, url=url)
    return Answer(text=_text_of(found.summary(html_partial=True)), title=found.short_title())


def _magic_html(page: bytes, url: str | None) -> Answer:
    found = _magic_extractor().extract(decode(page)[0], base_url=url or "")
    return Answer(text=_text_of(found.get("html") or ""), title=found.get("title"))


@functools.cache
def _magic_extractor() -> Any:
    from magic_html import GeneralExtractor  # noqa: PLC0415

    return GeneralExtractor()


def _resiliparse(page: bytes, _url: str | None) -> Answer:
    from resiliparse.extract.html2text import extract_plain_text  # noqa: PLC0415

    return Answer(text=extract_plain_text(decode(page)[0], main_content=True, alt_texts=False))


def _boilerpy3(page: bytes, _url: str | None) -> Answer:
    from boilerpy3.extractors import ArticleExtractor  # noqa: PLC0415

    found = ArticleExtractor(raise_on_failure=False).get_doc(decode(page)[0])
    return Answer(text=found.content, title=found.title or None)


def _justext(page: bytes, _url: str | None) -> Answer:
    import justext  # noqa: PLC0415

    paragraphs = justext.justext(page, _stop_words(page))
    return Answer(text="\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate))


# jusText needs the language as an argument; its users take it from the page.
_LANGUAGE: Final = re.compile(rb"""<html\b[^>]{0,300}?\blang=["']?([a-zA-Z]{2})\b""", re.IGNORECASE)
_STOP_LISTS: Final = {
    b"ar": "Arabic", b"bg": "Bulgarian", b"ca": "Catalan", b"cs": "Czech", b"da": "Danish", b"de": "German",
    b"el": "Greek", b"es": "Spanish", b"fi": "Finnish", b"fr": "French", b"he": "Hebrew", b"hi": "Hindi",
    b"hr": "Croatian", b"hu": "Hungarian", b"id": "Indonesian", b"it": "Italian", b"ko": "Korean", b"lt": "Lithuanian",
    b"nb": "Norwegian_Bokmal", b"nl": "Dutch", b"nn": "Norwegian_Nynorsk", b"no": "Norwegian_Bokmal", b"pl": "Polish",
    b"pt": "Portuguese", b"ro": "Romanian", b"ru": "Russian", b"sk": "Slovak", b"sv": "Swedish", b"tr": "Turkish",
    b"uk": "Ukrainian", b"vi": "Vietnamese",
}  # fmt: skip


def _stop_words(page: bytes) -> frozenset[str]:
    found = _LANGUAGE.search(page)
    return _stop_list(_STOP_LISTS.get(found[1].lower(), "English") if found else "English")


@functools.cache
def _stop_list(name: str) -> frozenset[str]:
    import justext  # noqa: PLC0415

    return frozenset(justext.get_stoplist(name))


def _text_of(html: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text  # noqa: PLC0415

    return str(extract_plain_text(html)) if html else ""


def _names(names: Iterable[str | list[str]]) -> tuple[str, ...]:
    # goose3 passes on what a page's JSON-LD has, including lists of names.
    flat = (name for entry in names for name in (entry if isinstance(entry, list) else [entry]))
    return tuple(stripped for name in flat if (stripped := str(name).strip()))


def _day(moment: datetime | date | str | list[str] | None) -> str | None:
    if isinstance(moment, list):
        moment = moment[0] if moment else None
    if isinstance(moment, str):
        moment = parse_date(moment)
    return moment.strftime("%Y-%m-%d") if moment else None


ALL_FIELDS: Final = frozenset({"title", "date", "authors"})
_TITLE: Final = frozenset({"title"})

PEERS: Final = (
    Peer(name="trafilatura", package="trafilatura", answer=_trafilatura, fields=ALL_FIELDS),
    Peer(
        name="trafilatura fast",
        package="trafilatura",
        answer=functools.partial(_trafilatura, fast=True),
        fields=ALL_FIELDS,
    ),
    Peer(name="newspaper4k", package="newspaper4k", answer=_newspaper4k, fields=ALL_FIELDS),
    Peer(name="news-please", package="news-please", answer=_news_please, fields=ALL_FIELDS),
    Peer(name="goose3", package="goose3", answer=_goose3, fields=ALL_FIELDS),
    Peer(name="readability-lxml", package="readability-lxml", answer=_readability, fields=_TITLE),
    Peer(name="magic-html", package="magic-html", answer=_magic_html, fields=_TITLE),
    Peer(name="resiliparse", package="resiliparse", answer=_resiliparse),
    Peer(name="boilerpy3", package="boilerpy3", answer=_boilerpy3, fields=_TITLE),
    Peer(name="jusText", package="jusText", answer=_justext),
)
