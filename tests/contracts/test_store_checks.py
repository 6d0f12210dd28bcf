"""The checks of stores notice a store that breaks a promise."""

from __future__ import annotations

import dataclasses
from contextlib import contextmanager

import pytest

from newsloom.stores.memory import MemoryStore
from newsloom.testing import store_checks as checks


class FaultyStore(MemoryStore):
    """A store in memory with one of its roles replaced."""

    def __init__(self, role, **faults):
        super().__init__()
        own = type(getattr(self._transaction, role))
        faulty = type(f"Faulty{own.__name__}", (own,), {"__slots__": (), **faults})
        self._transaction = dataclasses.replace(self._transaction, **{role: faulty(self._ledgers)})


class CarelessStore(MemoryStore):
    """Keeps what a failed transaction wrote."""

    @contextmanager
    def transaction(self):
        with self._turn():
            self._ledgers.open()
            try:
                yield self._transaction
            finally:
                self._ledgers.commit()


class OpenStore(MemoryStore):
    """Cannot be closed, and writes while reading."""

    read = CarelessStore.transaction

    def close(self):
        pass


def faulty(role, method, answer):
    """A store whose method answers with what ``answer`` makes of the right answer."""

    def replaced(self, *arguments, **named):
        right = getattr(type(self).__mro__[1], method)(self, *arguments, **named)
        return answer(right)

    return FaultyStore(role, **{method: replaced})


def cut(page):
    return page and dataclasses.replace(page, body=page.body[:-1])


def without_snippets(hits):
    return tuple(dataclasses.replace(hit, snippet="") for hit in hits)


@pytest.mark.parametrize(
    ("store", "check"),
    [
        (faulty("pages", "at", cut), checks.keeps_pages_byte_for_byte),
        (faulty("pages", "versions", lambda found: found + found), checks.keeps_a_page_seen_again_once),
        (faulty("pages", "at", lambda _: None), checks.tells_how_a_page_was_at_a_time),
        (faulty("pages", "last_fetch", lambda _: None), checks.keeps_validators_for_the_next_request),
        (faulty("sources", "add", lambda _: True), checks.follows_a_source_once),
        (faulty("sources", "remove", lambda _: True), checks.removes_a_source_and_nothing_else),
        (faulty("schedule", "claim", lambda found: found[::-1]), checks.claims_the_longest_due_first),
        (faulty("schedule", "claim", lambda found: found + found), checks.gives_a_lease_once),
        (faulty("schedule", "settle", lambda _: True), checks.refuses_to_settle_a_lost_lease),
        (faulty("links", "on", lambda found: found[::-1]), checks.tells_what_stood_where),
        (faulty("links", "between", lambda found: found[::-1]), checks.tells_what_came_and_went),
        (faulty("links", "sight", lambda _: ()), checks.queues_a_link_once),
        (faulty("links", "settle", lambda _: True), checks.gives_links_out_once),
        (faulty("articles", "keep", lambda _: True), checks.keeps_an_edit_and_not_a_fetch),
        (faulty("articles", "get", lambda _: None), checks.tells_how_an_article_read_at_a_time),
        (faulty("articles", "find", lambda found: found[1:]), checks.finds_articles_by_time_and_page),
        (faulty("articles", "find", lambda _: ()), checks.articles_belong_to_where_they_were_sighted),
        (faulty("articles", "latest", lambda found: found[::-1]), checks.lists_the_latest_first),
        (faulty("articles", "latest", lambda found: found[::-1]), checks.lists_articles_by_their_last_change),
        (faulty("articles", "latest", lambda _: ()), checks.chooses_articles_by_what_they_are),
        (faulty("articles", "named", lambda _: None), checks.names_articles_by_their_id),
        (faulty("articles", "sections", lambda found: found[::-1]), checks.counts_sections_and_languages),
        (faulty("articles", "search", lambda _: ()), checks.finds_words_in_the_article_s_language),
        (faulty("articles", "search", lambda found: found + found), checks.finds_phrases_and_leaves_out_the_unwanted),
        (faulty("articles", "search", lambda found: found[::-1]), checks.ranks_headlines_before_texts),
        (faulty("articles", "search", lambda _: ()), checks.searches_how_articles_read_now),
        (faulty("articles", "search", without_snippets), checks.shows_the_words_around_a_match),
        (faulty("articles", "search", lambda found: found[1:]), checks.chooses_among_the_answers),
        (faulty("articles", "search", lambda _: ()), checks.survives_any_question),
        (faulty("articles", "search", lambda found: found[1:]), checks.survives_any_text),
        (faulty("stories", "keep", lambda _: True), checks.keeps_stories_with_their_reports),
        (faulty("stories", "of", lambda _: None), checks.gives_a_report_to_one_story),
        (faulty("stories", "get", lambda _: None), checks.lets_a_story_become_a_part_of_another),
        (faulty("stories", "find", lambda found: found[::-1]), checks.finds_stories_in_every_order),
        (faulty("stories", "find", lambda found: found[1:]), checks.finds_stories_by_what_they_are),
        (faulty("topics", "all", lambda found: found[::-1]), checks.makes_topics_anew),
        (faulty("marks", "claim", lambda _: True), checks.gives_work_to_one_at_a_time),
        (faulty("diary", "failures", lambda found: found[::-1]), checks.keeps_a_diary),
        (CarelessStore(), checks.rolls_back_a_failed_transaction),
        (OpenStore(), checks.refuses_to_write_when_looking),
        (OpenStore(), checks.closes),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_promise_is_caught(store, check):
    with pytest.raises(AssertionError):
        check(store)
