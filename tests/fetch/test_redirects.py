from __future__ import annotations

import asyncio

import pytest
from aiohttp import web
from tests.fetch.servers import open_client, page, raw_site, saying, site

from newsloom.errors import AddressRefused, FetchError


def moved(location: str, status: int = 302, **headers: str) -> web.Response:
    return web.Response(status=status, headers={"Location": location, **headers})


def visited(answers, start="/start", **client):
    """Fetch from a site whose paths answer like this; the result and the paths asked for."""

    async def run():
        def answer(request):
            chosen = answers[request.path_qs]
            return chosen(request) if callable(chosen) else chosen

        async with site(answer) as running, open_client(**client) as reader:
            try:
                return await reader.fetch(running.url(start)), running
            except FetchError as error:
                return error, running

    return asyncio.run(run())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(status):
    result, running = visited({"/start": moved("/end?a=b", status), "/end?a=b": page("There.")})
    assert result.page.body == b"There."
    assert result.page.url == running.url("/end?a=b")
    assert result.page.requested_url == running.url("/start")
    assert result.fetch.url == running.url("/start")


@pytest.mark.parametrize("status", [301, 308])
def test_a_permanent_move_is_reported(status):
    result, running = visited({"/start": moved("/end", status), "/end": page()})
    assert result.moved_to == running.url("/end")


def test_a_permanent_move_ends_where_a_passing_one_begins():
    answers = {"/start": moved("/a", 301), "/a": moved("/b", 308), "/b": moved("/c", 302), "/c": moved("/d", 301)}
    result, running = visited({**answers, "/d": page()})
    assert result.moved_to == running.url("/b")


def test_a_passing_move_is_not_reported():
    result, _ = visited({"/start": moved("/end", 302), "/end": page()})
    assert result.moved_to is None


def test_validators_are_for_the_address_asked_for_only():
    async def run():
        def answer(request):
            return moved("/end") if request.path == "/start" else page(headers={"ETag": '"end"'})

        async with site(answer) as running, open_client() as client:
            return await client.fetch(running.url("/start"), etag='"start"', last_modified="x"), running

    result, running = asyncio.run(run())
    first, second = running.requests
    assert first.headers["If-None-Match"] == '"start"'
    assert "If-None-Match" not in second.headers
    assert "If-Modified-Since" not in second.headers
    assert result.page.etag == '"end"'
    assert result.fetch.etag is None


def test_a_circle_is_noticed():
    error, running = visited({"/start": moved("/a"), "/a": moved("/start")}, max_redirects=20)
    assert error.kind == "redirects"
    assert running.paths == ["/start", "/a"]


def test_too_many_redirects_are_an_error():
    async def run():
        def answer(request):
            return moved(f"/{int(request.path[1:]) + 1}")

        async with site(answer) as running, open_client(max_redirects=5) as client:
            with pytest.raises(FetchError) as error:
                await client.fetch(running.url("/0"))
            return error.value, running.paths

    error, paths = asyncio.run(run())
    assert error.kind == "redirects"
    assert paths == ["/0", "/1", "/2", "/3", "/4", "/5"]


def test_a_redirect_to_nowhere_is_an_error():
    error, _ = visited({"/start": web.Response(status=302)})
    assert error.kind == "redirects"


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.2/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://2130706433/",
        "//127.0.0.2/",
        "file:///etc/passwd",
        "ftp://paper.example/",
        "javascript:alert(1)",
        "data:text/html,hello",
        "http://name:word@127.0.0.1/",
        "http://[broken/",
        "http://[::ffff:127.1]/",
        "http://[`]@",
        "http://[`]:::1/",
    ],
)
def test_a_redirect_to_what_is_refused_is_refused(location):
    error, running = visited({"/start": moved(location)})
    assert isinstance(error, AddressRefused)
    assert running.paths == ["/start"]


