from __future__ import annotations

import pytest

import newsloom
from newsloom.dom import parse
from newsloom.metadata.dates import find_published

UTC = "<meta property='article:published_time' content='2024-05-04T03:15:00Z'>"


def found_in(page: str, url: str | None = None) -> tuple[str | None, str]:
    _, day, source = find_published(parse(page, url=url))
    return day, source


@pytest.mark.parametrize(
    "time",
    [
        "<time datetime='2024-05-03T20:15:00-07:00'>yesterday</time>",
        "<time datetime='2024-05-04T03:15:30Z'>May 3, 2024, 8:15 pm PDT</time>",
        "<time datetime='2024-05-01'>1 May 2024</time><time datetime='2024-05-03T20:15:00-07:00'></time>",
    ],
)
def test_day_that_readers_are_told_beats_the_day_in_utc(time: str) -> None:
    moment, day, source = find_published(parse(UTC + time))
    assert (day, source) == ("2024-05-03", "opengraph")
    assert moment is not None
    assert moment.isoformat() == "2024-05-04T03:15:00+00:00"


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://loom.example/2024/05/03/rain", "2024-05-03"),
        ("https://loom.example/2024/05/01/rain", "2024-05-04"),
        ("https://loom.example/rain", "2024-05-04"),
    ],
)
def test_address_tells_the_own_day_if_it_is_the_next_one(url: str, day: str) -> None:
    assert found_in(UTC, url)[0] == day


def test_moment_with_an_offset_of_its_own_needs_no_other() -> None:
    page = "<meta property='article:published_time' content='2024-05-04T03:15:00+02:00'>"
    assert found_in(f"{page}<time datetime='2024-05-04T01:15:00Z'>May 3, 2024</time>") == ("2024-05-04", "opengraph")


def test_day_printed_between_the_headline_and_a_time_of_another_day_is_the_storys() -> None:
    related = "<ul><li>Snow<time datetime='2024-06-01'>1 June 2024</time></li></ul>"
    assert found_in(f"<h1>Rain</h1><p>3 May 2024</p>{related}") == ("2024-05-03", "byline")
    assert found_in(f"<h1>Rain</h1><figure><p>3 May 2024</p></figure>{related}") == ("2024-06-01", "time")
    assert found_in(f"<h1>Rain</h1><p>Updated: 3 May 2024</p>{related}") == ("2024-06-01", "time")


def test_time_of_the_day_printed_over_it_tells_the_moment() -> None:
    time = "<time datetime='2024-05-03T10:15:00+02:00'>10:15</time>"
    moment, day, source = find_published(parse(f"<h1>Rain</h1><p>3 May 2024</p>{time}"))
    assert (day, source) == ("2024-05-03", "time")
    assert moment is not None


def test_time_over_the_headline_is_another_storys() -> None:
    page = "<time>1 May 2024</time><h1>Rain</h1><time>3 May 2024</time>"
    assert found_in(page) == ("2024-05-03", "time")


@pytest.mark.parametrize(
    "page",
    [
        "<h1>Rain</h1><div><span>Ann Lee</span><span>May 3, 2024</span></div>",
        "<h1>Rain</h1><p><b>Oslo</b> 3 May 2024</p>",
        "<p>May 3, 2024 - 11 minutes</p><h1>Rain</h1><p class='date'>1 May 2024</p>",
        "<h1>Rain</h1><p>2024年5月3日</p>",
        "<html lang='fr'><h1>Pluie</h1><p>03/05/2024</p>",
        "<h1>Rain</h1><p>Updated May 9, 2024</p><p>May 3, 2024</p>",
    ],
)
def test_date_beside_the_headline_needs_no_mark(page: str) -> None:
    assert found_in(page) == ("2024-05-03", "byline")


def test_day_of_an_update_is_the_last_resort_and_says_so() -> None:
    assert found_in("<h1>Rain</h1><p>Last updated: May 3, 2024</p>") == ("2024-05-03", "update")


def test_date_within_the_story_is_not_read() -> None:
    story = "<p>The last time that so much rain had fallen on the valley in one night was on the 3 May 1924.</p>"
    assert found_in("<h1>Rain</h1>" + story) == (None, "")


@pytest.mark.parametrize(
    "page",
    [
        "<h1>Rain</h1><p>Ann Lee<br>3 May 2024</p>",
        "<h1>Rain</h1><p><a>Weather</a> 3 May 2024</p>",
        "<html lang='de'><h1>Regen</h1><span>03.05.24</span>",
        "<h1>Rain</h1><figure><p>The dam on 1 May 2024</p></figure><p>3 May 2024</p>",
        "<h1>Rain</h1><abbr class='published' title='2024-05-03T10:15:00+02:00'>today</abbr>",
    ],
)
def test_date_line_is_read_wherever_it_stands_in_its_line(page: str) -> None:
    assert found_in(page) == ("2024-05-03", "byline")


