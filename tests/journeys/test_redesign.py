"""A week of the made-up press in a newsroom: templates are learned, and the one change of layout is noticed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.press.presses import MONDAY, after, paper, press

from newsloom.pipeline.gathering.reading import StoryPage, read_story
from newsloom.pipeline.templates.drift import update_sites
from newsloom.press.site import Site
from newsloom.records import Link, Page, Revision
from newsloom.stores.sqlite import MemoryStore

PAPERS = ("courier", "lantern", "kiyi")
SITES = {name: Site(press=press(), paper=paper(name)) for name in PAPERS}


@pytest.fixture(scope="module")
def week():
    """A store after the week, its templates looked after every twelve hours."""
    store = MemoryStore()
    for half_day in range(14):
        since, until = after(hours=12 * half_day), after(hours=12 * (half_day + 1))
        with store.transaction() as transaction:
            for name in PAPERS:
                for piece in press().pieces(paper(name)):
                    if since < piece.published <= until:
                        _keep(transaction, name, piece)
        update_sites(store, learner="textmax", owner="week", now=until)
    return store


def _keep(transaction, name, piece):
    at = piece.published + timedelta(minutes=5)
    url = press().address(paper(name)) + piece.path
    answer = SITES[name].answer(piece.path, at)
    page = Page(url=url, fetched_at=at, body=answer.body, content_type=answer.media)
    article = read_story(StoryPage(link=Link(url=url), page=page), extractor="loom")
    transaction.pages.keep(page)
    transaction.articles.keep(Revision(article=article, seen_at=at))


def test_every_paper_is_learned(week):
    with week.read() as transaction:
        assert set(transaction.templates.sites()) == {f"{name}.example" for name in PAPERS}


def test_only_the_paper_that_changed_its_layout_raises_an_alarm(week):
    with week.read() as transaction:
        (drift,) = transaction.templates.drifts()
    redesign = MONDAY + paper("courier").redesign
    assert drift.site == "courier.example"
    assert redesign <= drift.since <= redesign + timedelta(hours=12)
    assert drift.noticed_at <= redesign + timedelta(hours=36)
    assert drift.gone
    assert drift.new


def test_the_new_layout_takes_over_and_the_old_is_remembered(week):
    with week.read() as transaction:
        (drift,) = transaction.templates.drifts(site="courier.example")
        before = transaction.templates.at("courier.example", drift.since - timedelta(minutes=1))
        now = transaction.templates.at("courier.example")
    assert drift.settled_at is not None
    assert before[0].template.fields["body"] != now[0].template.fields["body"]
    assert before[0].valid_until == drift.since
