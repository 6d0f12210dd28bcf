from __future__ import annotations

import urllib.error
import urllib.request

import pytest
from tests.press.presses import after, paper

from newsloom.press import PAPERS
from newsloom.press.newsstand import Newsstand
from newsloom.press.week import Press

PRESS = Press(start=after(days=0), papers=(paper("kiyi"), paper("tidings")))


@pytest.fixture
def stand():
    with Newsstand(PRESS, lambda: after(days=2)) as stand:
        yield stand


def test_every_paper_has_an_address_of_its_own(stand):
    assert len(set(stand.ports.values())) == 2
    for one in stand.press.papers:
        with _open(stand.press.address(one) + "/") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            assert one.title in answer.read().decode()


def test_an_unchanged_page_is_not_sent_again(stand):
    url = stand.press.address(paper("kiyi")) + "/"
    with _open(url) as answer:
        tag = answer.headers["ETag"]
    with pytest.raises(urllib.error.HTTPError) as error:
        _open(url, {"If-None-Match": tag})
    with error.value:
        assert error.value.code == 304


def test_a_head_request_has_no_body(stand):
    with _open(stand.press.address(paper("tidings")) + "/", method="HEAD") as answer:
        assert answer.status == 200
        assert answer.read() == b""


def test_a_taken_port_is_replaced_and_a_free_one_is_kept(stand):
    with Newsstand(PRESS, lambda: after(days=2), stand.ports) as other:
        assert not set(other.ports.values()) & set(stand.ports.values())
        kept = dict(other.ports)
    with Newsstand(PRESS, lambda: after(days=2), kept) as again:
        assert again.ports == kept


def test_a_press_that_is_not_served_has_addresses_that_do_not_exist():
    assert all(PRESS.address(one) == f"http://{one.name}.example" for one in PAPERS)


def _open(url: str, headers: dict[str, str] | None = None, method: str = "GET"):
    request = urllib.request.Request(url, headers=headers or {}, method=method)  # noqa: S310 - our own server
    return urllib.request.urlopen(request, timeout=30)  # noqa: S310
