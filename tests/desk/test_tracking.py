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


def test_of_few_articles_those_of_the_same_town_do_not_belong():
    bridge = Article(
        title="Footbridge over the Ayle opens after six years",
        text="The footbridge over the Ayle in Corran Vale opened on Tuesday, six years after the flood. Mayor Edith "
        "Clary cut the ribbon. Engineer Rohan Pike said that the rock under the east bank had been soft.",
    )
    again = Article(
        title="Six years late, Corran Vale has its footbridge",
        text="A footbridge over the Ayle in Corran Vale was opened by mayor Edith Clary, six years after the flood. "
        "Engineer Rohan Pike blamed soft rock under the east bank.",
    )
    others = [
        Article(title="Paper mill to hire forty", text="The paper mill at Corran Vale will hire forty by the spring."),
        Article(title="School keeps its goats", text="The goats of Corran Vale's school may stay, the county decided."),
        Article(title="Rangers win the derby", text="Rangers of Corran Vale beat Strait United in heavy rain."),
    ]
    near, *far = topic_scores([bridge], [again, *others])
    assert near > 0.5
    # What the newsroom follows begins at 0.22.
    assert max(far) < 0.2
