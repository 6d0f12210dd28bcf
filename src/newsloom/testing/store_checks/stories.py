"""Checks of stories: stored with their reports, merged, found in every order; topics; and claims of work."""

from __future__ import annotations

import dataclasses
import functools
import threading
from collections.abc import Callable
from typing import Final

from newsloom.errors import StoreError
from newsloom.records import Article, Block, Coverage, Report, Revision, StoryQuery, Topic
from newsloom.stores.protocol import Store, Transaction
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "finds_stories_by_what_they_are",
    "finds_stories_in_every_order",
    "gives_a_report_to_one_story",
    "gives_work_to_one_at_a_time",
    "keeps_stories_with_their_reports",
    "lets_a_story_become_a_part_of_another",
    "makes_topics_anew",
    "skims_the_reports_of_a_story",
]

_HOME: Final = "https://lorne.example/"


def _report(name: str, hour: float, paper: str = "lorne.example", copy_of: str | None = None) -> Report:
    original = None if copy_of is None else _HOME + copy_of
    return Report(url=_HOME + name, paper=paper, seen_at=at(hour), closeness=0.25, copy_of=original)


_FERRY: Final = Coverage(
    id="ferry",
    first_seen=at(1),
    last_seen=at(3),
    changed_at=at(2),
    title="The ferry is late",
    summary="The ferry was late. Nobody knows why.",
    image=_HOME + "ferry.jpg",
    section="Town",
    language="en",
    words=(("ferry", 0.9), ("late", 0.1)),
    reports=(_report("a", 1), _report("b", 2, "abbey.example"), _report("c", 3, "abbey.example", copy_of="a")),
    newness=0.75,
    heat=20_000.125,
)
_CHOIR: Final = Coverage(id="choir", first_seen=at(4), last_seen=at(4), changed_at=at(4), reports=(_report("d", 4),))


def keeps_stories_with_their_reports(store: Store) -> None:
    """A story is returned as it was stored, reports in order of arrival; storing it again changes nothing."""
    shuffled = dataclasses.replace(_FERRY, reports=(*_FERRY.reports[::-1], _FERRY.reports[0]))
    longer = dataclasses.replace(_FERRY, title="The ferry has come", reports=(*_FERRY.reports[1:], _report("e", 0)))
    with store.transaction() as transaction:
        require(transaction.stories.get("ferry") is None, "a story is there before it was stored")
        require(transaction.stories.keep(shuffled), "a new story is not new")
        require(transaction.stories.get("ferry") == _FERRY, f"the story is {transaction.stories.get('ferry')}")
        require(not transaction.stories.keep(_FERRY), "the same story is called a change")
        require(transaction.stories.keep(longer), "a change is not called one")
        require(transaction.stories.count() == 1, f"one story counts as {transaction.stories.count()}")
    with store.read() as transaction:
        wanted = dataclasses.replace(longer, reports=(longer.reports[-1], *longer.reports[:-1]))
        require(transaction.stories.get("ferry") == wanted, f"the changed story is {transaction.stories.get('ferry')}")
        require(transaction.stories.of(_HOME + "e") == wanted, "a new report does not lead to its story")
        require(transaction.stories.of(_HOME + "a") is None, "a report that was removed leads to a story")
        require(transaction.stories.of(_HOME + "z") is None, "an unknown article is a report")


