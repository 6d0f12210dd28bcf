"""The steps of bulk work on an invented crawl of two papers over a week; results opened by other people's tools."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import date

import duckdb
import fsspec
import pandas
import polars
import pyarrow.parquet as pq
import pytest
from tests.pipeline.bulk.archives import answer, record, zipped

from newsloom import learn
from newsloom.dom import parse
from newsloom.errors import InputError, UnknownName
from newsloom.learners.segmenttable import SegmentTableLearner
from newsloom.pipeline.bulk.jobs import JobOptions
from newsloom.pipeline.bulk.schema import ARTICLE_COLUMNS
from newsloom.pipeline.bulk.steps.choice import STEPS, StepOptions, run_step

ONE = JobOptions(workers=1, shard_bytes=6_000)
CHOSEN = StepOptions()
EVENTS = 4
SYLLABLES = ("ka", "lo", "mi", "nu", "ra", "se", "ti", "vo", "zu", "be", "da", "fi")
PAPERS = {
    "north.example": "<table><tr><td>North Post</td><td>Shop</td></tr></table>{}<dl><dt>Imprint</dt></dl>",
    "south.example": "<nav><ul><li>South Star</li><li>Games</li></ul></nav>{}<footer><p>All rights</p></footer>",
}


def page(paper: str, event: int, day: int, copy: int = 0) -> bytes:
    """A report of an event: the event's words in the day's order. A copy has a sentence of its own."""
    words = ["".join(random.Random(f"{event} {number}").choices(SYLLABLES, k=3)) for number in range(30)]  # noqa: S311
    order = random.Random(f"{event} {day}")  # noqa: S311
    sentences = [" ".join(order.sample(words, k=20)).capitalize() for _ in range(8)]
    own = [f"The {paper} adds that {copy} people came"] if copy else []
    paragraphs = "".join(f"<p>{sentence}.</p>" for sentence in [*sentences, *own])
    head = f'<html lang="en"><head><title>Event {event}</title><meta property="article:published_time" '
    head += f'content="2024-05-{day:02}T10:00:00Z"></head><body>'
    body = f"<article><h1>{' '.join(words[:5]).capitalize()}</h1>{paragraphs}</article>"
    return (head + PAPERS[paper].format(body) + "</body></html>").encode()


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crawl")
    for part, paper in enumerate(PAPERS):
        records = [
            record(answer(page(paper, event, day, copy=part)), WARC_Target_URI=f"https://{paper}/{event}/{day}")
            for event in range(EVENTS)
            for day in range(1, 7)
        ]
        (folder / f"{paper}.warc.gz").write_bytes(zipped([*records, record(answer(b"<p>"), length=10**9)]))
    return folder


@pytest.fixture(scope="module")
def articles(crawl, tmp_path_factory):
    out = tmp_path_factory.mktemp("results") / "articles"
    report = run_step("extract", [str(crawl)], str(out), CHOSEN, ONE)
    assert (report.counts["articles"], report.failures) == (48, {"DamagedFile": 2})
    return out


def rows_of(file) -> list[dict]:
    return pq.read_table(file).to_pylist()


def test_every_tool_opens_results_by_the_documented_schema(articles):
    pattern = f"{articles}/*.parquet"
    with duckdb.connect() as database:
        database.execute("set timezone = 'UTC'")
        asked = f"select site, count(*) from '{pattern}' where is_article group by site order by site"  # noqa: S608
        assert database.execute(asked).fetchall() == [("north.example", 24), ("south.example", 24)]
        columns = [row[0] for row in database.execute(f"describe select * from '{pattern}'").fetchall()]  # noqa: S608
    assert columns == list(ARTICLE_COLUMNS)
    frame = polars.scan_parquet(pattern).filter(polars.col("day") == date(2024, 5, 3)).collect()
    assert frame.height == 8
    assert frame.schema["published"] == polars.Datetime("us", "UTC")
    table = pandas.read_parquet(articles)
    assert len(table) == 50
    assert str(table["published"].dtype) == "datetime64[us, UTC]"
    assert json.loads(table["provenance"].dropna().iloc[0])["text"].startswith("loom/")


def test_near_duplicates_are_grouped_over_all_shards(articles, tmp_path):
    report = run_step("duplicates", [str(articles)], str(tmp_path / "out"), CHOSEN, ONE)
    rows = rows_of(tmp_path / "out" / "duplicates.parquet")
    assert (report.counts["articles"], report.counts["groups"], report.counts["copies"]) == (48, 24, 24)
    groups: dict[int, set[str]] = {}
    for row in rows:
        groups.setdefault(row["group"], set()).add(row["url"].partition("example")[2])
        assert row["size"] == 2
        assert row["is_first"] is (row["share"] is None)
    assert all(len(places) == 1 for places in groups.values())
    again = run_step("duplicates", [str(articles)], str(tmp_path / "out"), CHOSEN, ONE)
    assert again.taken_up == 1


def test_pages_without_a_copy_have_no_duplicates(tmp_path):
    for event in range(2):
        (tmp_path / f"{event}.html").write_bytes(page("north.example", event, 1))
    run_step("extract", [str(tmp_path)], str(tmp_path / "articles"), CHOSEN, ONE)
    report = run_step("duplicates", [str(tmp_path / "articles")], str(tmp_path / "out"), CHOSEN, ONE)
    assert (report.counts["articles"], report.counts["copies"], report.failures) == (2, 0, {})
    assert rows_of(tmp_path / "out" / "duplicates.parquet") == []


def test_stories_go_on_from_window_to_window(articles, tmp_path):
    report = run_step("stories", [str(articles)], str(tmp_path / "out"), replace(CHOSEN, days=2), ONE)
    rows = rows_of(tmp_path / "out" / "stories.parquet")
    assert report.counts["articles"] == len({row["url"] for row in rows}) == 48
    events: dict[str, set[str]] = {}
    for row in rows:
        events.setdefault(row["story"], set()).add(row["url"].split("/")[3])
    assert all(len(told) == 1 for told in events.values())
    assert len(events) == EVENTS


def test_statistics_add_up(articles, tmp_path):
    report = run_step("statistics", [str(articles)], str(tmp_path / "out"), CHOSEN, ONE)
    rows = rows_of(tmp_path / "out" / "statistics.parquet")
    assert (report.counts["pages"], report.counts["articles"], report.counts["failures"]) == (50, 48, 2)
    assert sum(row["articles"] for row in rows if row["site"] == "north.example") == 24
    assert {row["day"] for row in rows if row["day"]} == {date(2024, 5, day) for day in range(1, 7)}


def test_results_are_parted_by_day_and_site(articles, tmp_path):
    report = run_step("partition", [str(articles)], str(tmp_path / "out"), CHOSEN, ONE)
    there = tmp_path / "out" / "articles"
    assert (there / "day=2024-05-03" / "site=south.example").is_dir()
    with duckdb.connect() as database:
        files = f"read_parquet('{there}/**/*.parquet', hive_partitioning=true)"
        asked = f"select count(*) from {files} where day = '2024-05-03'"  # noqa: S608
        assert database.execute(asked).fetchall() == [(8,)]
    found = polars.scan_parquet(there, hive_partitioning=True).filter(polars.col("site") == "south.example").collect()
    assert found.height == 24
    assert len(pandas.read_parquet(there)) == 50
    assert report.tasks == 7
    assert run_step("partition", [str(articles)], str(tmp_path / "out"), CHOSEN, ONE).taken_up == 7


def test_results_are_partitioned_at_an_address_as_on_a_disk(articles, tmp_path):
    here, there = tmp_path / "here", f"memory://{tmp_path.name}/results"
    far = fsspec.filesystem("memory")
    far.put(str(articles), f"/{tmp_path.name}/articles", recursive=True)
    run_step("partition", [str(articles)], str(here), CHOSEN, ONE)
    for taken_up in (0, 7):
        report = run_step("partition", [f"memory://{tmp_path.name}/articles"], there, CHOSEN, ONE)
        assert (report.done, report.taken_up) == (7, taken_up)
    wanted = {str(file.relative_to(here)): file.read_bytes() for file in here.glob("articles/**/*.parquet")}
    found = {
        name.partition("results/")[2]: far.cat_file(name) for name in far.find(f"/{tmp_path.name}/results/articles")
    }
    assert found == wanted


def test_extraction_again_tells_what_is_different(crawl, articles, tmp_path):
    same = run_step("reextract", [str(crawl)], str(tmp_path / "same"), replace(CHOSEN, against=str(articles)), ONE)
    assert (same.counts["pages"], same.counts["rows"], same.counts["changed pages"]) == (50, 0, 0)
    other = replace(CHOSEN, against=str(articles), extractor="largest")
    report = run_step("reextract", [str(crawl)], str(tmp_path / "other"), other, ONE)
    assert report.counts["changed text"] > 0
    (first, *_) = [row for file in (tmp_path / "other" / "differences").glob("*.parquet") for row in rows_of(file)]
    assert set(first) == {"source", "page", "url", "field", "before", "after", "similarity"}
    with pytest.raises(InputError, match="--against"):
        run_step("reextract", [str(crawl)], str(tmp_path / "x"), CHOSEN, ONE)


def test_templates_of_a_mixed_crawl_are_those_of_the_learner(crawl, tmp_path):
    paper = replace(CHOSEN, learner="textmax:paper")
    report = run_step("templates", [str(crawl)], str(tmp_path / "out"), paper, ONE)
    rows = rows_of(tmp_path / "out" / "pages" / "all.parquet")
    groups: dict[int, set[str]] = {}
    for row in rows:
        groups.setdefault(row["template"], set()).add(row["url"])
    pages = [
        (f"https://{name}/{event}/{day}", page(name, event, day, copy=part))
        for part, name in enumerate(PAPERS)
        for event in range(EVENTS)
        for day in range(1, 7)
    ]
    wanted = learn(pages, learner="textmax:paper")
    assert {frozenset(urls) for urls in groups.values()} == {
        frozenset(pages[member][0] for member in template.members) for template in wanted
    }
    told = rows_of(tmp_path / "out" / "templates.parquet")
    assert report.counts["rows"] == len(told)
    shown = {path for row in told for path in row["paths"]}
    assert {"html/body/dl/dt/#Imprint", "html/body/nav/ul/li/#Games"} & shown
    assert "html/body/article/h1" in shown


def test_templates_can_be_learned_site_by_site(crawl, tmp_path):
    chosen = replace(CHOSEN, is_per_site=True)
    run_step("templates", [str(crawl)], str(tmp_path / "out"), chosen, ONE)
    names = {file.name for file in (tmp_path / "out" / "pages").glob("*.parquet")}
    assert names == {"site-north.example.parquet", "site-south.example.parquet"}
    told = rows_of(tmp_path / "out" / "templates.parquet")
    assert {row["site"] for row in told} == {"north.example", "south.example"}


def test_the_segment_table_has_one_clock_over_all_shards(crawl, tmp_path):
    report = run_step("segments", [str(crawl)], str(tmp_path / "out"), CHOSEN, ONE)
    found = {row["segment"]: row["pages"] for row in rows_of(tmp_path / "out" / "segments.parquet")}
    pages = [
        page(name, event, day, copy=part)
        for part, name in enumerate(PAPERS)
        for event in range(EVENTS)
        for day in range(1, 7)
    ]
    (template,) = SegmentTableLearner().learn(parse(one, keep_comments=True) for one in pages)
    assert found == dict(template.segments)
    assert report.counts["pages"] == 48
    assert len(list((tmp_path / "out" / "tables").glob("*.zst"))) == 1


@pytest.fixture
def _everything_is_told(monkeypatch):
    monkeypatch.setattr("newsloom.pipeline.bulk.steps.meter._TELL_SECONDS", 0.0)


@pytest.mark.parametrize(
    ("step", "phases"),
    [
        ("duplicates", {"duplicates"}),
        ("statistics", {"statistics"}),
        ("stories", {"stories"}),
        ("templates", {"grouping", "templates"}),
        ("segments", {"table"}),
    ],
)
@pytest.mark.usefixtures("_everything_is_told")
def test_a_task_that_needs_all_results_tells_how_much_of_it_is_left(crawl, articles, tmp_path, step, phases):
    told = []
    source = crawl if step in ("templates", "segments") else articles
    run_step(step, [str(source)], str(tmp_path / "out"), CHOSEN, ONE, told.append)
    under_way = [report for report in told if report.label in phases and report.done == 0 < report.share_done < 1]
    assert {report.label for report in under_way} == phases
    assert all(report.seconds_left is not None for report in under_way)
    assert all(report.share_done == 1 for report in told if report.done == report.tasks)


def test_items_of_front_pages_are_rows(tmp_path):
    cards = "".join(
        f'<div class="card"><h2><a href="/news/{number}-the-bridge-opens.html">The bridge number {number} opens today'
        f"</a></h2><p>The mayor walked across bridge {number} first.</p></div>"
        for number in range(12)
    )
    front = f"<html><body><div id=menu><a href=/>Home</a></div><main>{cards}</main></body></html>".encode()
    (tmp_path / "a.warc.gz").write_bytes(zipped([record(answer(front), WARC_Target_URI="https://north.example/")]))
    report = run_step("items", [str(tmp_path)], str(tmp_path / "out"), CHOSEN, ONE)
    (file,) = (tmp_path / "out").glob("*.parquet")
    rows = rows_of(file)
    assert report.counts["items"] == len(rows) == 12
    assert rows[0]["headline"] == "The bridge number 0 opens today"
    assert (rows[0]["site"], rows[0]["position"]) == ("north.example", 0)


def test_steps_have_their_names():
    assert list(STEPS)[:2] == ["extract", "items"]
    with pytest.raises(UnknownName, match="duplicates"):
        run_step("duplicate", [], "out", CHOSEN, ONE)
