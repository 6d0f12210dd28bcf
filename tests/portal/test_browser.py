"""The portal in a real browser: both themes, phone and wide, keyboard only, Turkish, and what axe-core finds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.portal.newsstand import FRONT, NOON, OPERATOR, OPERATOR_TOKEN, full_newsroom
from tests.portal.serving import served
from tests.portal.test_hostile_news import hostile_newsroom, hostile_paths

from newsloom.portal.app import create_app
from newsloom.portal.paths import article_path
from newsloom.settings import Settings

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
STORM = article_path("https://gazette.example/0/0")
PAGES = [
    "/",
    "/section/Politics",
    "/latest",
    "/search?q=harbour",
    "/story/story00?since=2026-03-02T07:30",
    "/story/story00/differences",
    STORM,
    f"{STORM}/changes",
    "/paper/gazette.example",
    f"/front?url={FRONT}",
    "/events",
    "/topics",
    "/topic/topic0",
    "/sources",
    "/most-read",
    "/help",
    "/about",
    "/preferences",
    "/operator",
    "/operator/failure?url=https://ufuk.example/broken",
    f"/operator/page?url={FRONT}&front=1",
    "/nothing",
]
# What axe-core calls serious keeps people out; contrast is WCAG AA.
GRAVE = ("serious", "critical")
OPTIONS = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
# Nothing but this machine: a page that asked for anything else would fail.
ARGUMENTS = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]

# Presses j once for each item, and tells which of them had the focus then.
_WALK = """() => {
  const items = [...document.querySelectorAll("[data-item]")];
  return items.map(() => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    return items.indexOf(document.activeElement.closest("[data-item]"));
  });
}"""

Visiting = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (the extra render)")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("chromium is not installed (Debian: apt install chromium)")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def portal() -> Iterator[str]:
    settings = Settings(portal_pictures=False, portal_operator_token=OPERATOR_TOKEN)
    with (
        full_newsroom(settings) as room,
        served(create_app(room, settings, now=lambda: NOON, page_seconds=3600)) as url,
    ):
        yield url


@contextmanager
def _tab(browser: Any, **options: Any) -> Iterator[tuple[Any, list[str]]]:
    """A page in a context of its own, and the list into which everything goes that it complains of."""
    context = browser.new_context(extra_http_headers=OPERATOR, **options)
    # InlineBackoff: the machine may be busy, and nothing here is about speed.
    context.set_default_timeout(120_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if _is_elsewhere(request.url) else None)
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("console", lambda said: complaints.append(said.text) if _is_grave(said) else None)
    try:
        yield page, complaints
    finally:
        context.close()


def _is_elsewhere(url: str) -> bool:
    return not url.startswith("http://127.0.0.1:")


def _is_grave(said: Any) -> bool:
    # The page that is not there is asked for on purpose.
    return said.type in ("error", "warning") and "404" not in said.text


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (390, "light"), (1024, "dark"), (1920, "light")])
def test_no_page_scrolls_sideways_or_complains(browser, portal, width, theme):
    with _tab(browser, viewport={"width": width, "height": 900}, color_scheme=theme) as (page, complaints):
        for path in PAGES:
            page.goto(portal + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert complaints == []


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_serious(browser, portal, width, theme):
    source = AXE.read_text(encoding="utf-8")
    with _tab(browser, viewport={"width": width, "height": 900}, color_scheme=theme) as (page, _):
        for path in PAGES:
            page.goto(portal + path)
            page.evaluate(source)
            found = page.evaluate(f"axe.run({json.dumps(OPTIONS)})")["violations"]
            grave = [(one["id"], [node["html"] for node in one["nodes"]]) for one in found if one["impact"] in GRAVE]
            assert grave == [], path


def test_a_picture_is_asked_for_without_a_word_on_the_page_that_shows_it(browser):
    with (
        full_newsroom() as room,
        served(create_app(room, room.settings, now=lambda: NOON)) as url,
        _tab(browser) as (page, _),
    ):
        with page.expect_request("https://gazette.example/0/0.jpg") as asked:
            page.goto(url + STORM)
        assert not asked.value.all_headers().get("referer")


def test_the_chosen_theme_wins_over_the_device(browser, portal):
    with _tab(browser, color_scheme="light") as (page, _):
        page.goto(portal + "/preferences?next=/about")
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.check("input[name=theme][value=dark]")
        page.click("form.form button")
        page.wait_for_url("**/about")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
        assert page.get_attribute("html", "data-theme") == "dark"


def test_the_portal_speaks_turkish(browser, portal):
    with _tab(browser, locale="tr-TR") as (page, complaints):
        page.goto(portal + "/")
        assert page.inner_text("h1") == "Bugün"
        page.click("text=Gazeteler")
        page.wait_for_url("**/sources")
        assert page.get_attribute("html", "lang") == "tr"
        assert complaints == []


def test_everything_is_reached_by_keyboard(browser, portal):
    with _tab(browser, viewport={"width": 1280, "height": 900}, reduced_motion="reduce") as (page, _):
        page.goto(portal + "/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("location.hash") == "#content"
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.keyboard.press("k")
        assert "Storm closes" in page.evaluate("document.activeElement.textContent")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
        page.keyboard.press("o")
        page.wait_for_url("**/story/story00")
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "find"
        page.keyboard.type("ferry?")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search?q=ferry*")
        page.keyboard.press("?")
        page.wait_for_url("**/help#keys")


def test_the_keys_lead_through_every_item_to_its_headline(browser):
    room = full_newsroom()
    room.follow_event(["https://gazette.example/0/0"])
    with (
        room,
        served(create_app(room, room.settings, now=lambda: NOON)) as url,
        _tab(browser, reduced_motion="reduce") as (page, _),
    ):
        for path, focused in (("/story/story00", "h3 a"), (STORM, "[data-open]"), ("/events", "h3 a, summary")):
            page.goto(url + path)
            places = page.evaluate(_WALK)
            assert places == list(range(len(places))), path
            assert page.evaluate("focused => document.activeElement.matches(focused)", focused), path


def test_when_a_text_from_the_right_was_told_is_said_from_the_left(browser, portal):
    with _tab(browser) as (page, _):
        page.goto(portal + "/")
        page.evaluate(
            "document.querySelector('.ticker li').setAttribute('dir', 'rtl'),"
            "document.querySelector('.ticker time').textContent = '21 h ago'"
        )
        # Where "21" stands, and where "ago": from the right the number would come last.
        places = page.evaluate(
            """() => [[0, 2], [5, 8]].map(([from, to]) => {
              const range = document.createRange(), text = document.querySelector(".ticker time").firstChild;
              range.setStart(text, from); range.setEnd(text, to);
              return range.getBoundingClientRect().left;
            })"""
        )
    assert places == sorted(places)


def test_every_page_works_without_javascript(browser, portal):
    with _tab(browser, java_script_enabled=False) as (page, _):
        page.goto(portal + "/")
        page.click("text=Storm closes the harbour")
        page.click("text=Compare the papers")
        page.wait_for_url("**/differences")
        page.fill("#find", "glacier")
        page.press("#find", "Enter")
        page.wait_for_url("**/search?q=glacier")


def test_hostile_news_runs_nothing_in_a_browser(browser):
    with (
        hostile_newsroom() as room,
        served(create_app(room, room.settings, now=lambda: NOON)) as url,
        _tab(browser) as (page, complaints),
    ):
        for path in hostile_paths()[:36]:
            page.goto(url + path, wait_until="domcontentloaded")
            assert page.evaluate("window.pwned") is None, path
            assert page.url.startswith(url), path
    # Pictures of the press are wanted here; nothing else is asked of anybody, and nothing speaks up.
    assert [one for one in complaints if "bait.example" not in one and "ERR_NAME_NOT_RESOLVED" not in one] == []
