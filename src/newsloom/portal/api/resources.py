"""The table of all resources, from which the routes, the checks and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from newsloom.newsroom import Newsroom
from newsloom.portal.api.articles import ARTICLE, HISTORY, HIT, article_named, articles, history, search
from newsloom.portal.api.front_pages import ITEM, SOURCE, items, sources
from newsloom.portal.api.parameters import (
    Arguments,
    NumberParameter,
    Parameter,
    TextParameter,
    TimeParameter,
    filter_parameter,
)
from newsloom.portal.api.responses import ResultPage
from newsloom.portal.api.schemas import Schema
from newsloom.portal.api.stories import STORY, TOPIC, events, stories, story_named, topic_named, topics
from newsloom.portal.api.templates import DRIFT, MOST_TEMPLATES, TEMPLATE, drifts, templates
from newsloom.records import article_filters, story_filters

__all__ = ["RESOURCES", "ApiResource"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiResource:
    """One path: its description, its parameters, the schema of the answer, and the function that finds it.

    ``find`` returns a ``ResultPage`` if ``is_list``, else one object, or None if it does not exist.
    """

    path: str
    says: str
    shape: Schema
    find: Callable[[Newsroom, Arguments], ResultPage | dict[str, Any] | None]
    parameters: tuple[Parameter, ...] = ()
    is_list: bool = True


_ID: Final = TextParameter(name="id", says="The id from a list.", required=True, in_path=True, most=100)
_LIMIT: Final = NumberParameter(name="limit", says="Return at most this many.", least=1, most=200, default=50)
_CURSOR: Final = TextParameter(name="cursor", says='The "next" of the previous page.', most=200)
_CHANGED: Final = TimeParameter(
    name="changed_after", says="Only what changed after this time, in the order of the changes if there is one."
)
_SITE: Final = TextParameter(name="site", says="Only from the newspaper with this host.", most=300)
_PAGED: Final = (_LIMIT, _CURSOR)
_ARTICLES: Final = tuple(map(filter_parameter, article_filters()))
# A search is in the order of relevance, not of changes.
_SEARCHED: Final = tuple(one for one in _ARTICLES if one.name != "changed_after")
_STORIES: Final = (*map(filter_parameter, story_filters()), *_PAGED)

RESOURCES: Final = (
    ApiResource(
        path="/v1/articles",
        says="Articles as they read now, by when they were first seen, latest first.",
        shape=ARTICLE,
        find=articles,
        parameters=(*_ARTICLES, *_PAGED),
    ),
    ApiResource(
        path="/v1/articles/{id}",
        says="One article.",
        shape=ARTICLE,
        find=article_named,
        parameters=(_ID,),
        is_list=False,
    ),
    ApiResource(
        path="/v1/history",
        says="An address over time: every version of its page, and how the article on it read.",
        shape=HISTORY,
        find=history,
        parameters=(TextParameter(name="url", says="The address.", required=True), *_PAGED),
    ),
    ApiResource(
        path="/v1/items",
        says="The news items of one front page, or of all followed ones, in reading order.",
        shape=ITEM,
        find=items,
        parameters=(
            TextParameter(name="url", says="The front page; default: all that are followed."),
            TimeParameter(name="at", says="As they were at this time."),
            _CHANGED,
            *_PAGED,
        ),
    ),
    ApiResource(
        path="/v1/search",
        says='Articles that contain all words and "phrases", and no -word; best matches first.',
        shape=HIT,
        find=search,
        parameters=(TextParameter(name="q", says="The words.", required=True, most=500), *_SEARCHED, *_PAGED),
    ),
    ApiResource(
        path="/v1/sources",
        says="What is followed, with its health.",
        shape=SOURCE,
        find=sources,
        parameters=(_CHANGED, *_PAGED),
    ),
    ApiResource(
        path="/v1/stories",
        says="Stories, the biggest first.",
        shape=STORY,
        find=stories,
        parameters=_STORIES,
    ),
    ApiResource(
        path="/v1/stories/{id}",
        says="One story, or the one that it became a part of.",
        shape=STORY,
        find=story_named,
        parameters=(_ID,),
        is_list=False,
    ),
    ApiResource(
        path="/v1/events",
        says="Stories about something new, the latest first.",
        shape=STORY,
        find=events,
        parameters=_STORIES,
    ),
    ApiResource(
        path="/v1/topics",
        says="Topics of the last months of news, the largest first, without their members.",
        shape=TOPIC,
        find=topics,
        parameters=_PAGED,
    ),
    ApiResource(
        path="/v1/topics/{id}",
        says="One topic with its members, the closest first.",
        shape=TOPIC,
        find=topic_named,
        parameters=(_ID,),
        is_list=False,
    ),
    ApiResource(
        path="/v1/templates",
        says="The templates that a newspaper's pages were printed from, the latest first.",
        shape=TEMPLATE,
        find=templates,
        parameters=(
            TextParameter(name="site", says="Only from the newspaper with this host.", required=True, most=300),
            NumberParameter(name="limit", says="Return at most this many.", least=1, most=MOST_TEMPLATES, default=5),
            _CURSOR,
        ),
    ),
    ApiResource(
        path="/v1/drifts",
        says="When pages of a newspaper, or of any, stopped fitting its templates, the latest first.",
        shape=DRIFT,
        find=drifts,
        parameters=(_SITE, *_PAGED),
    ),
)