def skims_the_reports_of_a_story(store: Store) -> None:
    """A story is returned with the articles of its first reports, without blocks; reports without one are skipped."""
    article = Article(url=_HOME + "a", title="The ferry is late", text="Late.", blocks=(Block(text="Late."),))
    second = dataclasses.replace(article, url=_HOME + "b")
    with store.transaction() as transaction:
        transaction.stories.keep(_FERRY)
        transaction.stories.keep(_CHOIR)
        for one in (second, article):
            transaction.articles.keep(Revision(article=one, seen_at=at(1)))
    with store.query() as lookups:
        told = lookups.story("ferry", 3)
        require(told is not None and told[0] == _FERRY, f"the reports of the story are {told}")
        found = told[1] if told else {}
        require(set(found) == {_HOME + "a", _HOME + "b"}, f"of three reports these are read: {list(found)}")
        require(found == lookups.summaries(found), "the reports of a story differ from those read by address")
        for story, most, wanted in (("ferry", 1, {_HOME + "a"}), ("ferry", 0, set()), ("choir", 3, set())):
            told = lookups.story(story, most)
            require(told is not None and set(told[1]) == wanted, f"{most} reports of {story} are {told}")
        require(lookups.story("nobody", 3) is None, "an unknown story is found")
    with store.transaction() as transaction:
        transaction.stories.merge("ferry", "choir", at(5))
    with store.read() as transaction:
        whole = transaction.lookups.story("choir", 3)
        require(whole is not None and set(whole[1]) == set(found), "the reports of a part are not those of the whole")
        require(
            transaction.lookups.story("ferry", 3) == whole,
            "a story that became a part of another has reports of its own",
        )


def gives_a_report_to_one_story(store: Store) -> None:
    """A story takes over reports from another; a story that has none left is no longer found."""
    taking = dataclasses.replace(_CHOIR, reports=(_FERRY.reports[1], *_CHOIR.reports))
    with store.transaction() as transaction:
        transaction.stories.keep(_FERRY)
        transaction.stories.keep(_CHOIR)
        require(transaction.stories.keep(taking), "a story that took a report did not change")
        left = transaction.stories.get("ferry")
        require(left and left.reports == (_FERRY.reports[0], _FERRY.reports[2]), f"the other is left with {left}")
        require(
            transaction.stories.of(_FERRY.reports[1].url) == taking, "a report that was taken leads to its old story"
        )
        require(transaction.stories.find(StoryQuery(paper="abbey.example", least_papers=2)) == (left, taking), "papers")
        transaction.stories.keep(
            dataclasses.replace(taking, reports=(*taking.reports, *(left.reports if left else ())))
        )
        require(
            [story.id for story in transaction.stories.find(StoryQuery())] == ["choir"],
            "a story without reports is found",
        )
        require(transaction.stories.count() == 1, "a story without reports counts")
        empty = transaction.stories.get("ferry")
        require(empty is not None and empty.reports == (), f"a story that lost all its reports is {empty}")
        require(transaction.stories.keep(_FERRY), "a story cannot get its reports back")
        require(
            transaction.stories.get("ferry") == _FERRY,
            f"with its reports back it is {transaction.stories.get('ferry')}",
        )


def lets_a_story_become_a_part_of_another(store: Store) -> None:
    """A merged story's id leads to the other, which has its reports; also if the other is merged into a third."""
    third = Coverage(id="sea", first_seen=at(2), last_seen=at(2), changed_at=at(2), reports=(_report("f", 2),))
    with store.transaction() as transaction:
        for story in (_FERRY, _CHOIR, third):
            transaction.stories.keep(story)
        transaction.stories.merge("ferry", "choir", at(5))
        transaction.stories.merge("ferry", "choir", at(6))
        joined = dataclasses.replace(_CHOIR, first_seen=at(1), reports=(*_FERRY.reports, *_CHOIR.reports))
        require(transaction.stories.get("ferry") == joined, f"the story leads to {transaction.stories.get('ferry')}")
        require(transaction.stories.of(_FERRY.reports[0].url) == joined, "a report does not lead to the joined story")
        require(
            transaction.stories.find(StoryQuery(least_papers=2)) == (joined,),
            "the joined story's papers are not counted",
        )
        transaction.stories.merge("choir", "sea", at(7))
        whole = transaction.stories.get("sea")
        require(whole is not None and len(whole.reports) == 5, f"all in all there is {whole}")
        for name in ("ferry", "choir"):
            require(transaction.stories.get(name) == whole, f"{name} leads to {transaction.stories.get(name)}")
        found = [story.id for story in transaction.stories.find(StoryQuery())]
        require(found == ["sea"], f"of three joined stories {found} are found")
        for story_id, into in (("sea", "sea"), ("sea", "ferry"), ("sea", "nowhere"), ("nowhere", "sea")):
            _require_refused(functools.partial(transaction.stories.merge, story_id, into, at(8)), f"{story_id}, {into}")
        require(transaction.stories.keep(_FERRY), "a story cannot be taken out again")
        require(transaction.stories.get("ferry") == _FERRY, "a story taken out again is another")
        require(transaction.stories.count() == 2, f"then there are {transaction.stories.count()} stories")


