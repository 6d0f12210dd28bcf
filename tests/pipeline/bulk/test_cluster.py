"""Bulk work on a real scheduler with two workers: as on one machine, whatever is killed."""

from __future__ import annotations

import random
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request
from dataclasses import replace

import pyarrow.parquet as pq
import pytest
from tests.cluster import running_cluster
from tests.pipeline.bulk.archives import answer, record, story, zipped
from tests.pipeline.bulk.titles import HalfDone, TitleStep, titles_in

from newsloom.errors import InputError
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages, run_tasks
from newsloom.pipeline.bulk.results import ResultFolder
from newsloom.pipeline.bulk.steps.choice import StepOptions, run_step
from newsloom.pipeline.bulk.steps.extract import ExtractStep
from newsloom.pipeline.bulk.steps.results import OneTask

STEP = ExtractStep(fields=("url", "title", "is_article"))
HERE = JobOptions(workers=1, shard_bytes=2_500)
COUNT = 80


@pytest.fixture(scope="module")
def cluster():
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    file = tmp_path_factory.mktemp("crawl") / "crawl.warc.gz"
    file.write_bytes(zipped(record(answer(story(f"Bridge {number:02} opens"))) for number in range(COUNT)))
    return str(file)


def contents(folder) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("*.parquet")}


def test_results_are_those_of_one_machine_to_the_byte(cluster, crawl, tmp_path):
    here = read_pages(STEP, [crawl], str(tmp_path / "here"), HERE)
    reports = []
    there = replace(HERE, scheduler=cluster.address)
    far = read_pages(STEP, [crawl], str(tmp_path / "far"), there, reports.append)
    assert contents(tmp_path / "here") == contents(tmp_path / "far")
    assert (here.counts, here.failures) == (far.counts, far.failures)
    assert reports[-1].share_done == 1.0
    assert len(reports) > far.tasks


def test_steps_over_results_are_those_of_one_machine(cluster, crawl, tmp_path):
    full = ExtractStep(fields=("url", "title", "text", "language", "is_article", "word_count"))
    read_pages(full, [crawl], str(tmp_path / "articles"), HERE)
    for step, result in (("statistics", "statistics.parquet"), ("duplicates", "duplicates.parquet")):
        found = []
        for name, options in (("here", HERE), ("far", replace(HERE, scheduler=cluster.address))):
            out = tmp_path / f"{step} {name}"
            run_step(step, [str(tmp_path / "articles")], str(out), StepOptions(), options)
            found.append((out / result).read_bytes())
        assert found[0] == found[1], step


def test_the_dashboard_has_a_page_that_tells_of_every_step(cluster, crawl, tmp_path):
    there = replace(HERE, scheduler=cluster.address)
    shards = read_pages(STEP, [crawl], str(tmp_path / "articles"), there).tasks
    run_step("statistics", [str(tmp_path / "articles")], str(tmp_path / "out"), StepOptions(), there)
    rows = page_rows(cluster)
    assert rows[0] == ["step", "done", "rows", "rows/s", "failures", "left", "so far"]
    # Behind those of the tests before.
    assert [(row[0], row[2], row[4], row[5]) for row in rows[-3:]] == [
        ("extract", str(COUNT), "none", "0 s"),
        ("count", str(shards), "none", "0 s"),
        ("statistics", "1", "none", "0 s"),
    ]


def test_the_page_tells_what_is_left_of_a_single_task(cluster, tmp_path):
    folder, shown = ResultFolder(tmp_path / "out"), []
    folder.open_job({"step": "half"})

    def look() -> None:
        while not (found := [row for row in page_rows(cluster) if row[:2] == ["half", "0 of 1 tasks, 50%"]]):
            time.sleep(0.1)
        shown.extend(found)
        (tmp_path / "may end").touch()

    reader = threading.Thread(target=look)
    reader.start()
    work = HalfDone(folder=str(folder.place), may_end=str(tmp_path / "may end"))
    there = replace(HERE, scheduler=cluster.address)
    run_tasks("half", work, [OneTask(name="all", stamp="")], folder, there)
    reader.join()
    assert re.fullmatch(r"\d+ s", shown[0][5]), shown


