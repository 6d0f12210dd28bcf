"""Finds the headline of a page, as it is printed there if possible.

The declared titles show what the headline should be like, and the heading most similar to them is the headline as
printed. Old pages have no headings: there, the longest text of an element that is part of a title is taken. The title
in a feed is not used.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Final

from lxml import etree

from newsloom.dom.declaredfields import Declared
from newsloom.dom.prefilter import beginning_with, tagged
from newsloom.dom.shorttext import one_line, short_text, short_text_at
from newsloom.dom.tree import Tree
from newsloom.text.casing import fold
from newsloom.text.dates import parse_date
from newsloom.text.patterns import pattern
from newsloom.text.size import count_letters, count_words

__all__ = ["find_headline", "is_name_alone", "strip_site_name"]

# The longest of 900 real headlines has 214 characters.
_MAX_CHARACTERS: Final = 300
_MAX_HEADINGS: Final = 20
_MAX_TITLES: Final = 6
# A headline consists of few pieces.
_MAX_PARTS: Final = 12
_LEAST_SPANS: Final = 2
# Half of the words in common, as with a headline and its shortened form for search engines.
_MIN_LIKENESS: Final = 0.5
# A heading unlike the titles is still the headline if they share a word such as "rain" (not "the") and it is not a
# paragraph.
_MIN_LETTERS_OF_TELLING: Final = 4
_MAX_UNLIKE_CHARACTERS: Final = 200
# If there is no heading: at most this many elements are examined, and at least this many words must be in the title.
_MAX_ELEMENTS: Final = 2_000
_MIN_WORDS_OF_PRINTED: Final = 3
# Names of papers and of their sections are short: "The Daily Loom", "World News".
_MAX_WORDS_OF_NAME: Final = 5
# "Daily Loom Sports", "loom.com": words that papers add to their name after a title.
_MAX_WORDS_BESIDE_NAME: Final = 2
# "Rain in charge - Lower Quillby Today": the first part may be a little shorter than the paper's name.
_MIN_SHARE_OF_FIRST: Final = 0.7

_WORD: Final = pattern(r"\w+")
_NUMBER: Final = pattern(r"\d")
# In scripts without spaces, the separators have no spaces either: 渡轮搁浅_港口晚报, 渡轮搁浅-港口晚报.
_EAST_ASIAN: Final = r"[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3！？」』》）”]"
_SEPARATOR: Final = pattern(
    rf"\s*[|｜]\s*|\s+(?:[-–—~:/•·»«›‹]|::|--+)\s+|(?<={_EAST_ASIAN})\s*(?:_+|[-－])\s*(?={_EAST_ASIAN})"
)
# Matches the separating character first and then looks back: a lookbehind at every position takes five times as long.
_SIGN: Final = pattern(
    r"[|｜–—~:/•·»«›‹_－-](?:(?<=[|｜])|(?<=\s[–—~:/•·»«›‹-])"
    rf"|(?<={_EAST_ASIAN}[_－-])|(?<={_EAST_ASIAN}\s[_－-]))"
)
# "Lindvik - Tarvik 3:1": a dash between the names of two teams.
_VERSUS: Final = pattern(r"\s+[-–—]\s+[^|–—]{2,40}?\s\d{1,3}\s?[:–-]\s?\d{1,3}(?!\w)")
_SPACE_BEFORE_SIGN: Final = pattern(r"(?<=[^\W\d]) (?=[:,;.!?…](?:\s|$))")
_AFTER_KICKER: Final = pattern(r"\s*[^\w\s'’(-]|\s+-")
# What a window's title has before or after the headline: "Daily Loom: Rain in charge", "Rain in charge | Daily Loom".
_NAME_BEFORE: Final = pattern(r"(.{1,60}?)\s*[|:–—»-]\s+")
_NAME_BEHIND: Final = pattern(r"(?:\s*\||\s+[-–—~:/•·»«])\s+(.{1,60})")
# The end of a title's first part. "»" and ":" are left out, because they also follow the name of a blog.
_BEHIND_FIRST: Final = pattern(r"\s*\||\s[-–—]\s")
# Sources written by editors; the titles of the window and of tweets are written for search engines.
_EDITORS: Final = ("json-ld", "opengraph")
_PRINTED_IN: Final = ("h2", "h3", "h4", "font", "b", "strong", "big", "span", "div", "p", "td", "a")


def find_headline(tree: Tree | None, declared: Declared) -> str | None:
    """The headline as printed, else a declared title without the site's name; None if there is neither."""
    if tree is None:
        return None
    site = declared.site or _name_beside(declared.title_of)
    whole = [title[:_MAX_CHARACTERS] for title in declared.titles[:_MAX_TITLES]]
    titles = [strip_site_name(title, site) for title in whole]
    nodes = tagged(tree, "h1", most=_MAX_HEADINGS)
    headings = _headings(tree, nodes, site)
    if not titles:
        return headings[0] if headings else None
    heading = _most_like(headings, titles) or _part_of(whole, headings)
    if heading:
        forms = _forms(heading, declared, site)
        return _declared_part(tree, nodes, heading, forms) or _best_form(tree, heading, forms, declared)
    return (
        _with_word_of_title(headings, declared)
        or _printed(tree, titles, site)
        or _over_a_name(headings, titles, declared)
        or _shortest_form(titles)
    )


