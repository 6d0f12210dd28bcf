from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom.headline import strip_site_name
from newsloom.dom.parse import parse


def headline_of(page: str) -> str | None:
    return parse(page).headline


OG = '<meta property="og:title" content="{}"><meta property="og:site_name" content="Daily Loom">'


def test_heading_like_the_declared_title_is_the_headline() -> None:
    page = (
        OG.format("Rain ends long drought") + "<h1>Daily Loom</h1><h1>Weather</h1><h1>Rain ends the long drought</h1>"
    )
    assert headline_of(page) == "Rain ends the long drought"


def test_logo_in_a_heading_is_not_the_headline() -> None:
    assert headline_of("<title>Loom: Rain</title>" + OG.format("Rain") + "<h1>Daily Loom</h1>") == "Rain"


@pytest.mark.parametrize("heading", ["Daily rain", "A daily loom for all", "Oom"])
def test_headline_that_shares_words_with_the_paper_is_no_logo(heading: str) -> None:
    assert headline_of(OG.format("x") + f"<title>{heading}</title><h1>{heading}</h1>") == heading


def test_declared_title_stands_in_where_no_heading_is_like_it() -> None:
    assert headline_of(OG.format("Rain ends long drought") + "<h1>Most read</h1>") == "Rain ends long drought"


def test_kicker_in_the_heading_is_left_out() -> None:
    page = OG.format("Rain ends long drought") + "<h1><span>Weather | </span>Rain ends long drought</h1>"
    assert headline_of(page) == "Rain ends long drought"


def test_quotation_mark_before_the_headline_survives_the_kicker() -> None:
    page = OG.format("“Rain is” a blessing") + "<h1>Weather “Rain is” a blessing</h1>"
    assert headline_of(page) == "“Rain is” a blessing"


def declared_as(*, json_ld: str, og: str, kind: str = "NewsArticle", title: str = "") -> str:
    script = f'<script type="application/ld+json">{{"@type": "{kind}", "headline": "{json_ld}"}}</script>'
    return script + OG.format(og) + (f"<title>{title}</title>" if title else "")


def test_kicker_that_all_declare_is_a_part_of_the_headline() -> None:
    full, short = "Weather: Rain ends long drought", "Rain ends long drought"
    page = declared_as(json_ld=full, og=full, title=f"{short} | Daily Loom")
    assert headline_of(f"{page}<h1>{full}</h1>") == full


def test_kicker_stays_where_only_the_title_of_the_window_and_its_copy_lack_it() -> None:
    full, short = "Weather: Rain ends long drought", "Rain ends long drought"
    page = declared_as(json_ld=full, og=f"{short} - Daily Loom", title=f"{short} - Daily Loom")
    assert headline_of(f"{page}<h1>{full}</h1>") == full


@pytest.mark.parametrize("heading", ["The rain ends drought", "How long rain ends drought?"])
def test_first_words_of_a_sentence_are_no_kicker(heading: str) -> None:
    assert headline_of(OG.format("Rain ends drought") + f"<h1>{heading}</h1>") == heading


def test_kicker_without_a_sign_is_known_by_a_title_that_has_one() -> None:
    page = declared_as(json_ld="Rain ends long drought", og="Opinion | Rain ends long drought")
    assert headline_of(f"{page}<h1>Opinion Rain ends long drought</h1>") == "Rain ends long drought"


def test_headline_in_a_second_heading_beats_the_one_for_search_engines() -> None:
    search, read = "Drought 2024: When does the rain come to Oslo", "Rain, at last, over Oslo"
    page = declared_as(json_ld=search, og=read, title=search)
    body = f"<nav><h1>{search}</h1></nav><h2><span>Weather</span> <span>{read}</span></h2>"
    assert headline_of(page + body) == read


def test_link_in_a_second_heading_is_another_story() -> None:
    page = declared_as(json_ld="Rain ends long drought", og="Rain at last over Oslo")
    body = "<h1>Rain ends long drought</h1><h2><a href='/x'>Rain at last over Oslo</a></h2>"
    assert headline_of(page + body) == "Rain ends long drought"


