"""The engine for a Dask cluster. Needs the extra ``bulk``."""

from __future__ import annotations

from newsloom.engines.dask.engine import DaskEngine
from newsloom.engines.dask.tasks import DaskMessenger

__all__ = ["DaskEngine", "DaskMessenger"]
