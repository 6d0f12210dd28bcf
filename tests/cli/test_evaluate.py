from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest
from lxml import etree
from rich.console import Console
from tests.tars import add_file

from newsloom.cli.score_tables import comparison
from newsloom.evaluation import evaluate_sets, tabulate
from newsloom.press import demo_pages


@pytest.fixture
def papers(tmp_path: Path) -> str:
    """A labelled set made of the demo pages, packed as sets are."""
    lines = []
    with tarfile.open(tmp_path / "papers.tar.xz", "w:xz") as archive:
        for page in demo_pages():
            add_file(archive, f"./pages/{page.name}.html", page.page)
            truth = {"id": page.name, "url": page.url, "lang": page.language, "title": page.title, "date": page.date}
            lines.append(json.dumps(truth | {"authors": list(page.authors), "text": page.text}))
        add_file(archive, "./truth.jsonl", "\n".join(lines).encode())
    return "papers.tar.xz"


def test_two_methods_are_compared_in_a_table(run, papers):
    outcome = run("evaluate", papers, "--extractor", "next", "--extractor", "largest", "--processes", "1")
    assert outcome.code == 0
    for word in ("papers", "next", "largest"):
        assert word in outcome.stdout
    assert "\x1b" not in outcome.stdout
    assert outcome.stderr == "", "progress is for terminals only"


def test_two_methods_fit_on_a_terminal_of_80_columns(papers, tmp_path):
    report = evaluate_sets([tmp_path / papers], ["next", "largest"], feed_title=False, processes=1)
    screen = Console(file=io.StringIO(), width=80)
    screen.print(comparison(tabulate(report)))
    assert "…" not in screen.file.getvalue()
    assert "word_f1" in screen.file.getvalue()


def test_json_has_stable_keys_and_goes_to_a_file(run, papers, tmp_path):
    outcome = run("evaluate", papers, "--format", "json", "--output", "out.json", "--processes", "1")
    assert outcome.code == 0
    assert outcome.stdout == ""
    assert "loom" in json.dumps(json.loads((tmp_path / "out.json").read_text(encoding="utf-8")))


def test_markdown_is_a_table(run, papers):
    outcome = run("evaluate", papers, "--format", "markdown", "--limit", "2", "--processes", "1")
    assert outcome.code == 0
    assert "|" in outcome.stdout


@pytest.mark.parametrize(("grouping", "expected"), [("language", "tr"), ("year", "2004"), ("site", "slt.example")])
def test_rows_can_be_made_finer(run, papers, grouping, expected):
    outcome = run("evaluate", papers, "--by", grouping, "--extractor", "largest", "--processes", "1")
    assert outcome.code == 0
    assert expected in outcome.stdout


def test_the_plot_is_well_formed(run, papers, tmp_path):
    outcome = run("evaluate", papers, "--plot", "plot.svg", "--feed-title", "--processes", "1")
    assert outcome.code == 0
    assert etree.parse(tmp_path / "plot.svg").getroot().tag.endswith("svg")


def test_several_processes_say_the_same(run, papers):
    alone = run("evaluate", papers, "--extractor", "largest", "--format", "json", "--processes", "1")
    together = run("evaluate", papers, "--extractor", "largest", "--format", "json", "--processes", "2")
    assert together.code == 0
    assert _without_times(together.stdout) == _without_times(alone.stdout)


def _without_times(text: str) -> object:
    return json.loads(
        text, object_hook=lambda found: {key: value for key, value in found.items() if "second" not in key}
    )


def test_a_set_that_is_not_there_is_an_input_error_on_one_line(run):
    outcome = run("evaluate", "no-such-set.tar.xz")
    assert outcome.code == 3
    assert outcome.stderr.startswith("newsloom: no-such-set.tar.xz: ")
    assert outcome.stderr.count("\n") == 1


def test_a_file_that_is_no_set_is_an_input_error(run, story):
    outcome = run("evaluate", story)
    assert outcome.code == 3
    assert "Traceback" not in outcome.stderr


def test_an_unknown_extractor_is_a_usage_error(run, papers):
    assert run("evaluate", papers, "--extractor", "nxt").code == 2


