"""Who wrote it: the names in a byline, and nothing else of it.

What a page puts where its authors belong goes in ("By Ann Lee and Bo Ek, Senior Reporters"); clean
names come out. Roles, addresses and the paper's own name are left out. It does not look for the
byline.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Final

from newsloom.dom.wording import plain_text
from newsloom.text.casing import fold
from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = ["clean_names", "house_names", "is_account", "is_name_of_site", "undated"]

_MAX_CHARACTERS: Final = 300
_MAX_NAMES: Final = 20
# "Ursula von der Leyen-Albrecht zu Guttenberg" has six words; more is a sentence.
_MAX_WORDS: Final = 6
_MAX_NAME_CHARACTERS: Final = 60
_MIN_LETTERS: Final = 2

_EDGES: Final = ' ,:：-–—*"|／・'
_LEAD: Final = pattern(
    r"^(?:(?:view all posts|written|posted|reported|published|edited|story|words|text|article|photographs?|report|"
    r"alles|alle beiträge|erstellt|geschrieben|verfasst|veröffentlicht|(?:ein |eine )?(?:beitrag|gastbeitrag|kolumne|"
    r"kommentar|analyse|interview|reportage|recherche)|skrevet|skriven|escrito|publicado|écrit|publié|"
    r"propos recueillis|scritto|a cura|geschreven|review|opinion|analysis|comment) )?"
    r"(?:(?:by|yazan|haber|text|tekst(?: og foto)?|texte|texto|testo|authors?|autor(?:in(?:/autor)?|en|es|a)?|"
    r"auteure?s?|autore|autrice|foto(?: og tekst)?|forfatter|författare|skribent|kirjoittaja|szerző|penulis|oleh|"
    r"redaktion(?=:)|автор|текст|συντάκτης|بقلم|كتب|מאת)(?:\b\s*[:：]?\s*(?=\S)|$)"
    # Before two words only: Di Lee and Von Miller have names of their own.
    r"|(?:von|vom|par|por|di|av|af|door)\b[\s:]*(?=\S+\s\S)"
    # "Reporter" before a name, as Chinese and Japanese papers print it; 文 alone is a family's name too.
    r"|(?:本報)?(?:記者|记者|特派員|撰文|作者|編輯|编辑)[\s:：／/・]*|(?:取材・)?文[:：／/・]\s*)",
    re.IGNORECASE,
)
# "ByAnn Lee": where tags stood, and no space.
_GLUED: Final = pattern(r"^(?:By|Author|Autor|Von|Av|Af|Par|Por)(?=[A-ZÀ-Þ][^\W\d_])")
_ADDRESS: Final = pattern(r"\S*(?:https?://|www\.|@)\S*")
_BRACKETS: Final = pattern(r"\([^()]{0,200}\)|\[[^\[\]]{0,200}\]")
# In lower case where a capital makes it a name's: John E Smith, Dan Lee.
_AND: Final = r"(?:and|und|og|och|ve|et|with|mit|&|(?-i:y|e|en|i|dan|ja|oraz|és|și|avec|con|и|і|та|και))\s"
_SEPARATOR: Final = pattern(rf"\s*(?:[,;|•·/\n，、；／](?:\s*{_AND})?|\s[-–—]\s|\s{_AND})\s*", re.IGNORECASE)
# "Ann LeeDec 5, 2023": two tags side by side.
_GLUED_DAY: Final = pattern(r"(?<=[a-zß-ÿ])(?=[A-Z][a-zß-ÿ]{2,8}\.? \d{1,2},? (?:19|20)\d\d)")
# "on July 21, 2012", "le 21 juillet 2012", "5 hours ago": when, not who. The first word is a month's in any language.
_WHEN: Final = pattern(
    r"(?:\b(?:published|(?:last )?updated?|posted|publié|publicado|pubblicato|veröffentlicht|aktualisiert):?\s+)?"
    r"(?:\b(?-i:on|am|vom|le|el|il|em|den|op)\s+(?:[^\W\d_]{3,12},\s+)?)?"
    r"(?:\b[^\W\d_]{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d"
    r"|\b\d{1,2}(?:\.|st|nd|rd|th|er)?\s(?:de\s|of\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s|del\s)?(?:19|20)\d\d"
    r"|\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\b\d{1,2}[\s-](?:hours?|minutes?|mins?|days?|weeks?)[\s-](?:ago|read))\b"
    r"(?:,?\s(?:at\s|um\s|à\s)?\d{1,2}[:.h]\d\d(?:\s?[ap]m)?\b)?",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = pattern(r"\d|\.(?:com|net|org|de|no|tr|uk|fr)\b|[:<>{}=_]", re.IGNORECASE)
# Markup, numbers of accounts, names of accounts: "ann.lee.77".
_NO_SIGNATURE: Final = pattern(r"[<>{}=_]|\d{3}|^\w+\.\w+\.\d*$")
# What may stand behind a comma after a name, and is none alone.
_CREDENTIALS: Final = frozenset(
    {"ba", "dr", "esq", "ii", "iii", "jd", "jr", "ma", "mba", "md", "phd", "prof", "rn", "sr"}
)
# "The Associated Press", "Financial Times": beside a person's name, whom the person works for.
_AFFILIATION: Final = pattern(
    r"^the\s|\b(?:agency|agence|associated press|gazette|herald|institute|journal|magazine|media|news|newspapers?|"
    r"press|reuters|staff|times|tribune|university|zeitung)$",
    re.IGNORECASE,
)
# "Bo Ek The Associated Press", "Bo Ek For The Daily Loom", "Bo Ek for Loom Online": no name goes on so.
_RUN_ON: Final = pattern(r"(?<=\w) (?:[Ff]or )?(?=The [A-Z])")
# Behind two words: the Center for Weather is an author itself.
_EMPLOYER: Final = pattern(r"^(\S{1,30} \S{1,30}) [Ff]or [A-Z].*$")
_OFFICE: Final = pattern(r"\b(?:head|director|president|professor|member|secretary) of\b", re.IGNORECASE)
# What stands where nobody signed.
_NOBODY: Final = frozenset(
    "admin administrator anonymous author contributor correspondent guest none reporter reports staff unknown user "
    "webmaster".split()
)
# Who took the pictures did not write: "Photos by Bo Ek", "Foto: Bo Ek"; but "Foto og tekst: Bo Ek".
_PICTURED: Final = pattern(
    r"^(?:photo(?:s|graph(?:s|y|er)?)?|fotos?|fotograf(?:ie|i|ias?)?|pictures?|illustrations?|video)"
    r"(?::| (?:by|credit|von|av|af|par|por|di)\b)",
    re.IGNORECASE,
)
_BEFORE_PICTURED: Final = pattern(r"\s(?=(?:photos?|fotos?|fotograf):)", re.IGNORECASE)
# "Reporter" as Korean and Japanese papers print it after a name; the place reported from.
_TRAILING: Final = pattern(
    r"\s*(?:(?:선임)?기자|특파원|논설위원|記者|记者|編集委員|論説委員|特派員)$|(?<=\w) in [A-ZÀ-Þ][\w’'. -]{1,40}$"
)
# "Report from Taipei", behind the reporter's name.
_REPORT: Final = pattern(r"(?:報導|报道|報道|電|编译|編譯|撮影|攝影)$")


def clean_names(raw: str, sites: Iterable[str] = ()) -> tuple[str, ...]:
    """The names in a byline, in order, each once; none if it names only the paper, a role or an address."""
    line = plain_text(raw[:_MAX_CHARACTERS]).strip(_EDGES)
    # Before it is parted: the Telegram & Gazette is one paper, not two authors.
    own = tuple(sites)
    if any(is_name_of_site(line, site) for site in own):
        return ()
    names: dict[str, str] = {}
    for part in _SEPARATOR.split(_BEFORE_PICTURED.sub(" | ", _RUN_ON.sub(", ", _unaddressed(undated(line))))):
        if _PICTURED.match(part):
            continue
        name = _EMPLOYER.sub(r"\1", _TRAILING.sub("", _LEAD.sub("", part).strip(_EDGES)))
        if _is_name(name) and not any(is_name_of_site(name, site) for site in own):
            names.setdefault(fold(name), name)
    return _without_affiliations(tuple(names.values())[:_MAX_NAMES])


def undated(line: str) -> str:
    """The line with bars where it tells a day or a time: "By Ann Lee on July 21, 2012"."""
    # Nearly all are without digits, and cost no more than this.
    return _WHEN.sub(" | ", _GLUED_DAY.sub(" ", line)) if any(map(str.isdecimal, line)) else line


def house_names(raw: str) -> tuple[str, ...]:
    """The line as the name of a paper or one of its teams, who sign where no person does; none if it can be neither."""
    name = _unaddressed(plain_text(raw[:_MAX_CHARACTERS])).strip(_EDGES)
    words = fold(name).split()
    if not 0 < len(words) <= _MAX_WORDS or len(name) > _MAX_NAME_CHARACTERS or _NO_SIGNATURE.search(name):
        return ()
    is_nobody = not _NOBODY.isdisjoint(words) or sum(map(str.isalpha, name)) < _MIN_LETTERS
    return () if is_nobody else (name,)


def is_account(name: str) -> bool:
    """Whether the name is one that a computer knows somebody by: "annlee", "ann.lee"."""
    return name.isascii() and name.islower() and " " not in name


def is_name_of_site(name: str, site: str | None) -> bool:
    """Whether an author's name is the paper's: "The Daily Loom" of "Daily Loom", and with a town or a partner too."""
    if not site:
        return False
    own, papers = _letters(name), _letters(site)
    if bool(own) and (own in {papers, f"{papers}com"} or papers == f"{own}com"):
        return True
    # Of one word only when it is all of the name: a paper may be called after its founder's first name.
    more = len(_words(name)) - len(_words(site))
    if len(site.split()) == 1 or "," in name:
        return False
    return (more in {1, 2} and own.startswith(papers)) or (more == 1 and own.endswith(papers))


def _unaddressed(line: str) -> str:
    return " ".join(_BRACKETS.sub(" ", _ADDRESS.sub(" ", _LEAD.sub("", _GLUED.sub("", line)))).split())


def _without_affiliations(names: tuple[str, ...]) -> tuple[str, ...]:
    persons = tuple(name for name in names if not _AFFILIATION.search(name))
    return persons or names


def _is_name(text: str) -> bool:
    words = text.split()
    if len(words) > _MAX_WORDS or len(text) > _MAX_NAME_CHARACTERS or sum(map(str.isalpha, text)) < _MIN_LETTERS:
        return False
    folded = [fold(word).strip(".'’") for word in words]
    if _NOT_A_NAME.search(text) or _OFFICE.search(text) or _REPORT.search(text) or not _roles().isdisjoint(folded):
        return False
    return not _CREDENTIALS.issuperset(word.replace(".", "") for word in folded)


# Each name is compared with each of the site's. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=512)
def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, " ".join(_words(name))))


def _words(name: str) -> list[str]:
    return fold(name).removeprefix("the ").split()


@functools.cache
def _roles() -> frozenset[str]:
    return frozenset(map(fold, read_lines("roles")))