def is_name_alone(tree: Tree, declared: Declared, headline: str | None) -> bool:
    """Whether the headline is only the name of a section or site.

    That is the case if it is as short as a name, all titles are the headline alone or with a date or section, and the
    page has no h1.
    """
    name = fold(_without_date(headline or ""))
    if not name or count_words(name) > _MAX_WORDS_OF_NAME or tagged(tree, "h1", most=1):
        return False
    return bool(declared.titles) and all(_is_name_and_more(fold(title), name) for title in declared.titles)


def _without_date(title: str) -> str:
    """The title up to its first number, if a date begins there."""
    found = _NUMBER.search(title)
    return title[: found.start()].strip() if found and parse_date(title[found.start() :]) is not None else title


def _is_name_and_more(title: str, name: str) -> bool:
    rest = title.removeprefix(name)
    if not rest or rest == title:
        return not rest
    section = _NAME_BEHIND.fullmatch(rest)
    is_section = section is not None and len(section[1].split()) <= _MAX_WORDS_BESIDE_NAME
    return is_section or parse_date(rest) is not None


def _over_a_name(headings: Sequence[str], titles: Sequence[str], declared: Declared) -> str | None:
    """The only heading, if the titles seem to be the site's name, as on all its pages, and are shorter than it.

    Not if there is a title by editors, because those belong to the story. Titles printed on the page were found before.
    """
    if len(headings) != 1 or any(map(declared.title_of.get, _EDITORS)):
        return None
    longest = max(len(_words(title)) for title in titles)
    is_name = longest <= _MAX_WORDS_OF_NAME and longest < len(_words(headings[0]))
    return headings[0] if is_name and len(headings[0]) <= _MAX_UNLIKE_CHARACTERS else None


def strip_site_name(title: str, site: str | None = None) -> str:
    """The title without the parts before and after it that name the site.

    If the site is not known, one part is returned if all others are as short as names: the first, because papers put
    their name last, unless another part is much longer.
    """
    # Most titles have no separator, and this check takes a tenth of the time.
    if not _SIGN.search(title):
        return title
    ends = [match.span() for match in _SEPARATOR.finditer(title)]
    if ends and _NUMBER.search(title):
        ends = [(start, end) for start, end in ends if not _VERSUS.match(title, start)]
    if not ends:
        return title
    spans = list(zip([0, *(end for _, end in ends)], [*(start for start, _ in ends), len(title)], strict=True))
    if not site:
        return _main_part([title[slice(*span)] for span in spans]) or title
    first, last = 0, len(spans) - 1
    while last > first and _names_site(title[slice(*spans[last])], site, more=_MAX_WORDS_BESIDE_NAME):
        last -= 1
    # Stricter at the front: "Loom wins a prize | Business" begins with its headline.
    while first < last and _names_site(title[slice(*spans[first])], site):
        first += 1
    return title[spans[first][0] : spans[last][1]]


