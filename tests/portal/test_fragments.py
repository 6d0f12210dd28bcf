"""Small pieces of HTML: what they say, and that nothing of the press becomes markup in them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.portal.fragments import (
    DRAFTS,
    HUES,
    caption_of,
    facts,
    feeds,
    lang,
    picture,
    report_item,
    stamp,
    tags,
    token,
    woven,
)
from newsloom.portal.locales import LOCALES, locale_of
from newsloom.portal.paths import picture_source
from newsloom.portal.reports import ShownReport
from newsloom.records import Article, Coverage, Report

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def _story(*papers: str) -> Coverage:
    reports = tuple(Report(url=f"https://{paper}/", paper=paper, seen_at=NOON) for paper in papers)
    return Coverage(id="story", first_seen=NOON, last_seen=NOON, changed_at=NOON, reports=reports)


@pytest.mark.parametrize("code", LOCALES)
def test_a_stamp_is_read_by_people_and_programs(code):
    said = stamp(locale_of(code), NOON - timedelta(minutes=5), NOON)
    assert f'datetime="{(NOON - timedelta(minutes=5)).isoformat()}"' in said
    assert f">{locale_of(code).ago(NOON - timedelta(minutes=5), NOON)}<" in said


def test_facts_name_some_papers_and_count_the_others():
    said = facts(locale_of("en"), _story("a.example", "b.example", "c.example"), {"a.example": "The A"}, NOON, 2)
    assert "The A" in said
    assert "b.example" in said
    assert "c.example" not in said
    assert "+1" in said


def test_no_papers_are_others_where_all_are_named():
    assert "others" not in facts(locale_of("en"), _story("a.example", "b.example"), {}, NOON, 2)


@pytest.mark.parametrize(("language", "said"), [("en", ""), (None, ""), ("", ""), ("tr", ' lang="tr"')])
def test_only_another_language_is_named(language, said):
    assert lang("en", language) == said


@given(st.text(alphabet="<>\"'& ab", min_size=1), st.text(alphabet="<>\"'&ab", min_size=1))
def test_nothing_of_the_press_becomes_markup(name, language):
    said = facts(locale_of("en"), _story("a.example"), {"a.example": name}, NOON, 2)
    assert said.count("<") == facts(locale_of("en"), _story("a.example"), {}, NOON, 2).count("<")
    assert lang("en", language).count('"') == 2
    assert "<" not in lang("en", language)


def _report(text: str = "a", **more: object) -> ShownReport:
    article = Article(url=f"https://a.example/{text}", title=text, language="en")
    return ShownReport(article=article, paper="a.example", name=text, seen_at=NOON, told_at=NOON, lead=text, **more)


def _told(report: ShownReport, *, since: datetime | None = None) -> str:
    return report_item(locale_of("en"), report, NOON, since=since)


def test_the_first_report_is_called_so_and_a_later_one_says_how_much_later():
    first, later = _told(_report(behind="2 h", is_first=True)), _told(_report(behind="2 h"))
    assert locale_of("en").gettext("story.first") in first
    assert "2 h" not in first
    assert locale_of("en").gettext("story.later", time="2 h") in later


def test_a_report_of_a_day_says_the_day_and_one_without_a_time_when_it_was_seen():
    day = _told(_report(day=date(2026, 3, 1)))
    assert '<time datetime="2026-03-01">1 March 2026</time>' in day
    seen = locale_of("en").gettext("article.seen")
    assert seen not in day
    assert f"{seen} <time" in _told(_report())
    assert seen not in _told(_report(is_told=True))


@pytest.mark.parametrize(("since", "is_new"), [(None, False), (NOON, False), (NOON - timedelta(minutes=1), True)])
def test_what_came_since_the_last_visit_is_new(since, is_new):
    said = _told(_report(), since=since)
    assert (" data-new" in said) is is_new
    assert ('class="flag new"' in said) is is_new


def test_copies_are_folded_under_their_report():
    said = _told(_report(copies=(_report("b"), _report("c"))))
    assert locale_of("en").ngettext("story.copies", 2) in said
    assert said.index("<details") < said.index(">b</a>") < said.index(">c</a>") < said.index("</details>")
    assert "<details" not in _told(_report())


def test_a_report_in_another_language_says_so():
    said = report_item(locale_of("tr"), _report(), NOON, since=None)
    assert '<h3 lang="en">' in said
    assert '<p class="summary" lang="en">' in said


def test_pictures_of_the_press_are_shown_only_where_they_may():
    address = "https://a.example/p.jpg"
    shown = picture("story", address, source_of=picture_source)
    assert f'src="{address}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer"' in shown
    assert "weave" in shown
    for image, source_of in (
        (address, lambda _: None),
        ("javascript:alert(1)", picture_source),
        (None, picture_source),
    ):
        assert "<img" not in picture("story", image, (("ferry", 1.0),), source_of=source_of)
        assert "<span>ferry</span>" in picture("story", image, (("ferry", 1.0),), source_of=source_of)


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("http://a.example/p.jpg?w=1", "https://a.example/p.jpg?w=1"),
        ("http://a.example:80/p.jpg", "https://a.example/p.jpg"),
        ("http://127.0.0.1:8401/p.png", "http://127.0.0.1:8401/p.png"),
        ("//a.example/p.jpg", None),
        ("http://[/", None),
    ],
)
def test_a_picture_is_asked_for_by_https_but_from_hosts_that_are_allowed(address, source):
    assert picture_source(address, ("127.0.0.1",)) == source


@pytest.mark.parametrize(("language", "said"), [("ar", ' lang="ar" dir="rtl"'), ("zh", ' lang="zh"'), ("en", "")])
def test_what_is_written_from_the_right_says_so(language, said):
    assert lang("en", language) == said


def test_a_word_searches_for_itself():
    assert tags((("ferry", 0.5), ("a&b", 0.1))) == (
        '<li><a href="/search?q=ferry">ferry</a></li><li><a href="/search?q=a%26b">a&amp;b</a></li>'
    )


def test_a_form_has_a_token_only_where_there_is_one():
    assert token(None) == ""
    assert token("secret") == '<input type="hidden" name="csrf" value="secret">'


@given(st.text(alphabet="<>\"'& ab", min_size=1))
def test_nothing_of_a_report_becomes_markup(text):
    copies = (_report("x"),)
    plain = _told(_report("x", behind="x", copies=copies))
    said = _told(_report(text, behind=text, copies=(_report(text),)))
    assert (said.count("<"), said.count('"')) == (plain.count("<"), plain.count('"'))
    pieces = (
        feeds("/latest", text),
        tags(((text, 1.0),)),
        picture("x", None, ((text, 1.0),), source_of=picture_source),
    )
    others = (feeds("/latest", "x"), tags((("x", 1.0),)), picture("x", None, (("x", 1.0),), source_of=picture_source))
    for piece, other in zip(pieces, others, strict=True):
        assert (piece.count("<"), piece.count('"')) == (other.count("<"), other.count('"'))
    image = picture("x", f"https://a.example/{text}", source_of=picture_source)
    assert image.count("<") == 3


@given(st.text())
def test_every_name_has_a_pattern_and_keeps_it(name):
    weave = woven(name)
    assert weave == woven(name)
    assert (weave.hue in range(HUES), weave.draft in range(DRAFTS)) == (True, True)


@pytest.mark.parametrize(
    ("words", "caption"),
    [
        ((("83", 0.9), ("ferry", 0.5)), "ferry"),
        ((("İnşaat", 0.9),), "İnşaat"),
        ((("2", 1.0), ("x", 0.5)), ""),
        ((), ""),
    ],
    ids=["a number", "a word", "nothing but signs", "nothing"],
)
def test_a_picture_shows_the_first_word_that_is_one(words, caption):
    assert caption_of(words) == caption
