"""The invented newspapers: their names, their way of writing, the form of their pages. Data only.

None of them exists, nor does the country of Halvoria, where they are printed in three languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta, timezone
from typing import Final

__all__ = ["AGENCIES", "BEATS", "HALVORIAN_TIME", "PAPERS", "Paper", "agency"]

HALVORIAN_TIME: Final = timezone(timedelta(hours=1))

# What events are about, and the section of it in the papers of each language: (path, name).
BEATS: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "en": {
        "council": ("politics", "Politics"),
        "election": ("politics", "Politics"),
        "weather": ("local", "Local"),
        "harbour": ("local", "Local"),
        "court": ("courts", "Courts"),
        "sport": ("sport", "Sport"),
        "research": ("science", "Science"),
        "culture": ("culture", "Culture"),
        "business": ("business", "Business"),
    },
    "tr": {
        "council": ("siyaset", "Siyaset"),
        "election": ("siyaset", "Siyaset"),
        "weather": ("gundem", "Gündem"),
        "harbour": ("gundem", "Gündem"),
        "court": ("gundem", "Gündem"),
        "sport": ("spor", "Spor"),
        "research": ("bilim", "Bilim"),
        "culture": ("kultur", "Kültür"),
        "business": ("ekonomi", "Ekonomi"),
    },
    "no": {
        "council": ("politikk", "Politikk"),
        "election": ("politikk", "Politikk"),
        "weather": ("nyheter", "Nyheter"),
        "harbour": ("nyheter", "Nyheter"),
        "court": ("nyheter", "Nyheter"),
        "sport": ("sport", "Sport"),
        "research": ("forskning", "Forskning"),
        "culture": ("kultur", "Kultur"),
        "business": ("okonomi", "Økonomi"),
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A newspaper: its name, its way of writing and the form of its pages.

    ``share`` is the share of a chapter's facts that it reports, ``sentences`` the number in a paragraph, ``recalls``
    how many facts of earlier chapters it repeats, ``context`` how many facts of background it adds. ``address`` is the
    pattern of a story's address, ``feeds`` are its feeds by path, ``redesign`` is when its design changes, counted
    from the beginning of the week.
    """

    name: str
    title: str
    language: str
    rank: int
    authors: tuple[str, ...] = ()
    share: float = 1.0
    sentences: int = 2
    recalls: int = 2
    context: int = 3
    delay_minutes: tuple[int, int] = (10, 150)
    takes_wire: bool = False
    has_standfirst: bool = False
    address: str = "/{number}"
    section_address: str = "/{path}/"
    picture_address: str = "/img/{number}.png"
    feeds: Mapping[str, str] = field(default_factory=dict, hash=False)
    sitemap: str | None = None
    charset: str = "utf-8"
    front_count: int = 20
    redesign: timedelta | None = None

    @property
    def sections(self) -> Mapping[str, str]:
        """Path → name of the paper's sections, in order."""
        return dict(BEATS[self.language].values())