def _name_beside(title_of: Mapping[str, str]) -> str | None:
    """The name of the site if no tag declares it: what the window's title has in addition to the editors' title."""
    window = title_of.get("html", "")[:_MAX_CHARACTERS]
    for title in filter(None, map(title_of.get, _EDITORS)):
        found = None
        if window.startswith(title):
            found = _NAME_BEHIND.fullmatch(window, len(title))
        elif window.endswith(title):
            found = _NAME_BEFORE.fullmatch(window, 0, len(window) - len(title))
        if found and len(found[1].split()) <= _MAX_WORDS_OF_NAME and not _SEPARATOR.search(found[1]):
            return found[1]
    return None


def _names_site(part: str, site: str | None, more: int = 0) -> bool:
    """Whether the part is the site's name or part of it, with at most ``more`` additional words."""
    if not site:
        return False
    own, papers = _words(part), _words(site)
    if not own or not papers or len(own) > len(papers) + more:
        return "".join(own) == "".join(papers) != ""
    shorter, longer = sorted((own, papers), key=len)
    return f" {' '.join(shorter)} " in f" {' '.join(longer)} " or "".join(own) == "".join(papers)


def _main_part(parts: Sequence[str]) -> str | None:
    # Counted in letters, because a headline of eight Chinese characters says more than a paper's name of eight letters.
    longest = max(parts, key=count_letters)
    main = parts[0] if count_letters(parts[0]) >= _MIN_SHARE_OF_FIRST * count_letters(longest) else longest
    others = [part for part in parts if part is not main]
    return main if all(len(part.split()) <= _MAX_WORDS_OF_NAME for part in others) else None


def _headings(tree: Tree, nodes: Sequence[int], site: str | None) -> list[str]:
    """The texts of the headings, without those that are the paper's name."""
    texts = [_heading_text(tree, node) for node in nodes]
    return [strip_site_name(text, site) if site else text for text in texts if text and not _names_site(text, site)]


def _heading_text(tree: Tree, node: int) -> str:
    """The text of the heading. Adjacent spans without space between them are separated, as style sheets do."""
    text = short_text_at(tree, node, _MAX_CHARACTERS)
    # Most headings contain only text or a link.
    if tree.ends[node] - node <= _LEAST_SPANS:
        return text
    element = tree.element(node)
    if len(element) < _LEAST_SPANS or len(element) > _MAX_PARTS or (element.text or "").strip():
        return text
    if any(one.tag != "span" or (one.tail or "").strip() for one in element):
        return text
    parts = [short_text(one, _MAX_CHARACTERS) for one in element]
    # Spans may also hold single letters of a word, or its larger first letter.
    is_parted = all(len(part) > 1 or part.isdecimal() or not part.isalnum() for part in parts)
    return _SPACE_BEFORE_SIGN.sub("", " ".join(filter(None, parts))) if is_parted else text


def _most_like(texts: Sequence[str], titles: Sequence[str]) -> str | None:
    """The text most similar to one of the titles, earlier titles first; None if none is similar enough."""
    # The usual case: no text is more similar to the first title than that title itself.
    if texts and texts[0] == titles[0] and _words(titles[0]):
        return texts[0]
    wanted = [set(_words(title)) for title in dict.fromkeys(titles)]
    best, likeness = None, (_MIN_LIKENESS, -len(wanted))
    for text in texts:
        words = set(_words(text))
        found = max((2 * len(words & other) / (len(words) + len(other) or 1), -at) for at, other in enumerate(wanted))
        if found > likeness:
            best, likeness = text, found
    return best


