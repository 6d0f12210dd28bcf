"""Names that never move: an article's address, a story's or a feed's id in, a URI out.

UUIDs made of names (RFC 9562, 5.5): the same article has the same id in every feed of every newsroom, whatever host the
portal is moved to, and nobody has to own a domain for it.
"""

from __future__ import annotations

import uuid
from typing import Final

__all__ = ["article_urn", "feed_id", "story_urn", "topic_urn"]

_OWN: Final = uuid.uuid5(uuid.NAMESPACE_OID, "newsloom")


def article_urn(url: str) -> str:
    """The id of the article with that address."""
    return _urn(uuid.NAMESPACE_URL, url)


def story_urn(story_id: str) -> str:
    """The id of a story."""
    return _urn(_OWN, f"story {story_id}")


def topic_urn(topic_id: str) -> str:
    """The id of a topic."""
    return _urn(_OWN, f"topic {topic_id}")


def feed_id(path: str) -> str:
    """The id of a feed by its path in the portal, the same in every format."""
    return _urn(_OWN, f"feed {path}")


def _urn(space: uuid.UUID, name: str) -> str:
    # Python's own uuid5 refuses half of a surrogate pair.
    return uuid.uuid5(space, name.encode("utf-8", "backslashreplace").decode()).urn
