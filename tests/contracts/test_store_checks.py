"""The checks of stores notice a store that breaks a promise."""

from __future__ import annotations

import dataclasses
from contextlib import contextmanager

import pytest

from newsloom.stores.sqlite import MemoryStore
from newsloom.testing.store_checks import articles, leases, links, lists, pages, search, stories, transactions


class FaultyStore(MemoryStore):
    """A store in memory with one of its roles replaced."""

    def __init__(self, role, method, answer):
        super().__init__()
        self._fault = role, method, answer

    @contextmanager
    def transaction(self):
        with super().transaction() as transaction:
            yield FaultyTransaction(transaction, *self._fault)

    @contextmanager
    def read(self):
        with super().read() as transaction:
            yield FaultyTransaction(transaction, *self._fault)


class FaultyTransaction:
    """A transaction in which one method of one role answers with what ``answer`` makes of the right answer."""

    def __init__(self, transaction, role, method, answer):
        self._transaction, self._fault = transaction, (role, method, answer)

    def __getattr__(self, name):
        role, method, answer = self._fault
        own = getattr(self._transaction, name)
        return FaultyRole(own, method, answer) if name == role else own


class FaultyRole:
    def __init__(self, role, method, answer):
        self._role, self._method, self._answer = role, method, answer

    def __getattr__(self, name):
        right = getattr(self._role, name)
        return right if name != self._method else lambda *given, **named: self._answer(right(*given, **named))


class CarelessStore(MemoryStore):
    """Keeps what a failed transaction wrote."""

    @contextmanager
    def transaction(self):
        fault = None
        with super().transaction() as transaction:
            try:
                yield transaction
            except Exception as error:  # noqa: BLE001 - to be raised again
                fault = error
        if fault is not None:
            raise fault


class OpenStore(MemoryStore):
    """Cannot be closed, and writes while reading."""

    def read(self):
        return self.transaction()

    def close(self):
        pass


def cut(page):
    return page and dataclasses.replace(page, body=page.body[:-1])


def without_snippets(hits):
    return tuple(dataclasses.replace(hit, snippet="") for hit in hits)


@pytest.mark.parametrize(
    ("store", "check"),
    [
        (FaultyStore("pages", "at", cut), pages.keeps_pages_byte_for_byte),
        (FaultyStore("pages", "versions", lambda found: found + found), pages.keeps_a_page_seen_again_once),
        (FaultyStore("pages", "at", lambda _: None), pages.tells_how_a_page_was_at_a_time),
        (FaultyStore("pages", "last_fetch", lambda _: None), pages.keeps_validators_for_the_next_request),
        (FaultyStore("sources", "add", lambda _: True), leases.follows_a_source_once),
        (FaultyStore("sources", "remove", lambda _: True), leases.removes_a_source_and_nothing_else),
        (FaultyStore("schedule", "claim", lambda found: found[::-1]), leases.claims_the_longest_due_first),
        (FaultyStore("schedule", "claim", lambda found: found + found), leases.gives_a_lease_once),
        (FaultyStore("schedule", "settle", lambda _: True), leases.refuses_to_settle_a_lost_lease),
        (FaultyStore("links", "on", lambda found: found[::-1]), links.tells_what_stood_where),
        (FaultyStore("links", "between", lambda found: found[::-1]), links.tells_what_came_and_went),
        (FaultyStore("links", "sight", lambda _: ()), links.queues_a_link_once),
        (FaultyStore("links", "settle", lambda _: True), links.gives_links_out_once),
        (FaultyStore("articles", "keep", lambda _: True), articles.keeps_an_edit_and_not_a_fetch),
        (FaultyStore("articles", "get", lambda _: None), articles.tells_how_an_article_read_at_a_time),
        (FaultyStore("articles", "find", lambda found: found[1:]), articles.finds_articles_by_time_and_page),
        (FaultyStore("articles", "find", lambda _: ()), articles.articles_belong_to_where_they_were_sighted),
        (FaultyStore("articles", "find", lambda found: found[::-1]), lists.lists_the_latest_first),
        (FaultyStore("articles", "find", lambda found: found[::-1]), lists.lists_articles_by_their_last_change),
        (FaultyStore("articles", "find", lambda _: ()), lists.chooses_articles_by_what_they_are),
        (FaultyStore("articles", "by_id", lambda _: None), lists.names_articles_by_their_id),
        (FaultyStore("facets", "sections", lambda found: found[::-1]), lists.counts_sections_and_languages),
        (FaultyStore("articles", "search", lambda _: ()), search.finds_words_in_the_article_s_language),
        (
            FaultyStore("articles", "search", lambda found: found + found),
            search.finds_phrases_and_leaves_out_the_unwanted,
        ),
        (FaultyStore("articles", "search", lambda found: found[::-1]), search.ranks_headlines_before_texts),
        (FaultyStore("articles", "search", lambda _: ()), search.searches_how_articles_read_now),
        (FaultyStore("articles", "search", without_snippets), search.shows_the_words_around_a_match),
        (FaultyStore("articles", "search", lambda found: found[1:]), search.chooses_among_the_answers),
        (FaultyStore("articles", "search", lambda _: ()), search.survives_any_question),
        (FaultyStore("articles", "search", lambda found: found[1:]), search.survives_any_text),
        (FaultyStore("stories", "keep", lambda _: True), stories.keeps_stories_with_their_reports),
        (FaultyStore("stories", "of", lambda _: None), stories.gives_a_report_to_one_story),
        (FaultyStore("stories", "get", lambda _: None), stories.lets_a_story_become_a_part_of_another),
        (FaultyStore("stories", "find", lambda found: found[::-1]), stories.finds_stories_in_every_order),
        (FaultyStore("stories", "find", lambda found: found[1:]), stories.finds_stories_by_what_they_are),
        (FaultyStore("topics", "all", lambda found: found[::-1]), stories.makes_topics_anew),
        (FaultyStore("checkpoints", "claim", lambda _: True), stories.gives_work_to_one_at_a_time),
        (FaultyStore("run_log", "failures", lambda found: found[::-1]), transactions.keeps_a_run_log),
        (CarelessStore(), transactions.rolls_back_a_failed_transaction),
        (OpenStore(), transactions.refuses_to_write_when_looking),
        (OpenStore(), transactions.closes),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_promise_is_caught(store, check):
    with pytest.raises(AssertionError):
        check(store)
