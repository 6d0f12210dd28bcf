from __future__ import annotations

from datetime import timedelta

from tests.redesign import NOON, SITE, address, filled_store, new_page, old_page, publish

from newsloom.dom import parse
from newsloom.pipeline.templates.drift import learn_anew
from newsloom.pipeline.templates.lookup import SiteTemplateCache, fitting_template
from newsloom.records import Template
from newsloom.stores.sqlite import MemoryStore

OLD = Template(method="x", version=1, members=(), kept={"html/body/div/div/p": 1.0, "html/body/div/h1": 0.0})
NEW = Template(method="x", version=1, members=(), kept={"html/body/main/article/section/div": 1.0})


def test_of_several_layouts_the_one_whose_places_a_page_has_is_taken():
    assert fitting_template(parse(old_page(1)), (NEW, OLD)) is OLD
    assert fitting_template(parse(new_page(1)), (OLD, NEW)) is NEW


def test_a_page_that_has_hardly_any_of_the_places_gets_none():
    assert fitting_template(parse("<p>Something else</p>"), (OLD, NEW)) is None
    assert fitting_template(parse(old_page(1)), ()) is None


def test_a_site_without_templates_is_known_by_nothing():
    assert SiteTemplateCache(MemoryStore(), lambda: NOON).of("https://other.example/") == ()


def test_what_was_learned_since_is_seen_after_some_minutes():
    store, now = filled_store([old_page(number) for number in range(4)]), [NOON]
    templates = SiteTemplateCache(store, lambda: now[0])
    assert templates.of(address(1)) == ()
    learn_anew(store, SITE, learner="textmax", now=NOON)
    assert templates.of(address(1)) == ()
    now[0] += timedelta(minutes=6)
    (found,) = templates.of(address(1))
    assert found.kept


def test_an_address_that_is_none_does_no_harm():
    store = MemoryStore()
    publish(store, [old_page(1)])
    assert SiteTemplateCache(store, lambda: NOON).of("") == ()
