from __future__ import annotations

import dataclasses

from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.desk.tracking import topic_scores
from newsloom.records import Article

QUAKE = Article(title="Quake in Norvik", text="An earthquake shook the harbour of Norvik. Mayor Lind asked for help.")
AGAIN = Article(
    title="Norvik quake", text="Mayor Lind asked for help after the earthquake in Norvik shook the harbour."
)
REBUILT = Article(title="Harbour reopens", text="A year later the harbour of Norvik opens with new cranes and a pier.")
BANK = Article(title="Rates rise", text="The central bank of Zubrowka raised interest rates against inflation.")
ROSES = Article(title="Roses", text="How a gardener keeps roses alive under the snow.")


def test_reports_of_the_topic_come_before_all_others():
    again, bank, rebuilt, roses = topic_scores([QUAKE], [AGAIN, BANK, REBUILT, ROSES])
    assert again > rebuilt > max(bank, roses)


def test_a_report_in_other_words_is_found_by_its_neighbours():
    later = Article(title="Cranes and pier", text="New cranes and a pier were paid for by taxes.")
    filler = [Article(text=f"Something number{n} happened in place{n} with thing{n} and person{n}.") for n in range(20)]
    scores = topic_scores([QUAKE, AGAIN], [REBUILT, later, *filler])
    assert scores[1] > max(scores[2:])


def test_examples_that_have_nothing_in_common_count_for_half():
    crowd = [
        Article(text=f"The council of place{n} met, and the council of town{n} agreed with it.", language="en")
        for n in range(120)
    ]
    alone = topic_scores([crowd[0]], crowd[2:])
    strangers = [Article(text=f"Only{n} own{n} words{n} are here{n}.", language="en") for n in range(2)]
    together = topic_scores([crowd[0], strangers[0]], [*crowd[2:], strangers[1]])
    in_two_languages = topic_scores(
        [crowd[0], dataclasses.replace(strangers[0], language="tr")], [*crowd[2:], strangers[1]]
    )
    assert max(together) < 0.6 * max(in_two_languages)
    assert max(alone) > max(together)


def test_without_examples_nothing_belongs():
    assert topic_scores([], [QUAKE]) == (0.0,)
    assert topic_scores([Article()], [Article()]) == (0.0,)


def test_without_articles_there_is_no_answer():
    assert topic_scores([QUAKE], []) == ()


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=3), st.lists(st.text(max_size=40), max_size=6))
def test_every_article_belongs_from_0_to_1(examples, articles):
    scores = topic_scores([Article(text=text) for text in examples], [Article(text=text) for text in articles])
    assert len(scores) == len(articles)
    assert all(0.0 <= score <= 1.0 for score in scores)
