from __future__ import annotations

from newsloom.desk.firststories import newness
from newsloom.records import Article

QUAKE = Article(title="Quake in Norvik", text="An earthquake shook the harbour of Norvik. Mayor Lind asked for help.")
AGAIN = Article(
    title="Norvik quake", text="Mayor Lind asked for help after the earthquake in Norvik shook the harbour."
)
BANK = Article(title="Rates rise", text="The central bank of Zubrowka raised interest rates against inflation.")


def test_the_first_report_of_an_event_is_newer_than_the_next():
    first, other, second = newness([QUAKE, BANK, AGAIN])
    assert first == 1.0
    assert other > 0.9
    assert second < 0.8


def test_a_report_told_several_times_is_told():
    assert newness([QUAKE, AGAIN, QUAKE, AGAIN])[-1] < 0.3


def test_only_what_came_before_counts():
    assert newness([BANK, QUAKE])[0] == newness([BANK])[0] == 1.0


def test_without_words_all_is_new_and_without_articles_nothing_is():
    assert newness([Article(), Article()]) == (1.0, 1.0)
    assert newness([]) == ()
