"""The comparison with another library: every page is given to both, some pages in a row to each."""

from __future__ import annotations

from benchmarks.peers import Answer, Peer
from benchmarks.speed import compared

PAGES = [(b"<p>one", None), (b"<p>two", "https://loom.example/two"), (b"<p>three", None)]


def test_both_are_asked_about_every_page_and_take_turns_at_being_first():
    asked: list[tuple[str, bytes]] = []
    ours, theirs = (_listening(name, asked) for name in ("ours", "theirs"))
    turns = compared(ours, theirs, PAGES, in_a_row=1)
    assert len(turns) == len(PAGES)
    assert all(turn.own >= 0 and turn.reference >= 0 for turn in turns)
    assert [name for name, _ in asked] == ["theirs", "ours", "ours", "theirs", "theirs", "ours"]
    assert [page for _, page in asked[::2]] == [page for page, _ in PAGES]


def test_each_reads_some_pages_in_a_row():
    asked: list[tuple[str, bytes]] = []
    ours, theirs = (_listening(name, asked) for name in ("ours", "theirs"))
    assert len(compared(ours, theirs, PAGES, in_a_row=2)) == len(PAGES)
    assert [name for name, _ in asked] == ["theirs", "theirs", "ours", "ours", "ours", "theirs"]


def _listening(name: str, asked: list[tuple[str, bytes]]) -> Peer:
    def answer(page: bytes, _url: str | None) -> Answer:
        asked.append((name, page))
        return Answer()

    return Peer(name=name, package=name, answer=answer)
