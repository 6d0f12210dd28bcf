"""The short form of the torture's growth: what it looks at, and what it makes of a pattern. Nothing is timed here."""

from __future__ import annotations

import re

from torture.growth import BOUNDED, adversaries, patterns


def test_each_repetition_is_led_to_gone_through_and_stopped():
    made = {text(9) for text in adversaries(re.compile(r"<a\s*\d+>"))}
    assert "<a       !" in made
    assert "<a1111111!" in made


def test_bytes_are_made_for_patterns_of_bytes():
    assert {type(text(9)) for text in adversaries(re.compile(rb"x[^y]*+z"))} == {bytes}


def test_every_module_is_looked_through():
    places = {place for place, _ in patterns()}
    assert {"newsloom.fetch.robots._AGENT_LINE", "newsloom.discovery.repair._TAG"} < places
    assert len(places) > 100
    assert set(BOUNDED) <= places, "a bound is named for a pattern that is gone"
