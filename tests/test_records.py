"""Records: frozen, complete with few words, and the same after a journey through JSON."""

from __future__ import annotations

import dataclasses
import json
import pickle
from datetime import UTC, date, datetime, timedelta, timezone

import lxml.html
import pytest

import newsloom.records
from newsloom.errors import (
    BudgetExceeded,
    CorpusError,
    FetchError,
    InputError,
    MissingExtra,
    NewsloomError,
    StoreError,
    UnknownName,
)
from newsloom.records import (
    Article,
    Block,
    BlockImage,
    BlockLink,
    Coverage,
    Drift,
    Extraction,
    Image,
    Item,
    Page,
    Report,
    SiteSegments,
    StoredArticle,
    Story,
    Template,
    Topic,
    article_filters,
    story_filters,
    told_when,
)

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOSTILE = "<script>alert('a bridge')</script>"

ARTICLE = Article(
    url="https://post.example/ferry",
    title="Ferry is full again",
    text="One.\n\nTwo words.",
    blocks=(
        Block(text="One.", kind="heading", level=2),
        Block(text="Two words.", part=0, time=datetime(2024, 5, 3, 8, tzinfo=UTC)),
    ),
    published=datetime(2024, 5, 3, 7, 30, tzinfo=timezone(timedelta(hours=2))),
    modified=datetime(2024, 5, 4, tzinfo=UTC),
    date="2024-05-03",
    authors=("Ada Strand",),
    keywords=("ferry", "sound"),
    images=(Image(url="https://post.example/f.jpg", caption="The ferry", credit="O. Vik"),),
    next_page="https://post.example/ferry/2",
    provenance={"text": "next/1"},
)


def test_a_few_fields_make_an_article():
    article = Article(url="https://a.example/", title="A", text="B")
    assert article.is_article
    assert article.paragraphs == ("B",)


def test_paragraphs_and_words_follow_from_the_text():
    assert ARTICLE.paragraphs == ("One.", "Two words.")
    assert ARTICLE.word_count == 3
    assert Article().paragraphs == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The ferry has not sailed since Monday", 7),
        ("नौका कर्मचारियों की हड़ताल दूसरे सप्ताह में पहुँची", 8),
        ("渡轮工人的罢工进入第二周，岛上商店开始缺货", 12),
        ("พนักงานเรือข้ามฟากหยุดงานเข้าสู่สัปดาห์ที่สอง", 8),
    ],
)
def test_words_are_counted_in_every_script(text, words):
    assert Article(text=text).word_count == words


def test_an_article_is_the_same_after_json():
    assert Article.from_dict(json.loads(ARTICLE.to_json())) == ARTICLE
    assert Article.from_dict({"title": "A", "unknown": 1}) == Article(title="A")


def test_the_offset_of_the_page_is_kept():
    assert ARTICLE.as_dict()["published"] == "2024-05-03T07:30:00+02:00"


def test_markdown_has_headline_byline_and_the_blocks():
    assert ARTICLE.to_markdown() == (
        "# Ferry is full again\n\n*Ada Strand · 2024-05-03*\n\n"
        "## One.\n\n---\n\n*2024-05-03 08:00+00:00*\n\nTwo words.\n"
    )


def test_markdown_of_an_article_without_blocks_is_its_paragraphs():
    assert Article(title="A *b*", text="# One\n\nTwo").to_markdown() == "# A \\*b\\*\n\n\\# One\n\nTwo\n"
    assert Article().to_markdown() == "\n"


LINKED = Block(
    text="The [old] mill is closed.",
    links=(BlockLink(start=4, end=14, url="https://post.example/mill?a=(1)"),),
    images=(
        BlockImage(at=0, url="https://post.example/m ill.jpg", alt="A ]mill["),
        BlockImage(at=25, url="https://post.example/end.jpg"),
    ),
)


def test_markdown_has_links_and_pictures_where_they_stand_if_asked():
    article = Article(title="Rain", blocks=(LINKED, Block(text="Stay away.", kind="quote", signature="Town (@town)")))
    assert article.to_markdown(links=True, images=True) == (
        "# Rain\n\n![A \\]mill\\[](https://post.example/m%20ill.jpg)\n\n"
        "The [\\[old\\] mill](https://post.example/mill?a=%281%29) is closed.\n\n"
        "![](https://post.example/end.jpg)\n\n> Stay away.\n>\n> — Town (@town)\n"
    )
    assert "(https:" not in article.to_markdown()


def test_links_within_lists_and_tables_are_written():
    item = dataclasses.replace(LINKED, kind="item", level=1, images=())
    cells = [dataclasses.replace(LINKED, kind="cell", row=row, column=0, images=()) for row in (0, 1)]
    markdown = Article(blocks=(item, *cells)).to_markdown(links=True)
    assert "- The [" in markdown
    assert markdown.count("](https://post.example/mill?a=%281%29)") == 3