def finds_stories_in_every_order(store: Store) -> None:
    """Stories are sorted by heat, latest report, beginning or change; page by page, each once."""
    with store.transaction() as transaction:
        for number, (heat, first, last, changed) in enumerate(
            [(1.0, 4, 7, 5), (3.0, 2, 9, 9), (2.0, 1, 5, 3), (2.0, 3, 5, 4), (-1.0, 3, 8, 6)]
        ):
            _keep(transaction, number, heat=heat, first_seen=at(first), last_seen=at(last), changed_at=at(changed))
    orders = {"heat": "13204", "latest": "14032", "began": "04312", "changed": "23041"}
    with store.read() as transaction:
        for order, wanted in orders.items():
            found = _names(transaction, StoryQuery(order=order))
            require(found == wanted, f"by {order} stories come as {found}, not {wanted}")
            pages = ""
            while page := _names(transaction, StoryQuery(order=order, limit=2, after=pages[-1] if pages else None)):
                pages += page
            require(pages == wanted, f"by {order} page by page they come as {pages}, not {wanted}")
        require(transaction.stories.find(StoryQuery(limit=0)) == (), "none was wanted, and one was found")
        _require_refused(
            lambda: transaction.stories.find(StoryQuery(after="nowhere")), "continuing from an unknown story"
        )


def finds_stories_by_what_they_are(store: Store) -> None:
    """Stories are filtered by section, language, paper, time, newness and number of papers; alone and combined."""
    with store.transaction() as transaction:
        _keep(transaction, 0, section="Town", language="en", newness=0.9, last_seen=at(1), changed_at=at(1))
        _keep(transaction, 1, section="Sea", language="en", newness=0.5, last_seen=at(2), changed_at=at(2), papers="ab")
        _keep(
            transaction,
            2,
            section="Town",
            language="no",
            newness=0.1,
            last_seen=at(3),
            changed_at=at(2.5),
            papers="abc",
        )
        _keep(transaction, 3, last_seen=at(4), changed_at=at(0), papers="bb")
    queries = {
        StoryQuery(section="Town"): "20",
        StoryQuery(language="en"): "10",
        StoryQuery(section="Town", language="en"): "0",
        StoryQuery(paper="b.example"): "321",
        StoryQuery(paper="www.b.example"): "321",
        StoryQuery(paper="b.example", section="Sea"): "1",
        StoryQuery(paper="nowhere.example"): "",
        StoryQuery(since=at(2), until=at(4)): "21",
        StoryQuery(changed_after=at(1)): "21",
        StoryQuery(changed_after=at(1), order="changed"): "12",
        StoryQuery(least_newness=0.5): "10",
        StoryQuery(least_papers=2): "21",
        StoryQuery(least_papers=2, limit=1, after="2"): "1",
    }
    with store.read() as transaction:
        for query, wanted in queries.items():
            require(
                _names(transaction, query) == wanted, f"{query} finds {_names(transaction, query)!r}, not {wanted!r}"
            )


