"""Extracts the names of authors from a byline that a page prints or declares.

"By Ann Lee and Bo Ek, Senior Reporters" has two names. Roles, addresses and the paper's own name are left out. Bylines
are found by ``declared`` and ``metadata.byline``.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from newsloom.dom.authorcredits import is_picture_credit, may_have_credits, without_credits
from newsloom.dom.authordates import without_dates
from newsloom.dom.authorplaces import is_region, without_places
from newsloom.dom.shorttext import plain_text
from newsloom.text.casing import fold
from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = [
    "AUTHOR_LABELS",
    "CREDIT_PARTS",
    "clean_names",
    "is_abbreviated_as",
    "is_account",
    "is_agency",
    "is_name_of_site",
    "is_person",
    "organisation_names",
]

_MAX_CHARACTERS: Final = 300
_MAX_NAMES: Final = 20
# "Ursula von der Leyen-Albrecht zu Guttenberg" has six words; anything longer is a sentence.
_MAX_WORDS: Final = 6
_MAX_NAME_CHARACTERS: Final = 60
_MIN_LETTERS: Final = 2
_WORDS_OF_PERSON: Final = 2
_MAX_ABBREVIATION: Final = 5

# Labels before a name: "Author: Ann Lee".
AUTHOR_LABELS: Final = (
    r"authors?|autor(?:in(?:/autor)?|en|es|a)?|auteure?s?|autore|autrice|forfatter|författare|skribent|kirjoittaja"
    r"|szerző|penulis|tác giả|автор|текст|συντάκτης|بقلم|كتبت?|به قلم|نویسنده|تحریر|מאת|लेखक|लेखिका|लेख|লেখক|লেখা"
    r"|ผู้เขียน|เขียนโดย|เรื่องโดย|ผู้สื่อข่าว|รายงานโดย|إعداد|مراسل(?:نا|تنا|ة)?|द्वारा|बाय|रिपोर्टर|執筆|글|취재"
)
_EDGES: Final = ' ,:：-–—*"|／・'
_LEAD: Final = pattern(
    r"^(?:(?:(?:view|see|show|read)(?: (?:all|more))?(?: (?:posts|articles|stories|content))?|more|articles|written|"
    r"posted|reported|reporting|published|edited|"
    r"(?:story|words|text|article|report)(?: (?:and|&) (?:photo(?:s|graphs|graphy)?|pictures|images|video))?|"
    r"alles|mehr|alle (?:beiträge|artikel)|aufgezeichnet|erstellt|geschrieben|verfasst|veröffentlicht|"
    r"(?:ein |eine )?(?:beitrag|gastbeitrag|kolumne|"
    r"kommentar|analyse|interview|reportage|recherche)|skrevet|skriven|escrito|publicado|écrit|publié|"
    r"propos recueillis|scritto|a cura|geschreven|review|opinion|analysis|comment) )?"
    r"(?:(?:by|yazan|haber|words(?=:)|(?:story|words|text) (?:and|&) (?:photos|pictures)(?=:)|"
    r"(?:text|tekst)(?: (?:og|och|und|&) foto)?|texte|texto|teksti|testo|"
    rf"foto (?:og|och|und|&) te[kx]st|oleh|redaktion(?=:)|โดย|{AUTHOR_LABELS})(?:(?!\w)\s*[:：]?\s*(?=\S)|$)"
    # Only before two words: Di Lee and Von Miller are names.
    r"|(?:von|vom|par|por|di|av|af|door)\b[\s:]*(?=\S+\s\S)"
    r"|(?:(?<=more )from|voir tous les articles (?:de|d['’]))\s*(?=\S+\s\S)"
    # "Reporter" before a name in Chinese and Japanese; 文 alone is also a family name.
    r"|(?:本[報报]|[\u4e00-\u9fff]{1,6}[社报報网網台])?(?:記者|记者|特派員|撰文|作者|編輯|编辑)[\s:：／/・]*"
    r"|(?:取材・)?文[:：／/・]\s*|기자\s+(?=\S)|เรื่อง\s*[:：]?\s+(?=\S))",
    re.IGNORECASE,
)
# "ByAnn Lee", "Byby Ann Lee": tags without a space between them. "By by Ann Lee": two programs each added a "by".
_GLUED: Final = pattern(
    r"^(?:By|Author|Autor|Von|Av|Af|Par|Por)(?=[A-ZÀ-Þ][^\W\d_])|^(?i:(by|von|par|por|av|af|di|door)(?=\s?\1\b))"
)
# RSS 2.0 asks for "ann@paper.example (Ann Lee)".
_MAILBOX: Final = pattern(r"(?:mailto:)?[^\s@()]{1,99}@[^\s@()]{1,99} ?\(([^()]{1,200})\)")
_ADDRESS: Final = pattern(r"\S*(?:https?://|www\.|@)\S*")
# A whole byline in brackets, as East Asian papers print it: （记者 王小明）, [신현주 기자].
_ENCLOSED: Final = pattern(r"[（【〔［]([^（【〔［]{2,60})[）】〕］]|\[([^\[\]]{2,60}기자)\]")
# After the simplified word for reporter, spaces separate names; in Japanese a single name may contain a space.
_REPORTERS: Final = pattern(r"\S{0,8}记者[\s:：]*([\u4e00-\u9fff]{2,4}(?:\s[\u4e00-\u9fff]{2,4})+)")
# Starts other parts of a Chinese byline, not all of which name authors.
CREDIT_PARTS: Final = pattern(r"\s+(?=(?:作者|记者|記者|撰文|来源|來源|责任编辑|責任編輯|责编|编辑|編輯)\s?[:：])")
_CHINESE_CREDIT: Final = pattern(r"^(?:来源|來源|稿源|责任编辑|責任編輯|责编|编审|校对)\s?[:：]")
_BRACKETS: Final = pattern(r"\([^()]{0,200}\)|\[[^\[\]]{0,200}\]")
# Separators of unrelated parts, and of names. A one-letter word in upper case is an initial: John E Smith.
_SEGMENT: Final = pattern(r"\s*[;|•·\n；؛]\s*|\s[-–—]\s+")
_AND: Final = r"(?:and|und|og|och|ve|et|with|mit|&|(?-i:y|e|en|i|dan|ja|oraz|és|și|avec|con|и|і|та|και))\s"
_SEPARATOR: Final = pattern(rf"\s*(?:[,/，、／،](?:\s*{_AND})?|\s{_AND})\s*", re.IGNORECASE)
# Capitalised words with nothing but spaces between them: "Ann Lee".
_PLAIN_NAME: Final = pattern(r"[A-Z][a-z]+(?: [A-Z][a-z]+){1,3}")
# Capitalised words that separate names in such a line, or introduce an office or employer.
_PARTING_WORDS: Final = frozenset("and et for mit och of og the und ve with".split())
_NOT_A_NAME: Final = pattern(r"\d|\.(?:com|net|org|de|no|tr|uk|fr)\b|[:<>{}=_?!]", re.IGNORECASE)
# Markup, account numbers and account names: "ann.lee.77".
_NO_SIGNATURE: Final = pattern(r"[<>{}=_]|\d{3}|^\w+\.\w+\.\d*$")
# May follow a name after a comma, but are not names.
_CREDENTIALS: Final = frozenset(
    {"ba", "dr", "esq", "ii", "iii", "jd", "jr", "ma", "mba", "md", "phd", "prof", "rn", "sr"}
)
# "The Associated Press", "Financial Times": beside a person's name, the employer.
_AFFILIATION: Final = pattern(
    r"^the\s|\b(?:agency|agence|associated press|gazette|herald|institute|journal|magazine|media|news|newspapers?|"
    r"press|reuters|staff|times|tribune|university|zeitung)$",
    re.IGNORECASE,
)
# "Bo Ek The Associated Press", "Bo Ek For The Daily Loom", "Bo Ek for Loom Online": an employer after the name.
_RUN_ON: Final = pattern(r"(?<=\w) (?:[Ff]or |of (?=The (?:Associated|Canadian) Press))?(?=The [A-Z])")
# Only after two words: "Center for Weather" is an author itself.
_EMPLOYER: Final = pattern(r"^(\S{1,30} \S{1,30}) [Ff]or [A-Z].*$")
_OFFICE: Final = pattern(r"\b(?:head|director|president|professor|member|secretary) of\b", re.IGNORECASE)
# Printed when no author is named.
_NOBODY: Final = frozenset(
    "admin administrator anonymous author contributor correspondent guest none reporter reports staff unknown user "
    "webmaster".split()
)
# "Reporter" after a name in Korean and Japanese papers, or the place reported from.
_TRAILING: Final = pattern(
    r"\s*(?:(?:선임)?기자|특파원|논설위원|記者|记者|編集委員|論説委員|特派員)$|\sद्वारा$"
    r"|(?<=\w) in [A-ZÀ-Þ][\w’'. -]{1,40}$"
)
# "Report from Taipei", after the reporter's name.
_REPORT: Final = pattern(r"(?:報導|报道|報道|電|编译|編譯|撮影|攝影)$")
# Parts of names without a capital: "Ursula von der Leyen", "Mohammed bin Salman".
_PARTICLES: Final = frozenset(
    "al af av bin da das de del della den der di dos du e el ibn la le ten ter van von y zu".split()
)
# With those of organisations that sign: "Center for Weather".
_CONNECTORS: Final = _PARTICLES | frozenset(
    "am and et for für för im of para per pour sur the und voor zum zur".split()
)
_LATIN: Final = pattern(r"[A-Za-zÀ-ɏ]")
# Buttons beside a name. What stands next to them, such as the name of a network, is dropped as well.
_BUTTONS: Final = frozenset("about contact email follow follows more profile posts read see show twitter view".split())
# "Smith, John", "van der Berg, Anna", "Smith, J. A.": the order of library catalogues and some meta tags.
_INVERTED: Final = pattern(
    r"((?:(?:van|von|de|der|den|di|da|del|la|le) ){0,2}[^\W\d_][\w’'-]{1,30}), ?"
    r"((?:[^\W\d_][\w’'-]{1,30}|[^\W\d_]\.)(?: ?[^\W\d_]\.?){0,2})"
)


def clean_names(raw: str, sites: Iterable[str] = ()) -> tuple[str, ...]:
    """The names in a byline, in order and without repetition; empty if it names only the paper, a role or an address.

    ``sites`` are the names of the paper.
    """
    return _names_of(raw[:_MAX_CHARACTERS], tuple(sites))


# A page gives the same authors in several places. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=256)
def _names_of(raw: str, sites: tuple[str, ...]) -> tuple[str, ...]:
    line = plain_text(raw).strip(_EDGES)
    if not line:
        return ()
    mailbox = _MAILBOX.fullmatch(line) if "@" in line else None
    line = _east_asian(mailbox[1] if mailbox else line)
    # Checked before splitting: the Telegram & Gazette is one paper, not two authors.
    if any(is_name_of_site(line, site) for site in sites):
        return ()
    if _is_plain_name(line):
        return (line,)
    names: dict[str, str] = {}
    for segment in _SEGMENT.split(without_credits(_without_run_on(_without_addresses(without_dates(line))))):
        for name in _names_in(segment):
            # Most lines are just a name, for which this was checked above.
            if name == line or not any(is_name_of_site(name, site) for site in sites):
                names.setdefault(fold(name), name)
    return _authors_among(tuple(names.values())[:_MAX_NAMES])


def _is_plain_name(line: str) -> bool:
    """Whether the line is just a name, as most are, so that no expression would split or shorten it."""
    return (
        _PLAIN_NAME.fullmatch(line) is not None
        and _PARTING_WORDS.isdisjoint(line.lower().split())
        and _without_lead_in(line) == line
        and not may_have_credits(line)
        and _is_name(line)
    )


def _east_asian(line: str) -> str:
    """The line without enclosing brackets and without credits of papers and editors, with separators between names."""
    if line.isascii():
        return line
    enclosed = _ENCLOSED.fullmatch(line)
    if enclosed:
        line = enclosed[1] or enclosed[2]
    reporters = _REPORTERS.fullmatch(line)
    if reporters:
        return "、".join(reporters[1].split())
    return " | ".join(part for part in CREDIT_PARTS.split(line) if not _CHINESE_CREDIT.match(part))


def is_person(name: str) -> bool:
    """Whether the name has at least two words, all capitalised. Any name in a script other than Latin counts."""
    if not _LATIN.search(name):
        return True
    words = [word for word in name.split() if word not in _PARTICLES]
    return len(words) >= _WORDS_OF_PERSON and all(not word[0].islower() for word in words)


def is_agency(name: str) -> bool:
    """Whether it is the name of a news agency."""
    known = _agencies()
    return name in known or fold(name.removeprefix("The ")) in known


def organisation_names(raw: str) -> tuple[str, ...]:
    """The line as the name of a paper or one of its teams, which sign if no person does; empty if it can be neither."""
    name = _without_addresses(plain_text(raw[:_MAX_CHARACTERS])).strip(_EDGES)
    words = fold(name).split()
    if not 0 < len(words) <= _MAX_WORDS or len(name) > _MAX_NAME_CHARACTERS or _NO_SIGNATURE.search(name):
        return ()
    is_nobody = not _NOBODY.isdisjoint(words) or sum(map(str.isalpha, name)) < _MIN_LETTERS
    return () if is_nobody else (name,)


def is_account(name: str) -> bool:
    """Whether the name looks like a user account: "annlee", "ann.lee"."""
    return name.isascii() and name.islower() and " " not in name


def is_name_of_site(name: str, site: str | None) -> bool:
    """Whether an author's name is the paper's: "The Daily Loom" for "Daily Loom", also with a town or partner added."""
    if not site:
        return False
    own, papers = _letters(name), _letters(site)
    if bool(own) and (own in {papers, f"{papers}com"} or papers == f"{own}com"):
        return True
    begins, ends = own.startswith(papers), own.endswith(papers)
    # A site's name of one word must be the whole name: a paper may have its founder's first name.
    if not (begins or ends) or len(site.split()) == 1 or "," in name:
        return False
    more = len(_words(name)) - len(_words(site))
    return (more in {1, 2} and begins) or (more == 1 and ends)


def is_abbreviated_as(name: str, sites: Iterable[str]) -> bool:
    """Whether a site is called by the initials of the name: "Daily Loom" for DL.com."""
    words = _words(name)
    initials = "".join(word[0] for word in words)
    return len(words) > 1 and any(_letters(site).removesuffix("com") == initials for site in sites)


# Most lines are a name and little else: each expression is used only if a character or word that it needs occurs.
def _without_addresses(line: str) -> str:
    line = _without_lead_in(line)
    if "@" in line or "://" in line or "www." in line:
        line = _ADDRESS.sub(" ", line)
    if "(" in line or "[" in line:
        line = _BRACKETS.sub(" ", line)
    return " ".join(line.split())


def _without_run_on(line: str) -> str:
    return _RUN_ON.sub(", ", line) if " The " in line else line


def _without_lead_in(line: str) -> str:
    """The line without words before the name, such as "By"."""
    return _without_beginning(_LEAD, _without_beginning(_GLUED, line).lstrip())


def _without_beginning(beginning: re.Pattern[str], line: str) -> str:
    # Not ``sub``, which would try every position in the line.
    found = beginning.match(line)
    return line[found.end() :] if found else line


def _without_employer(name: str) -> str:
    """The name without a following employer, place or word for "reporter"."""
    if not name.isascii() or " in " in name:
        name = _TRAILING.sub("", name)
    return _EMPLOYER.sub(r"\1", name) if " for " in name or " For " in name else name


def _names_in(segment: str) -> Iterator[str]:
    inverted = _INVERTED.fullmatch(segment)
    if inverted and not any(map(_is_known, inverted.groups())) and _is_name(f"{inverted[2]} {inverted[1]}"):
        yield f"{inverted[2]} {inverted[1]}"
        return
    is_pictured = False
    for part in _SEPARATOR.split(segment):
        if is_picture_credit(part):
            is_pictured = True
            continue
        bare = _without_lead_in(part)
        # All names of the credit are photographers, until a part begins with words such as "Text by".
        is_pictured = is_pictured and bare == part
        name = _without_employer(bare.strip(_EDGES))
        name = name if _is_name(name) else _name_beside_office(name)
        if name and not is_pictured:
            yield name


def _is_known(word: str) -> bool:
    """Whether the word is known to be something other than part of a person's name."""
    folded = fold(word).strip(".")
    return is_agency(word) or is_region(word) or folded in _roles() or folded in _CREDENTIALS


