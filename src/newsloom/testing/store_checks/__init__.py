"""What every store must do, whatever it is made of: one named check for each promise.

An open, empty store goes in; an ``AssertionError`` with a plain message comes out where a promise is broken. How fast a
store is, and what it survives, is not checked here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from newsloom.stores.protocol import Store
from newsloom.testing.store_checks.articles import (
    articles_belong_to_where_they_were_sighted,
    finds_articles_by_time_and_page,
    keeps_an_edit_and_not_a_fetch,
    tells_how_an_article_read_at_a_time,
)
from newsloom.testing.store_checks.leases import (
    claims_the_longest_due_first,
    follows_a_source_once,
    gives_a_lease_once,
    lets_a_lease_end,
    refuses_to_settle_a_lost_lease,
    removes_a_source_and_nothing_else,
)
from newsloom.testing.store_checks.links import (
    gives_links_out_once,
    queues_a_link_once,
    tells_what_came_and_went,
    tells_what_stood_where,
)
from newsloom.testing.store_checks.lists import (
    chooses_articles_by_what_they_are,
    counts_sections_and_languages,
    lists_articles_by_their_last_change,
    lists_the_latest_first,
    names_articles_by_their_id,
)
from newsloom.testing.store_checks.pages import (
    answers_for_any_order_of_arrival,
    keeps_a_page_seen_again_once,
    keeps_pages_byte_for_byte,
    keeps_strange_text,
    keeps_validators_for_the_next_request,
    tells_how_a_page_was_at_a_time,
)
from newsloom.testing.store_checks.search import (
    chooses_among_the_answers,
    finds_phrases_and_leaves_out_the_unwanted,
    finds_words_in_the_article_s_language,
    ranks_headlines_before_texts,
    searches_how_articles_read_now,
    shows_the_words_around_a_match,
    survives_any_question,
    survives_any_text,
)
from newsloom.testing.store_checks.shifts import (
    changes_nothing_the_second_time,
    closes,
    keeps_a_diary,
    refuses_a_shift_inside_a_shift,
    refuses_to_write_when_looking,
    takes_back_a_failed_shift,
)
from newsloom.testing.store_checks.stories import (
    finds_stories_by_what_they_are,
    finds_stories_in_every_order,
    gives_a_report_to_one_story,
    gives_work_to_one_at_a_time,
    keeps_stories_with_their_reports,
    lets_a_story_become_a_part_of_another,
    makes_topics_anew,
)

__all__ = [
    "STORE_CHECKS",
    "answers_for_any_order_of_arrival",
    "articles_belong_to_where_they_were_sighted",
    "changes_nothing_the_second_time",
    "chooses_among_the_answers",
    "chooses_articles_by_what_they_are",
    "claims_the_longest_due_first",
    "closes",
    "counts_sections_and_languages",
    "finds_articles_by_time_and_page",
    "finds_phrases_and_leaves_out_the_unwanted",
    "finds_stories_by_what_they_are",
    "finds_stories_in_every_order",
    "finds_words_in_the_article_s_language",
    "follows_a_source_once",
    "gives_a_lease_once",
    "gives_a_report_to_one_story",
    "gives_links_out_once",
    "gives_work_to_one_at_a_time",
    "keeps_a_diary",
    "keeps_a_page_seen_again_once",
    "keeps_an_edit_and_not_a_fetch",
    "keeps_pages_byte_for_byte",
    "keeps_stories_with_their_reports",
    "keeps_strange_text",
    "keeps_validators_for_the_next_request",
    "lets_a_lease_end",
    "lets_a_story_become_a_part_of_another",
    "lists_articles_by_their_last_change",
    "lists_the_latest_first",
    "makes_topics_anew",
    "names_articles_by_their_id",
    "queues_a_link_once",
    "ranks_headlines_before_texts",
    "refuses_a_shift_inside_a_shift",
    "refuses_to_settle_a_lost_lease",
    "refuses_to_write_when_looking",
    "removes_a_source_and_nothing_else",
    "searches_how_articles_read_now",
    "shows_the_words_around_a_match",
    "survives_any_question",
    "survives_any_text",
    "takes_back_a_failed_shift",
    "tells_how_a_page_was_at_a_time",
    "tells_how_an_article_read_at_a_time",
    "tells_what_came_and_went",
    "tells_what_stood_where",
]

STORE_CHECKS: Final[tuple[Callable[[Store], None], ...]] = (
    follows_a_source_once,
    removes_a_source_and_nothing_else,
    claims_the_longest_due_first,
    gives_a_lease_once,
    lets_a_lease_end,
    refuses_to_settle_a_lost_lease,
    keeps_pages_byte_for_byte,
    keeps_a_page_seen_again_once,
    tells_how_a_page_was_at_a_time,
    answers_for_any_order_of_arrival,
    keeps_validators_for_the_next_request,
    keeps_strange_text,
    tells_what_stood_where,
    tells_what_came_and_went,
    queues_a_link_once,
    gives_links_out_once,
    keeps_an_edit_and_not_a_fetch,
    tells_how_an_article_read_at_a_time,
    finds_articles_by_time_and_page,
    articles_belong_to_where_they_were_sighted,
    chooses_articles_by_what_they_are,
    counts_sections_and_languages,
    lists_articles_by_their_last_change,
    lists_the_latest_first,
    names_articles_by_their_id,
    chooses_among_the_answers,
    finds_phrases_and_leaves_out_the_unwanted,
    finds_words_in_the_article_s_language,
    ranks_headlines_before_texts,
    searches_how_articles_read_now,
    shows_the_words_around_a_match,
    survives_any_question,
    survives_any_text,
    finds_stories_by_what_they_are,
    finds_stories_in_every_order,
    gives_a_report_to_one_story,
    gives_work_to_one_at_a_time,
    keeps_stories_with_their_reports,
    lets_a_story_become_a_part_of_another,
    makes_topics_anew,
    keeps_a_diary,
    changes_nothing_the_second_time,
    takes_back_a_failed_shift,
    refuses_to_write_when_looking,
    refuses_a_shift_inside_a_shift,
    closes,
)
