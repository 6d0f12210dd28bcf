from __future__ import annotations

from datetime import date, timedelta

import pytest
from tests.redesign import NOON, SITE, address, filled_store, new_page, old_page, publish

from newsloom.pipeline.templates.drift import update_sites
from newsloom.pipeline.templates.fithistory import days_of_fits, fits_over_time
from newsloom.records import Page, Revision

LATER = NOON + timedelta(days=3)


@pytest.fixture(scope="module")
def store():
    """Twelve stories of the old layout and ten of the new, and the template of each."""
    store = filled_store([old_page(number) for number in range(12)])
    update_sites(store, learner="textmax", owner="me", now=LATER)
    publish(store, [new_page(number) for number in range(12, 22)], first=12)
    update_sites(store, learner="textmax", owner="me", now=LATER)
    return store


@pytest.fixture(scope="module")
def templates(store):
    with store.read() as transaction:
        return transaction.templates.history(SITE)


def test_where_the_layout_changed_the_old_template_stops_fitting_and_the_new_one_begins(store, templates):
    fits = fits_over_time(store, SITE, templates)
    assert [fit.at for fit in fits] == [NOON + timedelta(hours=hour) for hour in range(22)]
    old, new = (one.fit for one in templates)
    assert [fit.shares[1] >= old for fit in fits] == [True] * 12 + [False] * 10
    assert [fit.shares[2] >= new for fit in fits] == [False] * 12 + [True] * 10


def test_days_tell_their_pages_middle_fit_the_latest_day_first(store, templates):
    latest, before = days_of_fits(fits_over_time(store, SITE, templates))
    assert (latest.day, latest.pages, before.day, before.pages) == (date(2026, 3, 3), 10, date(2026, 3, 2), 12)
    assert (latest.shares[2], before.shares[1]) == (1.0, 1.0)
    assert max(latest.shares[1], before.shares[2]) < 0.5
    assert days_of_fits(()) == ()


def test_some_pages_stand_for_many_the_latest_among_them(store, templates):
    fits = fits_over_time(store, SITE, templates, most=5)
    assert len(fits) == 5
    assert fits[-1].url == address(21)


def test_a_site_of_which_nothing_is_kept_has_no_fits(store, templates):
    assert fits_over_time(store, "nobody.example", templates) == ()


def test_a_page_that_is_not_kept_is_left_out(templates):
    store = filled_store([old_page(0)])
    with store.read() as transaction:
        article = transaction.articles.get(address(0))
    other = filled_store([])
    with other.transaction() as transaction:
        transaction.articles.keep(Revision(article=article, seen_at=NOON))
    assert fits_over_time(other, SITE, templates) == ()


def test_a_page_counts_as_it_was_first_kept(templates):
    store = filled_store([old_page(0)])
    with store.transaction() as transaction:
        transaction.pages.keep(
            Page(url=address(0), fetched_at=LATER, body=new_page(0).encode(), content_type="text/html")
        )
    (fit,) = fits_over_time(store, SITE, templates)
    assert (fit.at, fit.shares[1]) == (NOON, 1.0)