def _authors_among(names: tuple[str, ...]) -> tuple[str, ...]:
    """The persons if there are any, else the agencies; single words beside them are places, desks and employers."""
    if len(names) == 1:
        return names
    placed = without_places(names)
    persons = tuple(name for name in placed if _is_persons(name))
    if any(map(is_person, persons)):
        return persons
    return tuple(filter(is_agency, placed)) or placed


def _is_persons(name: str) -> bool:
    """Whether the name can be a person's when there are several names. A short word in capitals is kept as a degree."""
    if is_agency(name) or _AFFILIATION.search(name):
        return False
    return is_person(name) or (name.isupper() and len(name) <= _MAX_ABBREVIATION)


def _is_name(text: str) -> bool:
    words = text.split()
    if len(words) > _MAX_WORDS or len(text) > _MAX_NAME_CHARACTERS or sum(map(str.isalpha, text)) < _MIN_LETTERS:
        return False
    folded = [fold(word).strip(".'’") for word in words]
    if _NOT_A_NAME.search(text) or (not text.isascii() and _REPORT.search(text)):
        return False
    if " of" in text.lower() and _OFFICE.search(text):
        return False
    if not _roles().isdisjoint(folded) or any(map(_is_office, folded)) or _is_sentence(words):
        return False
    return not _CREDENTIALS.issuperset(word.replace(".", "") for word in folded)


