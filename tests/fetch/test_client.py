"""A page's way through the client, on servers that behave."""

from __future__ import annotations

import asyncio
import gzip
import hashlib

import brotli
import pytest
import zstandard
from aiohttp import web
from tests.fetch.servers import NOON, FakeTime, open_client, page, site

from newsloom.errors import FetchError
from newsloom.fetch import ANYTHING, PICTURES, ClientSettings, fetch_page

SMALL = "<p>Snow fell on the harbour all night.</p>"


def fetched(answer, path="/", *, client=None, **request):
    """Fetch one path of a site that answers like this."""

    async def run():
        async with site(answer) as running, open_client(**(client or {})) as reader:
            return await reader.fetch(running.url(path), **request), running

    return asyncio.run(run())


def refused(answer, path="/", *, client=None, **request) -> FetchError:
    with pytest.raises(FetchError) as error:
        fetched(answer, path, client=client, **request)
    return error.value


def test_a_page_comes_with_what_the_server_said_of_it():
    headers = {"ETag": 'W/"7-ä"', "Last-Modified": "Fri, 17 May 2030 11:00:00 GMT"}
    result, running = fetched(lambda _: page(SMALL, headers=headers), "/snow")
    found = result.page
    assert found.url == running.url("/snow")
    assert found.body == SMALL.encode()
    assert found.status == 200
    assert found.content_type == "text/html; charset=utf-8"
    assert found.etag == 'W/"7-ä"'
    assert found.last_modified == "Fri, 17 May 2030 11:00:00 GMT"
    assert found.fetched_at == NOON
    assert found.requested_url is None
    assert found.rights == ()
    assert result.moved_to is None


def test_the_fetch_is_on_record():
    result, running = fetched(lambda _: page(SMALL, headers={"ETag": '"a"'}), "/snow")
    record = result.fetch
    assert record.url == running.url("/snow")
    assert record.status == 200
    assert record.digest == hashlib.sha256(SMALL.encode()).hexdigest()
    assert record.size == len(SMALL)
    assert record.etag == '"a"'
    assert record.fetched_at == NOON
    assert record.seconds > 0
    assert record.error is None


def test_the_client_says_who_it_is():
    _, running = fetched(lambda _: page(), client={"contact": "mailto:desk@paper.example"})
    headers = running.requests[0].headers
    assert headers["User-Agent"] == "Newsloom/0.1 (+mailto:desk@paper.example)"
    assert headers["Accept-Encoding"] == "gzip, deflate, br, zstd"
    assert headers["Accept"].startswith("text/html")
    assert "Cookie" not in headers
    assert "Referer" not in headers


@pytest.mark.parametrize(
    ("name", "encode"), [("gzip", gzip.compress), ("br", brotli.compress), ("zstd", zstandard.compress)]
)
def test_compressed_pages_are_decompressed(name, encode):
    body = encode(SMALL.encode() * 50)
    result, _ = fetched(lambda _: page(body, headers={"Content-Encoding": name}))
    assert result.page.body == SMALL.encode() * 50
    assert result.fetch.size == len(SMALL) * 50
    assert result.received_bytes == len(body)


def test_unchanged_pages_are_not_sent_again():
    known = {"etag": '"a, b"', "last_modified": "yesterday, or so"}
    result, running = fetched(lambda _: web.Response(status=304), **known)
    assert running.requests[0].headers["If-None-Match"] == '"a, b"'
    assert running.requests[0].headers["If-Modified-Since"] == "yesterday, or so"
    assert result.page is None
    assert result.fetch.status == 304
    assert result.fetch.digest is None


def test_what_made_a_request_conditional_still_holds_when_nothing_changed():
    result, _ = fetched(lambda _: web.Response(status=304, headers={"ETag": '"b"'}), etag='"a"', last_modified="x")
    assert result.fetch.etag == '"b"'
    assert result.fetch.last_modified == "x"


