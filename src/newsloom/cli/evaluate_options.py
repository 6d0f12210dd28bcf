"""The options of ``newsloom evaluate``, and their values as one ``Trial``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from newsloom.cli.score_tables import ScoreFormat
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR

__all__ = [
    "AllPages",
    "By",
    "Clusterers",
    "Extractors",
    "FeedTitle",
    "Form",
    "Learners",
    "Limit",
    "OutputFile",
    "PlotFile",
    "Processes",
    "Readers",
    "Render",
    "RowOf",
    "Sets",
    "SiteTemplates",
    "TrainingPages",
    "Trial",
]


class RowOf(StrEnum):
    """What a row of the table is."""

    SET = "set"
    SITE = "site"
    LANGUAGE = "language"
    YEAR = "year"
    STYLING = "styling"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The values of the options."""

    sets: list[str]
    names: list[str]
    limit: int | None
    by: RowOf
    processes: int | None
    feed_title: bool
    is_drawn: bool
    has_all_pages: bool
    site_templates: str | None
    training_pages: int
    plot: Path | None


Sets = Annotated[
    list[str],
    typer.Argument(
        metavar="SET",
        help="Labelled sets: .tar.xz files or folders; for stories .jsonl.gz or .npz files. "
        "press:styled, press:unseen, press:fronts, press:fronts-unseen and press:abroad are generated.",
    ),
]
Extractors = Annotated[
    list[str] | None,
    typer.Option(
        help="An extractor, such as next, next:paper or next:beta=0.3; may be given several times. "
        f"Default: {DEFAULT_EXTRACTOR}.",
        metavar="METHOD",
    ),
]
Readers = Annotated[
    list[str] | None, typer.Option(help="A reader of front pages; may be given several times.", metavar="METHOD")
]
Learners = Annotated[
    list[str] | None, typer.Option(help="A learner of templates; may be given several times.", metavar="METHOD")
]
Clusterers = Annotated[
    list[str] | None, typer.Option(help="A clusterer of articles; may be given several times.", metavar="METHOD")
]
Limit = Annotated[
    int | None,
    typer.Option(min=1, help="Use at most this many pages of each set, spread evenly, or the first stories."),
]
By = Annotated[RowOf, typer.Option(help="What each row of the table stands for.")]
FeedTitle = Annotated[
    bool, typer.Option("--feed-title/--no-feed-title", help="Give extractors the true title as the feed's title.")
]
Render = Annotated[
    bool, typer.Option("--render/--no-render", help="Draw pages with a browser first; otherwise layouts are estimated.")
]
AllPages = Annotated[
    bool,
    typer.Option("--all-pages/--articles", help="Include pages without news, which an extractor should reject."),
]
SiteTemplates = Annotated[
    str | None,
    typer.Option(
        help="Learn each site's templates with this learner, and give them to the extractors.", metavar="LEARNER"
    ),
]
TrainingPages = Annotated[
    int,
    typer.Option(
        min=2, help="How many pages of a site to learn templates from; these are not scored.", metavar="PAGES"
    ),
]
Processes = Annotated[int | None, typer.Option(min=1, help="Number of processes; default: all cores.")]
Form = Annotated[ScoreFormat, typer.Option("--format", help="Output format.")]
OutputFile = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write the scores to this file.", metavar="FILE")
]
PlotFile = Annotated[Path | None, typer.Option(help="Also draw the scores.", metavar="FILE.svg")]
