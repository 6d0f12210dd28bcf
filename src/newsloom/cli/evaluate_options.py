"""The options of ``newsloom evaluate``, and all that they ask for as one ``Trial``."""

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
    """What was asked."""

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
        help="Labelled sets: .tar.xz files or folders; of stories .jsonl.gz or .npz files; "
        "press:styled, press:unseen, press:fronts, press:fronts-unseen and press:abroad are made up.",
    ),
]
Extractors = Annotated[
    list[str] | None,
    typer.Option(
        help="An extractor, such as next, next:paper or next:beta=0.3; may be given several times. "
        f"{DEFAULT_EXTRACTOR} where no method is named.",
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
    int | None, typer.Option(min=1, help="Take that many pages of each set, spread evenly; of stories the first.")
]
By = Annotated[RowOf, typer.Option(help="What a row of the table is.")]
FeedTitle = Annotated[
    bool, typer.Option("--feed-title/--no-feed-title", help="Hand the true title over as the feed's.")
]
Render = Annotated[
    bool, typer.Option("--render/--no-render", help="Draw pages by a browser first; else layouts are estimated.")
]
AllPages = Annotated[
    bool,
    typer.Option("--all-pages/--articles", help="Take pages without news as well, which an extractor should refuse."),
]
SiteTemplates = Annotated[
    str | None,
    typer.Option(help="Learn each site's templates by this learner and hand them over.", metavar="LEARNER"),
]
TrainingPages = Annotated[
    int,
    typer.Option(
        min=2, help="Of how many pages of a site templates are learned; these are not scored.", metavar="PAGES"
    ),
]
Processes = Annotated[int | None, typer.Option(min=1, help="How many processes; all cores where not given.")]
Form = Annotated[ScoreFormat, typer.Option("--format", help="How to print the scores.")]
OutputFile = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write there instead of printing.", metavar="FILE")
]
PlotFile = Annotated[Path | None, typer.Option(help="Draw the scores as well.", metavar="FILE.svg")]