def test_headline_that_a_paper_declares_twice_beats_the_heading() -> None:
    page = declared_as(json_ld="Oslo: Rain ends long drought", og="Oslo: Rain ends long drought")
    assert headline_of(f"{page}<h1>Rain ends long drought</h1>") == "Oslo: Rain ends long drought"


@pytest.mark.parametrize(
    ("kind", "declared"),
    [
        ("BlogPosting", "Oslo: Rain ends long drought"),
        ("NewsArticle", "Rain ends long drought - Latest news"),
        ("NewsArticle", "Rain ends long..."),
    ],
)
def test_heading_beats_what_is_written_for_machines(kind: str, declared: str) -> None:
    page = declared_as(json_ld=declared, og=declared, kind=kind)
    assert headline_of(f"{page}<h1>Rain ends long drought</h1>") == "Rain ends long drought"


def test_heading_unlike_the_titles_serves_if_they_share_a_telling_word() -> None:
    page = OG.format("Why farmers in the valley fear a drought of ten years")
    assert headline_of(f"{page}<h1>Menu</h1><h1>The silent drought</h1>") == "The silent drought"


@pytest.mark.parametrize("heading", ["Loved by the valley", "Daily weather for all"])
def test_heading_that_shares_nothing_but_the_sites_name_is_not_the_headline(heading: str) -> None:
    assert headline_of(OG.format("Rain ends long drought") + f"<h1>{heading}</h1>") == "Rain ends long drought"


def test_motto_at_the_end_of_the_title_is_not_the_headline() -> None:
    page = "<title>Rain ends the long drought at last | All that weaves</title><h1>All that weaves</h1>"
    assert headline_of(page) == "Rain ends the long drought at last"


def test_title_without_the_sites_name_is_the_last_resort() -> None:
    assert (
        headline_of("<title>Rain ends long drought - Daily Loom</title><p>It rained.</p>") == "Rain ends long drought"
    )


@pytest.mark.parametrize("tag", ["h2", "font", "b", "td", "span"])
def test_old_page_prints_its_headline_in_any_tag(tag: str) -> None:
    page = (
        "<title>AKI Loom International Rain ends long drought</title>"
        f"<{tag}>News</{tag}><{tag}>RAIN ends long drought</{tag}><{tag}>Rain ends</{tag}>"
    )
    assert headline_of(page) == "RAIN ends long drought"


def test_day_in_the_title_is_not_the_printed_headline() -> None:
    page = "<title>Daily Loom 16 November 2026, 03:30</title><span>16 November 2026, 03:30</span>"
    assert headline_of(page) == "Daily Loom 16 November 2026, 03:30"


@pytest.mark.parametrize("behind", ["", " 16 November 2026, 03:30"])
def test_page_titled_by_the_papers_name_and_the_day_has_no_headline_of_its_own(behind: str) -> None:
    page = f"<title>The Daily Loom{behind}</title><a href=/>The Daily Loom</a><p>Rain ends long drought</p>"
    assert parse(page).is_titled_by_name
    assert not parse(page.replace("<p>Rain ends long drought</p>", "<h1>Rain ends long drought</h1>")).is_titled_by_name
    assert not parse(page.replace(f"Loom{behind}</title>", "Loom wins a prize</title>")).is_titled_by_name


def test_first_words_of_a_longer_text_are_not_the_printed_headline() -> None:
    page = "<title>How we built a robust house of straw</title><p>How we built a <b>barn</b></p>"
    assert headline_of(page) == "How we built a robust house of straw"


def test_longer_title_gives_way_to_the_one_it_begins_with() -> None:
    page = '<meta property="og:title" content="Rain ends long drought-Weather"><title>Rain ends long drought</title>'
    assert headline_of(page) == "Rain ends long drought"


def test_heading_serves_where_nothing_is_declared() -> None:
    assert headline_of("<h1>Rain</h1><h1>Sun</h1>") == "Rain"


