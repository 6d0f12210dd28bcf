"""The default clusterer: stories in any language as articles arrive, in time and memory linear in their number."""

from __future__ import annotations

from newsloom.clusterers.stream.clusterer import StreamClusterer

__all__ = ["StreamClusterer"]
