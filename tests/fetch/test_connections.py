from __future__ import annotations

import asyncio
import socket

import pytest
from tests.fetch.servers import open_client, page, site

from newsloom.errors import AddressRefused, FetchError
from newsloom.fetch.connections import GuardedResolver
from newsloom.fetch.guard import Guard


def resolver(**addresses):
    async def lookup(name, _port):
        found = addresses.get(name.partition(".")[0])
        if found is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return found.split()

    return lookup


def fetched(url, lookup=None, **client):
    """Fetch from a site on 127.0.0.1, whose port stands for PORT in the address."""

    async def run():
        async with site(lambda _: page("secret")) as running:
            arguments = {"allow_hosts": (), "attempts": 1, **client}
            async with open_client(lookup=lookup, **arguments) as reader:
                try:
                    result = await reader.fetch(url.replace("PORT", str(running.port)))
                except FetchError as error:
                    result = error
            return result, len(running.requests)

    return asyncio.run(run())


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST"])
def test_localhost_is_refused_by_its_real_address(host):
    error, requests = fetched(f"http://{host}:PORT/")
    assert isinstance(error, AddressRefused)
    assert "allow_hosts" in error.reason
    assert requests == 0


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1"])
def test_a_public_name_with_a_private_address_is_refused(address):
    error, requests = fetched("http://paper.example:PORT/", resolver(paper=address))
    assert isinstance(error, AddressRefused)
    assert error.url.startswith("http://paper.example:")
    assert address in error.reason
    assert requests == 0


def test_an_allowed_address_may_have_any_name():
    result, _ = fetched("http://paper.example:PORT/", resolver(paper="127.0.0.1"), allow_hosts=("127.0.0.1",))
    assert result.page.body == b"secret"


def test_the_addresses_of_an_allowed_name_are_let_through():
    result, _ = fetched("http://paper.example:PORT/", resolver(paper="127.0.0.1"), allow_hosts=("paper.example",))
    assert result.page.body == b"secret"


def test_an_allowed_name_does_not_open_its_address_to_others():
    async def run():
        lookup = resolver(paper="127.0.0.1", evil="127.0.0.1")
        async with (
            site(lambda _: page("secret")) as running,
            open_client(lookup=lookup, allow_hosts=("paper.example",), attempts=1) as client,
        ):
            await client.fetch(f"http://paper.example:{running.port}/")
            for host in ("evil.example", "127.0.0.1"):
                with pytest.raises(AddressRefused):
                    await client.fetch(f"http://{host}:{running.port}/")
            return len(running.requests)

    assert asyncio.run(run()) == 1


def test_only_the_admitted_addresses_of_a_name_are_used():
    lookup = resolver(paper="127.0.0.2 10.0.0.1 127.0.0.1")
    result, _ = fetched("http://paper.example:PORT/", lookup, allow_hosts=("127.0.0.1",))
    assert result.page.body == b"secret"


def test_a_name_that_moves_to_a_private_address_is_refused_when_asked_again():
    async def run():
        answers = iter([["127.0.0.1"], ["127.0.0.2"]])

        async def lookup(_name, _port):
            return next(answers)

        guarded = GuardedResolver(Guard(["127.0.0.1"]), lookup)
        first = await guarded.resolve("paper.example", 80)
        with pytest.raises(AddressRefused):
            await guarded.resolve("paper.example", 80)
        return first

    assert [found["host"] for found in asyncio.run(run())] == ["127.0.0.1"]


def test_the_socket_itself_is_checked():
    """Whatever resolver may have said: aiohttp's cache, a proxy, an address that needs no resolver."""
    guarded = GuardedResolver(Guard(), resolver())
    for address in ("127.0.0.1", "10.0.0.1", "0.0.0.0"):  # noqa: S104 - an address to be refused
        with pytest.raises(AddressRefused):
            guarded.open_socket((socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, 80)))
    with pytest.raises(AddressRefused):
        guarded.open_socket((socket.AF_INET6, socket.SOCK_STREAM, 0, "", ("fe80::1", 80, 0, 2)))
    opened = guarded.open_socket((socket.AF_INET, socket.SOCK_STREAM, 0, "", ("8.8.8.8", 80)))
    assert guarded.open_sockets == 1
    opened.close()
    opened.close()
    assert guarded.open_sockets == 0


@pytest.mark.parametrize("lookup", [resolver(), resolver(paper="")])
def test_a_name_without_address_is_an_error_of_names(lookup):
    error, _ = fetched("http://paper.example:PORT/", lookup)
    assert error.kind == "dns"


@pytest.mark.parametrize("host", ["a..example", "x" * 70 + ".example"])
def test_names_that_are_none_are_errors_too(host):
    error, _ = fetched(f"http://{host}:PORT/")
    assert error.kind in {"dns", "refused"}
