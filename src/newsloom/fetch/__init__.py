"""Addresses to pages: the one guarded client by which Newsloom reaches the web, and what keeps it polite."""

from __future__ import annotations

from newsloom.fetch.client import Client, Fetched, fetch_page
from newsloom.fetch.media import ANYTHING, PICTURES, READABLE, Accept
from newsloom.fetch.settings import ClientSettings
from newsloom.fetch.world import World

__all__ = ["ANYTHING", "PICTURES", "READABLE", "Accept", "Client", "ClientSettings", "Fetched", "World", "fetch_page"]
