"""Addresses to pages: the one guarded and polite HTTP client of Newsloom."""

from __future__ import annotations

from newsloom.fetch.client import Client, Fetched, fetch_page
from newsloom.fetch.media import ANYTHING, PICTURES, READABLE, Accept
from newsloom.fetch.settings import ClientSettings, Runtime

__all__ = ["ANYTHING", "PICTURES", "READABLE", "Accept", "Client", "ClientSettings", "Fetched", "Runtime", "fetch_page"]