PAPERS: Final[tuple[Paper, ...]] = (
    Paper(
        name="courier",
        title="The Pellwick Courier",
        language="en",
        rank=0,
        authors=("Harriet Lowe", "Silas Penhallow", "Imogen Tarry", "Rufus Abelard"),
        sentences=2,
        recalls=3,
        context=4,
        delay_minutes=(20, 120),
        address="/{section}/{year}/{month}/{day}/{slug}",
        picture_address="/media/{number}.png",
        feeds={"/feed.xml": "rss", "/sport/feed.xml": "rss"},
        sitemap="/news-sitemap.xml",
        front_count=24,
        redesign=timedelta(days=3, hours=12),
    ),
    Paper(
        name="lantern",
        title="Marrowgate Lantern",
        language="en",
        rank=1,
        authors=("Wilf Ormerod", "Tess Birkin", "Dorcas Vane"),
        sentences=3,
        takes_wire=True,
        delay_minutes=(30, 170),
        address="/story.php?id={number}",
        section_address="/section.php?name={path}",
        picture_address="/images/pic{number}.png",
        feeds={"/backend/news.rdf": "rdf"},
        charset="windows-1252",
        front_count=18,
    ),
    Paper(
        name="halvorian",
        title="The Daily Halvorian",
        language="en",
        rank=2,
        authors=("Jodie Quill", "Max Farrant"),
        share=0.9,
        sentences=1,
        recalls=1,
        context=2,
        has_standfirst=True,
        delay_minutes=(5, 60),
        address="/news/{section}/{slug}-{number}.html",
        picture_address="/i/{number}_460x259.png",
        feeds={"/rss/all.xml": "rss"},
        front_count=22,
    ),
    Paper(
        name="tidings",
        title="Coast Tidings",
        language="en",
        rank=3,
        authors=("Anselm Crewe", "Nora Whitlock"),
        sentences=2,
        takes_wire=True,
        delay_minutes=(40, 190),
        address="/{year}/{month}/{slug}/",
        section_address="/category/{path}/",
        picture_address="/uploads/{number}.png",
        front_count=14,
    ),
    Paper(
        name="postasi",
        title="Yelkenova Postası",
        language="tr",
        rank=0,
        authors=("Işıl Gündoğar", "Şükrü Tanyeli", "Çiğdem Üğür"),
        sentences=2,
        takes_wire=True,
        delay_minutes=(30, 160),
        address="/haber.asp?id={number}",
        section_address="/bolum.asp?ad={path}",
        picture_address="/resim/{number}.png",
        feeds={"/rss.asp": "rss"},
        charset="windows-1254",
        front_count=16,
    ),
    Paper(
        name="ufuk",
        title="Güney Ufku",
        language="tr",
        rank=1,
        authors=("Ufuk Merdan", "Sevgi Akyaka"),
        sentences=1,
        takes_wire=True,
        has_standfirst=True,
        delay_minutes=(5, 70),
        address="/{section}/{slug}-h{number}.html",
        picture_address="/d/news/{number}.png",
        feeds={"/rss/manset": "rss", "/rss/spor": "rss"},
        front_count=28,
    ),
    Paper(
        name="kiyi",
        title="Kıyı Gazetesi",
        language="tr",
        rank=2,
        authors=("Defne Ilgaz Sur", "Kerem Oluklu", "Nihan Bozyel"),
        sentences=2,
        recalls=3,
        context=4,
        has_standfirst=True,
        delay_minutes=(20, 140),
        address="/{section}/{slug}-{number}",
        picture_address="/cdn/{number}.png",
        feeds={"/feed.json": "json", "/atom.xml": "atom"},
        sitemap="/sitemap-haber.xml",
        front_count=22,
    ),
    Paper(
        name="tidende",
        title="Tindvåg Tidende",
        language="no",
        rank=0,
        authors=("Åse Brattlie", "Torgeir Mønnes", "Sølvi Kråkhaug"),
        sentences=2,
        takes_wire=True,
        recalls=3,
        context=4,
        delay_minutes=(20, 150),
        address="/{section}/article{number}.ece",
        picture_address="/bilder/{number}.png",
        feeds={"/rss.xml": "rss"},
        charset="iso-8859-1",
        front_count=18,
    ),
    Paper(
        name="nordkysten",
        title="Nordkysten",
        language="no",
        rank=1,
        authors=("Jorunn Stavlid", "Eskil Havnås"),
        sentences=1,
        has_standfirst=True,
        delay_minutes=(5, 80),
        address="/{section}/i/{code}/{slug}",
        picture_address="/api/bilde/{number}.png",
        feeds={"/feed.json": "json"},
        front_count=24,
    ),
    Paper(
        name="blad",
        title="Bremsund Blad",
        language="no",
        rank=2,
        authors=("Gudveig Røssland", "Håvard Lien Tangstad"),
        sentences=3,
        takes_wire=True,
        delay_minutes=(40, 190),
        address="/artikkel/{slug}/{number}",
        picture_address="/foto/{number}.png",
        feeds={"/atom.xml": "atom"},
        sitemap="/sitemap.xml",
        front_count=16,
    ),
)

# The agencies publish no paper; two papers of each language print their reports word for word.
AGENCIES: Final[Mapping[str, Paper]] = {
    "en": Paper(name="hpa", title="Halvorian Press Agency", language="en", rank=4),
    "tr": Paper(name="hha", title="Halvorya Haber Ajansı", language="tr", rank=3),
    "no": Paper(name="hpb", title="Halvoria Pressebyrå", language="no", rank=3),
}


def agency(language: str) -> Paper:
    """The agency that writes in a language."""
    return AGENCIES[language]
