"""What every store makes of a story that is kept, and of two that become one: coverages in, coverages out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

from newsloom.errors import UnknownName
from newsloom.records import Coverage, Report
from newsloom.stores.choosing import clipped

__all__ = ["as_kept", "in_order", "joined", "order_named"]

# The orders of a StoryQuery: the field to sort by, and whether the greatest comes first.
_ORDERS: Final = {
    "heat": ("heat", True),
    "latest": ("last_seen", True),
    "began": ("first_seen", True),
    "changed": ("changed_at", False),
}


def order_named(name: str, /) -> tuple[str, bool]:
    """The field that a query sorts by, and whether the greatest comes first. Raises ``UnknownName``."""
    if name not in _ORDERS:
        raise UnknownName("order of stories", name, tuple(_ORDERS))
    return _ORDERS[name]


def as_kept(coverage: Coverage, /) -> Coverage:
    """With its reports in order of arrival, each once, and facts as long as they are compared.

    That it became a part of another only ``merge`` says.
    """
    first: dict[str, Report] = {}
    for report in coverage.reports:
        first.setdefault(report.url, dataclasses.replace(report, paper=clipped(report.paper) or ""))
    return dataclasses.replace(
        coverage,
        section=clipped(coverage.section),
        language=clipped(coverage.language),
        reports=in_order(first.values()),
        merged_into=None,
    )


def joined(story: Coverage, part: Coverage, /) -> Coverage:
    """The story with another one's reports."""
    return dataclasses.replace(
        story,
        reports=in_order((*story.reports, *part.reports)),
        first_seen=min(story.first_seen, part.first_seen),
        last_seen=max(story.last_seen, part.last_seen),
    )


def in_order(reports: Iterable[Report], /) -> tuple[Report, ...]:
    """In order of arrival."""
    return tuple(sorted(reports, key=lambda report: (report.seen_at, report.url)))
