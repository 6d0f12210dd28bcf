"""The steps by name, with their options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from newsloom.errors import UnknownName
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.steps.duplicates import run_duplicates
from newsloom.pipeline.bulk.steps.extract import ExtractStep
from newsloom.pipeline.bulk.steps.items import ItemsStep
from newsloom.pipeline.bulk.steps.partition import run_partition
from newsloom.pipeline.bulk.steps.reextract import run_reextraction
from newsloom.pipeline.bulk.steps.segments import run_segments
from newsloom.pipeline.bulk.steps.statistics import run_statistics
from newsloom.pipeline.bulk.steps.stories import run_stories
from newsloom.pipeline.bulk.steps.templates import run_templates
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR
from newsloom.pipeline.learn import DEFAULT_LEARNER
from newsloom.pipeline.read import DEFAULT_READER

__all__ = ["STEPS", "StepOptions", "run_step"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOptions:
    """The options of all steps. Each step uses those that it supports."""

    extractor: str = DEFAULT_EXTRACTOR
    reader: str = DEFAULT_READER
    learner: str = DEFAULT_LEARNER
    fields: tuple[str, ...] = ()
    is_per_site: bool = False
    against: str | None = None
    days: int = 3


@dataclass(frozen=True, slots=True)
class _Run:
    """The arguments of one run of a step."""

    sources: Sequence[str]
    output: str
    chosen: StepOptions
    options: JobOptions
    report: PhaseProgress | None


def run_step(  # noqa: PLR0913, PLR0917 - what, from where, to where, how, and who watches
    name: str,
    sources: Sequence[str],
    output: str,
    chosen: StepOptions,
    options: JobOptions,
    report: PhaseProgress | None = None,
) -> PhaseReport:
    """Run a step on all its inputs. Raises ``UnknownName`` for a step that does not exist."""
    run = STEPS.get(name)
    if run is None:
        raise UnknownName("step", name, tuple(STEPS))
    return run(_Run(sources, output, chosen, options, report))


def _extract(run: _Run) -> PhaseReport:
    return read_pages(_extraction(run.chosen), run.sources, run.output, run.options, run.report)


def _extraction(chosen: StepOptions) -> ExtractStep:
    return ExtractStep(extractor=chosen.extractor, fields=chosen.fields)


def _items(run: _Run) -> PhaseReport:
    return read_pages(ItemsStep(reader=run.chosen.reader), run.sources, run.output, run.options, run.report)


def _templates(run: _Run) -> PhaseReport:
    chosen = run.chosen
    return run_templates(
        run.sources, run.output, run.options, chosen.learner, run.report, is_per_site=chosen.is_per_site
    )


def _reextract(run: _Run) -> PhaseReport:
    step = _extraction(run.chosen)
    return run_reextraction(step, run.sources, run.output, run.chosen.against, run.options, run.report)


def _stories(run: _Run) -> PhaseReport:
    return run_stories(run.sources, run.output, run.options, run.chosen.days, run.report)


_Plain: TypeAlias = Callable[[Sequence[str], str, JobOptions, PhaseProgress | None], PhaseReport]


def _plain(step: _Plain) -> Callable[[_Run], PhaseReport]:
    """A step without options."""
    return lambda run: step(run.sources, run.output, run.options, run.report)


STEPS: Final[Mapping[str, Callable[[_Run], PhaseReport]]] = {
    "extract": _extract,
    "items": _items,
    "templates": _templates,
    "segments": _plain(run_segments),
    "reextract": _reextract,
    "duplicates": _plain(run_duplicates),
    "stories": _stories,
    "statistics": _plain(run_statistics),
    "partition": _plain(run_partition),
}
"""The steps by name. The first five read pages, the others the results of extraction."""
