from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from newsloom.errors import UnknownName
from newsloom.records import Coverage, Report, story_filters
from newsloom.stores.sql.stories import CONDITIONS, as_kept, order_named

START = datetime(2026, 11, 1, tzinfo=UTC)


def at(hour):
    return START + timedelta(hours=hour)


def report(name, hour, paper="lorne.example"):
    return Report(url=f"https://lorne.example/{name}", paper=paper, seen_at=at(hour))


STORY = Coverage(id="s", first_seen=at(1), last_seen=at(2), changed_at=at(2), reports=(report("a", 1), report("b", 2)))


def test_reports_are_kept_in_order_of_arrival():
    assert as_kept(replace(STORY, reports=STORY.reports[::-1])) == STORY


def test_of_two_reports_of_one_article_the_first_counts():
    again = replace(STORY.reports[0], closeness=0.5)
    assert as_kept(replace(STORY, reports=(*STORY.reports, again))) == STORY


def test_only_a_merge_makes_a_story_part_of_another():
    assert as_kept(replace(STORY, merged_into="t")) == STORY


def test_names_are_kept_as_long_as_they_are_compared():
    kept = as_kept(replace(STORY, section="s" * 999, language="l" * 999, reports=(report("a", 1, "p" * 999),)))
    assert {len(kept.section), len(kept.language), len(kept.reports[0].paper)} == {200}


def test_an_unknown_order_says_which_there_are():
    with pytest.raises(UnknownName, match="heat, latest, began, changed"):
        order_named("size")


def test_every_filter_of_stories_has_its_condition():
    fields = {one.field for one in story_filters()} | {"least_newness", "least_papers"}
    assert {one.field for one in CONDITIONS} == fields
