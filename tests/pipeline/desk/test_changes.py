from __future__ import annotations

from datetime import UTC, datetime, timedelta

from newsloom.pipeline.desk.changes import changes_of, known_stories
from newsloom.pipeline.desk.window import SeenArticle
from newsloom.records import Article, Coverage, Report, Story

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
WINDOW = [
    SeenArticle(article=Article(url=f"u{number}"), seen_at=NOON + timedelta(minutes=number)) for number in range(6)
]
PLACES = {kept.url: place for place, kept in enumerate(WINDOW)}


def story(story_id, *members):
    return Story(id=story_id, method="m", version=1, members=members)


def coverage(story_id, *urls):
    reports = tuple(Report(url=url, paper="p", seen_at=NOON, closeness=0.5) for url in urls)
    return Coverage(id=story_id, first_seen=NOON, last_seen=NOON, changed_at=NOON, reports=reports)


def changes(groups, known, changed=()):
    return changes_of(groups, known, WINDOW, frozenset(changed))


def test_what_is_as_it_was_is_not_written():
    known = [story("a", 0, 1), story("b", 2)]
    found = changes(known, known)
    assert found.groups == ()
    assert found.merges == {}


def test_what_grew_began_or_was_edited_is_written():
    known = [story("a", 0, 1), story("b", 2), story("c", 3)]
    found = changes([story("a", 0, 1, 4), story("b", 2), story("c", 3), story("d", 5)], known, changed={"u3"})
    assert [group.id for group in found.groups] == ["a", "c", "d"]


def test_a_story_that_ends_becomes_part_of_the_group_with_most_of_it():
    known = [story("a", 0, 1), story("b", 2, 3, 4)]
    found = changes([story("a", 0, 1, 2, 3), story("c", 4)], known)
    assert found.merges == {"b": "a"}
    assert found.parts_of("a") == ("b",)
    assert found.parts_of("c") == ()


def test_kept_stories_are_known_by_their_places_in_the_window_whatever_their_order():
    kept = [coverage("b", "u3", "u1"), coverage("gone", "old"), coverage("a", "old", "u0")]
    found = known_stories({one.id: one for one in kept}, PLACES)
    assert [(one.id, one.members, len(one.closeness)) for one in found] == [("a", (0,), 1), ("b", (1, 3), 2)]
    assert found == known_stories({one.id: one for one in reversed(kept)}, PLACES)
