"""Every command that writes, as a scenario: its initial state, the command, and which intermediate states are allowed.

The commands gather a small newspaper on loopback that never changes, so an undisturbed run always ends the same way.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from sqlalchemy import text
from tests.newspaper import Newspaper
from tests.stores.oldstores import store_of, write_article

from newsloom.testing.postgres import PostgresServer
from torture.places import Place
from torture.zygote import Zygote

__all__ = ["SCENARIOS", "Scenario", "World", "outputs_of"]

_STORIES: Final = 10
_OLD_ARTICLES: Final = 120
_BULK_PAGES: Final = 40
_TAKEN_DOWN: Final = 4
_OUT: Final = ("out.jsonl", "out.parquet", "out.warc.gz")


@dataclass(slots=True)
class World:
    """What all scenarios share: the newspapers, the zygote that starts commands, and the prepared states."""

    folder: Path
    zygote: Zygote
    papers: tuple[Newspaper, Newspaper]
    server: PostgresServer | None
    states: dict[str, Place] = field(default_factory=dict)

    @classmethod
    @contextlib.contextmanager
    def opened(cls, folder: Path, server: PostgresServer | None) -> Iterator[World]:
        with Zygote() as zygote, Newspaper(_STORIES) as one, Newspaper(_STORIES, seed=2) as other:
            yield cls(folder=folder, zygote=zygote, papers=(one, other), server=server)

    def server_of(self, store: str) -> PostgresServer | None:
        return self.server if store == "postgres" else None

    def state(self, name: str, store: str) -> Place:
        """Returns a prepared state, made on first use."""
        key = f"{name}-{store}"
        if key not in self.states:
            self.states[key] = _STATES[name](self, store, self.folder / "states" / key)
        return self.states[key]

    @property
    def addresses(self) -> list[str]:
        return [paper.url + path for paper in self.papers for path in paper.stories]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A command with its initial state, and what a kill may leave.

    ``facts``: "grow" is no less than at the beginning and no more than at the end, "shrink" the reverse, "free" either.
    ``is_endless``: the command runs for ever. ``is_whole``: a single run after a kill completes the work; otherwise
    what the killed run had claimed is free only after its lease.
    """

    name: str
    state: str
    arguments: Callable[[World], list[str]]
    facts: Literal["grow", "shrink", "free"] = "grow"
    is_endless: bool = False
    # An endless command has the result of this other scenario.
    like: str | None = None
    is_whole: bool = True
    stores: tuple[str, ...] = ("sqlite", "postgres")
    # 1 is nothing found: a killed run may have removed it already; -15 a SIGTERM before the command handles it; 3 an
    # existing file, which the killed run had finished.
    codes: tuple[int, ...] = (0,)
    # The share of the kills; starting a server takes longer than everything else.
    share: float = 1.0


def outputs_of(folder: Path) -> dict[str, str]:
    """Returns the digests of the files written; for an archive, whose records have random names, of its page count."""
    found = {}
    for name in _OUT:
        if (folder / name).exists():
            data = (folder / name).read_bytes()
            if name.endswith(".gz"):
                data = b"%d" % gzip.decompress(data).count(b"WARC-Target-URI")
            found[name] = hashlib.sha256(data).hexdigest()
    return found


def _empty(world: World, store: str, folder: Path) -> Place:
    place = Place.made(folder, world.server_of(store))
    outlines = "".join(
        f'<outline text="Feed {number}" xmlUrl="{world.papers[0].url}/feed-{number}.xml"/>' for number in range(200)
    )
    (folder / "list.opml").write_text(f"<opml><body>{outlines}</body></opml>", encoding="utf-8")
    return place


def _followed(world: World, store: str, folder: Path) -> Place:
    place = world.state("empty", store).copy(folder)
    _run(world, place, "add", *(paper.url + "/" for paper in world.papers))
    return place


def _gathered(world: World, store: str, folder: Path) -> Place:
    place = world.state("followed", store).copy(folder)
    _run(world, place, "gather")
    return place


def _ungrouped(world: World, store: str, folder: Path) -> Place:
    """Returns a state that was gathered without grouping the stories."""
    place = world.state("gathered", store).copy(folder)
    with place.connection() as connection:
        for table in ("reports", "stories", "checkpoints"):
            connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608 - our own names
    return place


