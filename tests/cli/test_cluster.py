from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from newsloom.cli.commands import app

LINES = [
    {"title": "Quake in Norvik", "text": "An earthquake shook the harbour of Norvik. Mayor Lind asked for help today."},
    {"title": "Rates rise", "text": "The central bank of Zubrowka raised interest rates against inflation again."},
    {"title": "Norvik quake", "text": "Mayor Lind asked for help after the earthquake in Norvik shook the harbour."},
]

ITEMS = [
    (1, "Quake shakes the harbour of Norvik again", "Mayor Lind asked for help after the earthquake in Norvik."),
    (2, "Central bank of Zubrowka raises interest rates", "Inflation is to be held back, the central bank says."),
    (3, "Choir of Tarvik wins the singing contest", "The judges of the contest praised its second song."),
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "articles.jsonl"
    path.write_text("\n".join(map(json.dumps, LINES)), encoding="utf-8")
    return str(path)


def test_stories_are_printed_with_their_members(file):
    found = CliRunner().invoke(app, ["cluster", file, "--format", "json"])
    assert found.exit_code == 0
    assert [json.loads(line)["members"] for line in found.stdout.splitlines()] == [[0, 2], [1]]


def test_a_story_is_told_in_words_and_not_in_stems(file):
    found = CliRunner().invoke(app, ["cluster", file, "--format", "json"])
    words = {word for line in found.stdout.splitlines() for word, _ in json.loads(line)["words"]}
    assert {"earthquake", "harbour", "inflation"} <= words
    assert words <= set(" ".join(f"{line['title']} {line['text']}" for line in LINES).lower().replace(".", "").split())


def test_the_items_of_a_front_page_keep_their_headlines(run, tmp_path):
    teasers = "".join(f"<div><h2><a href='/news/{n}-story.html'>{h}</a></h2><p>{t}</p></div>" for n, h, t in ITEMS)
    (tmp_path / "front.html").write_text(f"<html lang=en><title>Herald</title><main>{teasers}</main>", encoding="utf-8")
    items = run("items", "front.html", "--url", "https://paper.example/", "--format", "json")
    headlines = [item["headline"] for item in items.records]
    assert len(headlines) == len(ITEMS)
    stories = run("cluster", "-", "--format", "json", stdin=items.stdout.encode()).records
    assert sorted(member for story in stories for member in story["members"]) == list(range(len(headlines)))
    assert {story["title"] for story in stories} <= set(headlines)
    assert all(story["words"] for story in stories)


def test_small_stories_can_be_left_out(file):
    found = CliRunner().invoke(app, ["cluster", file, "--least", "2"])
    assert "Quake in Norvik" in found.stdout
    assert "Rates rise" not in found.stdout


def test_an_empty_file_has_no_stories(tmp_path):
    (tmp_path / "empty.jsonl").write_text("\n")
    assert CliRunner().invoke(app, ["cluster", str(tmp_path / "empty.jsonl")]).exit_code == 1


@pytest.mark.parametrize("line", ["{", "[]", '{"text": 3}', '{"text": "a", "published": "yesterday"}'])
def test_a_line_that_is_no_article_is_named(tmp_path, line):
    (tmp_path / "bad.jsonl").write_text(f"{json.dumps(LINES[0])}\n{line}\n")
    found = CliRunner().invoke(app, ["cluster", str(tmp_path / "bad.jsonl")])
    assert found.exit_code == 3
    assert "line 2" in found.output


def test_perplexity_is_printed_of_every_number_of_clusters(run, tmp_path):
    words = ("ferry harbour fog tide boat sail", "bridge mayor vote seat ballot poll")
    lines = [json.dumps({"title": f"Report {number}", "text": words[number % 2] * 3}) for number in range(20)]
    (tmp_path / "reports.jsonl").write_text("\n".join(lines), encoding="utf-8")
    method = ("--clusterer", "loglikelihood:candidates=1+2")
    found = run("cluster", "reports.jsonl", *method, "--perplexity", "--format", "json").records
    assert [one["clusters"] for one in found] == [1, 2]
    assert found[1]["perplexity"] < found[0]["perplexity"]
    refused = run("cluster", "reports.jsonl", "--clusterer", "linkage", "--perplexity")
    assert (refused.code, "perplexity" in refused.stderr) == (2, True)
