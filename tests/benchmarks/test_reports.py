from __future__ import annotations

import dataclasses
import io
import json
import re
import tarfile
from pathlib import Path

import pytest

from benchmarks import extraction, quality
from benchmarks.pages import small_page, small_truth
from benchmarks.prose import THESIS_BASELINE
from benchmarks.prose import as_markdown as scores_page
from benchmarks.tables import Circumstances, as_json, as_markdown, as_scores
from newsloom.evaluation import EvaluationReport, PageScore, SetFacts, tabulate
from newsloom.evaluation.scores import MEASURES

CIRCUMSTANCES = Circumstances(
    date="2026-01-02",
    command="python -m benchmarks.extraction",
    machine="Python 3.11",
    versions={"newsloom": "0.1.0"},
    missing=("goose3",),
    held_apart=("loom",),
)


def _report(values: dict[str, float], seconds: dict[str, float] | None = None) -> EvaluationReport:
    return EvaluationReport(
        methods=tuple(values),
        feed_title=True,
        sets=(
            SetFacts(name="papers", digest="a" * 64, pages=3, scored=2),
            SetFacts(name="blogs", digest="b" * 64, pages=2, scored=2),
        ),
        scores=tuple(
            PageScore(
                corpus=corpus,
                id=page,
                site=None,
                language="en",
                year=None,
                method=method,
                measures=dict.fromkeys(MEASURES, value) | {"title": None},
                seconds=(seconds or {}).get(method, 0.01),
            )
            for corpus in ("papers", "blogs")
            for page in ("a", "b")
            for method, value in values.items()
        ),
    )


def _section(page: str, title: str) -> str:
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_package_is_told_the_scores_of_rooms_that_did_not_see_the_pages():
    table = tabulate(_report({"loom": 0.9, "next": 0.8, "trafilatura": 0.7}))
    seen = dataclasses.replace(CIRCUMSTANCES, trained=("next",))
    told = json.loads(as_scores(table, seen, ["loom", "next"]))
    assert told["word_f1"] == {"loom": {"papers": 0.9, "blogs": 0.9, "all": 0.9}}


def test_the_best_of_a_column_is_bold():
    section = _section(as_markdown(tabulate(_report({"loom": 0.9, "trafilatura": 0.8})), CIRCUMSTANCES), "Word F1")
    assert "| loom | **0.900** | **0.900** | **0.900** |" in section
    assert "| trafilatura | 0.800 | 0.800 | 0.800 |" in section


def test_cpu_time_is_told_as_a_share_of_trafilaturas():
    report = _report({"loom": 0.9, "trafilatura": 0.8}, {"loom": 0.01, "trafilatura": 0.04})
    section = _section(as_markdown(tabulate(report), CIRCUMSTANCES), "CPU time")
    assert "40.0 ms" in section
    assert section.count("| loom | **0.25** | **0.25** | **0.25** |") == 2


def test_without_trafilatura_cpu_time_is_told_in_milliseconds():
    section = _section(as_markdown(tabulate(_report({"loom": 0.9}, {"loom": 0.012})), CIRCUMSTANCES), "CPU time")
    assert "| loom | **12.00** |" in section


def test_a_measure_without_a_value_has_no_table():
    assert "## Title" not in as_markdown(tabulate(_report({"loom": 0.9})), CIRCUMSTANCES)


def test_bad_pages_are_counted():
    section = _section(
        as_markdown(tabulate(_report({"loom": 0.4, "next": 0.5})), CIRCUMSTANCES), "Pages with word F1 below 0.5"
    )
    assert "| loom | 2 | 2 | 4 |" in section
    assert "| next | **0** | **0** | **0** |" in section


def test_the_page_says_what_is_missing_and_what_was_held_apart():
    page = as_markdown(tabulate(_report({"loom": 0.9})), CIRCUMSTANCES)
    assert "Not installed, so not measured: goose3." in page
    assert "`loom` is trained. Every text of its is by a model that saw no page of the site" in page
    assert "2026-01-02" in page


