"""Who wrote it: the names in a byline, and nothing else of it.

What a page puts where its authors belong goes in ("By Ann Lee and Bo Ek, Senior Reporters"); clean
names come out. Roles, addresses and the paper's own name are left out. It does not look for the
byline.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from newsloom.dom.wording import plain_text
from newsloom.text.casing import fold
from newsloom.text.wordlists import read_lines

__all__ = ["clean_names", "is_name_of_site"]

_MAX_CHARACTERS: Final = 300
_MAX_NAMES: Final = 20
# "Ursula von der Leyen-Albrecht zu Guttenberg" has six words; more is a sentence.
_MAX_WORDS: Final = 6
_MAX_NAME_CHARACTERS: Final = 60
_MIN_LETTERS: Final = 2

_LEAD: Final = re.compile(
    r"^(?:(?:view all posts|written|posted|reported|published|edited|story|words|text|article|photographs?|report) )?"
    r"(?:by|von|vom|par|por|di|av|af|door|yazan|haber|text|tekst|texte|author|autor|auteur|foto)\b[\s:]*(?=\S)",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"\S*(?:https?://|www\.|@)\S*")
_BRACKETS: Final = re.compile(r"\([^()]{0,200}\)|\[[^\[\]]{0,200}\]")
_SEPARATOR: Final = re.compile(
    r"\s*(?:[,;|•·/\n]|\s[-–—]\s|\s(?:and|und|og|och|ve|et|y|e|en|i|with|mit|&)\s)\s*", re.IGNORECASE
)
_NOT_A_NAME: Final = re.compile(r"\d|\.(?:com|net|org|de|no|tr|uk|fr)\b|[:<>{}=_]", re.IGNORECASE)
# What may stand behind a comma after a name, and is none alone.
_CREDENTIALS: Final = frozenset(
    {"ba", "dr", "esq", "ii", "iii", "jd", "jr", "ma", "mba", "md", "phd", "prof", "rn", "sr"}
)
# "Reporter" as Korean and Japanese papers print it after a name.
_TRAILING_ROLE: Final = re.compile(r"\s*(?:기자|記者)$")


def clean_names(raw: str, site: str | None = None) -> tuple[str, ...]:
    """The names in a byline, in order, each once; none if it names only the paper, a role or an address."""
    line = plain_text(raw[:_MAX_CHARACTERS])
    # Before it is parted: the Telegram & Gazette is one paper, not two authors.
    if is_name_of_site(line, site):
        return ()
    line = _BRACKETS.sub(" ", _ADDRESS.sub(" ", _LEAD.sub("", line)))
    names: dict[str, str] = {}
    for part in _SEPARATOR.split(line):
        name = _TRAILING_ROLE.sub("", _LEAD.sub("", part).strip(' ,:-–—*"'))
        if _is_name(name) and not is_name_of_site(name, site):
            names.setdefault(fold(name), name)
    return tuple(names.values())[:_MAX_NAMES]


def is_name_of_site(name: str, site: str | None) -> bool:
    """Whether an author's name is the paper's: "The Daily Loom" of "Daily Loom"."""
    if not site:
        return False
    own, papers = _letters(name), _letters(site)
    return bool(own) and (own in {papers, f"{papers}com"} or papers == f"{own}com")


def _is_name(text: str) -> bool:
    words = text.split()
    if len(words) > _MAX_WORDS or len(text) > _MAX_NAME_CHARACTERS or sum(map(str.isalpha, text)) < _MIN_LETTERS:
        return False
    folded = [fold(word).strip(".'’") for word in words]
    if _NOT_A_NAME.search(text) or not _roles().isdisjoint(folded):
        return False
    return not _CREDENTIALS.issuperset(word.replace(".", "") for word in folded)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, fold(name).removeprefix("the ")))


@functools.cache
def _roles() -> frozenset[str]:
    return frozenset(map(fold, read_lines("roles")))
