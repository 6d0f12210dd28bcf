from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from newsloom.discovery.opml import read_list, read_opml, write_opml
from newsloom.errors import InputError
from newsloom.records import Source

LIST = """<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>Papers</title></head><body>
  <outline text="Daily Loom" type="rss" xmlUrl="https://dailyloom.example/feed" htmlUrl="https://dailyloom.example/"/>
  <outline text="Norway"><outline text="Sport" title="Sport">
    <outline text="short" title="Byposten – Sport" type="rss" xmlUrl="https://byposten.example/rss/sport.xml"/>
    <outline text="Fog" type="rss" xmlUrl="https://fog.example/rss" category="/Weather/Fog,Sea"/>
  </outline>
  <outline text="Byposten" xmlUrl="https://byposten.example/rss"/></outline>
  <outline text="Again" xmlUrl="https://dailyloom.example/feed?utm_source=opml"/>
  <outline text="A page" type="link" url="https://kule.example/"/>
  <outline text="Not this" xmlUrl="javascript:alert(1)"/>
  <outline text="An empty folder"/>
</body></opml>""".encode()

NAMES = st.text(st.characters(categories=["Lu", "Ll", "Lo", "Nd"]), min_size=1, max_size=30)
SOURCES = st.builds(
    Source,
    url=st.from_regex(r"https://[a-z]{1,9}\.example/[a-z]{0,9}\?q=[a-z]{1,4}&r=[0-9]{1,3}", fullmatch=True),
    kind=st.sampled_from(["feed", "page", "sitemap"]),
    title=st.none() | NAMES | st.just('Salt & Sea "daily" – 2 > 1'),
    category=st.none() | NAMES | st.just("Food, Drink/Wine & More"),
    home=st.none() | st.just("https://dailyloom.example/"),
    added_at=st.none() | st.datetimes(datetime(2000, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)),
)


def _in_list() -> dict[str, Source]:
    return {source.url: source for source in read_opml(LIST)}


def test_feeds_pages_and_their_names_are_read_in_order():
    assert [(source.url, source.kind, source.title) for source in read_opml(LIST)] == [
        ("https://dailyloom.example/feed", "feed", "Daily Loom"),
        ("https://byposten.example/rss/sport.xml", "feed", "Byposten – Sport"),
        ("https://fog.example/rss", "feed", "Fog"),
        ("https://byposten.example/rss", "feed", "Byposten"),
        ("https://kule.example/", "page", "A page"),
    ]


def test_innermost_folder_is_the_category():
    assert _in_list()["https://byposten.example/rss/sport.xml"].category == "Sport"
    assert _in_list()["https://byposten.example/rss"].category == "Norway"
    assert _in_list()["https://dailyloom.example/feed"].category is None


def test_category_of_its_own_counts_more_than_the_folder():
    assert _in_list()["https://fog.example/rss"].category == "Fog"


def test_home_is_the_page_of_the_feed():
    assert _in_list()["https://dailyloom.example/feed"].home == "https://dailyloom.example/"
    assert _in_list()["https://fog.example/rss"].home is None


@pytest.mark.parametrize(
    ("outline", "url"),
    [
        ('<outline XMLURL="https://a.example/x"/>', "https://a.example/x"),
        ('<outline xmlUrl="https://a.example/?a=1&b=2"/>', "https://a.example/?a=1&b=2"),
        ("<outline text=Loom xmlUrl=https://a.example/x />", "https://a.example/x"),
        ('<outline xmlUrl="feed://a.example/x"/>', "http://a.example/x"),
        ('<outline xmlUrl="feed:https://a.example/x"/>', "https://a.example/x"),
        ('<outline text="a"><outline text="b" xmlUrl="https://a.example/x">', "https://a.example/x"),
        ('<outline text="Salt & Sea" xmlUrl="https://a.example/x"></outline>', "https://a.example/x"),
        ('<outline text="Caf&eacute;" xmlUrl="https://a.example/x"/>', "https://a.example/x"),
    ],
)
def test_broken_list_is_read(outline, url):
    assert [source.url for source in read_opml(f"<opml><body>{outline}</body></opml>".encode())] == [url]


