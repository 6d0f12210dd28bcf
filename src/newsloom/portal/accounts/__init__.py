"""Readers' accounts: signing up, in and out, and everything that belongs to one reader, as routes.

Forms come in, the store's roles ``accounts`` and ``bookmarks`` are asked and told, always in the name of the reader
whose session it is; pages come out. Form tokens are checked before anything arrives here.
"""

from __future__ import annotations

from newsloom.portal.accounts.routes import account_routes
from newsloom.portal.accounts.selection import selected_articles

__all__ = ["account_routes", "selected_articles"]