def test_an_output_that_cannot_be_written_is_told_before_the_work_begins(run, papers):
    outcome = run("evaluate", papers, "--output", "no/such/folder/out.txt")
    assert outcome.code == 3
    assert "no/such/folder" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_folder_is_no_output(run, papers, tmp_path):
    (tmp_path / "taken").mkdir()
    outcome = run("evaluate", papers, "--plot", "taken")
    assert outcome.code == 3
    assert outcome.stderr == "newsloom: taken: this is a folder. Name a file\n"
    assert outcome.stdout == "", "told before the work begins"


def test_scores_are_printed_where_there_is_nothing_to_draw(run, tmp_path):
    (tmp_path / "titles" / "pages").mkdir(parents=True)
    (tmp_path / "titles" / "pages" / "a.html").write_text("<title>Rain</title><p>It rained.</p>", encoding="utf-8")
    (tmp_path / "titles" / "truth.jsonl").write_text('{"id": "a", "title": "Rain"}', encoding="utf-8")
    outcome = run("evaluate", "titles", "--plot", "plot.svg", "--processes", "1")
    assert outcome.code == 3
    assert "no page has a value for word_f1" in outcome.stderr
    assert "1.000 [1.000, 1.000]" in outcome.stdout


@pytest.mark.parametrize("option", [["--limit", "0"], ["--processes", "0"], ["--by", "colour"]])
def test_an_impossible_option_is_a_usage_error(run, papers, option):
    assert run("evaluate", papers, *option).code == 2


@pytest.fixture
def fronts(tmp_path: Path) -> str:
    """A labelled set of one front page, unpacked."""
    site = "https://harbour-post.example"
    story, menu = f"{site}/ferry", f"{site}/sport"
    page = f'<a href="{menu}/">All the sport there is</a><p><a href="{story}">Ferry sold to an island</a></p>'
    truth = {
        "id": "a",
        "url": site,
        "story": [story],
        "site_links": [menu],
        "items": [{"url": story, "title": "Ferry"}],
    }
    (tmp_path / "fronts" / "pages").mkdir(parents=True)
    (tmp_path / "fronts" / "pages" / "a.html").write_text(page, encoding="utf-8")
    (tmp_path / "fronts" / "truth.jsonl").write_text(json.dumps(truth), encoding="utf-8")
    return "fronts"


def test_readers_are_compared_on_front_pages(run, fronts, tmp_path):
    chosen = ("--reader", "patterns", "--reader", "lbnest", "--processes", "1")
    outcome = run("evaluate", fronts, *chosen, "--plot", "plot.svg")
    assert outcome.code == 0
    for word in ("patterns", "lbnest", "link_f1", "renamed_f1", "precision of anchor, pooled"):
        assert word in outcome.stdout
    assert "link_f1" in (tmp_path / "plot.svg").read_text(encoding="utf-8")
    row = json.loads(run("evaluate", fronts, *chosen, "--format", "json").stdout)["rows"][0]
    assert row["shares"]["link_recall"] == {"rate": 1.0, "of": 1}


def test_front_pages_are_no_articles(run, fronts):
    outcome = run("evaluate", fronts, "--extractor", "largest", "--processes", "1")
    assert outcome.code == 1
    assert "no page that can be scored" in outcome.stderr


def test_pages_without_news_are_taken_where_asked_for(run, fronts):
    chosen = ("--extractor", "largest", "--processes", "1", "--all-pages", "--format", "json")
    shares = json.loads(run("evaluate", fronts, *chosen).stdout)["rows"][0]["shares"]
    assert shares["page_precision"] == {"rate": 0.0, "of": 1}
    assert shares["page_recall"]["of"] == 0


@pytest.mark.parametrize(
    "option", [["--extractor", "next"], ["--feed-title"], ["--all-pages"], ["--render"], ["--reader", "pattern"]]
)
def test_what_is_no_question_for_readers_is_a_usage_error(run, fronts, option):
    assert run("evaluate", fronts, "--reader", "patterns", *option).code == 2