def _damaged(world: World, store: str, folder: Path) -> Place:
    place = world.state("gathered", store).copy(folder)
    with place.connection() as connection:
        rows = connection.execute(text("SELECT id, document FROM revisions ORDER BY id LIMIT 8")).fetchall()
        for number, document in rows:
            data = bytes(document)
            flipped = data[:20] + bytes([data[20] ^ 4]) + data[21:]
            connection.execute(
                text("UPDATE revisions SET document = :data WHERE id = :number"), {"data": flipped, "number": number}
            )
    return place


def _old(world: World, store: str, folder: Path) -> Place:
    place = Place.made(folder, world.server_of(store))
    for engine in store_of(place.address, "0001"):
        with engine.begin() as connection:
            for number in range(1, _OLD_ARTICLES + 1):
                readings = [(number, "First"), (number + 1, f"Story {number}")]
                write_article(connection, number, readings, section="Town", language="en")
    return place


def _pages(world: World, store: str, folder: Path) -> Place:
    place = Place.made(folder, world.server_of(store))
    pages = folder / "pages"
    pages.mkdir()
    paper = world.papers[0]
    for number in range(_BULK_PAGES):
        (pages / f"{number:03}.html").write_bytes(paper.pages[paper.stories[number % _STORIES]][2])
    return place


def _run(world: World, place: Place, *arguments: str) -> None:
    done = world.zygote.run(place.folder, *arguments)
    assert done.status == 0, (arguments, done.status, done.said())
    for name in ("printed", "said"):
        (place.folder / name).unlink()


_STATES: Final[dict[str, Callable[[World, str, Path], Place]]] = {
    "empty": _empty,
    "followed": _followed,
    "gathered": _gathered,
    "ungrouped": _ungrouped,
    "damaged": _damaged,
    "old": _old,
    "pages": _pages,
}


def _site(world: World) -> str:
    return world.papers[0].url.removeprefix("http://")


SCENARIOS: Final[tuple[Scenario, ...]] = (
    Scenario(name="add", state="empty", arguments=lambda world: ["add", *(f"{paper.url}/" for paper in world.papers)]),
    Scenario(name="import", state="empty", arguments=lambda _: ["import", "list.opml"]),
    Scenario(name="rename", state="followed", facts="free",
             arguments=lambda world: ["rename", f"{world.papers[0].url}/", "The Herald"]),
    Scenario(name="remove", state="gathered", facts="shrink", codes=(0, 1),
             arguments=lambda world: ["remove", f"{world.papers[0].url}/"]),
    Scenario(name="gather", state="followed", is_whole=False, arguments=lambda _: ["gather", "--format", "jsonl"]),
    Scenario(name="gather --watch", state="followed", is_endless=True, like="gather", codes=(0, -15),
             arguments=lambda _: ["gather", "--watch", "--format", "jsonl"]),
    Scenario(name="serve --gather", state="followed", is_endless=True, like="gather", codes=(0, -15), share=0.5,
             arguments=lambda _: ["serve", "--port", "0", "--gather"]),
    Scenario(name="stories --group", state="ungrouped", facts="free", is_whole=False, codes=(0, 1),
             arguments=lambda _: ["stories", "--group"]),
    Scenario(name="topics", state="gathered", facts="free", arguments=lambda _: ["topics", "--rebuild", "--count", "2"]),
    Scenario(name="learn --site", state="gathered", arguments=lambda world: ["learn", "--site", _site(world)]),
    Scenario(name="reextract", state="gathered", arguments=lambda _: ["reextract", "--extractor", "largest"]),
    Scenario(name="repair", state="damaged", facts="free", arguments=lambda _: ["repair"]),
    Scenario(name="takedown", state="gathered", facts="shrink", codes=(0, 1),
             arguments=lambda world: ["takedown", *world.addresses[:_TAKEN_DOWN]]),
    Scenario(name="migration", state="old", facts="free", arguments=lambda _: ["search", "ferry"]),
    Scenario(name="export jsonl", state="gathered", arguments=lambda _: ["export", "-o", "out.jsonl"], share=0.5),
    Scenario(name="export parquet", state="gathered", share=0.5,
             arguments=lambda _: ["export", "-o", "out.parquet", "--format", "parquet"]),
    Scenario(name="export warc", state="gathered", share=0.5,
             arguments=lambda _: ["export", "-o", "out.warc.gz", "--format", "warc"]),
    Scenario(name="bulk jsonl", state="pages", stores=("sqlite",), codes=(0, 3),
             arguments=lambda _: ["bulk", "pages", "out.jsonl", "--workers", "1"]),
    Scenario(name="bulk parquet", state="pages", stores=("sqlite",), codes=(0, 3),
             arguments=lambda _: ["bulk", "pages", "out.parquet", "--workers", "1"]),
)  # fmt: skip
