"""The material itself is data: what is tested is that it is whole, and that nothing in it can be printed raw."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from newsloom.press import PAPERS
from newsloom.press.events import LANGUAGES, Fact, read_event, read_events
from newsloom.press.papers import BEATS
from newsloom.press.week import WEEK

EVENTS = read_events()
TOLD = """event flood
beat weather
weight 2
caption Water / More water
- The river is {long|wide}.
chapter 1 09:30 wire
fix two => three
h River rises
- It rose by three metres.
/ Three metres it rose.
+ Nobody was wet.
b It had risen.
/ Risen it had.
only courier
"""


def test_an_event_is_read_line_by_line():
    event = read_event(TOLD, "en")
    (chapter,) = event.chapters
    assert (event.name, event.beat, event.weight, event.captions) == ("flood", "weather", 2, ("Water", "More water"))
    assert event.context == (Fact(wordings=("The river is {long|wide}.",)),)
    assert chapter.at == timedelta(days=1, hours=9, minutes=30)
    assert chapter.facts == (
        Fact(wordings=("It rose by three metres.", "Three metres it rose.")),
        Fact(wordings=("Nobody was wet.",), is_glued=True),
    )
    assert chapter.recalled == (Fact(wordings=("It had risen.", "Risen it had.")),)
    assert (chapter.fixes, chapter.is_wire, chapter.papers) == ((("two", "three"),), True, ("courier",))


def test_a_line_that_means_nothing_is_refused():
    with pytest.raises(ValueError, match="'x'"):
        read_event("event a\nbeat b\nweight 1\ncaption c\nchapter 0 10:00\nx what is this", "en")


def test_there_are_thirty_to_forty_events_in_nine_beats():
    assert 30 <= len({event.name for event in EVENTS}) <= 45
    assert len({event.beat for event in EVENTS}) >= 8
    assert {event.language for event in EVENTS} == set(LANGUAGES)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: f"{event.language}-{event.name}")
def test_every_event_is_whole(event):
    assert event.beat in BEATS[event.language]
    assert [chapter.at for chapter in event.chapters] == sorted(chapter.at for chapter in event.chapters)
    names = {paper.name for paper in PAPERS if paper.language == event.language}
    for chapter in event.chapters:
        assert chapter.at < WEEK
        assert len(chapter.headlines) >= 2
        assert len(chapter.facts) >= 5
        assert not chapter.facts[0].is_glued
        assert set(chapter.papers) <= names
        for _wrong, right in chapter.fixes:
            assert any(right in wording for fact in chapter.facts for wording in fact.wordings)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: f"{event.language}-{event.name}")
def test_every_fact_has_several_wordings_whose_braces_are_closed(event):
    facts = [
        *event.context,
        *(fact for chapter in event.chapters for fact in (*chapter.facts, *chapter.recalled)),
    ]
    for fact in facts:
        assert len(fact.wordings) >= 2, fact.wordings[0]
        assert len(set(fact.wordings)) == len(fact.wordings)
        for wording in fact.wordings:
            assert wording.count("{") == wording.count("}"), wording
            assert re.search(r"[.!?”»\"]\}?$", wording), wording
            assert "|" not in re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", wording)), wording
