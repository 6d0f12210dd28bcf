"""Measures how learners scale with the number of pages on made-up sites: CPU, memory and the quality of the groups.

``python -m benchmarks.templates`` prints a line for each number of pages; each is learned in a process of its own, so
that its memory is measured separately. ``--learner``, ``--signature-length`` and ``--sites`` choose what is measured;
``--set`` takes a labelled set instead of made-up pages.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.evaluation.corpora import pages_by_template
from newsloom.evaluation.measures import score_partition

__all__ = ["made_up_pages", "main"]

_SIZES = (1_000, 2_000, 5_000, 10_000)
_PAGES_A_SITE = 50
_TAGS = ("div", "section", "ul", "table", "span", "p", "h2", "li", "td", "em")
_SYLLABLES = ("ka", "lo", "mi", "nu", "ra", "se", "ti", "vo", "zu", "be", "da", "fi")


def made_up_pages(pages: int, sites: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yields pages of the sites in turn, with the site's name: the site's furniture, optional boxes, a story."""
    furniture = [_furniture(random.Random(f"{seed} {site}")) for site in range(sites)]  # noqa: S311
    for page in range(pages):
        site, chance = page % sites, random.Random(f"{seed} page {page}")  # noqa: S311
        head, optional, foot = furniture[site]
        shown = "".join(box for box in optional if chance.random() < 0.8)
        yield f"site {site}", f"<html><body>{head}{shown}{_story(chance)}{foot}</body></html>".encode()


def _furniture(chance: random.Random) -> tuple[str, list[str], str]:
    return _boxes(chance, 12), [_boxes(chance, 1) for _ in range(8)], _boxes(chance, 12)


def _boxes(chance: random.Random, count: int) -> str:
    boxes = []
    for _ in range(count):
        tags = chance.choices(_TAGS[:5], k=chance.randint(1, 4))
        inside = "".join(
            f"<{tag}{_dress(chance)}>{_words(chance, 2)}</{tag}>" for tag in chance.choices(_TAGS[4:], k=8)
        )
        opened = "".join(f"<{tag}{_dress(chance)}>" for tag in tags)
        boxes.append(opened + inside + "".join(f"</{tag}>" for tag in reversed(tags)))
    return "".join(boxes)


def _dress(chance: random.Random) -> str:
    return f' class="{_words(chance, 1)} shown" style="width: {chance.randint(1, 40)}em"'


def _story(chance: random.Random) -> str:
    paragraphs = "".join(f"<p{_dress(chance)}>{_words(chance, 40)} <em>{_words(chance, 2)}</em></p>" for _ in range(20))
    return f"<article><h1>{_words(chance, 6)}</h1>{paragraphs}</article>"


def _words(chance: random.Random, count: int) -> str:
    return " ".join("".join(chance.choices(_SYLLABLES, k=3)) for _ in range(count))


def main() -> None:
    """Measures every size in a process of its own, or the requested one in this process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--learner", default="textmax")
    parser.add_argument("--signature-length", type=int)
    parser.add_argument("--sites", type=int)
    parser.add_argument("--pages", type=int)
    parser.add_argument("--set")
    options = parser.parse_args()
    if options.pages or options.set:
        print(_measured(options))
        return
    for size in _SIZES:
        subprocess.run([sys.executable, "-m", "benchmarks.templates", *sys.argv[1:], "--pages", str(size)], check=True)


def _measured(options: argparse.Namespace) -> str:
    chosen: dict[str, Any] = {} if options.signature_length is None else {"signature_length": options.signature_length}
    learner = build("learner", options.learner, **chosen)
    sites = options.sites or max((options.pages or 0) // _PAGES_A_SITE, 1)
    pages = pages_by_template(options.set) if options.set else list(made_up_pages(options.pages, sites))
    began = time.process_time()
    templates = learner.learn(parse(page) for _, page in pages)
    seconds = time.process_time() - began
    scores = score_partition([template.members for template in templates], [label for label, _ in pages])
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{options.learner}: {len(pages):,} pages of {scores.true_clusters} templates: {seconds:.1f} s of CPU, "
        f"{1000 * seconds / len(pages):.2f} ms a page, {megabytes:.0f} MB; {scores.clusters} clusters, "
        f"precision {scores.precision:.3f}, recall {scores.recall:.3f}"
    )


if __name__ == "__main__":
    main()
