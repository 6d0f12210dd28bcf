"""Finds the region of a page that contains its story, by landmarks, names and density, for use by any extractor."""

from __future__ import annotations

from newsloom.region.container import Region, Thresholds, find_region
from newsloom.region.names import NameOdds, learned_odds, name_parts

__all__ = ["NameOdds", "Region", "Thresholds", "find_region", "learned_odds", "name_parts"]
