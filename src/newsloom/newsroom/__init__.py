"""The newsroom: one store and everything that can be done with it, by what people do.

``open_newsroom`` gives a ``Newsroom``. What belongs together is behind one attribute of it: ``room.sources``,
``room.articles``, ``room.stories``, ``room.events``, ``room.topics``, ``room.pages``, ``room.templates`` and
``room.readers``. The portal, the command line, the press and the scheduler reach the store in no other way.
"""

from __future__ import annotations

from newsloom.newsroom.room import Counts, Newsroom, open_newsroom
from newsloom.pipeline.sources import FollowedSource
from newsloom.stores.digests import article_id

__all__ = ["Counts", "FollowedSource", "Newsroom", "article_id", "open_newsroom"]