def test_a_redirect_to_another_loopback_address_meets_no_server():
    async def run():
        async with site(lambda _: page("secret"), host="127.0.0.2") as secret:
            async with site(lambda _: moved(secret.url("/"))) as running, open_client() as client:
                with pytest.raises(AddressRefused):
                    await client.fetch(running.url("/"))
            return secret.requests

    assert asyncio.run(run()) == []


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("end", "/end"),
        ("?page=2", "/start?page=2"),
        ("/a b", "/a%20b"),
        ("/größe", "/gr%C3%B6%C3%9Fe"),
        ("/100%25", "/100%25"),
        ("/end#part", "/end"),
        ("  /end  ", "/end"),
        ("./x/../end", "/end"),
    ],
)
def test_locations_are_read_as_browsers_read_them(location, path):
    result, running = visited({"/start": moved(location), path: page()})
    assert running.requests[1].raw_path == path
    assert result.page.url == running.url(path)


def test_bytes_that_are_no_text_in_a_location_are_escaped():
    async def run():
        async def talk(reader, writer):
            if len(running.requests) == 1:
                head = b"HTTP/1.1 302 Found\r\nLocation: /caf\xe9\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                await saying(head)(reader, writer)
            else:
                await saying(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")(reader, writer)

        async with raw_site(talk) as running, open_client(attempts=1) as client:
            return (await client.fetch(running.url("/"))).page.url

    assert asyncio.run(run()).endswith("/caf%E9")


def test_a_page_that_waits_for_its_cookie_is_read():
    def start(request):
        if request.cookies.get("seen") == "1":
            return page("Welcome.")
        return moved("/start", **{"Set-Cookie": "seen=1; Path=/; HttpOnly"})

    result, running = visited({"/start": start})
    assert result.page.body == b"Welcome."
    assert len(running.requests) == 2


@pytest.mark.parametrize("cookie", ["a=" + "x" * 5_000, "=nameless", "a=ü", ""])
def test_cookies_that_are_none_are_dropped(cookie):
    _, running = visited({"/start": moved("/end", **{"Set-Cookie": cookie}), "/end": page()})
    assert "Cookie" not in running.requests[1].headers


def test_few_cookies_are_kept():
    def start(_request):
        response = moved("/end")
        for number in range(100):
            response.headers.add("Set-Cookie", f"c{number}=1")
        return response

    _, running = visited({"/start": start, "/end": page()})
    assert len(running.requests[1].cookies) == 30


def test_cookies_are_forgotten_after_the_fetch():
    async def run():
        def answer(request):
            if request.path == "/start" and not request.cookies:
                return moved("/start", **{"Set-Cookie": "seen=1"})
            return page(headers={"Set-Cookie": "other=2"})

        async with site(answer) as running, open_client() as client:
            await client.fetch(running.url("/start"))
            await client.fetch(running.url("/next"))
            return [request.headers.get("Cookie") for request in running.requests]

    assert asyncio.run(run()) == [None, "seen=1", None]


def test_cookies_go_to_the_host_that_set_them_only():
    async def run():
        async with site(lambda _: page(), host="127.0.0.2") as other:
            async with (
                site(lambda _: moved(other.url("/"), **{"Set-Cookie": "secret=1"})) as running,
                open_client(allow_hosts=("127.0.0.1", "127.0.0.2")) as client,
            ):
                await client.fetch(running.url("/"))
            return other.requests[0].headers

    assert "Cookie" not in asyncio.run(run())


def test_a_redirect_counts_on_the_time_budget():
    async def run():
        async def talk(_reader, writer):
            number = len(running.requests)
            await asyncio.sleep(0.1)
            writer.write(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /%d\r\n\r\n" % number)

        async with raw_site(talk) as running, open_client(timeout_seconds=0.35, attempts=1, max_redirects=50) as client:
            with pytest.raises(FetchError) as error:
                await client.fetch(running.url("/"))
            return error.value.kind, len(running.requests)

    kind, requests = asyncio.run(run())
    assert kind == "timeout"
    assert requests <= 4
