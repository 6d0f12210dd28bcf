"""Removes invitations to read on from the end of shortened texts.

Programs that shorten a story end it with a mark or with words: "[…]", "Continue reading →". The words are in
``data/invitations.txt``.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = ["without_invitation"]

_MAX_ENDING: Final = 40
# For screen readers the words may name the story: Continue reading “Ferry stays in port” →.
_MAX_NAMED_ENDING: Final = 160
# What may follow the words; and what may close the name of the story or the mark of an omission.
_SIGNS: Final = " \t…»→›>."
_CLOSING: Final = ("”", '"', "»", "“", "]", ")")
_ENDS: Final = (".", "!", "?", "。", "！", "？")
_CUT: Final = pattern(r"\s*(?:\[\s?(?:…|\.\.\.)\s?\]|\(\s?(?:…|\.\.\.)\s?\)|(?<!\.)\.\.\.)$")


def without_invitation(line: str) -> str:
    """The line without an invitation to read on at its end. A mark of an omission becomes "…"."""
    # Most lines end like a sentence or with another word.
    if not line or (line.endswith(_ENDS) and not line.endswith("...")) or not _may_invite(line):
        return line
    end = max(0, len(line) - (_MAX_NAMED_ENDING if line.endswith("→") else _MAX_ENDING))
    return line[:end] + _CUT.sub(" …", _invitation().sub("", line[end:]))


def _may_invite(line: str) -> bool:
    bare = line[-_MAX_ENDING:].rstrip(_SIGNS)
    return len(bare) < min(len(line), _MAX_ENDING) or bare.endswith(_CLOSING) or bare.lower().endswith(_words())


@functools.cache
def _words() -> tuple[str, ...]:
    return tuple(read_lines("invitations"))


@functools.cache
def _invitation() -> re.Pattern[str]:
    words = "|".join(map(re.escape, _words()))
    return re.compile(rf"\s*(?:{words})\s*(?:[“\"«„][^“”\"»]{{1,120}}[”\"»“]\s*)?(?:[…»→›>]|\.{{3}})*$", re.IGNORECASE)