def test_links_and_pictures_are_the_same_after_json():
    article = Article(blocks=(LINKED,))
    assert Article.from_dict(json.loads(article.to_json())) == article
    assert article.as_dict()["blocks"][0]["links"] == [
        {"start": 4, "end": 14, "url": "https://post.example/mill?a=(1)"}
    ]


def test_link_that_is_not_within_its_text_is_text():
    broken = dataclasses.replace(LINKED, links=(BlockLink(start=9, end=99, url="https://post.example/"),), images=())
    assert Article(blocks=(broken,)).to_markdown(links=True) == "The \\[old] mill is closed.\n"


def test_blocks_are_dicts_in_json():
    assert ARTICLE.as_dict()["blocks"] == [
        {"text": "One.", "kind": "heading", "level": 2},
        {"text": "Two words.", "kind": "paragraph", "part": 0, "time": "2024-05-03T08:00:00+00:00"},
    ]
    assert Article(text="One.").as_dict()["blocks"] == []


def test_schema_org_names_only_what_is_known():
    whole = ARTICLE.to_schema_org()
    assert whole["@type"] == "NewsArticle"
    assert whole["author"] == [{"@type": "Person", "name": "Ada Strand"}]
    assert set(Article().to_schema_org()) == {"@context", "@type"}


def test_records_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        ARTICLE.title = "Another"


def test_the_text_of_an_extraction_is_its_blocks():
    assert Extraction(method="x", version=1).text == ""
    assert Extraction(method="x", version=1, blocks=(Block(text="One."), Block(text="Two."))).text == "One.\n\nTwo."