def _part_of(titles: Sequence[str], headings: Sequence[str]) -> str | None:
    """The first heading that is the first part of a title: "Rain" of "Rain | Weather | All you need to know"."""
    parts = [_words(title[: found.start()]) for title in titles if (found := _BEHIND_FIRST.search(title))]
    return next((heading for heading in headings if _words(heading) in parts), None)


def _forms(heading: str, declared: Declared, site: str | None) -> dict[str, str]:
    """The titles by editors and of the window, without the site's name unless they are the same as the heading."""
    forms = {}
    for source in (*_EDITORS, "html"):
        title = declared.title_of.get(source, "")[:_MAX_CHARACTERS]
        if title:
            is_heading = title == heading or _words(title) == _words(heading)
            forms[source] = title if is_heading else strip_site_name(title, site)
    return forms


def _declared_part(tree: Tree, nodes: Sequence[int], heading: str, forms: Mapping[str, str]) -> str | None:
    """The part of the heading that editors declare as the headline; its other tags hold a topic, a date, a second line.

    None if no part is declared.
    """
    others = [forms[source] for source in _EDITORS if forms.get(source, heading) != heading]
    wanted = {tuple(_words(form)): form for form in others if len(_words(form)) >= _MIN_WORDS_OF_PRINTED}
    for element in map(tree.element, nodes) if wanted else ():
        if len(element) and short_text(element, _MAX_CHARACTERS) == heading:
            parts = _parts(element)
            for cut in range(1, len(parts)):
                title = wanted.get(tuple(chain(*parts[cut:]))) or wanted.get(tuple(chain(*parts[:cut])))
                if title and len(_words(title)) < len(_words(heading)):
                    return title
    return None


def _parts(element: etree._Element) -> list[tuple[str, ...]]:
    """The words of each text in the element. Long texts are cut, because they are not headlines."""
    texts = (str(text).strip()[: 2 * _MAX_CHARACTERS] for text in islice(element.itertext(), _MAX_PARTS))
    return [_words(one_line(text)) for text in texts]


def _best_form(tree: Tree, heading: str, forms: Mapping[str, str], declared: Declared) -> str:
    """The heading, or a declared form of it that is more likely to be what readers see."""
    by_editors = [forms[source] for source in _EDITORS if source in forms]
    others = [form for form in by_editors if form != heading and _words(form) != _words(heading)]
    # An editors' title that only the window's title agrees with is written for search engines.
    if not others or (len(others) < len(by_editors) and _words(others[0]) == _words(forms.get("html", ""))):
        return heading
    return (
        _in_second_heading(tree, others)
        or (_declared_twice(heading, by_editors) if (declared.type or "").endswith("NewsArticle") else None)
        or _without_kicker(heading, others, declared.titles)
    )


def _in_second_heading(tree: Tree, forms: Sequence[str]) -> str | None:
    """The declared form that is printed in a second heading; None if there is none.

    Some papers put a first heading for search engines in small print at the top; readers see the second one.
    """
    wanted = {" ".join(_words(form)): form for form in forms if len(_WORD.findall(form)) >= _MIN_WORDS_OF_PRINTED}
    for element in map(tree.element, tagged(tree, "h2", most=_MAX_HEADINGS)):
        parts = _parts(element)
        # A kicker has its own tag. Words before the form in the same tag belong to it, such as "The" or "How to".
        tails = (" ".join(chain(*parts[cut:])) for cut in range(len(parts)))
        found = next((wanted[tail] for tail in tails if tail in wanted), None)
        # A linked heading belongs to another story, or is a teaser of this one.
        if found and element.find(".//a") is None and next(element.iterancestors("a"), None) is None:
            return found
    return None


def _declared_twice(heading: str, forms: Sequence[str]) -> str | None:
    """The headline that both declarations by editors agree on, if it differs from the heading; otherwise None.

    Not for blogs, whose titles are all written for search engines.
    """
    if len(forms) < len(_EDITORS) or _words(forms[0]) != _words(forms[1]):
        return None
    declared, printed = " ".join(_words(forms[0])), " ".join(_words(heading))
    # Words added at the end are a section; a title cut short was too long for the tag.
    if declared.startswith(printed) or (printed.startswith(declared) and forms[0].endswith(("...", "…"))):
        return None
    # Words added in front without punctuation are the name of a column: "The Daily Ode to Rain".
    if declared.endswith(f" {printed}") and not _is_kicker_of(forms[0], len(printed.split())):
        return None
    return forms[0]


