"""A reader's account in a real browser: from signing up to the end of it, by keyboard and without scripts."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest
from tests.portal.browsing import PASSWORD, Browser
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import served
from tests.portal.test_browser import AXE, GRAVE, OPTIONS, browser

from newsloom.portal.app import create_app

__all__ = ["browser"]


@pytest.fixture(scope="module")
def portal():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0.0)) as url:
        yield url


@contextmanager
def tab(browser, **options):
    context = browser.new_context(**options)
    # InlineBackoff: the machine may be busy, and nothing here is about speed.
    context.set_default_timeout(120_000)
    try:
        yield context.new_page()
    finally:
        context.close()


def typed(page, *values):
    """Fill in the form that has the focus, field after field, and send it."""
    for value in values:
        page.keyboard.type(value)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_a_reader_needs_neither_scripts_nor_a_mouse(browser, portal):
    with tab(browser, java_script_enabled=False) as page:
        page.goto(f"{portal}/signup?next=/story/story00")
        page.locator("input[name=name]").focus()
        typed(page, "keyboard reader", PASSWORD)
        page.wait_for_url("**/story/story00")
        with page.expect_navigation():
            page.locator("form[action='/me/follow'] button").first.press("Enter")
        page.goto(f"{portal}/me/selection")
        assert "No ferry before Thursday" in page.content()
        page.goto(f"{portal}/me")
        page.locator("form[action='/me/keys'] input[name=name]").focus()
        typed(page, "my feeds")
        feed = page.locator(".notice a").first.get_attribute("href")
        assert "No ferry before Thursday" in page.request.get(portal + feed).text()
        page.goto(f"{portal}/me")
        page.locator("form[action='/signout'] button").press("Enter")
        page.wait_for_url(f"{portal}/")
        page.goto(f"{portal}/me")
        assert page.url == f"{portal}/signin?next=%2Fme"
        page.locator("input[name=name]").focus()
        typed(page, "keyboard reader", PASSWORD)
        page.wait_for_url("**/me")
        page.locator("form[action='/me/delete'] input[name=password]").focus()
        typed(page, PASSWORD)
        page.wait_for_url(f"{portal}/")
        page.goto(f"{portal}/me")
        assert "/signin" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_on_account_pages_keeps_people_out(browser, portal, scheme):
    reader = Browser(portal)
    reader.sign_up(f"reader {scheme}")
    reader.post("/me/follow", kind="event", subject="story00", name="Storm")
    reader.post("/me/mute", kind="mute-word", subject="rain")
    cookies = [{"name": name, "value": value, "url": portal} for name, value in reader.cookies.items()]
    with tab(browser, color_scheme=scheme, viewport={"width": 390, "height": 800}) as page:
        for path in ("/signin", "/signup", "/me", "/me/selection", "/me/starred"):
            if path == "/me":
                page.context.add_cookies(cookies)
            page.goto(portal + path)
            assert page.url == portal + path
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            page.evaluate(AXE.read_text(encoding="utf-8"))
            found = page.evaluate(f"axe.run(document, {json.dumps(OPTIONS)})")["violations"]
            assert [(one["id"], one["help"]) for one in found if one["impact"] in GRAVE] == []
