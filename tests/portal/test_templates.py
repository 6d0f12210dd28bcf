"""The pages of a newspaper's templates: over the wire, in a browser, and made of hostile paths."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from tests.portal.serving import ask, served
from tests.portal.test_accounts_browser import tab
from tests.portal.test_browser import AXE, GRAVE, OPTIONS, browser
from tests.redesign import NOON, SITE, new_page, old_page, publish

from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.records import Drift, SiteTemplate, Source, Template
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

__all__ = ["browser"]

LATER = NOON + timedelta(days=2)
ALL = f"/paper/{SITE}/templates"
EVIL = "evil.example"
BAIT = "<script>pwned=1</script>\"'onload=pwned=1 {{ 7*7 }} %s \u202e\ud800"


@pytest.fixture(scope="module")
def room() -> Iterator[Newsroom]:
    """A paper that changed its layout: two templates and an alarm; another that wishes harm; one without any."""
    with Newsroom(MemoryStore(), Settings(), now=lambda: LATER) as room:
        with room.store.transaction() as transaction:
            for site in (SITE, EVIL, "young.example"):
                transaction.sources.add(
                    Source(url=f"https://{site}/", kind="page", home=f"https://{site}/", added_at=NOON)
                )
        publish(room.store, [old_page(number) for number in range(12)])
        room.learn_templates()
        publish(room.store, [new_page(number) for number in range(12, 22)], first=12)
        room.learn_templates()
        _keep_evil(room)
        yield room


def _keep_evil(room: Newsroom) -> None:
    paths = {"html": 3, f"html/{BAIT}": 3, f"html/{BAIT}/#{BAIT * 20}": 2}
    paths |= {"/".join(["div"] * depth): 3 for depth in range(1, 128)}
    template = Template(
        method=BAIT,
        version=1,
        members=(0, 1, 2),
        paths=paths,
        content_paths=frozenset(paths),
        description_length=0.0,
        description_parts=(0.0, 0.0, 0.0),
        segments={BAIT: 3},
        fields={BAIT: BAIT, "body": BAIT},
    )
    drift = Drift(
        site=EVIL, since=NOON, noticed_at=NOON, fit_before=1.0, fit_after=0.0, pages=6, gone=(BAIT,), new=(BAIT,)
    )
    with room.store.transaction() as transaction:
        transaction.templates.keep(SiteTemplate(site=EVIL, number=1, template=template, valid_from=NOON, pages=3))
        transaction.templates.keep_drift(drift)


@pytest.fixture(scope="module")
def portal(room: Newsroom) -> Iterator[str]:
    with served(create_app(room, room.settings, now=lambda: LATER, page_seconds=3600)) as url:
        yield url


def test_versions_are_listed_with_their_times_and_members(portal):
    text = ask(portal + ALL).text
    assert text.index("Template 2</a>") < text.index("Template 1</a>")
    assert "From 2 March 2026, 12:00 UTC until 3 March 2026, 00:00 UTC" in text
    assert "learned from 12 pages" in text
    assert text.count("in use") == 1


def test_an_alarm_says_since_when_and_what_changed(portal):
    text = ask(portal + ALL).text
    assert "Changed on 3 March 2026, 00:00 UTC" in text
    assert "<code>html/body/table</code>" in text
    assert "<code>html/body/main</code>" in text


def test_the_fit_of_pages_is_drawn_for_each_template_with_the_alarm(portal):
    text = ask(portal + ALL).text
    assert len(re.findall(r'<path class="fit"', text)) == 2
    assert len(re.findall(r'<circle class="page"', text)) == 2 * 22
    assert len(re.findall(r'<line class="alarm"', text)) == 1
    latest, before = (re.findall(r"<td>(.*?)</td>", day) for day in re.findall(r'<tr><th scope="row">.*?</tr>', text))
    assert (latest[0], before[0]) == ("10", "12")
    assert (latest[2], before[1]) == ("100%", "100%")
    assert "100 %" not in (latest[1], before[2])


def test_one_template_is_taken_apart(portal):
    text = ask(f"{portal}{ALL}/1").text
    assert "<code>html › body</code>" in text or "<code>html</code>" in text
    assert re.search(r'class="in-\d+ content"><span class="support">12</span>.*?<code>p</code>', text)
    assert "<q>The Lantern, printed in Tarvik since 1911. All rights reserved.</q>" in text
    for part in ("The template", "The members", "The differences", "Headline", "Byline"):
        assert part in text
    assert len(re.findall(r'<rect class="hue-[012]"', text)) == 3


def test_the_three_parts_are_what_the_description_costs(portal, room):
    parts = room.templates(SITE)[0].template.description_parts
    text = ask(f"{portal}{ALL}/1").text
    shown = [int(bits.replace(",", "")) for bits in re.findall(r"</dt><dd>([\d,]+)</dd>", text)]
    assert shown == [round(part) for part in parts]


@pytest.mark.parametrize(("language", "title"), [("en", "Templates"), ("tr", "Şablonlar"), ("no", "Maler")])
def test_the_pages_speak_three_languages(portal, language, title):
    assert f"<h1>{title}</h1>" in ask(portal + ALL, Accept_Language=language).text
    assert ask(f"{portal}{ALL}/2", Accept_Language=language).status == 200


def test_a_paper_without_a_template_says_when_there_will_be_one(portal):
    answer = ask(f"{portal}/paper/young.example/templates")
    assert answer.status == 200
    assert "No templates have been learned yet." in answer.text


@pytest.mark.parametrize(
    "path",
    ["/paper/nobody.example/templates", f"{ALL}/3", f"{ALL}/0", f"{ALL}/-1", f"{ALL}/{'9' * 400}", f"{ALL}/%C2%B2"],
)
def test_what_there_is_not_is_not_found(portal, path):
    assert ask(portal + path).status == 404


def test_papers_and_the_list_of_papers_lead_to_their_templates(portal):
    assert f'href="{ALL}"' in ask(f"{portal}/paper/{SITE}").text
    assert f'href="{ALL}"' in ask(f"{portal}/sources").text


@pytest.mark.parametrize("path", [f"/paper/{EVIL}/templates", f"/paper/{EVIL}/templates/1"])
def test_what_a_path_says_is_shown_and_never_obeyed(portal, path):
    answer = ask(portal + path)
    assert answer.status == 200
    assert "<script>pwned" not in answer.text
    assert "&lt;script&gt;pwned=1&lt;/script&gt;" in answer.text
    assert "{{ 7*7 }}" in answer.text


def test_programs_read_templates_and_alarms_too(portal, room):
    found = json.loads(ask(f"{portal}/v1/templates?site={SITE}&limit=1").body)
    (latest,), cursor = found["data"], found["next"]
    assert (latest["number"], latest["pages"], latest["valid_until"]) == (2, 10, None)
    assert latest["description_parts"] == list(room.templates(SITE)[1].template.description_parts)
    assert latest["paths"]["html/body/main"] == 10
    assert latest["tags"]["html"] == 1
    (first,) = json.loads(ask(f"{portal}/v1/templates?site={SITE}&limit=1&cursor={cursor}").body)["data"]
    assert (first["number"], first["fields"]["body"]) == (1, "html/body/div/div/p")
    assert set(first["content_paths"]) <= set(first["paths"])
    (drift,) = json.loads(ask(f"{portal}/v1/drifts?site={SITE}").body)["data"]
    assert (drift["since"], drift["pages"]) == ("2026-03-03T00:00:00+00:00", 10)
    assert ask(f"{portal}/v1/templates").status == 400


PAGES = [ALL, f"{ALL}/1", f"{ALL}/2", f"/paper/{EVIL}/templates", f"/paper/{EVIL}/templates/1"]


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (390, "light"), (1920, "dark")])
def test_templates_fit_on_every_screen_and_axe_finds_nothing_serious(browser, portal, width, theme):
    source = AXE.read_text(encoding="utf-8")
    with tab(browser, viewport={"width": width, "height": 900}, color_scheme=theme) as page:
        for path in PAGES:
            page.goto(portal + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            assert page.evaluate("window.pwned") is None
            page.evaluate(source)
            assert _grave(page.evaluate(f"axe.run({json.dumps(OPTIONS)})")) == [], path


def test_templates_are_reached_without_javascript(browser, portal):
    with tab(browser, java_script_enabled=False) as page:
        page.goto(f"{portal}/sources")
        page.click(f"a[href='{ALL}']")
        page.wait_for_url(f"**{ALL}")
        page.click("text=The same as numbers")
        assert page.is_visible("text=3 March 2026 >> nth=0")
        page.click("h3 a:has-text('Template 1')")
        page.wait_for_url(f"**{ALL}/1")


def _grave(found: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [
        (one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"] if one["impact"] in GRAVE
    ]
