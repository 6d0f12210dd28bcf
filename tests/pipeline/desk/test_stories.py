from __future__ import annotations

from datetime import timedelta

from tests.events import NOON, picture, report

from newsloom.pipeline.desk.stories import Facts, coverage_of
from newsloom.pipeline.desk.window import SeenArticle
from newsloom.pipeline.desk.wordforms import written_forms
from newsloom.records import Article, Report, Story


def kept(*articles):
    return [SeenArticle(article=one, seen_at=NOON + timedelta(minutes=place)) for place, one in enumerate(articles)]


def made(*articles, closeness=(), facts=None, **of_story):
    story = Story(id="s", method="m", version=1, members=tuple(range(len(articles))), closeness=closeness, **of_story)
    return coverage_of(story, kept(*articles), facts or Facts(newness=0.5))


def test_title_and_picture_are_the_closest_reports():
    near = report("quake", 1, "post", images=picture("https://post.example/near.jpg"))
    far = report("quake", 0, images=picture("https://herald.example/far.jpg"))
    found = made(far, near, closeness=(0.2, 0.9))
    assert found.title == near.title
    assert found.image == "https://post.example/near.jpg"
    assert [one.closeness for one in found.reports] == [0.2, 0.9]


def test_a_story_is_told_in_the_language_of_most_of_its_reports():
    norwegian = Article(
        url="https://avis.example/1", title="Jordskjelv i Norvik", text="Et jordskjelv rystet havnen.", language="nb"
    )
    found = made(norwegian, report("quake", 0), report("quake", 1), closeness=(0.9, 0.5, 0.4))
    assert found.language == "en"
    assert found.title == report("quake", 0).title
    assert "jordskjelv" not in found.summary.lower()


def test_a_story_with_one_report_is_summed_up_by_its_opening():
    told = report("quake", 0)
    assert made(told).summary == told.text
    copy = report("quake", 0, "post")
    assert made(told, copy).summary == told.text, "a copy says nothing more"
    long = report("quake", 0, text=f"{told.text} The {'word ' * 30}end. Short.")
    assert made(long).summary == told.text
    endless = report("quake", 0, text="word " * 90)
    assert made(endless).summary == "word " * 59 + "word…"
    assert made(report("quake", 0, text="")).summary == ""


def test_a_summary_is_read_from_the_first_report_to_the_last():
    first, last = (report("quake", number, paper) for number, paper in ((0, "herald"), (1, "post")))
    summary = made(first, last, closeness=(0.2, 0.9)).summary
    places = [summary.index(one.text.split(". ")[0]) for one in (first, last)]
    assert places == sorted(places)


def test_a_report_without_a_headline_leaves_the_title_to_others():
    found = made(report("quake", 0, title=None), report("quake", 1), closeness=(0.9, 0.5))
    assert found.title == report("quake", 1).title


def test_the_source_of_a_copy_is_the_first_print_and_chains_end_at_one():
    first = report("quake", 0)
    copies = [report("quake", 0, paper) for paper in ("post", "echo")]
    found = made(first, *copies)
    sources = {one.url: one.copy_of for one in found.reports}
    assert sources[first.url] is None
    assert all(sources[copy.url] for copy in copies)
    assert found.changed_at == NOON


def test_of_reports_that_contain_each_other_one_is_the_original():
    long = report("quake", 0)
    short = report("quake", 0, "post", text=long.text.rpartition(". ")[0] + ".")
    longer = report("quake", 0, "echo", text=long.text + " The harbour was quiet again at noon, the watchmen said.")
    for told in ((short, long, longer), (longer, short, long), (long, longer, short)):
        assert any(one.copy_of is None for one in made(*told).reports)


def test_older_reports_stay_and_come_first():
    old = Report(url="https://old.example/1", paper="old.example", seen_at=NOON - timedelta(days=9))
    found = made(report("quake", 0), facts=Facts(newness=0.9, older=(old,)))
    assert [one.url for one in found.reports] == [old.url, report("quake", 0).url]
    assert (found.first_seen, found.newness) == (old.seen_at, 0.9)


def test_an_edit_moves_the_last_change():
    later = NOON + timedelta(days=1)
    assert made(report("quake", 0), facts=Facts(newness=0.0, edited_at=later)).changed_at == later


def test_stems_become_the_words_that_the_articles_use_most():
    articles = [Article(text="Ministers met. The ministers' ferry left; one ferry, two ferries, a ferry.")]
    assert written_forms((("minist", 0.5), ("ferri", 0.4), ("tunnel", 0.1)), articles, "en") == (
        ("ministers", 0.5),
        ("ferry", 0.4),
        ("tunnel", 0.1),
    )
