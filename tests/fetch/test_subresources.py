"""The files that drawn pages ask for: fetched by the guarded client, and not for everybody."""

from __future__ import annotations

import asyncio

from tests.newspaper import Newspaper

from newsloom.fetch import ClientSettings
from newsloom.fetch.render.records import Resource
from newsloom.fetch.render.subresources import Subresources

ALLOWED = ClientSettings(allow_hosts=("127.0.0.1",), respect_robots=False)


def given(settings: ClientSettings, *asked: tuple[str, str]) -> list[Resource | None]:
    """What pages are given: of each the page's address, and what it asks for."""

    async def fetched() -> list[Resource | None]:
        async with Subresources(settings) as files:
            return [await files.of(page)(url) for page, url in asked]

    return asyncio.run(fetched())


def test_a_page_is_given_files_of_its_own_host_and_each_is_fetched_once():
    with Newspaper(1) as paper:
        paper.pages["/a.css"] = (200, "text/css", b"p { color: red }")
        sheet = paper.url + "/a.css"
        first, again = given(ALLOWED, (paper.url + "/", sheet), (paper.url + "/2", sheet))
        assert first == again == Resource(url=sheet, body=b"p { color: red }", content_type="text/css")
        assert sum(request.path == "/a.css" for request in paper.log) == 1


def test_a_private_host_is_not_asked_for_another_site_s_page_though_it_is_allowed():
    with Newspaper(1) as paper:
        paper.pages["/secret.json"] = (200, "application/json", b'"secret"')
        secret = paper.url + "/secret.json"
        own, stranger = given(ALLOWED, (paper.url + "/", secret), ("https://evil.example/", secret))
        assert own is not None
        assert stranger is None


def test_a_host_that_is_not_allowed_is_asked_for_nobody():
    with Newspaper(1) as paper:
        assert given(ClientSettings(), (paper.url + "/", paper.url + "/feed.xml")) == [None]
        assert paper.log == []


def test_what_is_missing_or_no_file_of_a_page_is_refused():
    with Newspaper(1) as paper:
        paper.pages["/film"] = (200, "video/mp4", b"x")
        assert given(ALLOWED, (paper.url, paper.url + "/no"), (paper.url, paper.url + "/film")) == [None, None]
