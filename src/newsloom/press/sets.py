"""The made-up press as labelled sets: functions by name that write pages and their truth into a folder.

``press:styled`` and ``press:fronts`` are for development; no choice is based on ``press:unseen`` and
``press:fronts-unseen``. ``press:abroad`` has stories in scripts of which the others have few or none.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from newsloom.press import fronts, styled
from newsloom.press.abroad import write_abroad

__all__ = ["PRESS_SETS"]

PRESS_SETS: Final[dict[str, Callable[[Path], None]]] = {
    "press:styled": styled.write_styled_set,
    "press:unseen": lambda folder: styled.write_styled_set(folder, styled.HELD_APART),
    "press:fronts": fronts.write_fronts,
    "press:fronts-unseen": lambda folder: fronts.write_fronts(folder, fronts.HELD_APART),
    "press:abroad": write_abroad,
}
