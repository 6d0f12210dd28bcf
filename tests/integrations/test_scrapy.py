"""A Scrapy crawl of a newspaper on loopback. ``make integrations`` installs Scrapy; elsewhere this is skipped."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from tests.pipeline.bulk.archives import MENU, story

pytest.importorskip("scrapy", reason="make integrations")

SPIDER = """
import sys, scrapy
from scrapy.crawler import CrawlerProcess
from newsloom.integrations.scrapy import NewsSpiderMixin

class Mixed(NewsSpiderMixin, scrapy.Spider):
    name = "mixed"
    start_urls = [sys.argv[1]]
    def parse(self, response):
        yield from self.parse_front(response)

class Piped(scrapy.Spider):
    name = "piped"
    start_urls = [sys.argv[1] + "news/1-the-bridge-opens.html", sys.argv[1] + "empty"]
    custom_settings = {"ITEM_PIPELINES": {"newsloom.integrations.scrapy.NewsloomPipeline": 300}}
    def parse(self, response):
        yield {"url": response.url, "html": response.text}

settings = {"FEEDS": {sys.argv[2]: {"format": "jsonlines"}}, "TELNETCONSOLE_ENABLED": False, "LOG_LEVEL": "WARNING"}
process = CrawlerProcess(settings)
process.crawl({"mixed": Mixed, "piped": Piped}[sys.argv[3]])
process.start()
"""


class Newspaper(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/":
            cards = "".join(
                f'<div class="card"><h2><a href="/news/{number}-the-bridge-opens.html">Bridge number {number} opens '
                f"today</a></h2><p>The mayor walked across bridge {number} first.</p></div>"
                for number in range(8)
            )
            page = f"<html><body><div><a href=/>Home</a></div><main>{cards}</main></body></html>".encode()
        else:
            page = MENU if self.path == "/empty" else story(f"Bridge {self.path[6]} opens")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def newspaper():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Newspaper)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def crawled(tmp_path, address: str, spider: str) -> list[dict]:
    (tmp_path / "spider.py").write_text(SPIDER)
    out = tmp_path / f"{spider}.jsonl"
    subprocess.run([sys.executable, str(tmp_path / "spider.py"), address, str(out), spider], check=True, timeout=120)
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def test_a_spider_with_the_mixin_reads_front_page_and_stories(newspaper, tmp_path):
    articles = crawled(tmp_path, newspaper, "mixed")
    assert sorted(article["title"] for article in articles) == [f"Bridge {number} opens" for number in range(8)]
    assert articles[0]["text"].startswith("The bridge over the Lorne")


def test_the_item_pipeline_replaces_pages_by_articles(newspaper, tmp_path):
    (item,) = crawled(tmp_path, newspaper, "piped")
    assert set(item) == {"url", "article"}
    assert item["article"]["title"] == "Bridge 1 opens"
