"""A newsroom full of made-up news in three languages, filled by hand, with a clock that stands still."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

from newsloom.newsroom import Newsroom
from newsloom.records import (
    Article,
    Block,
    Coverage,
    Drift,
    Failure,
    Image,
    Link,
    Page,
    Report,
    Revision,
    Run,
    SiteTemplate,
    Source,
    Template,
    Topic,
)
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
GAZETTE = "https://gazette.example"
FRONT = f"{GAZETTE}/"

PAPERS = {
    "gazette.example": "The Harbour Gazette",
    "courier.example": "Valley Courier",
    "lantern.example": "The Evening Lantern",
    "kiyi.example": "Kıyı Postası",
    "ufuk.example": "Ufuk",
    "fjordbladet.example": "Fjordbladet",
    "varden.example": "Nordvarden",
}

NEWS = Path(__file__).parent / "news.toml"


OPERATOR_TOKEN = "a token for the tests, long enough"  # noqa: S105 - a test's
OPERATOR = {"Authorization": f"Bearer {OPERATOR_TOKEN}"}


def full_newsroom(settings: Settings | None = None, store: object | None = None) -> Newsroom:
    """The newsroom; its clock stands at noon."""
    room = Newsroom(
        store or MemoryStore(), settings or Settings(portal_operator_token=OPERATOR_TOKEN), now=lambda: NOON
    )
    _follow(room)
    for number, story in enumerate(tomllib.loads(NEWS.read_text(encoding="utf-8"))["stories"]):
        _keep_story(room, number, story)
    _keep_versions(room)
    _keep_front_pages(room)
    _keep_topics(room)
    _keep_diary(room)
    _keep_templates(room)
    return room


def _follow(room: Newsroom) -> None:
    with room.store.transaction() as transaction:
        for site, name in PAPERS.items():
            home = f"https://{site}/"
            transaction.sources.add(
                Source(url=home, kind="page", title=name, home=home, added_at=NOON - timedelta(days=3))
            )
            feed = Source(url=f"{home}feed", kind="feed", title=f"{name} – all", home=home, added_at=NOON)
            transaction.sources.add(feed)


def _keep_story(room: Newsroom, number: int, story: dict) -> None:
    reports: list[Report] = []
    headlines: list[str] = []
    with room.store.transaction() as transaction:
        for place, told in enumerate(story["reports"]):
            article = _article(f"https://{told['paper']}/{number}/{place}", story, told)
            transaction.articles.keep(Revision(article=article, seen_at=article.published))
            copy_of = reports[headlines.index(told["headline"])].url if told["headline"] in headlines else None
            headlines.append(told["headline"])
            report = Report(
                url=article.url,
                paper=told["paper"],
                seen_at=article.published,
                closeness=1 - place / 10,
                copy_of=copy_of,
            )
            reports.append(report)
        coverage = Coverage(
            id=f"story{number:02}",
            first_seen=reports[0].seen_at,
            last_seen=reports[-1].seen_at,
            changed_at=reports[-1].seen_at,
            title=story["title"],
            summary=story["summary"],
            section=story["section"],
            language=story["language"],
            words=tuple((word, 1.0 - place / 10) for place, word in enumerate(story["words"])),
            reports=tuple(reports),
            newness=0.95 if number % 2 == 0 else 0.4,
            heat=100.0 - number,
        )
        transaction.stories.keep(coverage)


def _article(url: str, story: dict, told: dict) -> Article:
    seen_at = NOON - timedelta(minutes=told["minutes_ago"])
    return Article(
        url=url,
        site=PAPERS[told["paper"]],
        title=told["headline"],
        description=told["text"].partition(".")[0] + ".",
        text=told["text"],
        blocks=tuple(Block(text=paragraph) for paragraph in told["text"].split("\n\n")),
        published=seen_at,
        date=seen_at.date().isoformat(),
        authors=("Ines Calder",) if story["language"] == "en" else (),
        section=story["section"],
        language=story["language"],
        images=(Image(url=f"{url}.jpg", caption="The quay", credit="A. Photographer"),),
        confidence=0.93,
        provenance={"title": "json-ld", "text": "loom", "published": "meta", "authors": "byline"},
    )


def _keep_versions(room: Newsroom) -> None:
    url = "https://gazette.example/0/0"
    with room.store.transaction() as transaction:
        first = transaction.articles.get(url)
        assert first is not None
        text = first.text.replace("forty boats", "forty-two boats").replace("Two hundred passengers", "Some passengers")
        later = Article.from_dict(first.as_dict() | {"text": text, "blocks": [], "title": "Harbour stays shut"})
        transaction.articles.keep(Revision(article=later, seen_at=NOON - timedelta(minutes=100)))


def _keep_front_pages(room: Newsroom) -> None:
    headlines = [
        (f"{GAZETTE}/0/0", "Harbour shut as storm turns north"),
        (f"{GAZETTE}/1/1", "Sunday market gets a roof"),
        (f"{GAZETTE}/5/0", "A river under the ice"),
        (f"{GAZETTE}/8/0", "A choir of four hundred opens the summer season"),
        (f"{GAZETTE}/16/0", "Electric ferries to be built at the old yard"),
    ]
    for hour in range(30, -1, -3):
        turned = headlines[hour // 3 % 5 :] + headlines[: hour // 3 % 5]
        cards = "".join(
            f'<article><h2><a href="{url}">{title}</a></h2><p>{title}, and what it means for the town.</p></article>'
            for url, title in turned
        )
        body = f"<html lang=en><title>The Harbour Gazette</title><main>{cards}</main></html>".encode()
        moment = NOON - timedelta(hours=hour)
        links = tuple(Link(url=url, title=title, position=place) for place, (url, title) in enumerate(turned))
        with room.store.transaction() as transaction:
            transaction.pages.keep(Page(url=FRONT, fetched_at=moment, body=body, content_type="text/html"))
            transaction.links.sight(FRONT, links, moment)


def _keep_topics(room: Newsroom) -> None:
    subjects = ["harbour storm ferry coast wave", "council market vote tannery", "köprü onarım otobüs", "skole brann"]
    urls = ["https://gazette.example/0/0", "https://courier.example/0/1", "https://lantern.example/0/2"]
    topics = tuple(
        Topic(
            id=f"topic{number}",
            made_at=NOON,
            size=120 - 30 * number,
            words=tuple((word, 0.5 / (place + 1)) for place, word in enumerate(words.split())),
            members=tuple((url, 0.9 - place / 4) for place, url in enumerate(urls)),
            place=(0.15 + 0.25 * number, 0.2 + 0.6 * (number % 2)),
            language=("en", "en", "tr", "no")[number],
        )
        for number, words in enumerate(subjects)
    )
    with room.store.transaction() as transaction:
        transaction.topics.replace(topics)


def _keep_diary(room: Newsroom) -> None:
    broken = Page(url="https://ufuk.example/broken", fetched_at=NOON, body=b"<p>half a <b>page")
    with room.store.transaction() as transaction:
        digest = transaction.pages.keep(broken).digest
        transaction.run_log.keep_run(
            Run(
                id="run1",
                started_at=NOON - timedelta(minutes=10),
                ended_at=NOON,
                sources=14,
                pages=40,
                articles=31,
                seconds=12.5,
                failures={"timeout": 1},
            )
        )
        failure = Failure(
            url=broken.url, stage="extract", kind="budget", reason="not finished within 10 s", at=NOON, digest=digest
        )
        transaction.run_log.keep_failure(failure)


def _keep_templates(room: Newsroom) -> None:
    template = Template(method="textmax", version=1, members=(0, 1))
    with room.store.transaction() as transaction:
        transaction.templates.keep(
            SiteTemplate(site="gazette.example", number=2, template=template, valid_from=NOON, pages=40, fit=0.97)
        )
        transaction.templates.keep_drift(
            Drift(
                site="gazette.example",
                since=NOON - timedelta(days=1),
                noticed_at=NOON,
                fit_before=0.97,
                fit_after=0.41,
                pages=12,
            )
        )
