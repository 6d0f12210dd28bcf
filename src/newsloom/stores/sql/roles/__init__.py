"""The roles of a store in SQL, written once; what a dialect does its own way is behind the transaction."""

from __future__ import annotations

from newsloom.stores.sql.roles.accounts import SqlAccounts
from newsloom.stores.sql.roles.articles import SqlArticles
from newsloom.stores.sql.roles.bookmarks import SqlBookmarks
from newsloom.stores.sql.roles.clippings import SqlClippings
from newsloom.stores.sql.roles.diary import SqlDiary
from newsloom.stores.sql.roles.links import SqlLinks
from newsloom.stores.sql.roles.marks import SqlMarks
from newsloom.stores.sql.roles.pages import SqlPages
from newsloom.stores.sql.roles.schedule import SqlSchedule
from newsloom.stores.sql.roles.sources import SqlSources
from newsloom.stores.sql.roles.stories import SqlStories
from newsloom.stores.sql.roles.templates import SqlTemplates
from newsloom.stores.sql.roles.topics import SqlTopics

__all__ = [
    "SqlAccounts",
    "SqlArticles",
    "SqlBookmarks",
    "SqlClippings",
    "SqlDiary",
    "SqlLinks",
    "SqlMarks",
    "SqlPages",
    "SqlSchedule",
    "SqlSources",
    "SqlStories",
    "SqlTemplates",
    "SqlTopics",
]
