"""Scores the published readers, learners and clusterers, by default and in their papers' form, as Markdown.

Extractors, which are most of the page, are in ``quality``. A missing set is left out, and the page says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from newsloom.evaluation import evaluate_learner_sets, evaluate_reader_sets, learner_cells, tabulate, to_markdown
from newsloom.evaluation.grouping import clusterer_cells, evaluate_story_sets

__all__ = ["published_sections"]

_READERS: Final = ("patterns", "patterns:paper", "lbnest", "lbnest:paper")
# These can take a whole set; the others compare every two pages, and are scored on some.
_LEARNERS: Final = ("textmax", "textmax:paper", "textmax:paper,single_supports=false", "texthash", "texthash:paper")
_PAIRWISE_LEARNERS: Final = ("textmdl", "textmdl:paper", "rtdm", "rtdm:paper")
_CLUSTERERS: Final = (
    *("linkage", "linkage:paper,link=complete", "concepts", "concepts:paper"),
    *("loglikelihood", "loglikelihood:paper"),
)
_STORY_SETS: Final = ("allsides-val", "ecb", "wikinews")
_ARTICLES: Final = 300
_PAGES: Final = 200

_READERS_INTRO: Final = """\
`patterns` asks for bold headers, too, and keeps stop words; `patterns:paper` has the three patterns of the report's
tables and cleaned texts. `lbnest` is the paper but for the filters that it does not name, and so is `lbnest:paper`.
Teasers are unconfirmed here: gathering confirms them. Headlines without their stop words are not those of the truth."""
_LEARNERS_INTRO: Final = """\
The paper's measure: precision and recall of every found cluster against the closest true one. A method without
`:paper` has its refinements; the printed method stands under its own name. Learners that compare every two pages are
scored on some of each set, and so have rows of their own."""
_CLUSTERERS_INTRO: Final = """\
`linkage` is the paper's, single link at a distance of 0.38. `concepts:paper` and `loglikelihood:paper` are the papers';
the defaults leave numbers out of the words, and measure the loss of a word."""


def published_sections(data: Path, limit: int | None) -> list[str]:
    """Returns the sections, each with a heading; ``data`` is the folder that contains the sets of every kind."""
    fronts, templates = data / "frontpages.tar.xz", [data / "templates.tar.xz", data / "articles" / "eras.tar.xz"]
    stories = [data / "stories" / f"{name}.jsonl.gz" for name in _STORY_SETS]
    return [
        *_section("## Front pages", _READERS_INTRO, [fronts], lambda found: _readers(found, limit)),
        *_section("## Templates", _LEARNERS_INTRO, templates, lambda found: _learners(found, limit)),
        *_section(
            f"## Stories\n\nThe first {_ARTICLES} articles of each set.", _CLUSTERERS_INTRO, stories, _clusterers
        ),
    ]


def _section(heading: str, intro: str, paths: Sequence[Path], score: Callable[[list[Path]], str]) -> list[str]:
    there = [path for path in paths if path.exists()]
    missing = ", ".join(path.name for path in paths if path not in there)
    parts = [heading, intro]
    if missing:
        parts.append(f"Not at hand: {missing}.")
    return [*parts, score(there).rstrip()] if there else parts


def _readers(paths: list[Path], limit: int | None) -> str:
    return to_markdown(tabulate(evaluate_reader_sets(paths, _READERS, limit=limit, processes=2)))


def _learners(paths: list[Path], limit: int | None) -> str:
    whole = evaluate_learner_sets(paths, _LEARNERS)
    some = evaluate_learner_sets(paths, _PAIRWISE_LEARNERS, limit=min(limit or _PAGES, _PAGES))
    return _table(*learner_cells((*whole, *some)))


def _clusterers(paths: list[Path]) -> str:
    scores, _ = evaluate_story_sets(paths, _CLUSTERERS, limit=_ARTICLES)
    return _table(*clusterer_cells(scores))


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
