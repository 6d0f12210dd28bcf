"""The made-up press: invented newspapers with invented news, served on loopback, and the truth about them.

``Press`` knows a whole week; ``Newsstand`` serves it over HTTP as time goes by; ``score`` compares what a newsroom
gathered with what was so. ``demo_pages`` are five pages that stand alone, each with its truth.
"""

from __future__ import annotations

from newsloom.press.demopages import DemoPage, demo_pages
from newsloom.press.papers import PAPERS, Paper
from newsloom.press.truth import TrueArticle, TrueFront, Truth
from newsloom.press.week import WEEK, Press

__all__ = ["PAPERS", "WEEK", "DemoPage", "Paper", "Press", "TrueArticle", "TrueFront", "Truth", "demo_pages"]
