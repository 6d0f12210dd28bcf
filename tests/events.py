"""Invented events, reported by many papers to a newsroom with a clock set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from newsloom.catalogue import build
from newsloom.clusterers.protocol import Clusterer
from newsloom.pipeline.desk.editions import Desk, DeskSettings
from newsloom.pipeline.desk.state import Edition
from newsloom.records import Article, Coverage, Image, Revision, StoryQuery
from newsloom.stores.protocol import Store
from newsloom.stores.sqlite import MemoryStore

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

# For each event a headline and sentences of its own; a report prints half of them.
EVENTS = {
    "quake": (
        "Earthquake shakes Norvik harbour",
        (
            "An earthquake of magnitude six shook the harbour of Norvik before dawn.",
            "Mayor Lind asked the army for tents, blankets and drinking water.",
            "The seismic station on Tarn island measured eleven aftershocks in Norvik.",
            "Two warehouses at the Norvik quay collapsed and a crane fell into the basin.",
            "Hospitals treated forty people for broken bones after the earthquake.",
            "Engineers closed the Norvik lighthouse until its tower is inspected.",
            "The last earthquake of this force struck Norvik in the year of the great flood.",
            "Mayor Lind said that no one was missing in the harbour quarter.",
        ),
    ),
    "rates": (
        "Central bank of Zubrowka raises rates",
        (
            "The central bank of Zubrowka raised its interest rate by half a point.",
            "Governor Petrescu named inflation the greatest danger to the economy.",
            "Bond yields rose and the crown gained against other currencies.",
            "Economists of the Zubrowka exchange had expected a smaller step by the bank.",
            "Mortgage holders in Zubrowka will pay more from the next quarter on.",
            "Governor Petrescu did not rule out another increase of the interest rate.",
            "Inflation in Zubrowka stood at nine percent, mostly because of fuel.",
            "Trade unions called the decision of the central bank a blow to wages.",
        ),
    ),
    "museum": (
        "Stolen Halvorsen painting returns to museum",
        (
            "A painting by Halvorsen that was stolen nine years ago is back in the museum.",
            "Police found the canvas rolled up behind the organ of a village chapel.",
            "Curator Amundsen wept when the Halvorsen was unpacked in the museum.",
            "The painting shows three herons over a frozen pond at dusk.",
            "Two men were arrested; both had worked as guards in the museum.",
            "Restorers will need a year to mend the cracks in the painting.",
            "The museum had offered a reward for the Halvorsen that nobody claimed.",
            "Curator Amundsen wants to show the heron painting before it is restored.",
        ),
    ),
}
_SENTENCES = 4


PAPERS = ("herald", "post", "tribune")


def report(event: str, number: int = 0, paper: str = "herald", **facts: object) -> Article:
    """A paper's report of an event; other numbers print other sentences."""
    headline, sentences = EVENTS[event]
    chosen = [sentences[(number * 3 + step * 2 + step // 3) % len(sentences)] for step in range(_SENTENCES)]
    values: dict[str, object] = {
        "url": f"https://{paper}.example/{event}/{number}",
        "title": f"{headline}, report {number}",
        "text": " ".join(dict.fromkeys(chosen)),
        "language": "en",
        "site": paper.capitalize(),
    }
    return Article(**(values | facts))  # type: ignore[arg-type]


def reports(events: Sequence[str] = tuple(EVENTS), papers: Sequence[str] = PAPERS) -> list[Article]:
    """Every paper's report of every event, paper by paper."""
    return [report(event, number, paper) for number, paper in enumerate(papers) for event in events]


def picture(url: str) -> tuple[Image, ...]:
    return (Image(url=url),)


@dataclass
class Floor:
    """A store, its desk and the time."""

    store: Store = field(default_factory=MemoryStore)
    clusterer: Clusterer = field(default_factory=lambda: build("clusterer", "stream"))
    now: datetime = NOON
    owner: str = "desk"
    window_articles: int = 1000
    small_window: int = 0
    part_articles: int = 1000
    lease_seconds: float = 60.0

    def __post_init__(self) -> None:
        self.desk = self.another_desk()

    def another_desk(self, owner: str | None = None) -> Desk:
        settings = DeskSettings(
            store=self.store,
            clusterer=self.clusterer,
            owner=owner or self.owner,
            now=lambda: self.now,
            lease_seconds=self.lease_seconds,
            window_days=7,
            window_articles=self.window_articles,
            small_window=self.small_window,
            part_articles=self.part_articles,
        )
        return Desk(settings)

    def file(self, *articles: Article) -> None:
        """Keep articles, each a minute after the one before."""
        for article in articles:
            self.now += timedelta(minutes=1)
            with self.store.transaction() as transaction:
                transaction.articles.keep(Revision(article=article, seen_at=self.now))

    def edit(self, article: Article, text: str) -> Article:
        edited = replace(article, text=text)
        self.file(edited)
        return edited

    def publish(self, *articles: Article) -> Edition:
        """File articles and catch up."""
        self.file(*articles)
        edition = self.desk.catch_up()
        assert edition is not None
        return edition

    def stories(self, **query: object) -> tuple[Coverage, ...]:
        with self.store.read() as transaction:
            return transaction.stories.find(StoryQuery(**({"limit": 10_000} | query)))  # type: ignore[arg-type]

    def story_of(self, article: Article) -> Coverage:
        with self.store.read() as transaction:
            found = transaction.stories.of(article.url or "")
        assert found is not None
        return found

    def partition(self) -> set[frozenset[str]]:
        """Which addresses are told together."""
        return {frozenset(one.url for one in story.reports) for story in self.stories()}
