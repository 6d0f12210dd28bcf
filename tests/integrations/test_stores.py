"""Bulk work with an object store, and the manifest for Kubernetes, where ``make integrations`` has installed more."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml
from tests.cluster import running_cluster
from tests.pipeline.bulk.archives import answer, record, story, zipped

MANIFEST = Path(__file__).parents[2] / "docs" / "howto" / "bulk-kubernetes.yaml"
COUNT = 30
TITLES = [f"Bridge {number:02} opens" for number in range(COUNT)]


@pytest.fixture(scope="module")
def store() -> Iterator[dict[str, str]]:
    """A server that speaks S3, and the environment in which s3fs finds it."""
    server = pytest.importorskip("moto.server", reason="make integrations")
    pytest.importorskip("s3fs", reason="make integrations")
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    told = {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**told, "AWS_DEFAULT_REGION": "us-east-1"}.items():
            patch.setenv(name, value)
        yield dict(os.environ)
    running.stop()


@pytest.fixture(scope="module")
def bucket(store):
    assert store["AWS_ENDPOINT_URL"]
    import s3fs

    files = s3fs.S3FileSystem()
    files.mkdir("news")
    pages = [record(answer(story(title))) for title in TITLES]
    for number in range(3):
        files.pipe(f"news/crawl/{number}.warc.gz", zipped(pages[10 * number : 10 * number + 10]))
    return files


def test_pages_are_read_from_and_written_to_an_object_store(store, bucket, tmp_path):
    told = _bulk(store, "s3://news/crawl", "--output", "s3://news/articles", "--workers", "2")
    assert "3 of 3 shards" in told
    assert _titles(bucket, "news/articles") == TITLES
    bucket.rm_file(next(name for name in bucket.ls("news/articles") if name.endswith(".done")))
    again = _bulk(store, "s3://news/crawl", "--output", "s3://news/articles", "--workers", "2")
    assert "2 were done before" in again
    assert _titles(bucket, "news/articles") == TITLES
    bucket.invalidate_cache()
    assert not [name for name in bucket.find("news/articles") if "unfinished" in name]
    for step, result in (("duplicates", "duplicates.parquet"), ("statistics", "statistics.parquet")):
        _bulk(store, "s3://news/articles", "--step", step, "--output", f"s3://news/{step}", "--workers", "2")
        assert bucket.exists(f"news/{step}/{result}")
    here = _bulk(store, "s3://news/crawl/0.warc.gz", str(tmp_path / "first.jsonl"))
    assert here.startswith("10 pages: 10 articles")


def test_a_cluster_reads_from_and_writes_to_an_object_store(store, bucket):
    with running_cluster() as cluster:
        _bulk(store, "s3://news/crawl", "--output", "s3://news/far", "--scheduler", cluster.address)
    assert _titles(bucket, "news/far") == TITLES


def test_the_manifest_is_what_kubernetes_takes():
    validate = pytest.importorskip("kubernetes_validate", reason="make integrations")
    found = list(yaml.safe_load_all(MANIFEST.read_text()))
    assert [told["kind"] for told in found] == ["Service", "Deployment", "Deployment", "Job"]
    for told in found:
        validate.validate(told, validate.latest_version(), strict=True)


def _bulk(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", "newsloom", "bulk", *arguments]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def _titles(files, folder: str) -> list[str]:
    files.invalidate_cache()
    found = []
    for name in files.glob(f"{folder}/*.parquet"):
        with contextlib.closing(files.open(name)) as file:
            found += [row["title"] for row in pq.read_table(file).to_pylist()]
    return sorted(found)
