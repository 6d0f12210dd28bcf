"""Whole pages and feeds in which every field is a string that is hard for some pattern.

Many patterns see only a bounded part of a page. This checks it: whatever is read must take time in proportion to its
length.
"""

from __future__ import annotations

import contextlib
import html
import math
import time
from collections.abc import Callable
from typing import Any, Final

import newsloom
from newsloom.discovery.feeds import read_feed
from newsloom.errors import InputError
from torture.findings import Finding, Report
from torture.growth import adversaries, patterns

__all__ = ["READERS", "replay_hard_page", "run_hard_pages"]

_LENGTH: Final = 6_000
# Strings of each pattern; most of them are similar.
_STRINGS: Final = 6
_LEAST_SECONDS: Final = 0.5
_MOST_GROWTH: Final = 1.5
_URL: Final = "https://paper.example/news/1"
_STORY: Final = "<p>" + "The ferry came in late again, and nobody on the quay could say why. " * 6 + "</p>"


def run_hard_pages(report: Report, *, names: tuple[str, ...] = ()) -> None:
    """Tries every pattern's strings in every field, as far as there is time."""
    worst = (0.0, "")
    for place, pattern in patterns():
        if names and not place.startswith(names):
            continue
        made = adversaries(pattern)
        for text in made[:: max(1, len(made) // _STRINGS)]:
            if not report.has_time:
                report.tried["hard strings left out"] += 1
                continue
            for reader in READERS:
                growth, seconds = _growth(reader, text)
                report.tried[f"hard strings in a {reader}"] += 1
                worst = max(worst, (seconds, f"{place} in a {reader}"))
                if growth > _MOST_GROWTH:
                    seen = f"a {reader} grows by a power of {growth:.1f}, {seconds:.2f} s at {4 * _LENGTH:,} characters"
                    material = _text(text(200)).encode("utf-8", "replace")
                    report.found(Finding(part="growth", case=f"{place} {reader}", seed=0, seen=seen, material=material))
    report.figures["slowest hard page"] = f"{worst[1]}: {worst[0]:.2f} s at {4 * _LENGTH:,} characters a field"


def replay_hard_page(finding: Finding) -> list[str]:
    """Tries all strings of that pattern again."""
    report = Report(folder=None, seconds=3600)
    run_hard_pages(report, names=(finding.case.split()[0],))
    return [one.seen for one in report.findings]


def _growth(reader: str, text: Any) -> tuple[float, float]:
    longest = _timed(reader, text(4 * _LENGTH))
    if longest < _LEAST_SECONDS:
        return 0.0, longest
    shortest = max(_timed(reader, text(_LENGTH)), 1e-4)
    longest = min(longest, _timed(reader, text(4 * _LENGTH)))
    return (math.log2(longest / shortest) / 2 if longest >= _LEAST_SECONDS else 0.0), longest


def _timed(reader: str, text: str | bytes) -> float:
    made, read = READERS[reader]
    page = made(_text(text))
    began = time.process_time()
    read(page)
    return time.process_time() - began


def _text(text: str | bytes) -> str:
    return text.decode("latin-1") if isinstance(text, bytes) else text


def _page(text: str) -> bytes:
    said = html.escape(text)
    return (
        f'<!doctype html><html lang="en"><head><title>{said}</title><meta property="og:title" content="{said}">'
        f'<meta property="og:site_name" content="{said}"><meta name="author" content="{said}">'
        f'<meta property="article:published_time" content="{said}"><link rel="canonical" href="/{said}">'
        f'<script type="application/ld+json">{text}</script></head><body><nav><a href="/{said}">{said}</a></nav>'
        f'<article><h1>{said}</h1><p class="byline">By {said}</p><time datetime="{said}">{said}</time>{_STORY * 3}'
        f'<p>{said}</p><figure><img src="/{said}" alt="{said}"><figcaption>{said}</figcaption></figure></article>'
        f"<!-- {said} --><footer>{said}</footer></body></html>"
    ).encode("utf-8", "replace")


def _bare(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _feed(text: str) -> bytes:
    said = html.escape(text).replace("\0", " ")
    item = f"<item><title>{said}</title><link>https://paper.example/{said}</link><pubDate>{said}</pubDate>"
    item += f"<description>{said}</description><category>{said}</category><dc:creator>{said}</dc:creator></item>"
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>{said}</title>{item}</channel></rss>'.encode(
        "utf-8", "replace"
    )


def _read_feed(data: bytes) -> None:
    with contextlib.suppress(InputError):
        read_feed(data, url=_URL)


READERS: Final[dict[str, tuple[Callable[[str], bytes], Callable[[bytes], object]]]] = {
    "page": (_page, lambda data: newsloom.extract(data, url=_URL)),
    "front page": (_page, lambda data: newsloom.read_items(data, url="https://paper.example/")),
    "bare page": (_bare, lambda data: newsloom.extract(data, url=_URL)),
    "feed": (_feed, _read_feed),
}
