"""LangChain, LlamaIndex and datatrove, run for real where ``make integrations`` has installed them, else skipped."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.pipeline.bulk.archives import MENU, answer, record, story, zipped

URL = "https://paper.example/story"


@pytest.fixture
def crawl(tmp_path):
    pages = [story("Bridge opens"), MENU, story("Ferry sinks")]
    (tmp_path / "a.warc.gz").write_bytes(zipped([*map(record, map(answer, pages)), record(b"x", length=10**9)]))
    return str(tmp_path / "a.warc.gz")


def test_langchain_loads_articles_as_documents(crawl):
    pytest.importorskip("langchain_core", reason="make integrations")
    from newsloom.integrations.langchain import NewsloomLoader

    first, second = NewsloomLoader(crawl).load()
    assert first.page_content.startswith("The bridge over the Lorne")
    assert (first.metadata["title"], first.metadata["source"]) == ("Bridge opens", URL)
    assert second.metadata["title"] == "Ferry sinks"
    assert next(iter(NewsloomLoader(crawl).lazy_load())).metadata == first.metadata


def test_llamaindex_reads_articles_as_documents(crawl):
    pytest.importorskip("llama_index.core", reason="make integrations")
    from newsloom.integrations.llamaindex import NewsloomReader

    first, second = NewsloomReader().load_data(crawl)
    assert first.text.startswith("The bridge over the Lorne")
    assert (first.id_, first.metadata["title"], second.metadata["title"]) == (URL, "Bridge opens", "Ferry sinks")


def test_datatrove_runs_the_extractor_in_a_pipeline(tmp_path):
    pytest.importorskip("datatrove", reason="make integrations")
    from datatrove.data import Document
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.writers import JsonlWriter

    from newsloom.integrations.datatrove import NewsloomExtractor

    pages = [
        Document(text=story("Bridge opens").decode(), id="a", metadata={"url": URL}),
        Document(text=MENU.decode(), id="b"),
    ]
    out = tmp_path / "out"
    writer = JsonlWriter(str(out), output_filename="${rank}.jsonl", compression=None)
    LocalPipelineExecutor([pages, NewsloomExtractor(), writer], tasks=1, logging_dir=str(tmp_path / "logs")).run()
    (line,) = (out / "00000.jsonl").read_text(encoding="utf-8").splitlines()
    told = json.loads(line)
    assert told["text"].startswith("The bridge over the Lorne")
    assert (told["metadata"]["title"], told["metadata"]["url"]) == ("Bridge opens", URL)


@pytest.mark.parametrize("name", ["datatrove", "langchain", "llamaindex", "scrapy"])
def test_the_extra_that_is_missing_is_named(name):
    modules = {"datatrove": "datatrove", "langchain": "langchain_core", "llamaindex": "llama_index", "scrapy": "scrapy"}
    program = f"import sys; sys.modules[{modules[name]!r}] = None; import newsloom.integrations.{name}"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "MissingExtra" in ran.stderr
    assert f"[{name}]" in ran.stderr
