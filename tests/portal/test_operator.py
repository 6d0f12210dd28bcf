"""The operator's pages: who may see them, and what they show of pages that did harm."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.portal.app import create_app
from newsloom.settings import Settings


@pytest.fixture(scope="module")
def portal() -> Iterator[str]:
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0.0)) as url:
        yield url


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Forwarded_For": "127.0.0.1"},
        {"X_Forwarded_Proto": "https"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"X_Real_IP": "::1"},
        {"CF_Connecting_IP": "::1"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_the_operators_page_is_not_shown_through_a_proxy(portal, headers):
    assert ask(portal + "/operator", **headers).status == 403
    assert ask(portal + "/operator/failure?url=https://ufuk.example/broken", **headers).status == 403


def test_the_operators_page_is_not_shown_through_a_proxy_that_says_nothing(portal):
    host, port = portal.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(f"GET /operator HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert connection.recv(4096).split()[1] == b"403"


def test_the_operators_page_is_not_shown_to_a_page_of_another_site(portal):
    assert ask(portal + "/operator", Sec_Fetch_Site="cross-site").status == 403
    assert ask(portal + "/operator", Sec_Fetch_Site="none").status == 200


@pytest.mark.parametrize(
    "settings",
    [
        Settings(portal_hosts=("news.example",)),
        Settings(portal_url="https://news.example/"),
        Settings(portal_hosts=("*",)),
    ],
    ids=["hosts", "url", "any"],
)
def test_a_portal_with_a_public_name_shows_the_operators_page_to_operators_only(settings):
    with full_newsroom(settings) as room, served(create_app(room, settings, now=lambda: NOON)) as url:
        assert ask(url + "/operator").status == 403


def test_a_kept_page_is_shown_as_text(portal):
    text = ask(portal + "/operator/failure?url=https://ufuk.example/broken").text
    assert "&lt;p&gt;half a &lt;b&gt;page" in text
    assert "not finished within 10 s" in text


def test_a_page_that_failed_can_be_read_again(portal):
    text = ask(portal + "/operator/failure?url=https://ufuk.example/broken&again=1").text
    assert "What is read from it now" in text