@pytest.mark.parametrize(
    "error",
    [
        UnknownName("extractor", "lom", ("loom",), ("loom",)),
        MissingExtra("gather", "portal"),
        InputError("page.html", "it is a folder"),
        CorpusError("set.tar.xz", "there is no truth.jsonl"),
        BudgetExceeded("page 7", 2.0),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_pickling_with_their_subjects(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert isinstance(again, NewsloomError)


def test_every_record_is_made_in_the_module_that_is_named_for_it():
    homes = newsloom.records._HOMES
    assert sorted(name for names in homes.values() for name in names) == newsloom.records.__all__
    for home, names in homes.items():
        assert {getattr(newsloom.records, name).__module__ for name in names} == {home}


def test_the_filters_of_articles_are_the_fields_of_their_query():
    filters = article_filters()
    assert [one.field for one in filters] == [
        *("source_url", "site", "section", "language"),
        *("since", "until", "changed_after"),
    ]
    assert {one.field: one.parameter for one in filters if one.parameter != one.field} == {"source_url": "source"}
    assert {one.field for one in filters if one.kind is datetime} == {"since", "until", "changed_after"}
    assert all(one.help and one.metavar for one in filters)


def test_a_story_s_paper_is_a_site_on_the_command_line():
    assert {one.field: one.option for one in story_filters() if one.option != one.parameter} == {"paper": "site"}


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        (
            Article(url="https://a.example/b", title="A bridge opens", text="Some words. " * 500),
            "Article(title='A bridge opens', url='https://a.example/b', words=1000)",
        ),
        (Article(is_article=False, reason="no text"), "Article(words=0, reason='no text')"),
        (Item(id="1", headline="A bridge", text="long " * 99), "Item(position=0, headline='A bridge')"),
        (
            Story(id="s", method="stream", version=1, members=(0, 1), title="A bridge"),
            "Story(id='s', title='A bridge', members=2)",
        ),
        (
            Template(method="textmax", version=2, members=(0, 1, 2), paths={"html/body": 3}),
            "Template(method='textmax', version=2, pages=3, paths=1)",
        ),
        (
            Coverage(id="s", first_seen=NOW, last_seen=NOW, changed_at=NOW, title="A bridge"),
            "Coverage(id='s', title='A bridge', reports=0, papers=0)",
        ),
        (
            Page(url="https://a.example/b", fetched_at=NOW, body=b"<p>" * 9999),
            f"Page(url='https://a.example/b', fetched_at='{NOW.isoformat()}', status=200, size=29997)",
        ),
        (
            Extraction(method="next", version=1, blocks=(Block(text="long " * 99),), is_article=True),
            "Extraction(method='next', version=1, blocks=1, is_article=True)",
        ),
        (
            Topic(id="t", made_at=NOW, size=9, words=(("ferry", 0.5), ("strike", 0.2)), members=(("u", 0.9),)),
            "Topic(id='t', size=9, words='ferry, strike')",
        ),
        (
            Drift(
                site="a.example",
                since=NOW,
                noticed_at=NOW,
                fit_before=0.9,
                fit_after=1 / 3,
                pages=6,
                gone=("html/body/table",),
            ),
            f"Drift(site='a.example', since='{NOW.isoformat()}', pages=6, fit_before=0.9, fit_after=0.33)",
        ),
        (
            SiteSegments(site="a.example", method="segmenttable", counted_until=NOW, pages=3, segments={"p": (3, 3)}),
            "SiteSegments(site='a.example', pages=3, segments=1, blocks=0)",
        ),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_record_shows_itself_in_a_short_line(record, shown):
    assert repr(record) == shown


def test_an_error_shows_what_it_is_about():
    error = FetchError("https://a.example/", "status", "the server answered 404", status=404)
    error.add_note("in a test")
    facts = "url='https://a.example/', kind='status', reason='the server answered 404', status=404"
    assert repr(error) == f"FetchError({facts})"
    assert repr(StoreError("a.db", "is locked")) == "StoreError(place='a.db', reason='is locked')"
    assert repr(NewsloomError("no")) == "NewsloomError('no')"


def test_a_long_title_is_shown_in_part():
    assert len(repr(Article(title="A bridge opens " * 100))) < 100


@pytest.mark.parametrize(
    "record",
    [
        Article(url="https://paper.example/1", title=HOSTILE, text=f"{HOSTILE}\n\nTwo.", authors=(HOSTILE,)),
        Article(title=HOSTILE, is_article=False, reason=HOSTILE),
        Item(id="1", headline=HOSTILE, kicker=HOSTILE, text=HOSTILE, url="javascript:alert(1)"),
        Story(id="1", method="m", version=1, members=(0, 1), title=HOSTILE, words=((HOSTILE, 1.0),)),
        Coverage(
            id="1",
            first_seen=NOW,
            last_seen=NOW,
            changed_at=NOW,
            title=HOSTILE,
            summary=HOSTILE,
            reports=(Report(url='https://paper.example/"onload=x', paper=HOSTILE, seen_at=NOW),),
        ),
    ],
)
def test_a_notebook_shows_a_card_in_which_nothing_of_the_page_is_markup(record):
    shown = record._repr_html_()
    assert "&lt;script&gt;" in shown
    assert "<script" not in shown
    assert "javascript:" not in shown
    assert '"onload' not in shown
    tree = lxml.html.fromstring(shown)
    assert {element.tag for element in tree.iter()} <= {"article", "h4", "a", "p"}


def test_a_card_shows_the_beginning_of_a_long_story():
    shown = Article(title="A bridge opens", text="It opened. " * 10_000)._repr_html_()
    assert len(shown) < 1_000
    assert "20,000 words" in shown


SEEN = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("article", "told"),
    [
        (Article(published=SEEN - timedelta(hours=3)), (SEEN - timedelta(hours=3), "page")),
        (
            Article(published=SEEN - timedelta(hours=3), provenance={"published": "feed"}),
            (SEEN - timedelta(hours=3), "feed"),
        ),
        # In the wrong zone: nobody has read it before it was written.
        (Article(published=SEEN + timedelta(hours=3)), (SEEN, "seen")),
        (Article(date="2026-03-03"), (SEEN, "seen")),
        (Article(date="2026-03-01"), (datetime(2026, 3, 2, tzinfo=UTC), "day")),
        (Article(date="in spring"), (SEEN, "seen")),
        (Article(), (SEEN, "seen")),
    ],
)
def test_an_article_was_told_when_the_paper_says_else_when_the_feed_says_else_when_it_was_seen(article, told):
    assert told_when(article, SEEN) == told
    assert StoredArticle(article=article, first_seen=SEEN, changed_at=SEEN).told_at == told[0]


def _report(paper: str, seen: float, told: float | None = None) -> Report:
    told_at = None if told is None else SEEN + timedelta(minutes=told)
    told_by = None if told is None else "page"
    return Report(url=paper, paper=paper, seen_at=SEEN + timedelta(minutes=seen), told_at=told_at, told_by=told_by)


def test_of_a_day_alone_a_story_knows_the_day():
    end = datetime(2026, 3, 2, tzinfo=UTC)
    day = Report(url="a", paper="a", seen_at=SEEN, told_at=end, told_by="day")
    story = Coverage(id="s", first_seen=SEEN, last_seen=SEEN, changed_at=SEEN, reports=(day, _report("b", 0, 0)))
    assert (story.began_at, story.began_on, story.last_told_on) == (end, date(2026, 3, 1), None)
    empty = Coverage(id="s", first_seen=SEEN, last_seen=SEEN, changed_at=SEEN)
    assert (empty.began_on, empty.last_told_on) == (None, None)


@pytest.mark.parametrize(
    ("reports", "first"),
    [
        ((_report("late", 0, -5), _report("early", 9, -60)), {"early"}),
        ((_report("a", 0, -5), _report("b", 9, -5)), {"a", "b"}),
        # Fetched in one run, and nobody says when they were written.
        ((_report("a", 0), _report("b", 2), _report("c", 20)), {"a", "b"}),
        ((_report("a", 0), _report("b", 20)), {"a"}),
        ((), set()),
    ],
)
def test_the_first_report_is_the_one_told_first_and_a_tie_is_a_tie(reports, first):
    story = Coverage(id="s", first_seen=SEEN, last_seen=SEEN, changed_at=SEEN, reports=reports)
    assert {report.paper for report in story.first_reports} == first
    assert story.papers[:1] == tuple(report.paper for report in sorted(reports, key=lambda one: one.time)[:1])
