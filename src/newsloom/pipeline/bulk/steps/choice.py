"""The steps by name, and what may be chosen for them."""

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
    """What may be chosen for a step; each takes what it knows."""

    extractor: str = DEFAULT_EXTRACTOR
    reader: str = DEFAULT_READER
    learner: str = DEFAULT_LEARNER
    fields: tuple[str, ...] = ()
    is_per_site: bool = False
    against: str | None = None
    days: int = 3


_Run: TypeAlias = Callable[[Sequence[str], str, StepOptions, JobOptions, PhaseProgress | None], PhaseReport]


def run_step(  # noqa: PLR0913, PLR0917 - what, from where, to where, how, and who watches
    name: str,
    sources: Sequence[str],
    output: str,
    chosen: StepOptions,
    options: JobOptions,
    report: PhaseProgress | None = None,
) -> PhaseReport:
    """Do a step with all its inputs. Raises ``UnknownName`` for a step that there is not."""
    run = STEPS.get(name)
    if run is None:
        raise UnknownName("step", name, tuple(STEPS))
    return run(sources, output, chosen, options, report)


def _extract(
    sources: Sequence[str], output: str, chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return read_pages(ExtractStep(extractor=chosen.extractor, fields=chosen.fields), sources, output, options, report)


def _items(
    sources: Sequence[str], output: str, chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return read_pages(ItemsStep(reader=chosen.reader), sources, output, options, report)


def _templates(
    sources: Sequence[str], output: str, chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return run_templates(sources, output, options, chosen.learner, report, is_per_site=chosen.is_per_site)


def _segments(
    sources: Sequence[str], output: str, _chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return run_segments(sources, output, options, report)


def _reextract(
    sources: Sequence[str], output: str, chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    step = ExtractStep(extractor=chosen.extractor, fields=chosen.fields)
    return run_reextraction(step, sources, output, chosen.against, options, report)


def _duplicates(
    sources: Sequence[str], output: str, _chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return run_duplicates(sources, output, options, report)


def _stories(
    sources: Sequence[str], output: str, chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return run_stories(sources, output, options, chosen.days, report)


def _statistics(
    sources: Sequence[str], output: str, _chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return run_statistics(sources, output, options, report)


def _partition(
    sources: Sequence[str], output: str, _chosen: StepOptions, options: JobOptions, report: PhaseProgress | None
) -> PhaseReport:
    return run_partition(sources, output, options, report)


STEPS: Final[Mapping[str, _Run]] = {
    "extract": _extract,
    "items": _items,
    "templates": _templates,
    "segments": _segments,
    "reextract": _reextract,
    "duplicates": _duplicates,
    "stories": _stories,
    "statistics": _statistics,
    "partition": _partition,
}
"""Name → what runs it. The first five read pages, the others the results of extraction."""