def _is_kicker_of(title: str, count: int) -> bool:
    """Whether punctuation comes before the last ``count`` words of the title."""
    words = [match.end() for match in _WORD.finditer(title)]
    return _AFTER_KICKER.match(title, words[-count - 1]) is not None


def _with_word_of_title(headings: Sequence[str], declared: Declared) -> str | None:
    """The first heading that is long enough, shares a distinctive word with a title and is not the end of a title."""
    titles = [f" {' '.join(_words(title))} " for title in declared.titles[:_MAX_TITLES]]
    common = {word for title in titles for word in title.split() if len(word) >= _MIN_LETTERS_OF_TELLING}
    telling = common.difference(_words(declared.site or ""))
    for heading in headings:
        words = _words(heading)
        if len(words) < _MIN_WORDS_OF_PRINTED or len(heading) > _MAX_UNLIKE_CHARACTERS:
            continue
        if not telling.isdisjoint(words) and not any(title.endswith(f" {' '.join(words)} ") for title in titles):
            return heading
    return None


def _without_kicker(heading: str, forms: Sequence[str], titles: Sequence[str]) -> str:
    """The heading from where a declared form begins in it: "Opinion | What to do" declared as "What to do"."""
    words = [match.span() for match in _WORD.finditer(heading)]
    for form in forms:
        count = len(_WORD.findall(form))
        if not _MIN_WORDS_OF_PRINTED <= count < len(words):
            continue
        kicker, rest = heading[: words[-count - 1][1]], heading[words[-count][0] :]
        if _words(rest) == _words(form) and _is_kicker(kicker, heading, titles):
            # The form may begin with a quotation mark, which is not part of a word.
            return form if len(form) - len(rest) in {1, 2} else rest
    return heading


def _is_kicker(kicker: str, heading: str, titles: Sequence[str]) -> bool:
    """Whether punctuation follows the words here or in a title: "The" and "How to" are not kickers."""
    return any(
        title.startswith(kicker) and _AFTER_KICKER.match(title, len(kicker)) is not None for title in (heading, *titles)
    )


def _printed(tree: Tree, titles: Sequence[str], site: str | None) -> str | None:
    """The longest text of an element that is contained in a title and is neither the site's name nor a date."""
    wanted = [f" {' '.join(_words(title))} " for title in titles]
    known = {word for title in titles for word in _words(title)}
    best, length = None, _MIN_WORDS_OF_PRINTED - 1
    starts, ends = tree.text_starts, tree.text_ends
    nodes = tagged(tree, *_PRINTED_IN, most=_MAX_ELEMENTS)
    # Most elements have no text of their own, or one that begins with another word; folding all texts takes longer.
    for node in beginning_with(tree, nodes, known, _MAX_CHARACTERS):
        if ends[node] - starts[node] <= 2 * length:
            continue
        text = tree.text[starts[node] : ends[node]]
        words = _words(text)
        if len(words) <= length or not any(f" {' '.join(words)} " in title for title in wanted):
            continue
        if _names_site(text, site) or parse_date(text) is not None:
            continue
        if _words(short_text_at(tree, node, _MAX_CHARACTERS)) == words:
            best, length = one_line(text), len(words)
    return best


def _shortest_form(titles: Sequence[str]) -> str:
    """The first title, or a shorter one that it begins with: the rest is then the section and the site."""
    begun = [title for title in titles if titles[0].startswith(title) and len(_words(title)) >= _MIN_WORDS_OF_PRINTED]
    return min(begun, key=len, default=titles[0])


# The same few titles and headings are compared many times. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=256)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text)))
