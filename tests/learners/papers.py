"""Invented newspapers, each with a template of its own, for the tests of learners."""

from __future__ import annotations

import random

from newsloom.dom import Document, parse

_TAGS = ("div", "section", "ul", "table", "span", "p", "h2", "h3", "em", "dl")


def paper(name: str, pages: int, *, layout: str = "story") -> list[str]:
    """Pages of one paper: its head and foot, the layout's own boxes, and a story of its own on each."""
    head, foot, own = _boxes(f"{name} head", 10), _boxes(f"{name} foot", 10), _boxes(f"{name} {layout}", 10)
    return [f"<html><body>{head}{own}{_story(f'{name} {layout} {page}')}{foot}</body></html>" for page in range(pages)]


def dressed(page: str, hand: str) -> str:
    """A page with boxes that say nothing, but wear what one hand puts on everything."""
    chance = random.Random(hand)  # noqa: S311
    worn = "".join(
        f'<img class="{hand}-{number}" width="{chance.randint(1, 600)}" alt="{hand} picture {number}">'
        for number in range(20)
    )
    return page.replace("</body>", f"{worn}</body>")


def documents(pages: list[str]) -> list[Document]:
    return [parse(page) for page in pages]


def groups(templates) -> list[list[int]]:
    return [list(template.members) for template in templates]


def _boxes(seed: str, count: int) -> str:
    chance = random.Random(seed)  # noqa: S311
    boxes = []
    for number in range(count):
        outer, inner = chance.choice(_TAGS[:4]), chance.choices(_TAGS[4:], k=4)
        inside = "".join(f"<{tag}>{seed} {number} {place}</{tag}>" for place, tag in enumerate(inner))
        boxes.append(f"<{outer}><{chance.choice(_TAGS)}>{inside}</{outer}>")
    return "".join(boxes)


def _story(seed: str) -> str:
    paragraphs = "".join(f"<p>What happened, told by {seed}, part {number}.</p>" for number in range(5))
    return f"<article><h1>Told by {seed}</h1>{paragraphs}</article>"
