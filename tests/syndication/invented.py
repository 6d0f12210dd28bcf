"""Invented articles and hostile texts for the tests of feeds and of the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from newsloom.records import Article, Block, Image

__all__ = ["ARTICLES", "HOSTILE", "NOON", "hostile_article"]

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
OSLO = timezone(timedelta(hours=1))

ARTICLES = (
    Article(
        url="https://lorne.example/harbour/ferry-late",
        site="Lorne Post",
        title="Ferry & crew stay in port as wind reaches 30 m/s",
        description="The evening sailing was cancelled.",
        text="The evening sailing was cancelled.\n\nPassengers slept on board.\n\nCoffee was free.",
        blocks=(
            Block(text="The evening sailing was cancelled."),
            Block(text="Passengers slept on board."),
            Block(text="Coffee was free.", kind="quote"),
        ),
        published=datetime(2026, 11, 1, 9, 30, tzinfo=OSLO),
        authors=("Ada Holm", "Per Lund"),
        section="Harbour",
        keywords=("ferries", "weather"),
        language="en",
        images=(Image(url="https://lorne.example/ferry.jpg?w=900", caption="The ferry", credit="Ida Moe"),),
    ),
    Article(
        url="https://kiyi.example/haber/kopru",
        site="Kıyı Gazetesi",
        title="Köprü yarın açılıyor: İlk geçiş saat 8'de",
        text="Köprü yarın sabah açılacak.\n\nİlk otobüs sekizde geçecek.",
        published=datetime(2026, 11, 1, 11, tzinfo=timezone(timedelta(hours=3))),
        authors=("Işıl Çağlar",),
        language="tr",
    ),
    Article(
        url="https://fjordavisa.example/kor",
        site="Fjordavisa",
        title="Koret fyller 80 år med åpen øving",
        text="Koret øver for åpne dører på lørdag.",
        language="no",
    ),
)

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<svg/onload=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "]]><script>alert(1)</script>",
    "<!--<iframe srcdoc='<script>alert(1)</script>'>",
    "{{ 7 * 7 }} {% include 'x' %}",
    "\x00\x0b\ud83d\ufffe javascript:alert(1)",
    "<a href='javascript:alert(1)'>press</a>",
    "</title></textarea></style><script>alert(1)</script>",
)


def hostile_article(text, number):
    """An article that says nothing else, in every field."""
    return Article(
        url=f"https://lorne.example/{number}",
        site=text,
        title=text,
        description=text,
        text=text,
        blocks=tuple(Block(text=text, kind=kind) for kind in ("paragraph", "heading", "item", "quote", "code", "cell")),
        authors=(text,),
        section=text,
        keywords=(text,),
        language="en",
        images=(Image(url=f"javascript:{text}"), Image(url="https://lorne.example/x.jpg", caption=text, credit=text)),
        published=NOON,
    )
