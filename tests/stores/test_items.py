from __future__ import annotations

from datetime import UTC, datetime, timedelta

from newsloom.records import Item, Page, SiteSegments

FRONT = "https://lorne.example/"
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def item(number=1, **facts):
    said = {
        "headline": f"Ferry {number} sold",
        "text": "Sold on Monday.",
        "url": f"{FRONT}{number}",
        "id": f"i{number}",
    }
    return Item(**{**said, **facts})


def kept(store):
    with store.read() as transaction:
        return transaction.items.all()


def test_an_item_is_kept_once_from_the_first_version_that_has_it_to_the_last(store):
    with store.transaction() as transaction:
        assert transaction.items.keep(FRONT, [item(1), item(2)], NOON) == 2
        assert transaction.items.keep(FRONT, [item(2), item(3)], NOON + HOUR) == 1
    found = {one.item.headline: (one.first_seen, one.last_seen) for one in kept(store)}
    assert found == {
        "Ferry 1 sold": (NOON, NOON),
        "Ferry 2 sold": (NOON, NOON + HOUR),
        "Ferry 3 sold": (NOON + HOUR, NOON + HOUR),
    }


def test_another_text_or_address_is_another_item(store):
    with store.transaction() as transaction:
        transaction.items.keep(FRONT, [item(1)], NOON)
        assert transaction.items.keep(FRONT, [item(1, text="Sold on Tuesday.")], NOON) == 1
        assert transaction.items.keep(FRONT, [item(1, url=None)], NOON) == 1
        assert transaction.items.keep("https://skerry.example/", [item(1)], NOON) == 1
        assert transaction.items.keep(FRONT, [item(1, position=7, is_lead=True)], NOON) == 0


def test_an_item_comes_back_as_it_was(store):
    whole = item(
        1, kicker="Sea", image=f"{FRONT}a.png", time=NOON, section="News", pattern="anchor", position=3, is_lead=True
    )
    with store.transaction() as transaction:
        transaction.items.keep(FRONT, [whole, item(2, url=None)], NOON)
    first, second = (one.item for one in kept(store))
    assert (first.headline, first.kicker, first.text, first.url) == (whole.headline, "Sea", whole.text, whole.url)
    assert (first.image, first.time, first.section, first.pattern) == (whole.image, NOON, "News", "anchor")
    assert (first.position, first.is_lead, first.page_url, first.seen_at) == (3, True, FRONT, NOON)
    assert second.url is None


def test_items_come_in_portions_and_by_their_address(store):
    with store.transaction() as transaction:
        transaction.items.keep(FRONT, [item(number) for number in range(5)], NOON)
        transaction.items.keep(FRONT, [item(3, headline="Ferry 3 is back")], NOON + HOUR)
    with store.read() as transaction:
        first = transaction.items.all(4)
        assert [one.item.id for one in transaction.items.all(4, after=first[-1].number)] == ["i4", "i3"]
        assert transaction.items.latest(1)[0].item.headline == "Ferry 3 is back"
        found = transaction.items.leading_to([f"{FRONT}3", f"{FRONT}unknown"])
        assert {url: one.headline for url, one in found.items()} == {f"{FRONT}3": "Ferry 3 is back"}


def test_what_was_taken_down_is_no_item_and_becomes_none(store):
    with store.transaction() as transaction:
        transaction.items.keep(FRONT, [item(1), item(2)], NOON)
        transaction.removals.take_down(f"{FRONT}1", NOON)
        assert transaction.items.keep(FRONT, [item(1, text="Again.")], NOON) == 0
    assert [one.item.id for one in kept(store)] == ["i2"]


def test_the_pages_of_items_are_measured(store):
    body = b"<html>" + b"x" * 1000
    with store.transaction() as transaction:
        transaction.pages.keep(Page(url=FRONT, body=body, fetched_at=NOON))
        transaction.pages.keep(Page(url=FRONT, body=body + b"y", fetched_at=NOON + HOUR))
        transaction.pages.keep(Page(url="https://lorne.example/story", body=body, fetched_at=NOON))
        transaction.items.keep(FRONT, [item(1)], NOON)
        measured = transaction.items.pages()
    assert (measured.versions, measured.page_bytes) == (2, 2 * len(body) + 1)
    assert 0 < measured.stored_bytes < measured.page_bytes


def test_a_sites_segment_table_is_kept_and_replaced(store):
    table = SiteSegments(
        site="lorne.example",
        method="segmenttable",
        counted_until=NOON,
        pages=7,
        segments={"html/body/#Menu": (7, 7), "html/body/#\ud83d": (1, 2)},
        blocks={"html/body/div": (3, 4)},
    )
    with store.transaction() as transaction:
        assert transaction.segment_tables.get("lorne.example") is None
        transaction.segment_tables.keep(table)
        transaction.segment_tables.keep(table)
    with store.read() as transaction:
        assert transaction.segment_tables.get("lorne.example") == table
        assert transaction.segment_tables.get("skerry.example") is None


def test_what_leads_to_a_list_of_other_pages_is_no_item(store):
    with store.transaction() as transaction:
        transaction.items.keep(FRONT, [item(1), item(2), item(3, url=None)], NOON)
        transaction.items.note_listing(f"{FRONT}2", NOON)
        transaction.items.note_listing(f"{FRONT}2", NOON + HOUR)
        assert transaction.items.listings([f"{FRONT}1", f"{FRONT}2", f"{FRONT}9"]) == {f"{FRONT}2"}
    assert [one.item.headline for one in kept(store)] == ["Ferry 1 sold", "Ferry 3 sold"]
