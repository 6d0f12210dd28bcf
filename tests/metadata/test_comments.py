from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from newsloom import read_comments
from newsloom.records import Comment

WORDPRESS = """<article><h1>Bell returns</h1><p>The bell was hung again.</p></article>
<div id="comments" class="comments-area"><h2 class="comments-title">2 thoughts</h2><ol class="comment-list">
<li id="comment-12" class="comment even depth-1"><article id="div-comment-12" class="comment-body">
<footer class="comment-meta"><div class="comment-author vcard"><img class="avatar" alt=""><b class="fn">Plum Tree</b>
<span class="says">says:</span></div><div class="comment-metadata"><a href="/x#comment-12">
<time datetime="2026-03-02T10:15:00+00:00">March 2, 2026</time></a></div></footer>
<div class="comment-content"><p>My mother picked there.</p><p>She knew the hour.</p></div>
<div class="reply"><a class="comment-reply-link" href="/x?replytocom=12">Reply</a></div></article>
<ol class="children"><li id="comment-13" class="comment depth-2"><article class="comment-body">
<div class="comment-author"><b class="fn">Old Ned</b></div><div class="comment-content"><p>That was me.</p></div>
</article></li></ol></li></ol><div id="respond" class="comment-respond"><form id="commentform">
<label>Comment</label><textarea name="comment"></textarea></form></div></div>"""


def test_comments_have_their_authors_times_and_answers() -> None:
    assert read_comments(WORDPRESS) == (
        Comment(
            text="My mother picked there.\n\nShe knew the hour.",
            author="Plum Tree",
            time=datetime(2026, 3, 2, 10, 15, tzinfo=UTC),
        ),
        Comment(text="That was me.", author="Old Ned", depth=1),
    )


@pytest.mark.parametrize(
    "page",
    [
        '<div class="comment"><b>ned</b><p>I rang it once.</p></div>',
        '<div class="comment"><span class="username">ned</span> <a href="#">Reply</a><div>I rang it once.</div></div>',
        '<div itemtype="http://schema.org/Comment"><i itemprop="author">ned</i><p itemprop="text">I rang it once.',
        '<li class="yorum"><span class="author">ned</span><div class="yorum-text">I rang it once.</div></li>',
        '<div class="comment-item"><h4>ned</h4>I rang it once.<br><button>Like</button></div>',
    ],
)
def test_a_comment_is_what_the_page_calls_one(page: str) -> None:
    assert read_comments(f"<h1>Bell</h1><p>The story.</p>{page}") == (Comment(text="I rang it once.", author="ned"),)


def test_what_is_no_comment_is_none() -> None:
    page = "<h1>Bell</h1><p>The story.</p><a class='comment-count'>14 comments</a><p class='commentary'>Our view.</p>"
    assert read_comments(page) == ()
    assert read_comments(b"") == ()


def test_comments_of_a_page_whose_story_is_shorter_than_they_are() -> None:
    page = Path(__file__).parents[1] / "pages" / "comments-longer-than-the-story" / "page.html"
    found = read_comments(page.read_bytes())
    assert [one.author for one in found] == ["plumtree", "harrowdown", "millie_r", "old_ned", "plumtree"]


@pytest.mark.parametrize("unit", ['<div class="comment">a b', '<div class="comment"><b>n</b><p>text</p></div>'])
def test_very_many_comments_take_little_time(unit: str) -> None:
    begin = time.process_time()
    assert len(read_comments(unit * 60_000)) <= 1_000
    assert time.process_time() - begin < 10