@pytest.mark.parametrize("page", ["", "<p>text</p>", "<h1> </h1>", "<h1>" + "word " * 200 + "</h1>"])
def test_page_without_headline_has_none(page: str) -> None:
    assert headline_of(page) is None


def test_scripts_and_buttons_are_no_part_of_the_headline() -> None:
    page = "<title>Rain ends</title><h1>Rain <script>x=1</script><em>ends</em><button>Share</button></h1>"
    assert headline_of(page) == "Rain ends"


@pytest.mark.parametrize(
    ("title", "site", "expected"),
    [
        ("Rain ends drought | Daily Loom", "Daily Loom", "Rain ends drought"),
        ("Rain ends drought - Weather | loom.example", "Loom.example", "Rain ends drought - Weather"),
        ("Daily Loom – Rain ends drought", "The Daily Loom", "Rain ends drought"),
        ("Rain ends drought : Daily Loom Sports", "Daily Loom", "Rain ends drought"),
        ("Loom wins a prize | Business", "Loom", "Loom wins a prize | Business"),
        ("Rain | Trainspotter", "Trainspotter Daily", "Rain"),
        ("Zero Waste - A Guide", "Daily Loom", "Zero Waste - A Guide"),
        ("Daily Loom", "Daily Loom", "Daily Loom"),
        ("Daily Loom | Daily Loom", "Daily Loom", "Daily Loom"),
        ("Rain ends drought | Daily Loom", None, "Rain ends drought"),
        ("Loom - Rain ends long drought", None, "Rain ends long drought"),
        ("Rain in charge - Lower Quillby Today", None, "Rain in charge"),
        ("Semi-final is on", None, "Semi-final is on"),
        ("Long words in the first of two parts - and long words in the second part", None, None),
        ("Lindvik Rovers - Tarvik Town 3:1 | Daily Loom", None, "Lindvik Rovers - Tarvik Town 3:1"),
        ("Lindvik - Tarvik 3-1 - Daily Loom", "Daily Loom", "Lindvik - Tarvik 3-1"),
        ("", "Loom", ""),
        ("İzmir'de yağmur | Günlük Tezgâh", "GÜNLÜK TEZGÂH", "İzmir'de yağmur"),
    ],
)
def test_sites_name_is_stripped(title: str, site: str | None, expected: str | None) -> None:
    assert strip_site_name(title, site) == (title if expected is None else expected)


@pytest.mark.parametrize(
    ("heading", "headline"),
    [
        ("<span>Lindvik</span><span>3:1</span><span>Tarvik</span>", "Lindvik 3:1 Tarvik"),
        ("<span>Weather</span><span>Rain in charge</span>", "Weather Rain in charge"),
        # A large first letter, and a word in two colours.
        ("<span>Weather</span><span>: </span><span>Rain in charge</span>", "Weather: Rain in charge"),
        ("<span>Lindvik</span><span>3</span><span>:</span><span>1</span><span>Tarvik</span>", "Lindvik 3 : 1 Tarvik"),
        ("<span>R</span><span>ain in charge</span>", "Rain in charge"),
        ("Rain<span>bow</span> in charge", "Rainbow in charge"),
    ],
)
def test_spans_side_by_side_are_words_apart(heading: str, headline: str) -> None:
    assert headline_of(f"<h1>{heading}</h1>") == headline


@given(st.text(max_size=60), st.none() | st.text(max_size=20))
def test_stripped_title_is_a_part_of_the_title(title: str, site: str | None) -> None:
    assert strip_site_name(title, site) in title


@pytest.mark.parametrize(
    "heading",
    [
        "<span>Weather</span> Rain ends long drought",
        "<small>3 May 2024</small><br>Rain ends long drought",
        "Rain ends long drought <small>Farmers of the valley breathe again</small>",
    ],
)
def test_part_of_the_heading_that_editors_declare_is_the_headline(heading: str) -> None:
    assert headline_of(OG.format("Rain ends long drought") + f"<h1>{heading}</h1>") == "Rain ends long drought"