def test_line_that_is_a_date_serves_where_nothing_beside_the_headline_does() -> None:
    page = "<h1>Rain</h1>" + "<p>It rained.</p>" * 100 + "<p>3 May 2024</p>"
    assert found_in(page) == ("2024-05-03", "line")
    assert found_in(page.replace("3 May", "© 3 May")) == (None, "")


def test_day_of_an_update_beside_the_headline_comes_before_a_line_elsewhere() -> None:
    page = "<h1>Rain</h1><p>Updated 3 May 2024</p>" + "<p>It rained.</p>" * 100 + "<p>1 May 2024</p>"
    assert found_in(page) == ("2024-05-03", "update")


@pytest.mark.parametrize(
    ("moment", "printed", "day"),
    [
        ("2024-05-04T03:15:00Z", "May 3, 2024", "2024-05-03"),
        ("2024-05-03T22:15:00Z", "4 May 2024", "2024-05-04"),
        ("2024-05-04T12:15:00Z", "3 May 2024", "2024-05-04"),
        ("2024-05-04T03:15:00Z", "May 2, 2024", "2024-05-04"),
        ("2024-05-04T03:15:00Z", "May 4, 2024", "2024-05-04"),
        ("2024-05-04T03:15:00+02:00", "May 3, 2024", "2024-05-04"),
    ],
)
def test_printed_day_is_the_own_day_where_it_may_be_that_day_elsewhere(moment: str, printed: str, day: str) -> None:
    head = f"<meta property='article:published_time' content='{moment}'>"
    assert found_in(f"{head}<h1>Rain</h1><p>{printed}</p>")[0] == day


@pytest.mark.parametrize("box", ["<section id=comments>", "<ol class='commentlist'>", "<div class='x yorumlar'>"])
def test_the_time_of_a_comment_is_not_the_story_s(box: str) -> None:
    comment = f"{box}<div class=comment><time datetime='2026-05-03T10:00:00Z'>3 May</time><p>At last.</p></div>"
    story = "<article class='post comments-open'><h1>Ferry returns</h1>%s<p>It is.</p></article>"
    page = f"<title>Ferry returns</title>{story}{comment}"
    assert find_published(parse(page % "")) == (None, None, "")
    own = "<time datetime='2026-05-01T08:00:00Z'>1 May</time>"
    assert find_published(parse(page % own))[1:] == ("2026-05-01", "time")


def test_the_date_of_a_quoted_post_is_not_the_storys() -> None:
    post = "<blockquote><p>At last!</p>— Ann (@ann) <a href='https://posts.example/1'>May 1, 2024</a></blockquote>"
    story = "".join(f"<p>It rained on Monday in {place}, and nobody stayed dry.</p>" for place in ("Lorne", "Tarvik"))
    assert found_in(f"<h1>Rain</h1><img src='/a.jpg'>{story}{post}{story}")[0] is None


@pytest.mark.parametrize(
    "printed", ["令和8年11月17日", "二〇二六年十一月十七日", "民國115年11月17日 14:30", "17 พ.ย. 69"]
)
def test_a_line_under_the_headline_dates_the_story_in_any_era(printed: str) -> None:
    text = "停运七年的老城电车星期一清晨重新驶出车库，首班车上坐满了居民和带着相机的老人，市长在车站讲话。"
    story = "".join(f"<p>{sign}、{text}</p>" for sign in "甲乙丙丁戊")
    page = f"<html><article><h1>老城电车停运七年后重新上路</h1><p>{printed}</p>{story}</article></html>"
    assert newsloom.extract(page, url="https://p.example/a.html").date == "2026-11-17"


def test_the_day_of_publication_is_read_before_that_of_a_change_on_the_same_line() -> None:
    line = "<div>입력 2017.06.12 08:15 | 수정 2017.06.13 09:02</div>"
    assert found_in(f"<title>나룻배 다시 운항</title><div>나룻배 다시 운항</div>{line}")[0] == "2017-06-12"


def test_the_day_may_stand_behind_the_author_on_the_same_line() -> None:
    line = "<div>By Ann Lee | May 3, 2024 | Harbour</div>"
    assert found_in(f"<title>Ferry sails again</title><div>Ferry sails again</div>{line}")[0] == "2024-05-03"
