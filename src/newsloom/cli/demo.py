"""``newsloom demo``: shows the whole product at work on made-up newspapers, without a network."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import typer

from newsloom.cli.output import TableFormat, write, write_json
from newsloom.errors import InputError
from newsloom.extras import require
from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.portal.serving import address_of, listen, serve_newsroom
from newsloom.press import PAPERS
from newsloom.press.clock import PressClock
from newsloom.press.newsstand import Newsstand
from newsloom.press.papers import HALVORIAN_TIME
from newsloom.press.scoring import score_articles, score_fronts, score_stories
from newsloom.press.tour import Follower, follow_papers, tour
from newsloom.press.week import WEEK, Press
from newsloom.records import Run
from newsloom.records.description import counted
from newsloom.settings import Settings

__all__ = ["command"]

# How often the papers are gathered for the days that are over when the demo begins.
_STEP: Final = timedelta(hours=12)
_DAY: Final = timedelta(days=1)
_NOTES: Final = "press.json"
# Where the papers are served if these ports are free: outside the range from which systems assign ports, so that a
# later run finds them free.
_FIRST_PORT: Final = 8401


def command(
    *,
    port: int = typer.Option(8080, min=0, max=65535, help="The port of the portal; 0 picks a free one."),
    speed: float = typer.Option(
        60.0, min=1.0, max=3600.0, help="How many times faster than real time the last day passes."
    ),
    folder: Path = typer.Option(Path("newsloom-demo"), help="The folder of the demo's newsroom.", metavar="FOLDER"),
    no_serve: bool = typer.Option(
        False, "--no-serve", help="Gather the whole week, print how accurate the results are, and end."
    ),
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format of --no-serve."),
) -> None:
    """Show Newsloom at work on ten made-up newspapers, in a browser. Needs no network.

    The papers are served on this machine. Six of their days are gathered at once, and the seventh passes while you
    watch. The news is invented, and so is the country. Ctrl-C ends the demo; the next run continues from there.
    """
    require("portal", "newsloom demo")
    if no_serve:
        with _opened(folder) as demo:
            demo.read_until(demo.press.end, write if output_format is TableFormat.TABLE else _unsaid)
            _print_figures(demo, output_format)
        return
    # Ctrl-C ends the reading as it ends the portal: both continue from there the next time.
    with suppress(KeyboardInterrupt), listen("127.0.0.1", port) as listener, _opened(folder) as demo:
        demo.read_until(demo.press.end - _DAY, _write_line)
        is_over = demo.clock() >= demo.press.end
        _write_line(
            "The week is over: nothing new will come."
            if is_over
            else f"The last day passes {speed:g} times faster than real time."
        )
        demo.clock.run(speed, until=demo.press.end)
        _write_line(f"Newsloom is at {address_of(listener)}  (Ctrl-C ends it)")
        with Follower(demo.room, lambda run: _write_line(_summary(run))):
            serve_newsroom(demo.room, listener)
    _write_line("The demo has ended; newsloom demo continues from here.")


@dataclass(frozen=True, kw_only=True)
class _Demo:
    press: Press
    clock: PressClock
    room: Newsroom

    def read_until(self, end: datetime, say: Callable[[str], None]) -> None:
        """Gather what the papers published up to a time, in steps, from where the last run ended."""
        for paper in self.press.papers:
            say(f"  {paper.title:22} {self.press.address(paper)}/")
        begin = self.clock()
        times = [begin + count * _STEP for count in range(1, (end - begin) // _STEP + 1)]
        if begin < end and (not times or times[-1] < end):
            times.append(end)
        followed = follow_papers(self.room, self.press)
        say(f"Following {counted(followed, 'source')}: front pages, sections, feeds and sitemaps.")
        if len(times) > 1:
            say("What they have printed so far is gathered first, half a day at a time; it takes a minute or two.")
        tour(self.room, self.clock, times, lambda run: say(_summary(run)))


@contextmanager
def _opened(folder: Path) -> Iterator[_Demo]:
    """Open the papers and the newsroom of a folder as they were left."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(str(folder), error.strerror or str(error)) from error
    start, kept = _read_notes(folder / _NOTES)
    wished = kept or {paper.name: _FIRST_PORT + place for place, paper in enumerate(PAPERS)}
    settings = Settings(newsroom=str(folder / "newsroom.db"), allow_hosts=("127.0.0.1",), delay_seconds=0.0)
    clock = PressClock(start)
    with Newsstand(Press(start=start), clock, wished) as stand:
        if kept and stand.ports != kept:
            raise InputError(str(folder), "another program uses the ports of its papers; is the demo already running?")
        _write_notes(folder / _NOTES, start, stand.ports)
        with open_newsroom(settings=settings, now=clock) as room:
            clock.set(max([start, *(run.started_at for run in room.runs(1))]))
            yield _Demo(press=stand.press, clock=clock, room=room)


def _read_notes(file: Path) -> tuple[datetime, dict[str, int]]:
    """When the week of a folder began, and the ports of its papers; the past week if there are no notes."""
    try:
        notes = json.loads(file.read_text(encoding="utf-8"))
        return datetime.fromisoformat(notes["start"]), {str(name): int(port) for name, port in notes["ports"].items()}
    except FileNotFoundError:
        # The week ended at the last midnight, so that nothing shown is in the future.
        midnight = datetime.now(HALVORIAN_TIME).replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight - WEEK, {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(str(file), "these are not the notes of a demo; remove the folder to start again") from error


def _write_notes(file: Path, start: datetime, ports: dict[str, int]) -> None:
    file.write_text(json.dumps({"start": start.isoformat(), "ports": ports}), encoding="utf-8")


def _print_figures(demo: _Demo, output_format: TableFormat) -> None:
    truth = demo.press.truth(demo.clock())
    figures = {
        "articles": dataclasses.asdict(score_articles(demo.room, truth)),
        "fronts": dataclasses.asdict(score_fronts(demo.room, truth)),
        "stories": dataclasses.asdict(score_stories(demo.room, truth)),
    }
    if output_format is TableFormat.JSON:
        write_json(figures)
        return
    for name, one in figures.items():
        write(f"\n{name}, compared with the truth")
        for field, value in one.items():
            write(f"  {field.replace('_', ' '):16} {_figure(value)}")


def _figure(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_figure(one)}" for name, one in value.items())
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _summary(run: Run) -> str:
    when = f"{run.started_at.astimezone(HALVORIAN_TIME):%A %H:%M}"
    articles = counted(run.articles, "new or edited article", "new or edited articles")
    return f"{when:16} {counted(run.pages, 'page')} read, {run.unchanged:,} unchanged, {articles}"


def _write_line(line: str) -> None:
    write(line)
    sys.stdout.flush()


def _unsaid(_line: str) -> None:
    return