def test_part_of_a_heading_in_one_tag_is_not_cut_out() -> None:
    page = OG.format("Rain ends long drought") + "<h1>Why rain ends long drought</h1>"
    assert headline_of(page) == "Why rain ends long drought"


def test_column_named_before_a_declared_headline_is_no_part_of_it() -> None:
    declared = "The Daily Ode to Rain over the valley"
    assert (
        headline_of(declared_as(json_ld=declared, og=declared) + "<h1>Rain over the valley</h1>")
        == "Rain over the valley"
    )


def test_soft_hyphens_do_not_keep_the_declared_part_from_being_found() -> None:
    page = OG.format("Rain ends the longlasting drought")
    heading = "<h1><span>Weather</span> Rain ends the long\u00adlasting drought</h1>"
    assert headline_of(page + heading) == "Rain ends the longlasting drought"


def test_headline_with_a_dash_stays_whole_where_the_site_is_unknown() -> None:
    title = "Rain over the valley - Now the river rises to the mill"
    heading = f"<h1>{title.replace(' - ', ' - <b>')}</b></h1>"
    assert headline_of(f'<meta property="og:title" content="{title}">{heading}') == title


def test_sites_name_is_what_the_window_has_besides_the_declared_title() -> None:
    head = '<meta property="og:title" content="Rain … – over the valley">'
    assert headline_of(f"<title>Rain … – over the valley - Valley Post</title>{head}") == "Rain … – over the valley"
    page = (
        '<title>Valley Post: Rain over us</title><meta property="og:title" content="Rain over us"><h1>Valley Post</h1>'
    )
    assert headline_of(page) == "Rain over us"


def test_of_two_headings_the_one_like_the_editors_title_is_the_headline() -> None:
    head = '<title>News - Post</title><meta property="og:title" content="Rain over the valley">'
    assert headline_of(f"{head}<h1>News</h1><h1>Rain over the valley</h1>") == "Rain over the valley"


def test_heading_that_is_the_first_part_of_a_title_is_the_headline() -> None:
    assert headline_of("<title>Rain | Weather of the Valley and all its mills</title><h1>Rain</h1>") == "Rain"


def test_blogs_name_before_a_title_is_not_the_headline() -> None:
    title = "<title>Valley notes » Rain over us and over all the mills</title>"
    assert headline_of(f"{title}<h1>Valley notes</h1>") == "Rain over us and over all the mills"


def test_second_heading_that_goes_on_as_the_declared_title_does_is_not_cut() -> None:
    page = declared_as(json_ld="The best rain of all valleys", og="Best rain of all valleys")
    body = "<h1>The best rain of all valleys</h1><h2>The best rain of all valleys</h2>"
    assert headline_of(page + body) == "The best rain of all valleys"


@pytest.mark.parametrize("behind", ["_港口晚报", "-港口晚报", "｜港口晚报", "_社会_港口晚报网"])
def test_name_behind_a_title_without_spaces_is_not_part_of_the_headline(behind: str) -> None:
    assert headline_of(f"<title>渡轮在晨雾中搁浅无人受伤{behind}</title>") == "渡轮在晨雾中搁浅无人受伤"


@pytest.mark.parametrize("title", ["渡轮搁浅——无人受伤", "Премьер-министр едет домой", "snake_case-names in news"])
def test_marks_within_a_headline_part_nothing(title: str) -> None:
    assert headline_of(f"<title>{title}</title>") == title


def test_the_only_heading_is_the_headline_where_all_pages_have_the_papers_name_for_a_title() -> None:
    page = "<title>{}</title><h1>{}</h1><p>The footbridge over the Ayle opened on Tuesday, six years late.</p>"
    assert headline_of(page.format("The Gazette", "A footbridge opens after six years")) == (
        "A footbridge opens after six years"
    )
    # The name of the paper over a short headline, and one that editors wrote.
    assert headline_of(page.format("Rain in charge", "Daily Loom")) == "Rain in charge"
    assert (
        headline_of('<meta property="og:title" content="Rain">' + page.format("Rain", "The news of this day")) == "Rain"
    )
