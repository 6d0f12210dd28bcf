"""Checks of every clusterer, whatever its algorithm: one function for each promise.

A broken promise raises an ``AssertionError`` with a plain message. The checks do not measure how good the grouping is:
the evaluation does that.
"""

from __future__ import annotations

import dataclasses
import pickle
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from newsloom.clusterers.protocol import Clusterer
from newsloom.records import Article, Item, Story
from newsloom.testing.requirements import parameters_are_stored_untouched, require

__all__ = [
    "BUDGET_SECONDS",
    "CLUSTERER_CHECKS",
    "can_be_pickled",
    "continues_known_stories",
    "ends_within_budget",
    "goes_on_in_a_session",
    "goes_on_when_the_oldest_are_gone",
    "goes_on_with_stories_of_others",
    "groups_items_too",
    "keeps_ids_apart",
    "keeps_order_of_arrival",
    "keeps_sessions_apart",
    "leaves_what_it_is_given_alone",
    "parameters_are_stored_untouched",
    "puts_copies_together",
    "puts_every_index_in_one_story",
    "says_the_same_twice",
    "signs_its_work",
    "starts_a_session_as_a_batch",
    "survives_texts_of_all_sizes",
]

# CPU time for the hostile collection, and for a thousand short articles.
BUDGET_SECONDS: Final = 20.0

_FERRY: Final = (
    "The morning ferry from Skarvik ran aground on a sandbank in thick fog, the harbour master said. All forty "
    "passengers were taken off by fishing boats and nobody was hurt. The ferry company has ordered an inquiry."
)
_BRIDGE: Final = (
    "After nine years of repairs the stone bridge over the Lorne opened to carts and walkers. The mayor crossed it "
    "first, alone, in the rain. Shopkeepers on the far bank expect their customers back before the winter."
)
_ELECTION: Final = (
    "Voters in the valley chose a new council on Sunday, and the party of the beekeepers won two seats more than "
    "anybody had foreseen. Turnout was the highest since the railway came. Talks about a coalition begin on Tuesday."
)
_TEXTS: Final = (_FERRY, _BRIDGE, _ELECTION)
_LEADS: Final = ("", "It was told in the market that ", "Two days later, readers wrote to say that ")
_MEGABYTE: Final = 1_000_000


def leaves_what_it_is_given_alone(clusterer: Clusterer) -> None:
    """Articles and known stories are unchanged by the grouping, also if they are passed as lists."""
    articles, known = list(_news()), list(clusterer.assign(_news()[:4], ()))
    before = pickle.dumps((articles, known))
    clusterer.assign(articles, known)
    require(
        pickle.dumps((articles, known)) == before, f"{clusterer.name} changes the articles or stories that it is given"
    )


def says_the_same_twice(clusterer: Clusterer) -> None:
    """The same articles give the same stories, in the same order."""
    first, second = clusterer.assign(_news(), ()), clusterer.assign(_news(), ())
    require(first == second, f"{clusterer.name} groups the same articles differently when called again")


def signs_its_work(clusterer: Clusterer) -> None:
    """Every story names its method and version."""
    for story in clusterer.assign(_news(), ()):
        signature = (story.method, story.version)
        require(signature == (clusterer.name, clusterer.version), f"{clusterer.name} signs its stories as {signature}")


def puts_every_index_in_one_story(clusterer: Clusterer) -> None:
    """Every article is in exactly one story, and no story is empty or contains anything else."""
    for articles in (_news(), _news()[:1], _news()[:2], ()):
        _require_partition(clusterer, clusterer.assign(articles, ()), len(articles))


def survives_texts_of_all_sizes(clusterer: Clusterer) -> None:
    """Empty texts, one word, ten megabytes, one character repeated: all are grouped."""
    articles = _hostile()
    started = time.process_time()
    stories = clusterer.assign(articles, ())
    _require_partition(clusterer, stories, len(articles))
    _require_in_time(clusterer, started, "texts of ten megabytes")
    for article in articles:
        _require_partition(clusterer, clusterer.assign((article,), ()), 1)


def ends_within_budget(clusterer: Clusterer) -> None:
    """A thousand short articles, many of them copies, are grouped in bounded time."""
    articles = tuple(_article(f"{_TEXTS[number % 3]} Edition {number % 40}.", number) for number in range(1_000))
    started = time.process_time()
    clusterer.assign(articles, ())
    _require_in_time(clusterer, started, "a thousand short articles")


