from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from newsloom.text.urls import MAX_CHARACTERS, host_of, normalise_url, origin_of, same_site, site_of
from newsloom.text.wordlists import read_lines

PIECES = st.sampled_from(
    [
        *("http:", "https:", "//", "/", "\\", ".", "..", "?", "#", "&", "=", "%", "%2e", "%7E", "%zz", "@", ":", "80"),
        *(
            "a",
            "Paper",
            "example",
            "utm_source=x",
            "fbclid=1",
            "id=2",
            "ü",
            "İ",
            "ß",
            " ",
            "\t",
            "\x00",
            "[",
            "]",
            "::1",
        ),
        *("xn--", "-", "_", "ftp:", ";", "+", "日本", "\ud800", "\u3002", "１"),
    ]
)
WRITTEN = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join))


@pytest.mark.parametrize(
    ("written", "one_form"),
    [
        ("https://paper.example", "https://paper.example/"),
        ("HTTPS://Paper.EXAMPLE/Story", "https://paper.example/Story"),
        ("https://paper.example./a", "https://paper.example/a"),
        ("http://paper.example:80/a", "http://paper.example/a"),
        ("https://paper.example:443/a", "https://paper.example/a"),
        ("http://paper.example:443/a", "http://paper.example:443/a"),
        ("https://paper.example:/a", "https://paper.example/a"),
        ("https://paper.example/a#top", "https://paper.example/a"),
        ("https://paper.example/a#", "https://paper.example/a"),
        ("https://paper.example/a?", "https://paper.example/a"),
        ("https://paper.example?page=2", "https://paper.example/?page=2"),
        ("https://user:secret@paper.example/a", "https://paper.example/a"),
        ("https://paper.example/a/./b/../c", "https://paper.example/a/c"),
        ("https://paper.example/a/..", "https://paper.example/"),
        ("https://paper.example/../../a", "https://paper.example/a"),
        ("https://paper.example/a/%2E%2e/b", "https://paper.example/b"),
        ("https://paper.example//a//b", "https://paper.example//a//b"),
        ("https://paper.example/%7eann/%c3%b8l", "https://paper.example/~ann/%C3%B8l"),
        ("https://paper.example/øl", "https://paper.example/%C3%B8l"),
        ("https://paper.example/100%", "https://paper.example/100%25"),
        ("https://paper.example/a b", "https://paper.example/a%20b"),
        ("https://paper.example/a%20b", "https://paper.example/a%20b"),
        ("https://paper.example/a%2Fb", "https://paper.example/a%2Fb"),
        ('https://paper.example/"a"<b>', "https://paper.example/%22a%22%3Cb%3E"),
        ("  https://paper.example/a\n", "https://paper.example/a"),
        ("https://paper.\nexample/\ta", "https://paper.example/a"),
        ("\ufeffhttps://paper.example/a\x00", "https://paper.example/a"),
        ("https:\\\\paper.example\\a", "https://paper.example/a"),
        ("https://paper.example/a?b=c\\d", "https://paper.example/a?b=c%5Cd"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://XN--bcher-kva.example/", "https://xn--bcher-kva.example/"),
        ("https://straße.example/", "https://xn--strae-oqa.example/"),
        ("http://[2001:DB8::0:1]:8080/a", "http://[2001:db8::1]:8080/a"),
        ("http://127.0.0.1:8000/a", "http://127.0.0.1:8000/a"),
        ("https://my_paper.example/a", "https://my_paper.example/a"),
        ("https://paper.example/a?b=1&a=2", "https://paper.example/a?b=1&a=2"),
        ("https://paper.example/a?x[]=1&x[]=2", "https://paper.example/a?x[]=1&x[]=2"),
        ("https://paper.example/a?&&b&c=", "https://paper.example/a?b&c="),
        ("https://paper.example/a?to=https://b.example/?c", "https://paper.example/a?to=https://b.example/?c"),
    ],
)
def test_one_page_has_one_address(written, one_form):
    assert normalise_url(written) == one_form


@pytest.mark.parametrize(
    "query",
    [
        "utm_source=rss&utm_medium=feed",
        "UTM_Campaign=x",
        "fbclid=IwAR0",
        "gclid=1&msclkid=2",
        "xtor=RSS-1",
        "wt_mc=rss.red",
        "at_medium=RSS&at_campaign=KARANGA",
        "%75tm_source=hidden",
        "mc_cid=1&mc_eid=2",
        "utm_source",
    ],
)
def test_tracking_parameters_are_no_part_of_the_address(query):
    assert normalise_url(f"https://paper.example/a?{query}") == "https://paper.example/a"
    assert normalise_url(f"https://paper.example/a?id=7&{query}&p=2") == "https://paper.example/a?id=7&p=2"


@pytest.mark.parametrize("parameter", ["ref=1", "id=utm_source", "source=x", "page=2", "s=word", "at=1", "p=3"])
def test_parameters_that_may_name_the_page_stay(parameter):
    assert normalise_url(f"https://paper.example/?{parameter}") == f"https://paper.example/?{parameter}"


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   ",
        "story.html",
        "/story",
        "//paper.example/a",
        "ftp://paper.example/a",
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,hi",
        "mailto:ann@paper.example",
        "file:///etc/passwd",
        "https://",
        "https:///a",
        "https://?a",
        "http://[::1",
        "http://[nonsense]/",
        "http://paper.example:99999/",
        "http://paper.example:0/",
        "http://paper.example:port/",
        "http://pa per.example/",
        "http://paper..example/",
        "http://-/",
        "http://" + "a" * 300 + ".example/",
        "http://" + "ü" * 100 + ".example/",
        "https://paper.example/" + "a" * MAX_CHARACTERS,
        "https://paper.example/" + "ü" * 1_000,
        "https://paper.example/" + " " * 100_000,
    ],
)
def test_what_is_no_address_of_a_page_is_none(written):
    assert normalise_url(written) is None


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("b.html", "https://paper.example/sport/b.html"),
        ("/b", "https://paper.example/b"),
        ("../b", "https://paper.example/b"),
        ("?page=2", "https://paper.example/sport/a.html?page=2"),
        ("//other.example/b", "https://other.example/b"),
        ("\\\\other.example\\b", "https://other.example/b"),
        ("http://other.example/b", "http://other.example/b"),
        ("", "https://paper.example/sport/a.html"),
        ("#top", "https://paper.example/sport/a.html"),
        ("javascript:void(0)", None),
    ],
)
def test_relative_address_is_read_from_where_it_stands(written, found):
    assert normalise_url(written, "https://paper.example/sport/a.html") == found