def page_rows(cluster) -> list[list[str]]:
    try:
        with urllib.request.urlopen(f"{cluster.dashboard}/newsloom") as answer:  # noqa: S310 - on loopback
            page = answer.read().decode()
    except urllib.error.HTTPError:
        # The first run adds it.
        return []
    return [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in page.split("<tr>")[1:]]


def test_poison_pages_are_rows_with_the_page_kept(cluster, tmp_path):
    names = ["Opens", "Hangs", "Closes", "Eats", "Crashes", "Ends"]
    (tmp_path / "in.warc.gz").write_bytes(zipped(record(answer(story(name))) for name in names))
    limits = JobOptions(workers=1, page_seconds=2, page_memory_bytes=300_000_000)
    for name, options in (("here", limits), ("far", replace(limits, scheduler=cluster.address))):
        report = read_pages(TitleStep(), [str(tmp_path / "in.warc.gz")], str(tmp_path / name), options)
        (file,) = (tmp_path / name).glob("*.parquet")
        rows = pq.read_table(file).to_pylist()
        assert [row["title"] or row["kind"] for row in rows] == [
            *("Opens", "BudgetExceeded", "Closes", "MemoryError", "WorkerDied", "Ends")
        ]
        assert rows[1]["kept_page"] == story("Hangs")
        assert report.failures == {"BudgetExceeded": 1, "MemoryError": 1, "WorkerDied": 1}


def test_kills_at_random_moments_lose_nothing_and_write_nothing_twice(cluster, crawl, tmp_path):
    """The long form, with twenty kills, is in torture/bulk.py."""
    chance, out = random.Random(7), tmp_path / "out"  # noqa: S311
    killed = []
    options = replace(HERE, scheduler=cluster.address, shard_bytes=1_000)

    def kill(report) -> None:
        if report.done and len(killed) < 2 and chance.random() < 0.5 and cluster.kill_worker(chance):
            killed.append(report.done)

    read_pages(TitleStep(), [crawl], str(out), options, kill)
    report = read_pages(TitleStep(), [crawl], str(out), options)
    assert titles_in(out) == [f"Bridge {number:02} opens" for number in range(COUNT)]
    assert report.taken_up == report.tasks
    assert killed


def test_a_cluster_that_is_started_again_is_given_what_is_not_done(cluster, crawl, tmp_path):
    restarted = []

    def restart(report) -> None:
        if report.done and not restarted:
            restarted.append(report.done)
            cluster.restart()

    options = replace(HERE, scheduler=cluster.address, shard_bytes=1_000)
    report = read_pages(TitleStep(), [crawl], str(tmp_path / "out"), options, restart)
    assert restarted
    assert report.done == report.tasks > restarted[0]
    assert titles_in(tmp_path / "out") == [f"Bridge {number:02} opens" for number in range(COUNT)]


def test_a_full_disk_ends_the_run_and_it_goes_on_when_there_is_room(crawl, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], check=False)
    if mounted.returncode:
        pytest.skip("only root may make a small disk")
    try:
        with pytest.raises(InputError, match="No space left"):
            read_pages(STEP, [crawl], str(disk / "out"), HERE)
        done = set(contents(disk / "out"))
        assert not list((disk / "out").glob("*.unfinished"))
        subprocess.run(["mount", "-o", "remount,size=10m", str(disk)], check=True)
        report = read_pages(STEP, [crawl], str(disk / "out"), HERE)
        assert done <= set(contents(disk / "out"))
        assert report.counts["pages"] == COUNT
        assert titles_in(disk / "out") == [f"Bridge {number:02} opens" for number in range(COUNT)]
    finally:
        subprocess.run(["umount", str(disk)], check=True)
