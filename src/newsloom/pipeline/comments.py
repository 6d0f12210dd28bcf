"""A story's page in, what readers wrote under it out."""

from __future__ import annotations

from newsloom import records
from newsloom.dom import parse
from newsloom.metadata.comments import find_comments
from newsloom.pipeline import arguments
from newsloom.records import Comment

__all__ = ["read_comments"]


def read_comments(page: bytes | str | records.Page, *, url: str | None = None) -> tuple[Comment, ...]:
    """The readers' comments that the page shows, in reading order; empty where it shows none.

    An article's text never has them. Raises ``TypeError`` for what is no page, and nothing for what is on the page.
    """
    content, address, charset = arguments.fetched(page, url)
    return find_comments(parse(content, url=address, charset=charset, keep_code=False))