def test_a_changed_page_brings_its_own_validators():
    result, _ = fetched(lambda _: page(headers={"ETag": '"b"'}), etag='"a"', last_modified="x")
    assert result.fetch.etag == '"b"'
    assert result.fetch.last_modified is None


def test_unchanged_without_having_been_asked_is_an_error():
    assert refused(lambda _: web.Response(status=304)).status == 304


def test_validators_that_cannot_stand_in_a_header_are_left_out():
    _, running = fetched(lambda _: page(), etag='"a\r\nX-Evil: 1"', last_modified="a\x00b")
    assert "If-None-Match" not in running.requests[0].headers
    assert "If-Modified-Since" not in running.requests[0].headers
    assert "X-Evil" not in running.requests[0].headers


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_an_error_of_ours_is_told_at_once(status):
    error = refused(lambda _: page("No.", status=status))
    assert (error.kind, error.status) == ("status", status)


def test_no_content_is_an_empty_page():
    result, _ = fetched(lambda _: web.Response(status=204))
    assert result.page.body == b""
    assert result.page.status == 204


def test_an_empty_page_may_claim_to_be_compressed():
    result, _ = fetched(lambda _: page(b"", headers={"Content-Encoding": "gzip"}))
    assert result.page.body == b""


@pytest.mark.parametrize("media_type", ["video/mp4", "Audio/MPEG", "image/png", "application/pdf", "application/zip"])
def test_what_cannot_be_read_is_refused_before_it_is_sent(media_type):
    async def endless(request):
        response = web.StreamResponse(headers={"Content-Type": media_type})
        await response.prepare(request)
        await asyncio.Event().wait()

    error = refused(endless)
    assert error.kind == "type"
    assert media_type in error.reason


@pytest.mark.parametrize("media_type", ["text/plain", "application/octet-stream", "application/rss+xml", ""])
def test_feeds_under_odd_types_are_read(media_type):
    result, _ = fetched(lambda _: page(SMALL, headers={"Content-Type": media_type}))
    assert result.page.body == SMALL.encode()


def test_the_caller_says_which_types_are_welcome():
    picture = {"Content-Type": "image/png"}
    assert fetched(lambda _: page(b"\x89PNG", headers=picture), accept=PICTURES)[0].page.body == b"\x89PNG"
    assert fetched(lambda _: page(b"\x89PNG", headers=picture), accept=ANYTHING)[0].page.body == b"\x89PNG"
    assert refused(lambda _: page(SMALL), accept=PICTURES).kind == "type"


def test_a_wrong_charset_stays_as_the_server_said_it():
    body = "Ærlig talt".encode("latin-1")
    result, _ = fetched(lambda _: page(body, headers={"Content-Type": "text/html; charset=utf-16"}))
    assert result.page.body == body
    assert result.page.content_type == "text/html; charset=utf-16"


def test_rights_are_noted():
    body = '<meta name="tdm-reservation" content="1">'
    result, _ = fetched(lambda _: page(body, headers={"X-Robots-Tag": "noai"}))
    assert result.page.rights == ("noai", "tdm-reservation")


def test_connections_are_used_again():
    async def run():
        peers = set()

        def answer(request):
            peers.add(request.transport.get_extra_info("peername"))
            return page()

        async with site(answer) as running, open_client() as client:
            for number in range(5):
                await client.fetch(running.url(f"/{number}"))
        return peers

    assert len(asyncio.run(run())) == 1


def test_when_many_sockets_are_open_connections_are_closed_after_use():
    async def run():
        async with site(lambda _: page()) as running, open_client() as client:
            client._connections.resolver.open_sockets += 400
            for number in range(3):
                await client.fetch(running.url(f"/{number}"))
            await asyncio.sleep(0)
            return client._connections.resolver.open_sockets

    assert asyncio.run(run()) == 400


