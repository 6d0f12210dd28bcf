"""The newsroom: one store and everything that can be done with it.

``open_newsroom`` returns a ``Newsroom``. Its methods are grouped by attribute: ``room.sources``, ``room.articles``,
``room.stories``, ``room.events``, ``room.topics``, ``room.pages``, ``room.templates`` and ``room.readers``. The portal,
the command line, the press and the scheduler use the store only through a newsroom. The types that these methods take
and return can be imported from here, except records, which are in ``newsloom.records``.
"""

from __future__ import annotations

from newsloom.discovery.opml import DroppedOutline
from newsloom.newsroom.readers import Profile
from newsloom.newsroom.room import Counts, Newsroom, open_newsroom
from newsloom.pipeline.desk.followedevents import FollowedEvent
from newsloom.pipeline.desk.queries import Addition, Counterparts
from newsloom.pipeline.desk.state import Edition
from newsloom.pipeline.failures import UnresolvedFailure
from newsloom.pipeline.frontpages import ItemLife
from newsloom.pipeline.gathering.collect import Gatherer
from newsloom.pipeline.gathering.outcomes import TaskResult
from newsloom.pipeline.history import Change, History
from newsloom.pipeline.items import ItemMeasure
from newsloom.pipeline.pagination import Cursor
from newsloom.pipeline.repair import Repair
from newsloom.pipeline.showing.kept import ShownPage
from newsloom.pipeline.sources import FollowedSource
from newsloom.pipeline.templates import TemplateUpdates
from newsloom.pipeline.templates.fithistory import PageFit
from newsloom.pipeline.templates.reextract import Difference, Rereading
from newsloom.stores.digests import article_id

__all__ = [
    "Addition",
    "Change",
    "Counterparts",
    "Counts",
    "Cursor",
    "Difference",
    "DroppedOutline",
    "Edition",
    "FollowedEvent",
    "FollowedSource",
    "Gatherer",
    "History",
    "ItemLife",
    "ItemMeasure",
    "Newsroom",
    "PageFit",
    "Profile",
    "Repair",
    "Rereading",
    "ShownPage",
    "TaskResult",
    "TemplateUpdates",
    "UnresolvedFailure",
    "article_id",
    "open_newsroom",
]
