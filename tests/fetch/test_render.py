"""Pages drawn by a real browser: boxes and styles, what a page may ask for, and pages that do harm."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.browsers import needs_browser

from newsloom.dom import parse
from newsloom.dom.tree import Tree
from newsloom.errors import RenderError

pytest.importorskip("playwright", reason="playwright is not installed (the extra render)")

from newsloom.fetch.render import (
    BlockingRenderer,
    RenderedPage,
    RenderSettings,
    Resource,
    folder_resources,
    kept_resources,
    render_page,
)

pytestmark = needs_browser

HURRIED = RenderSettings(seconds=2.5)
URL = "https://gazette.example/storm"
STYLES = b"""
h1 { font: bold 40px/50px Georgia, serif; color: rgb(10, 20, 30); margin: 0 }
main { width: 600px; float: left; background: #fafafa }
aside { margin-left: 700px }
.gone { display: none } .unseen { visibility: hidden } .off { position: absolute; left: -9999px }
.over { position: fixed; z-index: 3; top: 0 }
"""
PAGE = """<!DOCTYPE html><meta charset=iso-8859-9><link rel=stylesheet href=/paper.css><title>Storm</title>
<main><h1>Fırtına</h1><p id=text>Rain fell.</p><img src=/a.jpg width=400 height=300 style="max-width:100%;height:auto">
<p class=gone>a</p><p class=unseen>b</p><p class=off>c</p></main><aside>Sport</aside><div class=over>Consent</div>
<script>document.querySelector("#text").append(" It blew.")</script>"""


async def sheets(url: str) -> Resource | None:
    return Resource(url=url, body=STYLES, content_type="text/css") if url.endswith("/paper.css") else None


@pytest.fixture(scope="module")
def renderer() -> Iterator[BlockingRenderer]:
    with BlockingRenderer(RenderSettings(seconds=6.0)) as opened:
        yield opened


def tree_of(drawn: RenderedPage) -> Tree:
    tree = parse(drawn.html, layout=drawn.layout).tree
    assert tree is not None
    return tree


def node(tree: Tree, tag: str, place: int = 0) -> int:
    return [one for one in range(len(tree)) if tree.tag(one) == tag][place]


def test_boxes_and_styles_are_those_of_the_page(renderer):
    drawn = renderer.render(PAGE, URL, source=sheets)
    tree, layout = tree_of(drawn), drawn.layout
    style = layout.style(node(tree, "h1"))
    assert style is not None
    assert style[:5] == ("georgia", 40.0, 700, False, "#0a141e")
    assert style.line_height == 50
    assert style.background is None
    assert layout.box(node(tree, "main")).width == 600
    assert layout.box(node(tree, "aside")).left > 700
    assert layout.source == "drawn"
    assert drawn.reason is None
    assert [one.url for one in drawn.resources] == ["https://gazette.example/paper.css"]


def test_what_is_hidden_or_off_the_page_is_not_visible(renderer):
    drawn = renderer.render(PAGE, URL, source=sheets)
    tree = tree_of(drawn)
    assert [drawn.layout.is_visible(node(tree, "p", place)) for place in range(4)] == [True, False, False, False]


def test_what_lies_over_the_page_is_painted_later(renderer):
    drawn = renderer.render(PAGE, URL, source=sheets)
    tree = tree_of(drawn)
    assert drawn.layout.stacking[node(tree, "div")] > drawn.layout.stacking[node(tree, "main")]


def test_pictures_are_not_fetched_and_keep_their_shape(renderer):
    drawn = renderer.render(PAGE, URL, source=sheets)
    box = drawn.layout.box(node(tree_of(drawn), "img"))
    assert (box.width, box.height) == (400, 300)


def test_scripts_run_only_where_they_are_wanted(renderer):
    assert b"It blew." not in parse_text(renderer.render(PAGE, URL, source=sheets))
    assert b"It blew." in parse_text(renderer.render(PAGE, URL, source=sheets, has_scripts=True))


def parse_text(drawn: RenderedPage) -> bytes:
    tree = tree_of(drawn)
    return tree.text.encode()


def test_markup_is_read_in_its_own_encoding(renderer):
    drawn = renderer.render(PAGE.encode("iso-8859-9"), URL, source=sheets)
    assert "Fırtına" in tree_of(drawn).text


def test_a_layout_fits_where_a_browser_nests_otherwise(renderer):
    broken = "<p>Rain<div>fell<b><p>all</b> day<table><a href=x><tr><td>and<form><td>night</table>bare<select><p>x"
    drawn = renderer.render(broken, URL)
    tree = tree_of(drawn)
    assert len(drawn.layout) == len(tree)
    assert drawn.layout.is_visible(node(tree, "td"))


def test_a_page_cannot_imitate_the_numbers_of_its_elements(renderer):
    page = '<p data-newsloom-0123456789abcdef="5">Rain</p>'
    drawn = renderer.render(page, URL)
    assert page.encode() in drawn.html
    assert drawn.html.count(b"data-newsloom-") == 1


def test_a_page_is_drawn_again_from_what_was_kept(renderer):
    first = renderer.render(PAGE, URL, source=sheets)
    again = renderer.render(PAGE, URL, source=kept_resources({one.url: one for one in first.resources}))
    assert again.layout.tops == first.layout.tops
    assert again.html == first.html


def test_files_of_a_folder_serve_a_saved_page(renderer, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "paper.css").write_bytes(STYLES)
    (tmp_path / "secret.css").write_text("h1 { display: none }")
    page = PAGE.replace("</title>", "</title><link rel=stylesheet href='/..%2fsecret.css'>")
    drawn = renderer.render(page, source=folder_resources(site))
    assert drawn.layout.box(node(tree_of(drawn), "main")).width == 600
    assert [Path(one.url).name for one in drawn.resources] == ["paper.css"]


HARM = {
    "hangs": "<p>Rain fell.</p><script>for (;;);</script>",
    "asks without end": "<p>Rain fell.</p><script>for (;;) alert('Subscribe!')</script>",
    "kills its tab": "<p>Rain fell.</p><script>const a = []; for (;;) a.push(new Array(1e6).fill({}))</script>",
}


@pytest.mark.parametrize("harm", HARM)
def test_a_page_whose_scripts_do_harm_is_drawn_without_them(renderer, harm):
    drawn = renderer.render(HARM[harm], URL, has_scripts=True, budget=HURRIED)
    assert "Rain fell." in tree_of(drawn).text
    assert drawn.reason == "its scripts did not end, so it was drawn without them"
    assert not drawn.has_scripts
    assert "Sun" in tree_of(renderer.render("<p>Sun</p>", URL)).text


@pytest.mark.parametrize(
    "script",
    [
        "location = 'https://elsewhere.example/'",
        "location.reload()",
        "document.body.innerHTML += '<meta http-equiv=refresh content=0>'",
        "open('https://elsewhere.example/')",
        "alert('Subscribe!')",
        "print()",
        "onbeforeunload = () => 'Stay!'",
        "const a = document.createElement('a'); a.download = 'a.exe'; a.href = 'data:x/y,z'; a.click()",
        "navigator.sendBeacon('https://elsewhere.example/', 'x'); new WebSocket('ws://127.0.0.1/')",
        "fetch('https://elsewhere.example/', { method: 'POST', body: 'x' }); fetch('file:///etc/passwd')",
        "new Worker('/worker.js'); new EventSource('/events')",
    ],
)
def test_a_page_stays_where_it_is(renderer, script):
    asked: list[str] = []

    async def source(url: str) -> Resource | None:
        asked.append(url)
        return None

    page = f"<p>Rain fell.</p><script>{script}</script>"
    drawn = renderer.render(page, URL, has_scripts=True, source=source, budget=HURRIED)
    assert "Rain fell." in tree_of(drawn).text
    assert not any("elsewhere" in url or url.startswith("file") for url in asked)


def test_a_page_that_leads_itself_to_nothing_is_drawn_without_scripts(renderer):
    drawn = renderer.render(
        "<p>Rain fell.</p><script>location = 'about:blank'</script>", URL, has_scripts=True, budget=HURRIED
    )
    assert "Rain fell." in tree_of(drawn).text


def test_a_page_cannot_ask_for_more_than_its_budget(renderer):
    asked: list[str] = []

    async def source(url: str) -> Resource | None:
        asked.append(url)
        return Resource(url=url, body=b"x" * 1000)

    flood = "<p>Rain fell.</p><script>for (let i = 0; i < 200; i++) fetch('/' + i)</script>"
    few, small = RenderSettings(max_requests=20), RenderSettings(max_bytes=5_500)
    drawn = renderer.render(flood, URL, has_scripts=True, source=source, budget=few)
    assert len(asked) == 20
    assert drawn.reason == "it requested more than its budget"
    drawn = renderer.render(flood, URL, has_scripts=True, source=source, budget=small)
    assert sum(len(one.body) for one in drawn.resources) <= 5_500
    assert drawn.reason == "it requested more than its budget"


def test_a_killed_browser_costs_no_page(renderer):
    renderer.render("<p>Before</p>", URL)
    first = renderer.pid
    assert first is not None

    async def kill(url: str) -> Resource | None:
        if renderer.pid == first:
            os.kill(first, signal.SIGKILL)
        return await sheets(url)

    drawn = renderer.render(PAGE, URL, source=kill)
    assert drawn.layout.box(node(tree_of(drawn), "main")).width == 600
    assert renderer.pid != first


def test_no_process_is_left_behind_and_none_is_added_with_the_pages():
    others = set(below(os.getpid()))
    with BlockingRenderer() as renderer:
        renderer.render("<p>Rain</p>", URL)
        first = set(below(os.getpid())) - others
        for number in range(8):
            renderer.render(f"<p>Rain {number}</p><iframe src=/a></iframe>", f"https://paper{number}.example/")
        last = set(below(os.getpid())) - others
        # One more for each page would be eight; some come and go.
        assert len(last) <= len(first) + 3
    assert not last & set(below(os.getpid()))


def below(pid: int) -> list[int]:
    """The processes below one, zombies included."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found = [child for child, parent in parents.items() if parent == pid]
    return [*found, *(one for child in found for one in below(child))]


def test_what_stands_in_shadow_trees_is_read_where_it_is_shown(renderer):
    page = """<!DOCTYPE html><body><story-card><p>Slotted.</p><b slot=none>Never shown.</b>
      <template shadowrootmode=open><style>h2{font:30px serif}</style><h2>In the shadow</h2><slot></slot>
      <slot name=empty>By default.</slot></template></story-card><p>Outside.</p>"""
    drawn = renderer.render(page, URL)
    tree = tree_of(drawn)
    lines = [segment.text for segment in parse(drawn.html).outline.segments]
    assert lines == ["In the shadow", "Slotted.", "By default.", "Outside."]
    heading, slotted = node(tree, "h2"), node(tree, "p")
    assert drawn.layout.style(heading).size == 30
    assert drawn.layout.box(slotted).top > drawn.layout.box(heading).top > 0


def test_a_browser_is_replaced_and_what_was_kept_of_it_is_forgotten(renderer, monkeypatch):
    monkeypatch.setattr("newsloom.fetch.render.renderer._PAGES_OF_A_BROWSER", 3)
    pids, before = set(), kept_requests()
    for number in range(12):
        renderer.render(f"<p>Rain {number}</p>", f"https://paper{number}.example/")
        pids.add(renderer.pid)
    assert len(pids) >= 4
    # Of twelve pages, those of the browser at work.
    assert kept_requests() <= before + 3


def kept_requests() -> int:
    """The records of requests that playwright holds in this process."""
    kinds = [type(one) for one in gc.get_objects()]
    return sum(kind.__name__ == "Request" and kind.__module__.startswith("playwright.") for kind in kinds)


AS_NOBODY = """
import os, sys
home = sys.argv[1]
os.environ.update(HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home)
os.chdir(home)
import newsloom.dom
import playwright
from newsloom.errors import RenderError
from newsloom.fetch.render import BlockingRenderer
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
if not all(os.access(module.__file__, os.R_OK) for module in (newsloom, playwright)):
    sys.exit("no access")
with BlockingRenderer() as renderer:
    try:
        drawn = renderer.render("<p>Rain</p>")
    except RenderError as error:
        sys.exit("no sandbox" if "sandbox" in str(error).lower() else str(error))
    except ModuleNotFoundError:
        # Python's own library is in a home that is closed to others.
        sys.exit("no access")
    # It has answered, so it runs what it was started with.
    arguments = open(f"/proc/{renderer.pid}/cmdline").read().split("\\0")
    print(drawn.layout.source, "--no-sandbox" in arguments)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user; all others draw so anyway")
def test_another_user_than_root_draws_in_chromium_s_own_sandbox():
    home = Path(tempfile.mkdtemp())
    home.chmod(0o777)
    try:
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(home)], capture_output=True, text=True, timeout=120, check=False
        )
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if done.stderr.strip() in ("no sandbox", "no access"):
        pytest.skip("other users may not make a sandbox here, or not read this folder")
    assert (done.returncode, done.stdout.split()) == (0, ["drawn", "False"]), done.stderr


def test_what_a_page_stores_is_gone_with_the_next(renderer):
    script = "a.append(localStorage.n + document.cookie); localStorage.n = 1; document.cookie = 'c=1'"
    for _ in range(2):
        drawn = renderer.render(f"<p id=a></p><script>{script}</script>", URL, has_scripts=True)
        assert tree_of(drawn).text == "undefined"


def test_a_missing_browser_is_named():
    with pytest.raises(RenderError, match=r"no-such-browser.*there is no such program"):
        render_page("<p>", settings=RenderSettings(executable="no-such-browser"))
