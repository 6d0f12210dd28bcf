from __future__ import annotations

from datetime import timedelta

import pytest
from tests.redesign import NOON, SITE, filled_store, new_page, old_page, publish

from newsloom.pipeline.templates.drift import LOOKED_AT, learn_anew, update_site, update_sites
from newsloom.stores import open_store
from newsloom.stores.protocol import Store
from newsloom.stores.sqlite import MemoryStore

LATER = NOON + timedelta(days=3)


def tended(store: MemoryStore):
    return update_sites(store, learner="textmax", owner="me", now=LATER)


def kept(store: Store):
    with store.read() as transaction:
        return transaction.templates.history(SITE), transaction.templates.drifts(site=SITE)


@pytest.fixture
def store():
    """Twelve stories of the old layout, and what was learned from them."""
    store = filled_store([old_page(number) for number in range(12)])
    tended(store)
    return store


def test_a_site_is_learned_once_it_has_ten_stories():
    store = filled_store([old_page(number) for number in range(9)])
    assert not tended(store).learned
    publish(store, [old_page(9)], first=9)
    (template,) = tended(store).learned
    assert (template.site, template.number, template.pages) == (SITE, 1, 10)
    assert template.valid_from == NOON
    assert template.template.fields["body"] == "html/body/div/div/p"


def test_a_site_without_news_is_left_alone(store):
    assert tended(store) == tended(store)
    assert not tended(store).learned


def test_pages_that_go_on_fitting_raise_no_alarm(store):
    publish(store, [old_page(number) for number in range(12, 18)], first=12)
    done = tended(store)
    assert not done.drifts
    assert not done.learned


def test_one_strange_page_is_no_change(store):
    publish(store, ["<html><body><p>" + "Something else altogether. " * 40], first=12)
    assert not tended(store).drifts


def test_a_new_layout_raises_an_alarm_that_says_since_when_and_what_changed(store):
    publish(store, [new_page(number) for number in range(12, 18)], first=12)
    (drift,) = tended(store).drifts
    assert (drift.site, drift.since, drift.noticed_at) == (SITE, NOON + timedelta(hours=12), LATER)
    assert drift.fit_after < 0.5 < drift.fit_before
    assert drift.pages == 6
    assert "html/body/table" in drift.gone
    assert "html/body/main" in drift.new
    assert drift.settled_at is None


def test_what_was_learned_and_what_changed_is_logged(caplog):
    caplog.set_level("INFO", logger="newsloom.pipeline.templates")
    store = filled_store([old_page(number) for number in range(12)])
    tended(store)
    publish(store, [new_page(number) for number in range(12, 18)], first=12)
    tended(store)
    assert [(record.levelname, record.site) for record in caplog.records] == [("INFO", SITE), ("WARNING", SITE)]
    assert caplog.records[0].getMessage() == f"learned 1 templates of {SITE}"
    assert caplog.records[1].getMessage().startswith(f"{SITE} changed its layout: fit 0.")


def test_the_new_layout_takes_over_once_it_has_ten_pages(store):
    publish(store, [new_page(number) for number in range(12, 18)], first=12)
    tended(store)
    publish(store, [new_page(number) for number in range(18, 22)], first=18)
    done = tended(store)
    (old, new), (drift,) = kept(store)
    assert done.learned == (new,)
    assert (old.valid_until, new.valid_from, new.valid_until) == (drift.since, drift.since, None)
    assert drift.settled_at == LATER
    assert new.template.fields["body"] == "html/body/main/article/section/div"
    publish(store, [new_page(22)], first=22)
    assert not tended(store).drifts


def test_an_alarm_is_raised_once(store):
    publish(store, [new_page(number) for number in range(12, 18)], first=12)
    tended(store)
    publish(store, [new_page(18)], first=18)
    assert not tended(store).drifts
    assert len(kept(store)[1]) == 1


def test_templates_of_few_pages_are_learned_anew_from_twice_as_many(store):
    publish(store, [old_page(number) for number in range(12, 24)], first=12)
    (template,) = tended(store).learned
    assert (template.number, template.pages) == (2, 24)
    old, new = kept(store)[0]
    assert old.valid_until == new.valid_from == LATER


