"""The roles of a store in SQL, written once; what a dialect does its own way is behind the transaction."""

from __future__ import annotations

from newsloom.stores.sql.roles.articles import SqlArticles
from newsloom.stores.sql.roles.diary import SqlDiary
from newsloom.stores.sql.roles.links import SqlLinks
from newsloom.stores.sql.roles.pages import SqlPages
from newsloom.stores.sql.roles.schedule import SqlSchedule
from newsloom.stores.sql.roles.sources import SqlSources

__all__ = ["SqlArticles", "SqlDiary", "SqlLinks", "SqlPages", "SqlSchedule", "SqlSources"]