def test_all_sockets_are_closed_in_the_end():
    async def run():
        async with site(lambda _: page()) as running:
            async with open_client() as client:
                await asyncio.gather(*(client.fetch(running.url(f"/{number}")) for number in range(20)))
                during = client._connections.resolver.open_sockets
            await asyncio.sleep(0)
            return during, client._connections.resolver.open_sockets

    during, after = asyncio.run(run())
    assert 0 < during <= 20
    assert after == 0


def test_no_more_connections_than_allowed_are_open_at_once():
    async def run():
        running_now = most = 0
        three = asyncio.Barrier(3)

        async def answer(_request):
            nonlocal running_now, most
            running_now += 1
            most = max(most, running_now)
            await three.wait()
            running_now -= 1
            return page()

        async with site(answer) as running, open_client(per_host=50, max_connections=3) as client:
            await asyncio.gather(*(client.fetch(running.url(f"/{number}")) for number in range(12)))
        return most

    assert asyncio.run(run()) == 3


def test_a_client_outside_its_block_says_so():
    async def run():
        async with site(lambda _: page()) as running:
            async with open_client() as client:
                pass
            await client.fetch(running.url())

    with pytest.raises(RuntimeError, match="async with"):
        asyncio.run(run())


def test_one_page_can_be_had_without_an_event_loop():
    async def run():
        def answer(request):
            return page("User-agent: *\nAllow: /") if request.path == "/robots.txt" else page(SMALL)

        async with site(answer) as running:
            settings = ClientSettings(allow_hosts=("127.0.0.1",))
            found = await asyncio.to_thread(fetch_page, running.url("/snow"), settings)
            return found, running.paths

    found, paths = asyncio.run(run())
    assert found.body == SMALL.encode()
    assert paths == ["/robots.txt", "/snow"]


def test_a_proxy_is_asked_for_public_addresses_only():
    async def run():
        async def lookup(name, _port):
            if name == "nowhere.example":
                raise OSError("no such name")
            return ["93.184.215.14"] if name == "paper.example" else ["10.0.0.1"]

        errors = []
        async with site(lambda _: page(SMALL)) as proxy, open_client(lookup=lookup, proxy=proxy.url()) as client:
            result = await client.fetch("http://paper.example/snow")
            await client.fetch("http://93.184.215.14/snow")
            for url in ("http://intranet.example/", "http://10.0.0.1/", "http://nowhere.example/"):
                with pytest.raises(FetchError) as error:
                    await client.fetch(url)
                errors.append(error.value.kind)
            return result, [str(request.url) for request in proxy.requests], errors

    result, asked, errors = asyncio.run(run())
    assert result.page.body == SMALL.encode()
    assert asked == ["http://paper.example/snow", "http://93.184.215.14/snow"]
    assert errors == ["refused", "refused", "dns"]


def test_a_proxy_that_is_not_public_must_be_allowed():
    async def run():
        async def lookup(_name, _port):
            return ["93.184.215.14"]

        settings = {"lookup": lookup, "allow_hosts": (), "attempts": 1}
        async with site(lambda _: page()) as proxy, open_client(proxy=proxy.url(), **settings) as client:
            await client.fetch("http://paper.example/")

    with pytest.raises(FetchError) as error:
        asyncio.run(run())
    assert error.value.kind == "refused"


def test_failures_that_may_pass_are_tried_again():
    async def run():
        time = FakeTime()

        def answer(_request):
            return page(SMALL) if len(running.requests) == 3 else page("Sorry.", status=502)

        async with site(answer) as running, open_client(time) as client:
            return await client.fetch(running.url()), time.naps

    result, naps = asyncio.run(run())
    assert result.page.body == SMALL.encode()
    assert naps == [1.0, 2.0]


def test_attempts_are_bounded():
    async def run():
        async with site(lambda _: page("Sorry.", status=500)) as running, open_client(attempts=4) as client:
            with pytest.raises(FetchError) as error:
                await client.fetch(running.url())
            return error.value, len(running.requests)

    error, requests = asyncio.run(run())
    assert error.status == 500
    assert requests == 4
