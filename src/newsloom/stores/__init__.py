"""Stores: where everything gathered is kept; one room for each kind of warehouse."""

from __future__ import annotations

from newsloom.stores.opening import open_store

__all__ = ["open_store"]
