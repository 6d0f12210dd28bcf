from __future__ import annotations

from datetime import UTC, datetime, timedelta

from newsloom.pipeline.templates.drift import update_sites
from newsloom.pipeline.templates.segments import count_new_pages, segment_facts
from newsloom.records import Article, Page, Revision
from newsloom.stores.sqlite import MemoryStore

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SITE = "lorne.example"
PAGE = "<html><body><nav>The Lorne Daily</nav><h1>Ferry {0}</h1><p>The ferry {0} was sold on Monday.</p></body></html>"


def file(store, numbers):
    with store.transaction() as transaction:
        for number in numbers:
            url, at = f"https://{SITE}/{number}", NOON + timedelta(minutes=number)
            version = transaction.pages.keep(Page(url=url, body=PAGE.format(number).encode(), fetched_at=at))
            article = Article(url=url, title=f"Ferry {number}", text=f"The ferry {number} was sold.")
            transaction.articles.keep(Revision(article=article, seen_at=at, digest=version.digest))


def test_every_new_story_is_counted_once_over_the_life_of_the_newsroom():
    store = MemoryStore()
    file(store, range(4))
    assert count_new_pages(store, SITE, learner="segmenttable").pages == 4
    assert count_new_pages(store, SITE, learner="segmenttable").pages == 4
    file(store, range(4, 7))
    table = count_new_pages(store, SITE, learner="segmenttable")
    assert table.pages == 7
    assert table.segments["html/body/nav/#The Lorne Daily"] == (7, 7)
    assert table.blocks["html/body/nav"] == (3, 4)
    facts = {one.segment: one for one in segment_facts(table)}
    menu, story = facts["html/body/nav/#The Lorne Daily"], facts["html/body/h1/#Ferry 3"]
    assert (menu.is_template, story.is_template) == (True, False)
    assert menu.lifetime > story.lifetime == 200


def test_what_does_not_come_back_is_forgotten_by_the_tables_own_clock():
    store = MemoryStore()
    file(store, range(30))
    table = count_new_pages(store, SITE, learner="segmenttable:base_lifetime=10,longest_lifetime=1000")
    assert "html/body/h1/#Ferry 3" not in table.segments
    assert table.segments["html/body/nav/#The Lorne Daily"][0] == 30


def test_another_method_begins_a_table_of_its_own_and_other_learners_have_none():
    store = MemoryStore()
    file(store, range(4))
    count_new_pages(store, SITE, learner="segmenttable")
    file(store, range(4, 6))
    assert count_new_pages(store, SITE, learner="segmenttable:paper").pages == 6
    assert count_new_pages(store, SITE, learner="textmax") is None


def test_the_valid_template_says_what_the_table_holds_by_now():
    store = MemoryStore()
    file(store, range(10))
    update_sites(store, learner="segmenttable", owner="ann", now=NOON)
    file(store, range(10, 13))
    update_sites(store, learner="segmenttable", owner="ann", now=NOON + timedelta(hours=1))
    with store.read() as transaction:
        (valid,) = transaction.templates.history(SITE)
    assert valid.number == 1
    assert valid.template.segments["html/body/nav/#The Lorne Daily"] == 13
    assert valid.template.blocks == {"html/body/nav"}