def test_a_tags_sign_in_a_quoted_value_costs_no_feed():
    outlines = "".join(
        f"""<outline type='rss' text={name} xmlUrl="https://{place}.example/feed"/>"""
        for place, name in enumerate(('"We <3 news"', "'a < b'", '"<b>Bold</b> & more"', '"plain"'))
    )
    read = read_list(f"<opml version='2.0'><body>{outlines}</body></opml>".encode())
    assert [source.url for source in read.sources] == [f"https://{place}.example/feed" for place in range(4)]
    assert read.sources[0].title == "We <3 news"
    assert read.dropped == ()


def test_what_is_dropped_is_named_with_the_reason():
    dropped = {one.name: one.reason for one in read_list(LIST).dropped}
    assert dropped == {
        "https://dailyloom.example/feed?utm_source=opml": "is listed twice",
        "javascript:alert(1)": "is not a web address",
    }
    silent = (
        b"<opml><body><!-- <outline xmlUrl='https://old.example/'/> --><outline type='rss' text='Fog'/></body></opml>"
    )
    assert [(one.name, one.reason) for one in read_list(silent).dropped] == [("Fog", "has no address")]


def test_feeds_that_are_lost_in_broken_markup_are_counted():
    body = b"<opml><body><outline xmlUrl='https://a.example/f'/><outline text=\"cut xmlUrl='https://b.example/f'</body></opml>"
    read = read_list(body)
    assert [source.url for source in read.sources] == ["https://a.example/f"]
    assert [one.name for one in read.dropped] == ["1 of its feeds"]


def test_list_of_another_encoding_is_read():
    body = '<?xml version="1.0" encoding="iso-8859-9"?><opml><outline text="Işık" xmlUrl="https://a.example/"/></opml>'
    assert read_opml(body.encode("iso8859-9"))[0].title == "Işık"


@pytest.mark.parametrize("body", [b"", b"<html></html>", b"<rss/>", b"https://a.example/", b"\xff\xfe\x00"])
def test_what_is_no_list_is_refused(body):
    with pytest.raises(InputError, match="OPML"):
        read_opml(body)


def test_entity_bomb_is_refused():
    with pytest.raises(InputError, match="entities"):
        read_opml(b'<!DOCTYPE opml [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><opml><outline text="&b;"/></opml>')


def test_folders_nested_without_end_are_read_as_far_as_they_go():
    body = b"<opml>" + b'<outline text="a">' * 3_000 + b'<outline xmlUrl="https://a.example/"/>'
    assert all(source.category == "a" for source in read_opml(body))


@given(st.lists(SOURCES, max_size=8, unique_by=lambda source: source.url))
def test_what_is_written_is_read_again(sources):
    without_fraction = [
        Source(
            url=source.url,
            kind=source.kind,
            title=source.title,
            category=source.category,
            home=source.home,
            added_at=source.added_at.replace(microsecond=0) if source.added_at else None,
        )
        for source in sources
    ]
    read = read_opml(write_opml(sources))
    assert sorted(read, key=lambda source: source.url) == sorted(without_fraction, key=lambda source: source.url)


def test_control_characters_do_not_keep_a_list_from_being_written():
    source = Source(url="https://a.example/", kind="feed", title="a\x00b", category="c\x0bd")
    (read,) = read_opml(write_opml([source]))
    assert (read.title, read.category) == ("ab", "cd")


@example(b":", 95)  # a name that lxml parses and then calls invalid
@given(st.binary(max_size=200), st.integers(0, len(LIST)))
def test_nothing_but_an_input_error_is_raised(junk, cut):
    for body in (junk, LIST[:cut], LIST[:cut] + junk + LIST[cut:]):
        try:
            sources = read_opml(body)
        except InputError:
            continue
        assert all(source.url.startswith("http") for source in sources)
