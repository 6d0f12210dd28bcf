"""Small pieces of HTML: what they say, and that nothing of the press becomes markup in them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.portal.lines import facts, lang, stamp
from newsloom.portal.tongues import TONGUES, tongue
from newsloom.records import Coverage, Report

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def _story(*papers: str) -> Coverage:
    reports = tuple(Report(url=f"https://{paper}/", paper=paper, seen_at=NOON) for paper in papers)
    return Coverage(id="story", first_seen=NOON, last_seen=NOON, changed_at=NOON, reports=reports)


@pytest.mark.parametrize("code", TONGUES)
def test_a_stamp_is_read_by_people_and_programs(code):
    said = stamp(tongue(code), NOON - timedelta(minutes=5), NOON)
    assert f'datetime="{(NOON - timedelta(minutes=5)).isoformat()}"' in said
    assert f">{tongue(code).ago(NOON - timedelta(minutes=5), NOON)}<" in said


def test_facts_name_some_papers_and_count_the_others():
    said = facts(tongue("en"), _story("a.example", "b.example", "c.example"), {"a.example": "The A"}, NOON, 2)
    assert "The A" in said
    assert "b.example" in said
    assert "c.example" not in said
    assert "+1" in said


def test_no_papers_are_others_where_all_are_named():
    assert "others" not in facts(tongue("en"), _story("a.example", "b.example"), {}, NOON, 2)


@pytest.mark.parametrize(("language", "said"), [("en", ""), (None, ""), ("", ""), ("tr", ' lang="tr"')])
def test_only_another_language_is_named(language, said):
    assert lang("en", language) == said


@given(st.text(alphabet="<>\"'& ab", min_size=1), st.text(alphabet="<>\"'&ab", min_size=1))
def test_nothing_of_the_press_becomes_markup(name, language):
    said = facts(tongue("en"), _story("a.example"), {"a.example": name}, NOON, 2)
    assert said.count("<") == facts(tongue("en"), _story("a.example"), {}, NOON, 2).count("<")
    assert lang("en", language).count('"') == 2
    assert "<" not in lang("en", language)