def test_what_was_before_a_change_is_never_learned_again(store):
    publish(store, [new_page(number) for number in range(12, 22)], first=12)
    tended(store)
    publish(store, [new_page(number) for number in range(22, 28)], first=22)
    assert not tended(store).learned
    (again,) = learn_anew(store, SITE, learner="textmax", now=LATER)
    assert again.pages == 16
    publish(store, [new_page(number) for number in range(28, 32)], first=28)
    assert not tended(store).learned
    assert [one.pages for one in kept(store)[0]] == [12, 10, 16]


def test_learning_anew_asks_for_three_stories_only():
    store = filled_store([old_page(number) for number in range(3)])
    (template,) = learn_anew(store, SITE, learner="textmax", now=LATER)
    assert template.valid_from == NOON
    assert learn_anew(store, "nobody.example", learner="textmax", now=LATER) == ()


def test_learning_anew_what_is_known_already_keeps_no_second_version(tmp_path):
    store = open_store(str(tmp_path / "kept.db"))
    try:
        publish(store, [old_page(number) for number in range(4)])
        first = learn_anew(store, SITE, learner="textmax", now=NOON)
        assert learn_anew(store, SITE, learner="textmax", now=LATER) == first
        assert kept(store)[0] == first
        publish(store, [old_page(4)], first=4)
        (again,) = learn_anew(store, SITE, learner="textmax", now=LATER)
        assert (again.number, again.valid_from, again.pages) == (2, LATER, 5)
        assert [one.valid_until for one in kept(store)[0]] == [LATER, None]
    finally:
        store.close()


def test_of_two_layouts_the_one_that_did_not_change_keeps_its_version():
    store = filled_store([old_page(number) for number in range(4)])
    learn_anew(store, SITE, learner="textmax", now=NOON)
    publish(store, [new_page(number) for number in range(4, 7)], first=4)
    # Which pages were learned from is part of a template: the old layout's are others when new ones came before them.
    learned = learn_anew(store, SITE, learner="textmax", now=LATER)
    assert sorted(one.number for one in learned) == [2, 3]
    assert learn_anew(store, SITE, learner="textmax", now=LATER + timedelta(days=1)) == learned


def test_only_one_worker_at_a_time_looks_after_templates():
    store = filled_store([old_page(number) for number in range(10)])
    with store.transaction() as transaction:
        assert transaction.checkpoints.claim("templates", "another", LATER, 600.0)
    assert not tended(store).learned


def test_a_worker_that_ends_leaves_the_rest_for_the_next_time():
    store = filled_store([old_page(number) for number in range(10)])
    assert not update_sites(store, learner="textmax", owner="me", now=LATER, is_ending=lambda: True).learned
    assert tended(store).learned


def test_a_site_of_which_nothing_is_kept_has_nothing_to_tend():
    assert not update_site(MemoryStore(), SITE, learner="textmax", now=LATER).learned


def test_a_chance_alarm_is_rare():
    def false_alarm_chance(members: int) -> float:
        """As the module says it: all of the last pages fail, or all but one."""
        fails = 1 / (members + 1)
        return LOOKED_AT * fails ** (LOOKED_AT - 1) * (1 - fails) + fails**LOOKED_AT

    assert false_alarm_chance(10) < 1 / 25_000
    assert false_alarm_chance(40) < false_alarm_chance(10)


def test_a_learner_that_knows_no_paths_notices_by_places():
    store = filled_store([old_page(number) for number in range(12)])
    update_sites(store, learner="rtdm", owner="me", now=LATER)
    publish(store, [new_page(number) for number in range(12, 18)], first=12)
    (drift,) = update_sites(store, learner="rtdm", owner="me", now=LATER).drifts
    assert (drift.since, drift.new) == (NOON + timedelta(hours=12), ())


def test_a_template_of_few_pages_raises_no_alarm():
    store = filled_store([old_page(number) for number in range(4)])
    learn_anew(store, SITE, learner="textmax", now=NOON)
    publish(store, [new_page(number) for number in range(4, 10)], first=4)
    assert not tended(store).drifts
