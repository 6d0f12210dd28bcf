"""Pages that are kept for all readers: as long as they are told to, and for nothing but what was asked for."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.portal.app import create_app


def test_pages_are_kept_for_as_long_as_they_are_told_to():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)) as url:
        before = ask(url + "/story/story00")
        with room.store.begin() as shift:
            shift.stories.keep(replace(shift.stories.get("story00"), title="Another title"))
        assert ask(url + "/story/story00").body == before.body
        assert "Another title" in ask(url + "/story/story00?since=2026-03-02").text


@pytest.mark.parametrize("other", ["%09", "%0A", "%23", "%3Flanguage", "%253F", "%5C"])
def test_no_page_is_kept_for_the_path_of_another(other):
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)) as url:
        name = quote(room.sections()[0][0])
        for ending in ("", ".rss"):
            nothing = ask(f"{url}/section/{name}{other}{ending}")
            page = ask(f"{url}/section/{name}{ending}")
            assert page.status == 200
            assert page.body.count(b"/story/" if not ending else b"<item>") > 1
            assert page.body != nothing.body or other == "%0A"


def test_a_long_question_takes_no_more_room_than_a_short_one():
    with full_newsroom() as room:
        app = create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)
        with served(app) as url:
            assert ask(f"{url}/help?{'x' * 30_000}").status == 200
            assert ask(f"{url}/latest.rss?{'x' * 30_000}").status == 200
        assert [len(repr(key)) < 300 for key in app.state.shelf._pages] == [True, True]