def makes_topics_anew(store: Store) -> None:
    """All topics are replaced at once; the largest come first, and members only with a single topic."""
    sea = Topic(
        id="sea", made_at=at(1), size=2, words=(("sea", 0.5),), members=((_HOME + "a", 0.9), (_HOME + "b", 0.4))
    )
    town = Topic(id="town", made_at=at(1), size=3, members=((_HOME + "c", 0.9), (_HOME + "b", 0.3)), place=(0.25, 1.0))
    with store.transaction() as transaction:
        transaction.topics.replace((sea, Topic(id="old", made_at=at(0), size=9)))
        transaction.topics.replace((sea, town))
    with store.read() as transaction:
        bare = [dataclasses.replace(topic, members=()) for topic in (town, sea)]
        require(transaction.topics.all() == tuple(bare), f"the topics are {transaction.topics.all()}")
        require(transaction.topics.get("sea") == sea, f"one of them is {transaction.topics.get('sea')}")
        require(transaction.topics.get("town") == town, f"another is {transaction.topics.get('town')}")
        require(transaction.topics.get("old") is None, "a topic that was replaced is still there")
        require(
            transaction.topics.of(_HOME + "b") == bare[1], "an article does not belong to the topic it is closest to"
        )
        require(transaction.topics.of(_HOME + "z") is None, "an unknown article belongs to a topic")
    with store.transaction() as transaction:
        transaction.topics.replace(())
        require(
            transaction.topics.all() == () and transaction.topics.of(_HOME + "a") is None, "topics cannot be removed"
        )


def gives_work_to_one_at_a_time(store: Store) -> None:
    """Checkpoints are stored; work has one owner until the lease ends or is released, however many claim it at once."""
    with store.transaction() as transaction:
        marks = transaction.checkpoints
        require(marks.read("desk") is None, "a note is there before it was written")
        require(marks.claim("desk", "ann", at(1), 3600.0), "work that no one has claimed was refused")
        require(marks.read("desk") is None, "a claim is read as a note")
        marks.write("desk", "as far as a")
        marks.write("desk", "as far as b")
        require(marks.read("desk") == "as far as b", f"the note says {marks.read('desk')!r}")
        require(not marks.claim("desk", "bob", at(1.5), 3600.0), "work was given to two")
        require(marks.claim("desk", "ann", at(1.5), 3600.0), "the owner of the work cannot continue it")
        require(not marks.claim("desk", "bob", at(2.4), 3600.0), "continuing did not extend the lease")
        require(marks.claim("desk", "bob", at(2.5), 3600.0), "a lease does not end")
        marks.release("desk", "ann")
        require(not marks.claim("desk", "ann", at(2.6), 3600.0), "another gave the work back")
        marks.release("desk", "bob")
        require(marks.claim("desk", "ann", at(2.6), 3600.0), "work that was given back is refused")
        require(marks.read("desk") == "as far as b", "claims changed the note")
        marks.release("nothing", "ann")
    given: list[str] = []
    start = threading.Barrier(3)

    def work(owner: str) -> None:
        start.wait()
        with store.transaction() as transaction:
            if transaction.checkpoints.claim("race", owner, at(1), 3600.0):
                given.append(owner)

    workers = [threading.Thread(target=work, args=(f"worker {number}",)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    require(len(given) == 1, f"one work was given to {given}")


def _keep(transaction: Transaction, number: int, papers: str = "a", **facts: object) -> None:
    reports = tuple(_report(f"{number}/{place}", place, f"{paper}.example") for place, paper in enumerate(papers))
    plain = Coverage(id=str(number), first_seen=at(0), last_seen=at(0), changed_at=at(0), reports=reports)
    transaction.stories.keep(dataclasses.replace(plain, **facts))  # type: ignore[arg-type]


def _names(transaction: Transaction, query: StoryQuery) -> str:
    return "".join(story.id for story in transaction.stories.find(query))


def _require_refused(action: Callable[[], object], what: str) -> None:
    refused = False
    try:
        action()
    except StoreError:
        refused = True
    require(refused, f"was not refused: {what}")