@given(WRITTEN)
@example("https://paper.example/%25%32%65%32%65/a")
@example("http://a/..//b")
@example("http://İ.example/")
@example("http://example\u3002com./")
def test_normalising_twice_changes_nothing(written):
    for address in (normalise_url(written), normalise_url(written, "https://paper.example/a/b?c")):
        if address is not None:
            assert normalise_url(address) == address
            assert len(address) <= MAX_CHARACTERS
            assert address.isascii()
            assert address.startswith(("http://", "https://"))
            assert "#" not in address


@given(WRITTEN)
def test_site_and_origin_of_an_address_are_those_of_its_one_form(written):
    address = normalise_url(written)
    if address is not None:
        assert site_of(written) == site_of(address) is not None
        assert origin_of(written) == origin_of(address)
        assert address.startswith(f"{origin_of(address)}/")


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://paper.example/a", "paper.example"),
        ("https://www.sport.paper.example", "paper.example"),
        ("https://www.paper.co.uk/", "paper.co.uk"),
        ("https://spor.gazete.com.tr/", "gazete.com.tr"),
        ("https://news.paper.or.jp", "paper.or.jp"),
        ("https://ann.blogspot.com/", "ann.blogspot.com"),
        ("https://www.ann.github.io/a", "ann.github.io"),
        ("https://news.ann.wordpress.com/", "ann.wordpress.com"),
        ("https://wordpress.com/", "wordpress.com"),
        ("https://www.com.de/", "www.com.de"),
        ("https://sub.paper.gov.de/", "gov.de"),
        ("https://www.xn--gazete-3za.xn--90a3ac/", "xn--gazete-3za.xn--90a3ac"),
        ("https://www.a.xn--80au.xn--90a3ac/", "a.xn--80au.xn--90a3ac"),
        ("https://co.uk/", "co.uk"),
        ("https://paper.com", "paper.com"),
        ("https://news.go.com", "go.com"),
        ("http://localhost:8000/", "localhost:8000"),
        ("http://127.0.0.1:8001/a", "127.0.0.1:8001"),
        ("http://[::1]:80/", "[::1]"),
        ("not an address", None),
        ("http://[", None),
    ],
)
def test_site_is_the_registered_domain(url, site):
    assert site_of(url) == site


def test_parts_of_a_site_are_the_same_site():
    assert same_site("https://www.paper.example/a", "http://sport.paper.example:8080/")
    assert not same_site("https://a.co.uk", "https://b.co.uk")
    assert not same_site("https://ann.blogspot.com", "https://bo.blogspot.com")
    assert not same_site("http://127.0.0.1:1", "http://127.0.0.1:2")
    assert not same_site("nonsense", "nonsense")


def test_origin_is_scheme_host_and_port():
    assert origin_of("https://Ann@Paper.example:443/a?b#c") == "https://paper.example"
    assert origin_of("http://paper.example:8080") == "http://paper.example:8080"
    assert origin_of("ftp://paper.example") is None
    assert origin_of("paper") is None


@pytest.mark.parametrize(("name", "least"), [("blog_hosts", 9), ("tracking", 21)])
def test_lists_are_in_lower_case_and_name_nothing_twice(name, least):
    lines = read_lines(name)
    assert len(lines) == len(set(lines)) >= least
    assert all(line == line.lower() for line in lines)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://www.paper.example/a", "paper.example"),
        ("https://news.paper.example:8080/a", "news.paper.example"),
        ("/a", None),
        ("http://[broken", None),
        (None, None),
    ],
)
def test_a_host_is_named_without_www(url, host):
    assert host_of(url) == host