@pytest.fixture
def stories(tmp_path: Path) -> str:
    """A labelled set of two stories, with the summary of one beside it."""
    texts = {"ferry": "The ferry to Skarvik was late in the fog.", "bridge": "The mayor opened the bridge at noon."}
    lines = [
        json.dumps({"id": f"{story}{number}", "text": text, "story": story, "lang": "en"})
        for story, text in texts.items()
        for number in range(2)
    ]
    (tmp_path / "news.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    summary = json.dumps({"story": "ferry", "summary": "A ferry was late."})
    (tmp_path / "news-summaries.jsonl.gz").write_bytes(gzip.compress(summary.encode()))
    return "news.jsonl.gz"


def test_clusterers_are_compared_on_stories_and_the_desk_where_the_set_says_more(run, stories, tmp_path):
    chosen = ("--clusterer", "stream", "--clusterer", "linkage")
    outcome = run("evaluate", stories, *chosen)
    assert outcome.code == 0, outcome.stderr
    for word in ("stream on news", "linkage on news", "BCubed F", "adjusted Rand", "ROUGE-1 F"):
        assert word in outcome.stdout
    report = json.loads(run("evaluate", stories, *chosen, "--format", "json").stdout)
    assert [row["clusterer"] for row in report["rows"]] == ["stream", "linkage"]
    assert report["rows"][0]["bcubed_f"] == 1.0
    assert report["desk"][0]["cases"] == 1
    assert run("evaluate", stories, *chosen, "--format", "markdown", "--output", "out.md").stdout == ""
    assert (tmp_path / "out.md").read_text(encoding="utf-8").count("\n| --- |") == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--clusterer", "strem"], 2), (["--clusterer", "stream", "--reader", "loom"], 2)],
)
def test_what_is_no_question_for_clusterers_is_a_usage_error(run, stories, arguments, code):
    assert run("evaluate", stories, *arguments).code == code


def test_pages_are_no_stories(run, papers):
    outcome = run("evaluate", papers, "--clusterer", "stream")
    assert outcome.code == 3
    assert "Traceback" not in outcome.stderr


def test_a_parameter_is_chosen_on_folds(run, papers):
    options = ("--extractor", "next:paper", "--choose", "beta=0:1:0.5", "--folds", "2", "--processes", "1")
    outcome = run("evaluate", papers, *options, "--measure", "block", "--feed-title")
    assert outcome.code == 0
    assert "papers: block by beta of next:paper, in 2 folds" in outcome.stdout
    for line in ("training, fold", "testing, fold", "chosen most often on the other folds: beta=", "ANOVA: F(2, 3) = "):
        assert line in outcome.stdout


def test_methods_are_compared_by_anova(run, papers):
    options = ("--extractor", "next", "--extractor", "largest", "--compare", "--folds", "2", "--processes", "1")
    told = json.loads(run("evaluate", papers, *options, "--format", "json").stdout)
    assert told["tables"][0]["columns"] == ["next", "largest"]
    assert {"f", "critical", "is_significant"} <= set(told["tables"][0]["anova"])
    assert [(one["first"], one["second"]) for one in told["tables"][0]["scheffe"]] == [("next", "largest")]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--compare"], "two methods or more"),
        (["--folds", "3"], "only applies to --choose and --compare"),
        (["--choose", "beta=0:1:0.5", "--compare"], "leave out --compare"),
        (["--extractor", "largest", "--choose", "beta=0:1:0.5"], "name only one"),
        (["--choose", "beta=0:1:0.5", "--measure", "luck"], "no measure named 'luck'"),
        (["--choose", "beta=0:5:1"], "beta: must be a number from 0 to 1"),
        (["--choose", "gamma=1+2"], "no parameter of the extractor next named 'gamma'"),
    ],
)
def test_folds_that_cannot_be_are_usage_errors(run, papers, options, said):
    outcome = run("evaluate", papers, "--extractor", "next", *options)
    assert outcome.code == 2
    assert said in " ".join(outcome.stderr.split())


def test_front_pages_of_the_press_are_a_set_for_readers(run):
    outcome = run("evaluate", "press:fronts-unseen", "--reader", "loom", "--limit", "3", "--processes", "1")
    assert outcome.code == 0
    assert "link_recall, pooled" in outcome.stdout


def test_a_set_that_the_press_does_not_have_is_named(run):
    outcome = run("evaluate", "press:nowhere")
    assert outcome.code == 2
    assert "press:fronts" in outcome.stderr
