from __future__ import annotations

import dataclasses
from datetime import timedelta

import pytest
from tests.syndication.invented import ARTICLES, NOON

from newsloom.records import Coverage, Image, Report, Revision
from newsloom.syndication import article_entry, last_said, story_entry

FERRY = ARTICLES[0]


def revisions(*texts):
    return [
        Revision(article=dataclasses.replace(FERRY, text=text), seen_at=NOON + timedelta(hours=hour))
        for hour, text in enumerate(texts)
    ]


def test_a_corrected_word_says_nothing_new():
    assert last_said(revisions("The ferry is late today.", "The fery was late today.")) == NOON


def test_a_sentence_more_says_something_new():
    told = revisions("The ferry is late.", "The ferry is late. Nobody aboard was hurt when it struck a pontoon.")
    assert last_said(told) == NOON + timedelta(hours=1)


def test_what_was_said_before_is_not_new_when_it_comes_back():
    long = "The ferry is late. Nobody aboard was hurt when it struck a pontoon."
    assert last_said(revisions(long, "The ferry is late.", long)) == NOON


def test_an_article_that_was_never_seen_has_said_nothing():
    assert last_said([]) is None


def test_an_article_without_a_headline_is_called_by_its_first_words():
    entry = article_entry(dataclasses.replace(FERRY, title=None, text="word " * 200), NOON)
    assert entry.title.startswith("word word")
    assert len(entry.title) <= 302


def test_a_story_lists_its_reports_without_copies():
    story = Coverage(
        id="s1",
        first_seen=NOON,
        last_seen=NOON + timedelta(hours=3),
        changed_at=NOON + timedelta(hours=2),
        title="Ferry <late>",
        summary="It & the wind.",
        image="javascript:alert(1)",
        section="Harbour",
        reports=(
            Report(url=FERRY.url, paper="lorne.example", seen_at=NOON),
            Report(url="https://kiyi.example/b", paper="<kiyi>", seen_at=NOON),
            Report(url="https://kiyi.example/c", paper="kiyi.example", seen_at=NOON, copy_of=FERRY.url),
            Report(url="javascript:alert(1)", paper="x.example", seen_at=NOON),
        ),
    )
    entry = story_entry(story, "https://portal.example/story/s1", {FERRY.url: "Ferry <b>late</b>"})
    assert entry.updated == NOON + timedelta(hours=2)
    assert entry.image is None
    assert entry.html == (
        "<p>It &amp; the wind.</p><ul>"
        f'<li><a href="{FERRY.url}">Ferry &lt;b&gt;late&lt;/b&gt;</a> (lorne.example)</li>'
        '<li><a href="https://kiyi.example/b">https://kiyi.example/b</a> (&lt;kiyi&gt;)</li></ul>'
    )
    assert entry.id == story_entry(dataclasses.replace(story, title="x"), "https://elsewhere.example/", {}).id


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://a.example/two words.jpg", "https://a.example/two%20words.jpg"),
        ('https://a.example/x"y<z>.jpg', "https://a.example/x%22y%3Cz%3E.jpg"),
        (" https://a.example/line\nbreak.jpg ", "https://a.example/linebreak.jpg"),
        ("https://a.example/100%25.jpg?a=b&c=d#e", "https://a.example/100%25.jpg?a=b&c=d#e"),
        ("https://a b.example/x.jpg", None),
    ],
)
def test_what_no_address_may_hold_is_encoded_in_pictures(written, address):
    entry = article_entry(dataclasses.replace(FERRY, images=(Image(url=written),)), NOON)
    assert (entry.image.url if entry.image else None) == address


def test_every_entry_has_a_date():
    seen = NOON - timedelta(days=1)
    assert article_entry(dataclasses.replace(FERRY, published=None, date=None), NOON, seen).published == seen
