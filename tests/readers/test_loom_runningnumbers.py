"""Stories that the numbers in their addresses tell, wherever their links stand."""

from __future__ import annotations

import numpy as np
import pytest
from tests.readers.daily import HEADLINES, HOME

from newsloom.dom import parse
from newsloom.readers.loom.features import feature_rows
from newsloom.readers.loom.links import LinkedPage
from newsloom.readers.loom.runningnumbers import add_recent


def is_added(path: str, text: str, *, stories: int = 8) -> bool:
    """Whether a link is taken for a story beside stories with numbers from 482913 on."""
    numbered = [
        f"<p><a href='/town/{headline.lower().replace(' ', '-')}-{482913 + number}.html'>{headline}</a></p>"
        for number, headline in enumerate(HEADLINES[:stories])
    ]
    document = parse(f"<html><body>{''.join(numbered)}<p><a href='{path}'>{text}</a></p></body></html>", url=HOME)
    page = LinkedPage.of(document)
    is_likely = np.array([True] * stories + [False])
    return bool(add_recent(page, is_likely, feature_rows(page, document))[-1])


KITTENS = "Kittens found in the old lighthouse"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/town/kittens-found-in-the-old-lighthouse-482999.html", KITTENS),
        ("https://north.daily-loom.example/pets/kittens-found-in-the-old-lighthouse-482918", KITTENS),
    ],
)
def test_a_headline_with_a_new_number_is_a_story(path: str, text: str) -> None:
    assert is_added(path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        # Advice that stays: an old number.
        ("/town/kittens-found-in-the-old-lighthouse-102999.html", KITTENS),
        # A topic, no headline.
        ("/town/kittens-found-in-the-old-lighthouse-482999.html", "Kittens"),
        ("/town/482999", KITTENS),
        ("/town/kittens-found-in-the-old-lighthouse", KITTENS),
        ("https://www.other.example/kittens-found-in-the-old-lighthouse-482999.html", KITTENS),
    ],
)
def test_all_else_stays_in_doubt(path: str, text: str) -> None:
    assert not is_added(path, text)


def test_few_stories_show_no_habit() -> None:
    assert not is_added("/town/kittens-found-in-the-old-lighthouse-482999.html", KITTENS, stories=6)
