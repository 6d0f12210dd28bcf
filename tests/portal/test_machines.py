"""Portal, gathering and database apart: two portals behind a reverse proxy, two gatherers, one PostgreSQL."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.databases import postgres_dsn, postgres_server
from tests.newspaper import Newspaper
from tests.portal.serving import Answer, ask

__all__ = ["postgres_dsn", "postgres_server"]

FORM = "application/x-www-form-urlencoded"
DEADLINE_SECONDS = 240


def test_two_portals_and_two_gatherers_share_one_newsroom(postgres_dsn, tmp_path):
    (tmp_path / "newsloom.toml").write_text(
        f'newsroom = "{postgres_dsn}"\ntrusted_proxies = ["127.0.0.1"]\nallow_hosts = ["127.0.0.1"]\n'
        "portal_hosts = ['news.example']\ndelay_seconds = 0\n",
        encoding="utf-8",
    )
    with Newspaper(story_count=6) as paper, ExitStack() as stack:
        _run(tmp_path, "add", paper.url)
        gatherers = [stack.enter_context(_started(tmp_path, "gather")) for _ in range(2)]
        for gatherer in gatherers:
            output, _ = gatherer.communicate(timeout=DEADLINE_SECONDS)
            assert gatherer.returncode == 0, output
        portals = [stack.enter_context(_started(tmp_path, "serve", "--port", "0")) for _ in range(2)]
        addresses = [re.search(r"http://[\d.:]+", portal.stdout.readline()).group() for portal in portals]
        proxy = stack.enter_context(_proxy(addresses))
        pages = [ask(proxy.url + "/latest", Host="news.example") for _ in range(2)]
        assert proxy.asked == addresses
        titles = [re.findall(r"<h3><a [^>]*>(.*?)</a>", page.text) for page in pages]
        assert len(titles[0]) == 6
        assert titles[0] == titles[1]
        cookie = _sign_up(proxy.url)
        # Whoever answers next: the session is in the newsroom, not in a portal.
        for _ in range(2):
            assert "Ada" in ask(proxy.url + "/", Host="news.example", Cookie=cookie).text
        assert len(set(proxy.asked[-2:])) == 2


def _sign_up(url: str) -> str:
    form = ask(url + "/signup", Host="news.example")
    token = re.search(r'name="csrf" value="(\w+)"', form.text).group(1)
    body = f"csrf={token}&name=Ada&password=a+long+enough+secret&again=a+long+enough+secret"
    answer = ask(url + "/signup", "POST", body, Host="news.example", Cookie=_cookies(form), Content_Type=FORM)
    assert answer.status == 303, answer.text
    assert "__Host-newsloom_session" in _cookies(answer), "the proxy said https"
    return _cookies(answer)


def _cookies(answer: Answer) -> str:
    return "; ".join(one.partition(";")[0] for one in answer.headers.get_all("Set-Cookie") or ())


def _run(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "newsloom", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=DEADLINE_SECONDS)
    assert done.returncode == 0, done.stderr


@contextmanager
def _started(folder: Path, *arguments: str) -> Iterator[subprocess.Popen]:
    command = [sys.executable, "-m", "newsloom", *arguments]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.communicate(timeout=DEADLINE_SECONDS)
        except ValueError:
            # It was read to its end already.
            process.wait(DEADLINE_SECONDS)


class Proxy(ThreadingHTTPServer):
    """Hands each request to the next portal in turn, and says for whom and by which scheme, as real ones do."""

    def __init__(self, portals: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.asked: list[str] = []
        self.turn = itertools.cycle(portals)


class _Handler(BaseHTTPRequestHandler):
    server: Proxy

    def do_GET(self) -> None:
        portal = next(self.server.turn)
        self.server.asked.append(portal)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode() or None
        headers = {name.replace("-", "_"): value for name, value in self.headers.items() if name != "Accept-Encoding"}
        headers |= {"X_Forwarded_For": "192.0.2.7", "X_Forwarded_Proto": "https"}
        answer = ask(portal + self.path, self.command, body, **headers)
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in ("connection", "transfer-encoding", "date"):
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    do_POST = do_GET  # noqa: N815 - the name is the base class's

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _proxy(portals: list[str]) -> Iterator[Proxy]:
    proxy = Proxy(portals)
    thread = threading.Thread(target=proxy.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield proxy
    finally:
        proxy.shutdown()
        thread.join()
        proxy.server_close()
