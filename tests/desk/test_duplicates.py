from __future__ import annotations

from newsloom.desk.duplicates import CopyKind, copies
from newsloom.records import Article

WIRE = (
    "An earthquake shook the harbour of Norvik early on Monday morning. Twelve people were hurt, the hospital said. "
    "Mayor Anna Lind asked the government for tents and blankets. Trains to the coast stood still until the evening. "
    "The last quake of this strength was felt there forty years ago."
)
EDITED = WIRE.replace("early on Monday morning", "early on Monday").replace("forty years ago", "forty years ago.")
LONGER = f"Our reporter writes from the coast where the ferries lie still and the shops are shut. {WIRE} " + " ".join(
    f"Street number {number} was empty when we walked along it with neighbour {number}." for number in range(12)
)
OTHER = "The central bank of Zubrowka raised interest rates against inflation, and the markets fell by two per cent."


def _copies(*texts):
    return [(copy.article, copy.of, copy.kind) for copy in copies([Article(text=text) for text in texts])]


def test_the_same_words_are_an_exact_copy_of_the_first():
    assert _copies(WIRE, OTHER, WIRE, WIRE.upper()) == [(2, 0, CopyKind.EXACT), (3, 0, CopyKind.EXACT)]


def test_an_edited_text_is_a_near_copy():
    assert _copies(WIRE, EDITED) == [(1, 0, CopyKind.NEAR)]


def test_a_text_within_a_longer_one_is_contained_whichever_came_first():
    assert _copies(WIRE, LONGER) == [(0, 1, CopyKind.CONTAINED)]
    assert _copies(LONGER, WIRE) == [(1, 0, CopyKind.CONTAINED)]


def test_articles_of_their_own_are_no_copies():
    assert _copies(WIRE, OTHER) == []


def test_texts_without_words_are_no_copies():
    assert _copies("", "", "…") == []


def test_a_notice_on_every_page_makes_no_copies():
    notice = "All rights reserved by the publisher of this newspaper and its partners."
    texts = [
        f"{notice} Report {n} tells of thing{n} and place{n} and of person{n} who met other{n}." for n in range(50)
    ]
    assert _copies(*texts) == []
