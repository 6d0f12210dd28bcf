"""The made-up press: invented newspapers with invented news, served on loopback, and the truth about them.

``week.Press`` holds a whole week; ``newsstand.Newsstand`` serves it over HTTP as time passes; ``scoring`` compares
what a newsroom gathered with the truth. ``abroad`` makes single pages in other scripts. ``demo_pages`` are five
separate pages, each with its truth; they are light, so nothing else is imported here.
"""

from __future__ import annotations

from newsloom.press.demopages import DemoPage, demo_pages
from newsloom.press.papers import PAPERS, Paper

__all__ = ["PAPERS", "DemoPage", "Paper", "demo_pages"]