def _is_sentence(words: Sequence[str]) -> bool:
    """Whether a word is in lower case that would not be in a name: "Storm hits coast"."""
    return (
        len(words) > _WORDS_OF_PERSON
        and words[0][0].isupper()
        and any(word[0].islower() and word.rstrip(".") not in _CONNECTORS for word in words)
    )


def _name_beside_office(text: str) -> str:
    """The name beside an office or a button: "Ann Lee Environment editor", "Staff Writer Ann Lee"; empty if none."""
    words = text.split()
    folded = [fold(word).strip(".'’") for word in words]
    places = [place for place, word in enumerate(folded) if _is_office(word) or word in _BUTTONS]
    if not places:
        return ""
    is_office = any(map(_is_office, folded))
    for start, end in pairwise((-1, *places, len(words))):
        part = words[start + 1 : end]
        while len(part) > _WORDS_OF_PERSON and fold(part[-1]) in _beats():
            part.pop()
        while len(part) > _WORDS_OF_PERSON and fold(part[0]) in _beats():
            part.pop(0)
        # "News Stories" before "editor" is not a name.
        is_beat = any(fold(word) in _beats() for word in (part[:1] if is_office else part))
        name = " ".join(part).removesuffix("’s").removesuffix("'s")
        is_short = len(part) < _WORDS_OF_PERSON or (part[0].isupper() and not name.isupper() and len(part[0]) > 1)
        if not is_short and not is_beat and is_person(name) and _is_name(name):
            return name
    return ""


def _is_office(word: str) -> bool:
    return word.endswith(_offices())


# Each name is compared with each name of the site. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=512)
def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, " ".join(_words(name))))


def _words(name: str) -> list[str]:
    return fold(name).removeprefix("the ").split()


@functools.cache
def _roles() -> frozenset[str]:
    return frozenset(map(fold, read_lines("roles")))


@functools.cache
def _offices() -> tuple[str, ...]:
    return tuple(map(fold, read_lines("offices")))


@functools.cache
def _beats() -> frozenset[str]:
    return frozenset(map(fold, read_lines("beats")))


@functools.cache
def _agencies() -> frozenset[str]:
    names = read_lines("agencies")
    # Long names match in any case, short ones only as written: Sid and Pa are persons.
    return frozenset((*names, *(fold(name) for name in names if len(name) > _MAX_ABBREVIATION)))
