"""A week of the made-up press that the tests share the making of."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from newsloom.press import PAPERS, Paper
from newsloom.press.papers import HALVORIAN_TIME
from newsloom.press.week import Press

MONDAY = datetime(2026, 3, 2, tzinfo=HALVORIAN_TIME)


@cache
def press() -> Press:
    return Press(start=MONDAY)


def paper(name: str) -> Paper:
    return next(one for one in PAPERS if one.name == name)


def after(**span: float) -> datetime:
    return MONDAY + timedelta(**span)