def keeps_order_of_arrival(clusterer: Clusterer) -> None:
    """Members rise, and stories come in the order of their first members."""
    _require_order(clusterer, clusterer.assign(_news(), ()))


def keeps_ids_apart(clusterer: Clusterer) -> None:
    """No two stories share an id, even if articles are empty or equal."""
    articles = (*_hostile(), *_news(), *_news())
    ids = Counter(story.id for story in clusterer.assign(articles, ()))
    require(all(ids), f"{clusterer.name} gives a story no id")
    shared = [story_id for story_id, count in ids.items() if count > 1]
    require(not shared, f"{clusterer.name} gives several stories the ids {shared[:3]}")


def puts_copies_together(clusterer: Clusterer) -> None:
    """Two articles with the same words are one story."""
    articles = (*_news(), *(dataclasses.replace(article, url=f"{article.url}?copy") for article in _news()))
    homes = _homes(clusterer.assign(articles, ()))
    apart = [number for number in range(len(_news())) if homes[number] != homes[number + len(_news())]]
    require(not apart, f"{clusterer.name} puts copies in different stories: articles {apart[:3]}")


def groups_items_too(clusterer: Clusterer) -> None:
    """Items of front pages are grouped like articles."""
    items = tuple(Item(id=str(number), headline=text.split(",")[0], text=text) for number, text in enumerate(_TEXTS))
    _require_partition(clusterer, clusterer.assign(items * 2, ()), 2 * len(items))


def continues_known_stories(clusterer: Clusterer) -> None:
    """A known story that has not changed keeps its id when another copy of an article arrives."""
    known = clusterer.assign(_news(), ())
    later = clusterer.assign((*_news(), dataclasses.replace(_news()[0], url="https://a.example/later")), known)
    _require_partition(clusterer, later, len(_news()) + 1)
    again = clusterer.assign(_news(), known)
    changed = [story.members for story in known if _id_of(again, story.members) != story.id]
    require(not changed, f"{clusterer.name} gives known stories new ids: {changed[:3]}")
    fresh = {story.id for story in later} - {story.id for story in known}
    require(len(fresh) <= 1, f"{clusterer.name} gives {len(fresh)} new ids when one copy of a known article arrives")


def starts_a_session_as_a_batch(clusterer: Clusterer) -> None:
    """The first call of a session groups as ``assign`` does, with known stories and without."""
    known = clusterer.assign(_news()[:4], ())
    for stories in ((), known):
        found, batch = clusterer.session().assign(_news(), stories), clusterer.assign(_news(), stories)
        require(_homes(found) == _homes(batch), f"{clusterer.name} groups differently in the first call of a session")


def goes_on_in_a_session(clusterer: Clusterer) -> None:
    """Each article that arrives in a session is in one story; a story that does not change keeps its id."""
    session, articles = clusterer.session(), _news()
    known = session.assign(articles[:3], ())
    for count in range(4, len(articles) + 1):
        found = session.assign(articles[:count], known)
        _require_partition(clusterer, found, count)
        _require_order(clusterer, found)
        renamed = [story.id for story in known if _id_of(found, story.members) not in (None, story.id)]
        require(not renamed, f"{clusterer.name} renames stories that have not changed: {renamed[:3]}")
        known = found
    again = session.assign(articles, known)
    require(_homes(again) == _homes(known), f"{clusterer.name} changes stories although nothing has arrived")


def goes_on_when_the_oldest_are_gone(clusterer: Clusterer) -> None:
    """A session accepts a window without its oldest articles and with new ones."""
    session, articles = clusterer.session(), _news()
    known = session.assign(articles[:6], ())
    for first in (1, 2, 3):
        window = articles[first : first + 6]
        known = session.assign(window, _moved(known, 1))
        _require_partition(clusterer, known, len(window))
        _require_order(clusterer, known)


def goes_on_with_stories_of_others(clusterer: Clusterer) -> None:
    """A session accepts articles that it has never seen, and stories that it did not make."""
    session, articles = clusterer.session(), _news()
    session.assign(articles[:3], ())
    others = clusterer.assign(articles[3:6], ())
    _require_partition(clusterer, session.assign(articles[3:], others), len(articles) - 3)
    nameless = tuple(dataclasses.replace(article, url=None) for article in articles)
    first = session.assign(nameless[:5], ())
    _require_partition(clusterer, session.assign(nameless, first), len(nameless))


