"""Records as JSON-ready values: times become ISO 8601, tuples lists."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from newsloom.records import Article

__all__ = ["plain"]


def plain(value: Any) -> Any:
    """A record, or what is in one, as ``json.dumps`` takes it; field names stay."""
    if isinstance(value, Article):
        return value.as_dict()
    if isinstance(value, datetime):
        return value.isoformat()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return [plain(one) for one in value]
    return value
