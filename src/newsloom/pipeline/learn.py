"""Pages of many sites in, the templates they were printed from out.

Pages are parsed one by one and not kept. No page makes this raise: one that fits no template is alone in its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.learners.protocol import Learner
from newsloom.records import Template

__all__ = ["DEFAULT_LEARNER", "learn"]

DEFAULT_LEARNER: Final = "textmax"


def learn(pages: Iterable[tuple[str | None, bytes | str]], *, learner: str = DEFAULT_LEARNER) -> tuple[Template, ...]:
    """The templates of pages, given as pairs of address and page; ``members`` are indexes of the pages.

    The addresses play no part in the grouping. Raises ``UnknownName`` for a learner that does not exist, and nothing
    for what is on the pages.
    """
    method: Learner = build("learner", learner)
    return method.learn(parse(page, url=url, keep_comments=method.reads_comments) for url, page in pages)