def keeps_sessions_apart(clusterer: Clusterer) -> None:
    """What one session reads changes neither another session nor ``assign``."""
    before = clusterer.assign(_news(), ())
    one, other = clusterer.session(), clusterer.session()
    known = one.assign(_news()[:6], ())
    other.assign(_news()[3:], ())
    alone = clusterer.session()
    alone.assign(_news()[:6], ())
    is_apart = one.assign(_news(), known) == alone.assign(_news(), known)
    require(is_apart, f"{clusterer.name} lets one session change another")
    require(clusterer.assign(_news(), ()) == before, f"{clusterer.name} groups differently after a session")


def can_be_pickled(clusterer: Clusterer) -> None:
    """The clusterer can be sent to another process and groups in the same way there."""
    copy = pickle.loads(pickle.dumps(clusterer))  # noqa: S301 - our own bytes
    require(copy == clusterer, f"{clusterer.name} is not the same clusterer after pickling")
    require(
        copy.assign(_news(), ()) == clusterer.assign(_news(), ()), f"{clusterer.name} groups differently after pickling"
    )


CLUSTERER_CHECKS: Final[tuple[Callable[[Clusterer], None], ...]] = (
    leaves_what_it_is_given_alone,
    says_the_same_twice,
    signs_its_work,
    puts_every_index_in_one_story,
    survives_texts_of_all_sizes,
    ends_within_budget,
    keeps_order_of_arrival,
    keeps_ids_apart,
    puts_copies_together,
    groups_items_too,
    continues_known_stories,
    starts_a_session_as_a_batch,
    goes_on_in_a_session,
    goes_on_when_the_oldest_are_gone,
    goes_on_with_stories_of_others,
    keeps_sessions_apart,
    parameters_are_stored_untouched,
    can_be_pickled,
)


def _news() -> tuple[Article, ...]:
    """Returns three reports of each of three stories, with slightly different texts."""
    texts = [f"{lead}{text}" for lead in _LEADS for text in _TEXTS]
    return tuple(_article(text, number) for number, text in enumerate(texts))


def _article(text: str, number: int) -> Article:
    url = f"https://paper{number}.example/{number}"
    return Article(url=url, title=" ".join(text.split()[:8]), text=text, language="en")


def _hostile() -> tuple[Article, ...]:
    texts = (
        "",
        "",
        " \n\t",
        "Fire",
        "Fire",
        "!?",
        "\x00\ud800",
        "火事",
        "a" * (10 * _MEGABYTE),
        "storm " * (10 * _MEGABYTE // 6),
        " ".join(map(str, range(10 * _MEGABYTE // 7))),
    )
    return (Article(), *(Article(text=text) for text in texts), Article(title="Fire"))


def _require_partition(clusterer: Clusterer, stories: Sequence[Story], size: int) -> None:
    require(isinstance(stories, tuple), f"{clusterer.name} gave a {type(stories).__name__}, not a tuple")
    members = Counter(member for story in stories for member in story.members)
    require(all(story.members for story in stories), f"{clusterer.name} made a story without members")
    wrong = [index for index in range(size) if members[index] != 1]
    require(not wrong, f"{clusterer.name} puts articles in no story or in several: {wrong[:5]}")
    require(len(members) == size, f"{clusterer.name} puts articles in stories that it was not given")


def _require_order(clusterer: Clusterer, stories: Sequence[Story]) -> None:
    for story in stories:
        require(
            list(story.members) == sorted(story.members), f"{clusterer.name} orders members wrongly: {story.members}"
        )
    firsts = [story.members[0] for story in stories]
    require(firsts == sorted(firsts), f"{clusterer.name} orders stories wrongly: they begin with {firsts}")


def _require_in_time(clusterer: Clusterer, started: float, what: str) -> None:
    seconds = time.process_time() - started
    require(seconds <= BUDGET_SECONDS, f"{clusterer.name} takes {seconds:.1f} s for {what}")


def _homes(stories: Sequence[Story]) -> dict[int, str]:
    return {member: story.id for story in stories for member in story.members}


def _moved(stories: Sequence[Story], gone: int) -> tuple[Story, ...]:
    """Returns the stories without the first ``gone`` articles."""
    kept = [[member - gone for member in story.members if member >= gone] for story in stories]
    return tuple(
        dataclasses.replace(story, members=tuple(members), closeness=story.closeness[-len(members) :])
        for story, members in zip(stories, kept, strict=True)
        if members
    )


def _id_of(stories: Sequence[Story], members: tuple[int, ...]) -> str | None:
    return next((story.id for story in stories if story.members == members), None)
