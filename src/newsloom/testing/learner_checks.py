"""Checks of every learner, whatever its algorithm: one function for each promise.

A broken promise raises an ``AssertionError`` with a plain message. The checks do not measure how good the grouping is:
the evaluation does that.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from typing import Final

from newsloom.dom import Document, parse
from newsloom.learners.protocol import Learner
from newsloom.records import Template
from newsloom.testing.hostile_pages import HOSTILE_PAGES
from newsloom.testing.requirements import parameters_are_stored_untouched, require, serialised

__all__ = [
    "BUDGET_SECONDS",
    "LEARNER_CHECKS",
    "accounts_for_every_page_once",
    "can_be_pickled",
    "ends_within_budget",
    "is_blind_to_addresses",
    "is_blind_to_order",
    "leaves_the_tree_alone",
    "parameters_are_stored_untouched",
    "reads_its_pages_once",
    "says_the_same_twice",
    "signs_its_work",
    "survives_hostile_pages",
]

# CPU time for the whole hostile collection among two sites' pages, beyond the parse.
BUDGET_SECONDS: Final = 10.0

_DAILY: Final = """<html><body><div><ul><li>Home</li><li>News</li><li>Sport</li></ul></div><h1>{0}</h1><p>{1}</p>
<p>{2}</p><div><b>About the Daily</b><i>Imprint</i></div></body></html>"""
_EVENING: Final = """<html><body><table><tr><td>Start</td><td>Markets</td><td>Weather</td></tr></table><h2>{0}</h2>
<span>{1}</span><blockquote>{2}</blockquote><address>The Evening Example</address></body></html>"""
_PAGES_A_SITE: Final = 6


def leaves_the_tree_alone(learner: Learner) -> None:
    """The pages' trees are unchanged by the learning: others read them too."""
    documents = _documents()
    before = [serialised(document) for document in documents]
    learner.learn(documents)
    require([serialised(document) for document in documents] == before, f"{learner.name} changed a page's tree")


def says_the_same_twice(learner: Learner) -> None:
    """The same pages give the same templates, from the same trees and from new ones."""
    documents = _documents()
    first = learner.learn(documents)
    require(learner.learn(documents) == first, f"{learner.name} gave different templates for the same trees")
    require(learner.learn(_documents()) == first, f"{learner.name} gave different templates for the same pages")


def signs_its_work(learner: Learner) -> None:
    """Every template names the method and the version that made it."""
    require(isinstance(learner.version, int), f"{learner.name}.version is {learner.version!r}, not a number")
    for template in learner.learn(_documents()):
        signature = (template.method, template.version)
        require(signature == (learner.name, learner.version), f"{learner.name} signed a template as {signature}")


def accounts_for_every_page_once(learner: Learner) -> None:
    """Every page is a member of one template; members ascend, and templates are in the order of their first members."""
    for documents in ([], _documents(), [parse(b"")], [*_documents(), *_hostile()]):
        members = [template.members for template in learner.learn(documents)]
        require(all(members), f"{learner.name} made a template without pages")
        is_sorted = members == sorted(members) and all(list(one) == sorted(one) for one in members)
        require(is_sorted, f"{learner.name} gave members out of order")
        pages = sorted(page for one in members for page in one)
        require(pages == list(range(len(documents))), f"{learner.name} left pages out, or has some twice: {pages[:9]}")


def reads_its_pages_once(learner: Learner) -> None:
    """Pages may come from a generator, so that they need not all be in memory."""
    once = learner.learn(document for document in _documents())
    require(once == learner.learn(_documents()), f"{learner.name} needs its pages more than once")


def is_blind_to_addresses(learner: Learner) -> None:
    """Blank, shuffled and wrong addresses change nothing."""
    pages = _pages()
    plain = learner.learn([parse(page) for page in pages])
    for addresses in (
        [""] * len(pages),
        [f"https://site-{place}.example/" for place in range(len(pages))],
        ["https://one.example/"] * len(pages),
    ):
        told = learner.learn([parse(page, url=url) for page, url in zip(pages, addresses, strict=True)])
        require(told == plain, f"{learner.name} looked at the addresses")


def is_blind_to_order(learner: Learner) -> None:
    """Another order of the pages changes the order of the templates, but not the groups."""
    pages = [*_pages(), *(HOSTILE_PAGES[name]() for name in ("empty", "only links", "no text"))]
    wanted = _groups(learner.learn([parse(page) for page in pages]), pages)
    for turned in (pages[::-1], pages[5:] + pages[:5]):
        found = _groups(learner.learn([parse(page) for page in turned]), turned)
        require(found == wanted, f"{learner.name} groups the same pages differently in another order")


def survives_hostile_pages(learner: Learner) -> None:
    """Broken, deep, huge and empty pages give templates, and do not change the groups of the other pages."""
    pages = _pages()
    alone = _groups(learner.learn([parse(page) for page in pages]), pages)
    for name, make_page in HOSTILE_PAGES.items():
        mixed = [*pages, make_page()]
        found = learner.learn([parse(page) for page in mixed])
        is_right = isinstance(found, tuple) and all(isinstance(template, Template) for template in found)
        require(is_right, f"{learner.name} on {name}: wanted a tuple of templates, found {type(found).__name__}")
        kept = _groups(found, mixed, without=len(pages))
        require(kept == alone, f"{learner.name} on {name}: the other pages are grouped differently")


def ends_within_budget(learner: Learner) -> None:
    """The hostile pages together cost no more than ``BUDGET_SECONDS`` of CPU time beyond their parse."""
    documents = [*_documents(), *_hostile()]
    begun = time.process_time()
    learner.learn(documents)
    spent = time.process_time() - begun
    require(spent <= BUDGET_SECONDS, f"{learner.name}: {spent:.1f} s of CPU for {len(documents)} pages")


def can_be_pickled(learner: Learner) -> None:
    """The learner and its templates can be sent to another process."""
    copy = pickle.loads(pickle.dumps(learner))  # noqa: S301 - our own bytes
    require(copy == learner, f"{learner.name} is not the same learner after pickling")
    templates = learner.learn(_documents())
    require(pickle.loads(pickle.dumps(templates)) == templates, f"{learner.name}'s templates change when pickled")  # noqa: S301


LEARNER_CHECKS: Final[tuple[Callable[[Learner], None], ...]] = (
    leaves_the_tree_alone,
    says_the_same_twice,
    signs_its_work,
    accounts_for_every_page_once,
    reads_its_pages_once,
    is_blind_to_addresses,
    is_blind_to_order,
    survives_hostile_pages,
    ends_within_budget,
    parameters_are_stored_untouched,
    can_be_pickled,
)


def _pages() -> list[bytes]:
    """Returns the pages of two sites, alternating."""
    return [
        site.format(f"Story {number}", f"What happened on day {number}", f"Who said it, the {number}th").encode()
        for number in range(_PAGES_A_SITE)
        for site in (_DAILY, _EVENING)
    ]


def _documents() -> list[Document]:
    return [parse(page) for page in _pages()]


def _hostile() -> list[Document]:
    return [parse(make_page()) for make_page in HOSTILE_PAGES.values()]


def _groups(templates: Sequence[Template], pages: Sequence[bytes], without: int | None = None) -> set[frozenset[bytes]]:
    """Returns which pages are grouped together, leaving out the page ``without``."""
    groups = (frozenset(pages[page] for page in template.members if page != without) for template in templates)
    return {group for group in groups if group}
