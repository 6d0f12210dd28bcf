from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import served

from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app


@pytest.fixture(scope="module")
def room() -> Iterator[Newsroom]:
    """A newsroom full of made-up news."""
    with full_newsroom() as filled:
        yield filled


@pytest.fixture(scope="module")
def url(room: Newsroom) -> Iterator[str]:
    """Where its portal is served, at noon."""
    with served(create_app(room, room.settings, now=lambda: NOON)) as address:
        yield address
