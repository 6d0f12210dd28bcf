from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from newsloom.records import Visit

MONDAY = date(2026, 11, 2)
TUESDAY = MONDAY + timedelta(days=1)
STORM = "https://lorne.example/storm"
FERRY = "https://lorne.example/ferry"


def visit(subject=STORM, visitor="aa", day=MONDAY):
    return Visit(day=day, subject=subject, visitor=visitor)


def test_a_visitor_counts_once_for_an_article_and_a_day(store):
    with store.transaction() as transaction:
        assert transaction.visits.add([visit(), visit(), visit(visitor="bb")]) == 2
        assert transaction.visits.add([visit(), visit(day=TUESDAY), visit(FERRY)]) == 2
        assert transaction.visits.most_read(MONDAY) == ((STORM, 3), (FERRY, 1))
        assert transaction.visits.most_read(TUESDAY) == ((STORM, 1),)
        assert transaction.visits.most_read(MONDAY, 1) == ((STORM, 3),)


def test_old_days_are_forgotten(store):
    with store.transaction() as transaction:
        transaction.visits.add([visit(), visit(day=TUESDAY)])
        assert transaction.visits.forget(TUESDAY) == 1
        assert transaction.visits.most_read(MONDAY) == ((STORM, 1),)


def test_the_salt_of_a_day_is_gone_on_the_next(store):
    with store.transaction() as transaction:
        assert transaction.visits.salt_of(MONDAY, "first") == "first"
        assert transaction.visits.salt_of(MONDAY, "second") == "first"
        assert transaction.visits.salt_of(TUESDAY, "third") == "third"
        assert "first" not in str(transaction.checkpoints.read("visits"))


def test_what_is_taken_down_was_read_by_nobody(store):
    with store.transaction() as transaction:
        transaction.visits.add([visit(), visit(FERRY)])
        transaction.removals.take_down(STORM, datetime(2026, 11, 3, tzinfo=UTC))
        assert transaction.visits.most_read(MONDAY) == ((FERRY, 1),)