def test_the_json_has_the_circumstances_and_all_rows():
    content = json.loads(as_json(tabulate(_report({"loom": 0.9})), CIRCUMSTANCES))
    assert content["circumstances"]["versions"] == {"newsloom": "0.1.0"}
    assert [row["group"] for row in content["table"]["rows"]] == ["papers", "blogs", "all"]


def _published(next_value: float) -> EvaluationReport:
    return _report(
        {
            "largest": 0.5,
            "next": next_value,
            THESIS_BASELINE: 0.7,
            "next:whole_segments=false": 0.4,
            "next:own_text=false,lone_segments=false": 0.1,
            "next:zeros=letter": 0.5,
            "next:zeros=skip": 0.5,
            "next:paper": 0.1,
        }
    )


def test_the_scores_page_says_where_next_is_not_ahead():
    page = scores_page(tabulate(_published(0.6)), tabulate(_published(0.8)), "2026-01-02")
    assert "`next` leads `largest` in block detection on 2 of 2 sets" in page
    assert f"With the feed's title, `next` leads `{THESIS_BASELINE}` in block detection on 0 of 2 sets" in page
    assert "(papers -0.100, blogs -0.100)" in page
    assert f"Without it, `next` leads `{THESIS_BASELINE}` in block detection on 2 of 2 sets" in page
    assert "Stage 5 to the letter changes word F1 over all pages by -0.200." in page


def test_the_thesis_figures_stand_beside_ours():
    page = scores_page(tabulate(_published(0.6)), tabulate(_published(0.6)), "2026-01-02")
    assert "| block detection, N-EXT (table 6.5) | 0.959 | 0.920 | 0.600 |" in page


@pytest.fixture
def one_page(tmp_path: Path) -> Path:
    """A folder with one labelled set of one page."""
    with tarfile.open(tmp_path / "papers.tar.xz", "w:xz") as tar:
        for name, content in (("pages/000001.html", small_page(1)), ("truth.jsonl", small_truth(1).encode())):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return tmp_path


def _benchmark(folder: Path, *options: str) -> str:
    arguments = ["--sets", str(folder), "--method", "next", "--processes", "1", "--output", str(folder / "page.md")]
    extraction.main([*arguments, *options])
    return (folder / "page.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _unhushed(monkeypatch):
    """The contest silences what it runs in, for good: here only for the test."""
    monkeypatch.setattr("benchmarks.contest.hush", lambda: None)


def test_the_benchmark_writes_a_page_and_its_json(one_page):
    page = _benchmark(one_page)
    assert re.search(r"\| next \| \*\*[01]\.\d{3}\*\* \|", _section(page, "Word F1"))
    assert "no validation" not in page
    assert json.loads((one_page / "page.json").read_text(encoding="utf-8"))["table"]["methods"] == ["next"]


def test_a_trained_room_is_marked_unless_its_sites_were_held_apart(one_page, monkeypatch):
    monkeypatch.setattr(extraction, "is_trained", lambda _name: True)
    assert "`next` is trained **on these very sites**" in _benchmark(one_page)
    texts = one_page / "texts.jsonl"
    texts.write_text(json.dumps({"set": "papers", "id": "000001", "text": "A ferry."}) + "\n", encoding="utf-8")
    page = _benchmark(one_page, "--predictions", f"next={texts}")
    assert "on these very sites" not in page
    assert "`next` is trained. Every text of its is by a model that saw no page of the site" in page


@pytest.mark.parametrize("script", [extraction, quality], ids=lambda script: script.__name__)
def test_without_labelled_sets_a_script_says_so_and_writes_nothing(script, tmp_path, capsys):
    before = _stamps()
    script.main(["--sets", str(tmp_path)])
    assert re.match(r"skipped: no labelled sets .*--sets", capsys.readouterr().out)
    assert _stamps() == before


def _stamps() -> dict[str, int]:
    reference = Path(__file__).parents[2] / "docs" / "reference"
    return {file.name: file.stat().st_mtime_ns for file in reference.iterdir()}
