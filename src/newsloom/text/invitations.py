"""Endings of texts that were cut: a line goes in, and comes out without the invitation to read on behind it.

Programs that shorten a story leave a mark there, or words: "[…]", "Continue reading →". The words are data
(``data/invitations.txt``).
"""

from __future__ import annotations

import functools
import re
from typing import Final

from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = ["without_invitation"]

_MAX_ENDING: Final = 40
# A program names the story for those who hear the page: Continue reading “Ferry stays in port” →.
_MAX_NAMED_ENDING: Final = 160
# What may stand behind the words; and behind the name of the story, or around the mark of what is left out.
_SIGNS: Final = " \t…»→›>."
_CLOSING: Final = ("”", '"', "»", "“", "]", ")")
_ENDS: Final = (".", "!", "?", "。", "！", "？")
_CUT: Final = pattern(r"\s*(?:\[\s?(?:…|\.\.\.)\s?\]|\(\s?(?:…|\.\.\.)\s?\)|(?<!\.)\.\.\.)$")


def without_invitation(line: str) -> str:
    """The line without words that ask to read on at its end; a mark of what is left out becomes "…"."""
    # Most lines end as sentences do, or with another word.
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
