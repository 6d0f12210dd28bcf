"""Pages that are kept for all readers: as long as they are told to, and for nothing but what was asked for."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

import pytest
from tests.portal.browsing import Browser
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.portal.app import create_app
from newsloom.portal.backoff import InlineBackoff
from newsloom.records import Revision


def test_pages_are_kept_for_as_long_as_they_are_told_to():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)) as url:
        before = ask(url + "/story/story00")
        with room.store.transaction() as transaction:
            transaction.stories.keep(replace(transaction.stories.get("story00"), title="Another title"))
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
        assert [len(repr(key)) < 300 for key in app.state.pages._pages] == [True, True]


def test_nothing_of_a_reader_is_in_what_others_are_shown():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)) as url:
        ann = Browser(url)
        assert ann.sign_up("ann of the coast").status == 303
        for path in ("/", "/story/story00", "/search?q=harbour", "/latest", "/topics"):
            own = ann.get(path)
            assert "ann of the coast" in own.text
            shared = ask(url + path)
            assert "ann of the coast" not in shared.text
            assert 'name="csrf"' not in shared.text
            # Nor is what all are shown given to her: it would say that she is not signed in.
            assert "ann of the coast" in ann.get(path).text
            assert ann.get(path, **{"If-None-Match": shared.headers["ETag"]}).status == 200


def test_what_one_asked_for_does_not_stand_in_the_next_ones_box():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)) as url:
        assert 'value="a secret question"' in ask(url + "/search?q=a%20secret%20question").text
        for path in ("/", "/search", "/latest", "/search?q=another"):
            assert "a secret question" not in ask(url + path).text


def test_languages_and_colours_are_kept_apart():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)) as url:
        asked = [
            ({"Accept_Language": language}, f'lang="{language}" data-theme="{theme}"', theme)
            for theme in ("auto", "dark")
            for language in ("en", "tr", "no")
        ]
        for _ in range(2):
            for headers, mark, theme in asked:
                cookie = {"Cookie": f"newsloom_theme={theme}"} if theme != "auto" else {}
                assert mark in ask(url + "/story/story00", **headers, **cookie).text


def test_a_headline_that_was_edited_alone_is_shown_beside_the_others():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0.0)) as url:
        page = url + "/story/story00/differences"
        told = ask(page).text
        with room.store.transaction() as transaction:
            articles = [transaction.articles.get(report.url) for report in transaction.stories.get("story00").reports]
            edited = next(one for one in articles if f">{one.title}</a></h3>" in told)
            transaction.articles.keep(Revision(article=replace(edited, title="A corrected headline"), seen_at=NOON))
        assert "A corrected headline</a></h3>" in ask(page).text


def _inline_app(room, *, is_enabled: bool, page_seconds: float = 3600):
    app = create_app(room, room.settings, now=lambda: NOON, page_seconds=page_seconds)
    # For a clock that stands still nothing takes long, however busy the machine is.
    app.state.inline = InlineBackoff(lambda: 0.0, is_enabled=is_enabled)
    return app


def test_a_page_made_at_once_is_the_page_that_a_thread_makes():
    pages = []
    with full_newsroom() as room:
        for is_enabled in (True, False):
            with served(_inline_app(room, is_enabled=is_enabled)) as url:
                # The navigation is at hand once any page has been made.
                ask(url + "/help")
                asked = [ask(f"{url}/story/story00", Accept_Language=code) for code in ("en", "tr", "en")]
                # The page says its own address.
                pages.append([answer.text.replace(url, "") for answer in asked])
                assert ask(url + "/story/nobody").status == 404
    assert pages[0] == pages[1]
    assert pages[0][0] == pages[0][2] != pages[0][1]


def test_a_plain_story_needs_no_thread_and_all_else_does():
    with full_newsroom() as room:
        app = _inline_app(room, is_enabled=True)
        with served(app) as url:
            ann = Browser(url)
            assert ann.sign_up("ann").status == 303
            ask(url + "/help")
            app.state.threads.shutdown()
            assert ask(url + "/story/story00").status == 200
            assert ask(url + "/story/story00?since=2026-03-02").status == 500
            assert ann.get("/story/story00").status == 500


def test_while_backing_off_a_story_is_left_to_a_thread():
    with full_newsroom() as room:
        app = _inline_app(room, is_enabled=False)
        with served(app) as url:
            ask(url + "/help")
            app.state.threads.shutdown()
            assert ask(url + "/story/story00").status == 500


@pytest.mark.parametrize("path", ["/story/story00/differences", "/story/story00", "/latest", "/topics", "/latest.rss"])
def test_a_parameter_that_no_page_knows_is_no_other_question(path):
    with full_newsroom() as room:
        app = create_app(room, room.settings, now=lambda: NOON, page_seconds=3600)
        with served(app) as url:
            bodies = {ask(f"{url}{path}?{query}").body for query in ("", "n=1", "n=2&token=x", "%00=%ff")}
        assert len(bodies) == len(app.state.pages._pages) == 1
