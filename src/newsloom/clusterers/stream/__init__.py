"""The default: stories as they come, in any language, time and memory growing with the articles and no faster."""

from __future__ import annotations

from newsloom.clusterers.stream.clusterer import StreamClusterer

__all__ = ["StreamClusterer"]
