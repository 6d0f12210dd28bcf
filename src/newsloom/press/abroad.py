"""Made-up newspapers in scripts that the week of the press does not use: pages with their truth, by language.

Ten stories each in Arabic, Chinese, Hindi, Japanese and Thai, in three designs: modern, made of tables, and made of
bare boxes; and a front page that shows them all. Dates, digits, bylines and furniture are as papers of these languages
print them. All is invented. Needs the portal's extra, as the rest of the press does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from newsloom.press.demopages import DemoPage
from newsloom.press.labelledset import write_labelled_set
from newsloom.press.papers import HALVORIAN_TIME
from newsloom.press.templating import page_templates

__all__ = ["DESIGNS", "LANGUAGES", "front_abroad", "pages_abroad", "printed_stories", "read_paper", "write_abroad"]

LANGUAGES: Final = ("ar", "hi", "ja", "th", "zh")
DESIGNS: Final = ("modern", "table", "bare")

_FIRST: Final = datetime(2026, 11, 17, 14, 30, tzinfo=HALVORIAN_TIME)
_APART: Final = timedelta(hours=7)
_BUDDHIST_ERA: Final = 543
_RELATED: Final = 4
_POPULAR: Final = 5


def pages_abroad(language: str, design: str) -> tuple[DemoPage, ...]:
    """The pages of a language's ten stories in a design."""
    return tuple(_pages(read_paper(language), language, design))


def write_abroad(folder: Path) -> None:
    """Write the stories of all languages in all designs as a labelled set that ``newsloom evaluate`` reads."""
    pages = (page for language in LANGUAGES for design in DESIGNS for page in pages_abroad(language, design))
    write_labelled_set(folder, ((one.page, _truth(one)) for one in pages))


def _truth(one: DemoPage) -> dict[str, Any]:
    return {
        "id": one.name,
        "url": one.url,
        "site": f"{one.language}.press.example",
        "lang": one.language,
        "type": "article",
        "title": one.title,
        "date": one.date,
        "authors": one.authors,
        "text": one.text,
    }


def front_abroad(language: str) -> tuple[str, bytes, tuple[str, ...]]:
    """A front page: its address, the page, and the headlines on it, in order."""
    paper = read_paper(language)
    page = _rendered("front", language, paper, stories=printed_stories(paper))
    return _address(language), page, tuple(story["title"] for story in paper["stories"])


def _pages(paper: Mapping[str, Any], language: str, design: str) -> Iterator[DemoPage]:
    stories = printed_stories(paper)
    for number, story in enumerate(stories):
        others = stories[number + 1 :] + stories[:number]
        yield DemoPage(
            name=f"{language}-{design}-{number}",
            page=_rendered(design, language, paper, story=story, related=others[:_RELATED], popular=others[-_POPULAR:]),
            url=_address(language) + story["path"],
            note=f"{language}, {design}",
            title=story["title"],
            date=story["moment"].date().isoformat(),
            authors=(story["author"],),
            language=language,
            text="\n\n".join(story["paragraphs"]),
        )


def printed_stories(paper: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The stories with what a paper prints around them."""
    stories = []
    for number, story in enumerate(paper["stories"]):
        author = paper["authors"][number % len(paper["authors"])]
        moment = _FIRST - number * _APART
        stories.append(
            story
            | {
                "path": f"/{moment:%Y%m}/{48210 + 37 * number}.html",
                "section": paper["sections"][number % len(paper["sections"])],
                "author": author,
                "byline": paper["byline"].format(author=author),
                "editor": paper["editor"].format(author=author),
                "moment": moment,
                "date": _date(paper, moment),
                "teaser": story["paragraphs"][0],
            }
        )
    return stories


def _date(paper: Mapping[str, Any], moment: datetime) -> str:
    months = paper.get("months")
    written: str = paper["date"].format(
        year=moment.year,
        buddhist_year=moment.year + _BUDDHIST_ERA,
        month=moment.month,
        month_name=months[moment.month - 1] if months else "",
        day=moment.day,
        clock=f"{moment:%H:%M}",
    )
    return written.translate(dict(zip(map(ord, "0123456789"), paper.get("digits", "0123456789"), strict=True)))


def read_paper(language: str) -> dict[str, Any]:
    """A paper's stories and furniture, as in its file."""
    file = files(__package__) / "material" / language / "stories.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _address(language: str) -> str:
    return f"https://{language}.press.example"


def _rendered(template: str, language: str, paper: Mapping[str, Any], **facts: Any) -> bytes:
    templates = page_templates()
    page: str = templates.get_template(f"abroad/{template}.html").render(paper=paper, language=language, **facts)
    return page.encode()
