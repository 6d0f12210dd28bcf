from __future__ import annotations

import pytest

from newsloom.discovery.papernames import paper_name
from newsloom.dom import parse

LOGO = "<header><a href='/'><img src='/l.png' alt='The Valley Post'></a></header>"


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("<title>Seaby Mercury</title>", "Seaby Mercury"),
        ("<title>青溪日报</title>", "青溪日报"),
        ("<title>Home | The Daily Loom</title>", "The Daily Loom"),
        ("<title>Kurier - Startseite</title>", "Kurier"),
        (f"<title>News, sport and weather - The Valley Post</title>{LOGO}", "The Valley Post"),
        ("<title>Nyheter - Bladet</title><a href='/index.html'>BLADET</a>", "Bladet"),
        ("<title>Valley | Life</title><meta property='og:site_name' content='Valley Life'>", "Valley Life"),
    ],
)
def test_a_home_page_names_its_paper(page: str, name: str) -> None:
    assert paper_name(parse(page, url="https://valley.example/")) == name


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<p>No title</p>",
        "<title>Home</title>",
        "<title>トップ</title>",
        "<title>News, sport and weather - The Valley Post</title>",
        "<title>All that you have to know of the valley today</title>",
        "<title>Valley - News of today</title><a href='https://other.example/'>Valley</a>",
        "<title>Home</title><meta property='og:site_name' content='Startseite'>",
    ],
)
def test_what_is_not_told_for_sure_is_no_name(page: str) -> None:
    assert paper_name(parse(page, url="https://valley.example/")) is None
