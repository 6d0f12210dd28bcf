from __future__ import annotations

import pytest

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora import Truth
from newsloom.evaluation.corpora.truth import read_truths

from ..sets import BRIDGE, FERRY, truth_lines


def read(*lines: bytes) -> dict[str, Truth]:
    return read_truths(lines, "set: truth.jsonl")


def test_every_label_arrives() -> None:
    truth = read(truth_lines([FERRY]))["ferry"]
    assert truth == Truth(
        id="ferry",
        url=FERRY["url"],
        site="harbour-post.example",
        language="en",
        type="article",
        title=FERRY["title"],
        date="2019-03-04",
        authors=("Ada Berg",),
        text=FERRY["text"],
        with_snippets=("Fog had closed the outer harbour",),
        without_snippets=("Home Sport",),
    )


def test_a_label_that_is_absent_is_none_and_an_empty_one_is_empty() -> None:
    truth = read(b'{"id": "a", "authors": [], "text": ""}')["a"]
    assert (truth.authors, truth.text) == ((), "")
    assert (truth.title, truth.with_snippets, truth.site) == (None, None, None)


def test_the_given_site_wins_over_the_address() -> None:
    assert read(b'{"id": "a", "site": "echo.example", "url": "https://other.example/"}')["a"].site == "echo.example"


@pytest.mark.parametrize("url", ["no address", "http://[broken/", ""])
def test_an_address_without_host_gives_no_site(url: str) -> None:
    assert read(b'{"id": "a", "url": "%s"}' % url.encode())["a"].site is None


@pytest.mark.parametrize(
    ("labels", "year"),
    [
        ({"id": "a", "date": "2019-03-04", "template": "echo.example-2005"}, 2019),
        ({"id": "a", "date": "2019-03"}, 2019),
        ({"id": "a", "date": "4 March"}, None),
        (BRIDGE, 2005),
        ({"id": "no-Bladet_2024_05_03"}, 2024),
        ({"id": "2012"}, None),
        ({"id": "01f3-2008-9c7d"}, None),
    ],
)
def test_the_year_comes_from_date_then_template_then_id(labels, year) -> None:
    (truth,) = read(truth_lines([labels])).values()
    assert truth.year == year


def test_empty_lines_are_passed_over() -> None:
    assert list(read(b"\n", b'{"id": "a"}\n', b"  \n")) == ["a"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"id": "b"', "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'["b"]', "found a list"),
        (b'{"title": "x"}', 'wanted an "id"'),
        (b'{"id": ""}', 'wanted an "id"'),
        (b'{"id": 7}', 'a string under "id", found a int'),
        (b'{"id": "b", "text": ["x"]}', 'a string under "text", found a list'),
        (b'{"id": "b", "authors": "Ada"}', 'a list of strings under "authors"'),
        (b'{"id": "b", "with": [1]}', 'a list of strings under "with"'),
        (b'{"id": "a"}', "'a' was given before"),
    ],
)
def test_a_broken_line_is_named_by_file_and_number(line: bytes, reason: str) -> None:
    with pytest.raises(CorpusError, match=r"set: truth\.jsonl, line 2") as caught:
        read(b'{"id": "a"}', line)
    assert reason in str(caught.value)
