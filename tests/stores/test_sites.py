from __future__ import annotations

import pytest

from newsloom.stores.sites import clipped, site_named, site_of_article


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.lorne.example/a", "lorne.example"),
        ("https://sport.lorne.example/a", "lorne.example"),
        ("http://127.0.0.1:8081/a", "127.0.0.1:8081"),
        ("no address", "no address"),
    ],
)
def test_the_paper_of_an_article_is_the_site_of_its_address(url, site):
    assert site_of_article(url) == site


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("www.lorne.example", "lorne.example"),
        ("lorne.example", "lorne.example"),
        ("127.0.0.1:8081", "127.0.0.1:8081"),
        ("", ""),
        ("\x00", "\x00"),
    ],
)
def test_a_paper_may_be_named_by_its_host(host, site):
    assert site_named(host) == site


def test_only_the_beginning_of_a_fact_is_compared():
    assert clipped("x" * 999) == "x" * 200
    assert clipped(None) is None
    assert len(site_named("x" * 999)) <= 200
