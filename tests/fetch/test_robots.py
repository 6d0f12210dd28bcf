from __future__ import annotations

import asyncio
import gzip

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from tests.fetch.servers import FakeTime, open_client, page, site
from yarl import URL

from newsloom.errors import AddressRefused, FetchError
from newsloom.fetch.robots import MAX_ROBOTS_BYTES, Robots, read_rules

SITE = URL("http://paper.example/")


def allows(text: str, path: str) -> bool:
    return read_rules(text, "newsloom").allows(SITE.join(URL(path)))


@pytest.mark.parametrize(
    ("rules", "path", "is_allowed"),
    [
        ("User-agent: *\nDisallow: /private", "/private/a", False),
        ("User-agent: *\nDisallow: /private", "/public", True),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /", "/a", False),
        ("", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", True),
        ("User-agent: *\nDisallow: /*?session=", "/a?session=1", False),
        ("User-agent: *\nDisallow: /a/*/print", "/a/b/c/print", False),
        ("User-agent: *\nDisallow: /\nAllow: /news/", "/news/today", True),
        ("User-agent: *\nDisallow: /news/\nAllow: /news", "/news/today", False),
        ("User-agent: *\nDisallow: /größe", "/gr%C3%B6%C3%9Fe", False),
        ("User-agent: *\r\nDisallow: /a\r\n", "/a", False),
        ("\ufeffUser-agent: *\nDisallow: /a", "/a", False),
        ("user-agent: *\ndisallow: /a # not this", "/a", False),
    ],
)
def test_rules_for_everyone_are_ours(rules, path, is_allowed):
    assert allows(rules, path) is is_allowed


@pytest.mark.parametrize("name", ["newsloom", "Newsloom", "NEWSLOOM/1.0", "newsloom *"])
def test_rules_for_us_go_before_those_for_everyone(name):
    rules = f"User-agent: *\nDisallow: /\n\nUser-agent: {name}\nDisallow: /private\n"
    assert allows(rules, "/a")
    assert not allows(rules, "/private")


@pytest.mark.parametrize("name", ["news", "newsloombot", "loom", "n", "otherbot", "other-newsloom", "newsloom-images"])
def test_rules_for_robots_with_similar_names_are_not_ours(name):
    assert allows(f"User-agent: {name}\nDisallow: /", "/a")


def test_several_names_may_share_a_group():
    rules = (
        "User-agent: otherbot\nUser-agent: newsloom\n\nUser-agent: thirdbot\nDisallow: /a\nUser-agent: x\nDisallow: /b"
    )
    assert not allows(rules, "/a")
    assert allows(rules, "/b")


def test_groups_for_us_are_taken_together():
    rules = "User-agent: newsloom\nDisallow: /a\n\nUser-agent: x\nDisallow: /c\n\nUser-agent: newsloom\nDisallow: /b\n"
    assert not allows(rules, "/a")
    assert not allows(rules, "/b")
    assert allows(rules, "/c")


def test_crawl_delays_of_our_group_are_read():
    rules = "User-agent: *\nCrawl-delay: 9\n\nUser-agent: newsloom\nCrawl-delay: 2.5\nDisallow: /x\n"
    assert read_rules(rules, "newsloom").crawl_delay == 2.5
    assert read_rules(rules, "other").crawl_delay == 9.0
    assert read_rules("User-agent: *\nDisallow: /x", "newsloom").crawl_delay is None


def test_sitemaps_are_named_wherever_they_stand():
    rules = "Sitemap: https://paper.example/a.xml\nUser-agent: x\nDisallow: /\nsitemap: https://paper.example/b.xml\n"
    assert read_rules(rules, "newsloom").sitemaps == ("https://paper.example/a.xml", "https://paper.example/b.xml")


def test_thousands_of_names_over_thousands_of_rules_are_no_trouble():
    names = "".join(f"User-agent: bot{number}\n" for number in range(12_000))
    rules = "".join(f"Disallow: /{number}\n" for number in range(12_000))
    # Handed to the parser as they are, they would be 144 million rules: the test would end with the memory.
    found = read_rules(f"{names}User-agent: newsloom\n{rules}", "newsloom")
    assert not found.allows(SITE / "11999")


def test_wildcards_without_end_are_no_trouble():
    rules = "User-agent: *\nDisallow: /" + "*a" * 5_000 + "$\n" + "Disallow: /*a*a*a*a*a*a*a*a*b\n" * 200
    assert allows(rules, "/" + "a" * 3_000)


@given(st.text(alphabet=st.sampled_from("uU*ser-agent: Disallow/\n#\r\x85n ewsloom$?\x00é"), max_size=200))
def test_any_text_makes_rules(text):
    assert allows(text, "/a") in {True, False}


def met(answer, paths, time=None, **client):
    """Fetch these paths of a site, one after the other: pages or errors, and what the site was asked for."""

    async def run():
        outcomes = []
        async with site(answer) as running, open_client(time, respect_robots=True, **client) as reader:
            for path in paths:
                try:
                    outcomes.append(await reader.fetch(running.url(path)))
                except FetchError as error:
                    outcomes.append(error)
            return outcomes, running.paths

    return asyncio.run(run())


def with_robots(text="", **response):
    def answer(request):
        if request.path == "/robots.txt":
            return web.Response(text=text, **response)
        return page()

    return answer


def test_the_file_is_asked_for_once():
    _, asked = met(with_robots("User-agent: *\nDisallow: /b"), ["/a", "/c", "/d"])
    assert asked == ["/robots.txt", "/a", "/c", "/d"]


def test_what_is_disallowed_is_not_asked_for():
    (error,), asked = met(with_robots("User-agent: *\nDisallow: /b"), ["/b"])
    assert error.kind == "robots"
    assert asked == ["/robots.txt"]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_site_without_the_file_allows_everything(status):
    (result,), _ = met(with_robots("Disallow: /", status=status), ["/a"])
    assert result.page.status == 200


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_site_that_fails_allows_nothing_for_a_while(status):
    def answer(request):
        if request.path == "/robots.txt" and time.seconds < 1_500.0:
            return web.Response(status=status)
        return web.Response(text="User-agent: *\nDisallow: /b")

    async def run():
        async with site(answer) as running, open_client(time, respect_robots=True) as client:
            for _ in range(3):
                with pytest.raises(FetchError) as error:
                    await client.fetch(running.url("/a"))
                assert error.value.kind == "robots"
            time.seconds += 700.0
            await client.fetch(running.url("/a"))
            return running.paths

    time = FakeTime()
    assert asyncio.run(run()) == ["/robots.txt", "/robots.txt", "/a"]


def test_the_file_is_asked_for_again_after_a_day():
    async def run():
        async with site(with_robots()) as running, open_client(time, respect_robots=True) as client:
            await client.fetch(running.url("/a"))
            time.seconds += 86_399.0
            await client.fetch(running.url("/b"))
            time.seconds += 2.0
            await client.fetch(running.url("/c"))
            return running.paths

    time = FakeTime()
    assert asyncio.run(run()) == ["/robots.txt", "/a", "/b", "/robots.txt", "/c"]


@pytest.mark.parametrize("fault", [500, "unreachable"])
def test_an_old_copy_is_better_than_none(fault):
    async def run():
        async def fetch(_url):
            answers.append(1)
            if len(answers) == 1:
                return 200, b"User-agent: *\nDisallow: /b"
            if fault == "unreachable":
                raise FetchError("http://paper.example/robots.txt", "timeout", "no answer")
            return fault, b""

        answers = []
        robots = Robots(fetch, "newsloom", time.runtime())
        await robots.rules(SITE)
        time.seconds += 90_000.0
        rules = await robots.rules(SITE)
        time.seconds += 100.0
        await robots.rules(SITE)
        return rules.allows(SITE / "a"), rules.allows(SITE / "b"), len(answers)

    time = FakeTime()
    assert asyncio.run(run()) == (True, False, 2)


def test_a_file_that_cannot_be_reached_is_an_error_of_its_own_kind():
    async def run():
        async def lookup(_name, _port):
            raise OSError("no such name")

        async with open_client(lookup=lookup, respect_robots=True) as client:
            await client.fetch("http://paper.example/a")

    with pytest.raises(FetchError) as error:
        asyncio.run(run())
    assert error.value.kind == "dns"


def test_a_dead_host_is_asked_for_its_file_once_for_all_who_wait():
    async def run():
        async def lookup(_name, _port):
            lookups.append(1)
            raise OSError("no such name")

        lookups = []
        async with open_client(time, lookup=lookup, respect_robots=True) as client:
            pages = (client.fetch(f"http://paper.example/{number}") for number in range(10))
            errors = await asyncio.gather(*pages, return_exceptions=True)
            with pytest.raises(FetchError, match=r"robots\.txt"):
                await client.sitemaps("http://paper.example/")
            asked = len(lookups)
            time.seconds += 121.0
            with pytest.raises(FetchError):
                await client.fetch("http://paper.example/a")
        return errors, asked, len(lookups)

    time = FakeTime()
    errors, asked, asked_later = asyncio.run(run())
    assert {(error.kind, error.retry_after_seconds) for error in errors} == {("dns", 120.0)}
    assert asked == 1
    assert asked_later == 2


def test_a_file_that_could_not_be_reached_for_a_moment_is_tried_again():
    async def run():
        def answer(request):
            if request.path == "/robots.txt" and len(running.requests) == 1:
                request.transport.abort()
            return page()

        async with site(answer) as running, open_client(respect_robots=True) as client:
            await client.fetch(running.url("/a"))
            return running.paths

    assert asyncio.run(run())[-1] == "/a"


def test_a_file_on_a_refused_address_is_a_refusal():
    async def run():
        async def lookup(_name, _port):
            return ["10.0.0.1"]

        async with open_client(lookup=lookup, respect_robots=True) as client:
            await client.fetch("http://paper.example/a")

    with pytest.raises(AddressRefused):
        asyncio.run(run())


def test_many_at_once_wait_for_one_copy():
    async def run():
        async with site(with_robots()) as running, open_client(respect_robots=True) as client:
            await asyncio.gather(*(client.fetch(running.url(f"/{number}")) for number in range(10)))
            return running.paths.count("/robots.txt")

    assert asyncio.run(run()) == 1


def test_redirected_files_are_read():
    def answer(request):
        if request.path == "/robots.txt":
            return web.Response(status=301, headers={"Location": "/real.txt"})
        return web.Response(text="User-agent: *\nDisallow: /b")

    (error,), asked = met(answer, ["/b"])
    assert error.kind == "robots"
    assert asked == ["/robots.txt", "/real.txt"]


def test_a_file_behind_a_circle_counts_as_not_there():
    def answer(request):
        if request.path == "/robots.txt":
            return web.Response(status=302, headers={"Location": "/robots.txt"})
        return page()

    (result,), _ = met(answer, ["/a"])
    assert result.page.status == 200


def test_each_hop_of_a_redirect_must_be_allowed():
    def answer(request):
        if request.path == "/robots.txt":
            return web.Response(text="User-agent: *\nDisallow: /b")
        return web.Response(status=302, headers={"Location": "/b"})

    (error,), asked = met(answer, ["/a"])
    assert error.kind == "robots"
    assert asked == ["/robots.txt", "/a"]


def test_compressed_files_are_read():
    body = gzip.compress(b"User-agent: *\nDisallow: /b")

    def answer(request):
        if request.path == "/robots.txt":
            return web.Response(body=body, headers={"Content-Encoding": "gzip"})
        return page()

    (error,), _ = met(answer, ["/b"])
    assert error.kind == "robots"


def test_of_a_huge_file_the_beginning_is_read():
    filling = "# nothing\n" * (MAX_ROBOTS_BYTES // 10)
    huge = f"User-agent: *\nDisallow: /early\n{filling}Disallow: /late\n"
    (early, late), _ = met(with_robots(huge), ["/early", "/late"])
    assert early.kind == "robots"
    assert late.page.status == 200


def test_in_an_unknown_encoding_nothing_is_said():
    (result,), _ = met(with_robots("User-agent: *\nDisallow: /", headers={"Content-Encoding": "rot13"}), ["/a"])
    assert result.page.status == 200


def test_crawl_delay_is_kept():
    time = FakeTime()
    met(with_robots("User-agent: *\nCrawl-delay: 8"), ["/a", "/b"], time)
    assert time.naps == [8.0]


def test_sitemaps_of_a_site_can_be_asked_for():
    async def run():
        text = "Sitemap: https://paper.example/news.xml"
        async with site(with_robots(text)) as running, open_client() as client:
            return await client.sitemaps(running.url("/some/page"))

    assert asyncio.run(run()) == ("https://paper.example/news.xml",)


def test_rules_of_many_sites_take_bounded_room():
    async def run():
        async def fetch(_url):
            return 200, b"User-agent: *\n" + b"Disallow: /a-rather-long-rule\n" * 1_000

        robots = Robots(fetch, "newsloom", FakeTime().runtime())
        for number in range(200):
            await robots.rules(URL(f"http://paper{number}.example/"))
        return len(robots._known), robots._size, len(robots._locks)

    sites, size, locks = asyncio.run(run())
    assert 100 < sites < 200
    assert size <= 4_000_000
    assert locks == 0
