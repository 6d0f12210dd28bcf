"""Kinds of pages on which extractors fail, one invented page each: what is part of the story, and what is not."""

from __future__ import annotations

import pytest
from tests.newspaper import sentences

from newsloom import extract
from newsloom.dom import parse
from newsloom.extractors.loom import LoomExtractor
from newsloom.press.styled import HELD_APART, styled_pages
from newsloom.records import Article

PARAGRAPHS = [
    "The harbour master of Lindvik said on Monday that the old breakwater would be rebuilt before the winter storms.",
    "Work begins in August, when the fishing fleet is away, and will close the eastern quay for six weeks.",
    "Fishermen who met in the town hall asked for a second crane, which the council promised to look into.",
    "The breakwater was built in 1911 and has been mended eleven times since, most recently after the storm of 2016.",
    "Engineers from the county found cracks in nine of its forty blocks, and advised against another repair.",
    "The new one will be a metre higher, with a path on top that visitors may walk on when the sea is calm.",
    "Half of the money comes from the state, which pays for ports that ferries call at; the town borrows the rest.",
    "Not everybody is pleased: two households on Quay Street will lose their view of the bay to the higher wall.",
]
HEADLINE = "Lindvik rebuilds its breakwater"
CHINESE = [
    "林维克港务长周一表示,老防波堤将在冬季风暴来临之前重建,工程预计持续六个星期,届时东码头将全部关闭。",
    "渔民们在市政厅集会,要求增加一台起重机,市议会承诺将研究这一要求,并在下个月公布研究的结果。",
    "防波堤建于一九一一年,此后已修缮十一次,最近一次是在二零一六年的大风暴之后,当时损失十分严重。",
    "县里的工程师在四十块石料中发现九块有裂缝,因此建议不再修补,而是建造一座高出一米的新防波堤。",
]


def paragraphs(texts: list[str]) -> str:
    return "\n".join(f"<p>{text}</p>" for text in texts)


STORY = paragraphs(PARAGRAPHS)
FIRST, LAST = paragraphs(PARAGRAPHS[:4]), paragraphs(PARAGRAPHS[4:])


def page_of(story: str, *, below: str = "", head: str = "", title: str = HEADLINE) -> str:
    """A page of a newspaper with the story in the middle."""
    return f"""<html><head><title>{title} | The Coast Courier</title>{head}</head><body>
<header><a href="/">The Coast Courier</a>
<nav><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li><li><a href="/sea">Sea</a></li></ul></nav>
</header>
<main><article class="article"><h1>{title}</h1><div class="meta"><span>By Ada Strand</span> <time>4 May</time></div>
<div class="article-body">{story}</div></article>{below}</main>
<footer><p>© The Coast Courier. All rights reserved.</p><a href="/imprint">Imprint</a> <a href="/ads">Advertise</a>
</footer></body></html>"""


def text_of(page: str) -> str:
    return LoomExtractor().extract(parse(page, url="https://courier.example/news/lindvik-breakwater")).text


def assert_story(found: str, story: list[str] = PARAGRAPHS) -> None:
    assert [paragraph for paragraph in story if found.count(paragraph) != 1] == []


def test_a_copy_for_machines_is_left_out() -> None:
    microdata = f"""<div itemscope itemtype="https://schema.org/NewsArticle"><span itemprop="datePublished">
2026-05-04T08:00:00Z</span><span itemprop="url">https://courier.example/news/lindvik-breakwater</span>
<span itemprop="keywords">harbour, breakwater, Lindvik</span>
<div itemprop="articleBody">{" ".join(PARAGRAPHS[:4])}<br>{" ".join(PARAGRAPHS[4:])}</div></div>"""
    found = text_of(page_of(STORY, below=microdata))
    assert_story(found)
    assert "08:00:00Z" not in found


def test_a_table_of_figures_stays_whole_with_its_heading() -> None:
    catch = [("Herring", "1,204"), ("Cod", "877"), ("Mackerel", "391"), ("Plaice", "86")]
    rows = "".join(f"<tr><td>{name}</td><td>{tons}</td></tr>" for name, tons in catch)
    table = f"<h3>The catch of April</h3><table><tr><th>Fish</th><th>Tons</th></tr>{rows}</table>"
    found = text_of(page_of(FIRST + table + LAST))
    assert_story(found)
    assert [cell for row in catch for cell in row if cell not in found] == []
    assert "The catch of April" in found


@pytest.mark.parametrize(("grid", "cell"), [("<div>{}</div>", "<div>{}</div>"), ("<section>{}</section>", "<p>{}</p>")])
def test_standings_without_a_table_stay_whole(grid: str, cell: str) -> None:
    standings = [("1", "Lindvik Rovers", "71"), ("2", "Tarvik Town", "68"), ("3", "Ostrey", "60"), ("4", "Pell", "55")]
    rows = "".join(f"<div>{''.join(map(cell.format, row))}</div>" for row in standings)
    found = text_of(page_of(FIRST + grid.format(rows) + LAST))
    assert_story(found)
    assert [
        cell for row in standings for cell in row if cell not in found.split("\n\n") and f"{cell}\n" not in found
    ] == []


def test_an_embedded_post_stays() -> None:
    post = """<blockquote class="twitter-tweet"><p lang="en">The eastern quay will be closed from the third of August,
please moor at the western quay until further notice.</p>&mdash; Port of Lindvik (@portlindvik)
<a href="https://twitter.com/portlindvik/status/1">May 4, 2026</a></blockquote>"""
    found = text_of(page_of(FIRST + post + LAST))
    assert_story(found)
    assert "please moor at the western quay" in found


def test_a_list_of_other_stories_is_left_out() -> None:
    others = "".join(
        f"""<li><a href="/news/{number}"><b>{headline}</b> {first}</a></li>"""
        for number, (headline, first) in enumerate(
            [
                ("Ferry fares rise again", "Passengers will pay a tenth more from June, the company said on Friday."),
                ("Herring at its best in years", "The fleet landed more in April than in the whole spring of 2025."),
                ("School gets a new roof", "The old one let in the rain on three classes, and will go this summer."),
            ]
        )
    )
    for page in (
        page_of(STORY, below=f"<section><h2>More from Lindvik</h2><ul>{others}</ul></section>"),
        page_of(f"{STORY}<h3>More from Lindvik</h3><ul>{others}</ul>"),
    ):
        found = text_of(page)
        assert_story(found)
        assert [other for other in ("Ferry fares", "Herring at its", "new roof") if other in found] == []


TEASERS = [
    (
        "Ferry fares rise again",
        "Passengers will pay a tenth more from June, the company told them in a letter on Friday.",
    ),
    ("Herring at its best in years", "The fleet landed more herring in April than it did in the whole spring of 2025."),
    ("School gets a new roof", "The old one let in the rain on three classes last winter, and will go this summer."),
    ("Choir sings in the fish hall", "Sixty voices filled the hall on Sunday evening, and the last boat had to wait."),
]
CARDS = [
    '<p><a href="/{0}">{1}</a><br>{2}</p>',
    '<table><tr><td><b><a href="/{0}">{1}</a></b></td></tr><tr><td>{2}</td></tr></table>',
    "<div><h4>{1}</h4>{2} <a href='/{0}'>…</a></div>",
]


def columns_of(cards: str, story: str = "<br><br>".join(PARAGRAPHS)) -> str:
    """A page of old: the story in one cell of a table, other stories in the next."""
    return f"""<html><head><title>{HEADLINE}</title></head><body><table><tr><td>Courier</td></tr><tr>
<td><b>{HEADLINE}</b><br>By Ada Strand<br>4 May 2026<br><br>{story}</td><td>{cards}</td></tr></table></body></html>"""


@pytest.mark.parametrize("card", CARDS)
def test_other_stories_in_a_column_of_their_own_are_left_out(card: str) -> None:
    cards = "".join(card.format(f"news/{at}.html", *teaser) for at, teaser in enumerate(TEASERS))
    found = text_of(columns_of(cards))
    assert_story(found)
    assert [first for _, first in TEASERS if first in found] == []


def test_a_story_told_in_linked_parts_stays() -> None:
    parts = "".join(
        f'<h3><a href="/walks/{at}.html">{name}</a></h3><p>{first}</p>' for at, (name, first) in enumerate(TEASERS)
    )
    found = text_of(page_of(FIRST + parts + LAST))
    assert_story(found)
    assert [first for _, first in TEASERS if first not in found] == []


@pytest.mark.parametrize("language", ["hi", "th", "ja"])
def test_a_story_among_as_many_comments_is_one_in_every_script(language: str) -> None:
    pages = [page for page in styled_pages(HELD_APART) if page.design == "feedline" and page.kind == "article"]
    page = next(page for page in pages if page.language == language)
    assert extract(page.page, url=page.url).is_article


def test_short_lines_between_paragraphs_stay() -> None:
    lines = ["Lindvik Port Authority", "Quay Street 4", "Open from nine to five"]
    found = text_of(page_of(FIRST + paragraphs(lines) + LAST))
    assert_story(found)
    assert [line for line in lines if line not in found] == []


def test_a_refrain_stays_each_time() -> None:
    refrain = "And the boats came home, came home to Lindvik, with the herring and the morning light."
    verses = [text for paragraph in PARAGRAPHS[:4] for text in (paragraph, refrain)]
    found = text_of(page_of(paragraphs(verses)))
    assert_story(found, PARAGRAPHS[:4])
    assert found.count(refrain) == 4


def test_a_caption_without_a_name_is_left_out() -> None:
    caption = "The breakwater on a calm day in March, seen from the lighthouse. Photo: Ola Vik"
    picture = f'<div class="image"><img src="b.jpg" width="800" height="500"><div>{caption}</div></div>'
    found = text_of(page_of(FIRST + picture + LAST))
    assert_story(found)
    assert "Ola Vik" not in found


@pytest.mark.parametrize("credit", ["", " Photo: Ola Vik"])
@pytest.mark.parametrize(
    "box", ['<div><img src="b.jpg"><p>{}</p></div>', '<div class="film"><img src="b.jpg"><p>{}</p></div>']
)
def test_a_caption_in_a_plain_box_with_its_picture_is_left_out(box: str, credit: str) -> None:
    picture = box.format(f"The breakwater on a calm day in March, seen from the lighthouse.{credit}")
    for story in (FIRST + picture + LAST, picture + STORY):
        found = text_of(page_of(story))
        assert_story(found)
        assert "lighthouse" not in found


def test_a_story_told_in_boxes_with_pictures_stays() -> None:
    found = text_of(page_of("".join(f'<div><img src="b.jpg"><p>{text}</p></div>' for text in PARAGRAPHS)))
    assert_story(found)


def test_an_appeal_of_the_site_between_paragraphs_is_left_out() -> None:
    appeal = """<div class="promo"><p><b>Support our journalism.</b> Subscribe to our newsletter and get the news of the
coast in your inbox every morning. <a href="/subscribe">Sign up</a></p></div>"""
    found = text_of(page_of(FIRST + appeal + LAST))
    assert_story(found)
    assert "inbox" not in found


def test_a_gallery_behind_the_story_is_left_out() -> None:
    entries = "".join(
        f"""<li><img src="{number}.jpg"><span>{number}/6</span><div class="caption">{what} Photo: Ola Vik</div></li>"""
        for number, what in enumerate(
            [
                "The old breakwater from the north.",
                "Cracks in the ninth block.",
                "Fishermen in the town hall.",
                "A plan of the new wall.",
                "The harbour master at work.",
                "Quay Street in the evening.",
            ],
            start=1,
        )
    )
    found = text_of(page_of(STORY, below=f'<div class="gallery"><h2>Pictures</h2><ul>{entries}</ul></div>'))
    assert_story(found)
    assert "Ola Vik" not in found


def test_chinese_is_read_without_spaces() -> None:
    page = page_of(paragraphs(CHINESE), title="林维克重建防波堤").replace("<html", '<html lang="zh"')
    found = text_of(page)
    assert_story(found, CHINESE)
    assert "All rights reserved" not in found


def test_a_second_story_in_a_box_of_the_same_name_is_left_out() -> None:
    second = [
        "The ferry company will raise its fares by a tenth from June, it told its passengers in a letter on Friday.",
        "It is the second time within a year, and the council of the islands has asked the county for help.",
        "A commuter who crosses the bay twice a day will pay some four hundred crowns more in a year.",
    ]
    other = f"""<article class="article"><h1>Ferry fares rise again</h1><div class="meta"><span>By Bo Lund</span></div>
<div class="article-body">{paragraphs(second)}</div></article>"""
    found = text_of(page_of(STORY, below=other))
    assert_story(found)
    assert "ferry company" not in found


TERMS = [
    "By using this site you agree to our terms of use, which may change at any time without further notice to you.",
    "All material on this site is protected by copyright and may not be published, rewritten or redistributed.",
    "We take no responsibility for the content of other sites that are linked to from the pages of this site.",
    "Comments are the opinion of those who write them; we may remove any comment that breaks our rules.",
    "You may not use the site in a way that breaks the law, harms others or keeps other visitors from using it.",
    "We may close the account of a visitor who does so, and are not obliged to give any reason for it.",
    "Personal data that you give us is used only to run the site and is not passed on without your consent.",
    "Should any of these terms prove to be void, the others remain in force, and the courts of Lindvik decide.",
    "These terms were last changed in March, and replace all that were in force before that day.",
    "If you do not agree to them you must leave the site, and may not use any of the services that it offers.",
]
PROFILE = [
    "I have lived by the sea for forty years, and have written about boats, fish and the weather for nearly as long.",
    "When I am not at my desk you will find me on the water in my father's old rowing boat, or in the kitchen.",
    "I was born in the house by the ferry landing, went to school across the bay, and learned to sail early.",
    "For twelve years I was the cook of a trawler, and what I know of people I learned there, in winter.",
    "My first book came out in 2009 and sold two hundred copies, most of them to my aunt, who gave them away.",
    "Write to me if you like what you read, and come again, for there is a new piece here every other Thursday.",
]


@pytest.mark.parametrize("count", [2, 4, 8])
@pytest.mark.parametrize("box", ['<div class="terms">{}</div>', "<div>{}</div>", "<footer>{}</footer>"])
def test_terms_of_use_longer_than_the_story_are_left_out(count: int, box: str) -> None:
    found = text_of(page_of(paragraphs(PARAGRAPHS[:count]), below=box.format(paragraphs(TERMS))))
    assert_story(found, PARAGRAPHS[:count])
    assert [text for text in TERMS if text in found] == []


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize(
    "box", ['<aside class="sidebar"><h3>About me</h3>{}</aside>', "<div><h3>About me</h3>{}</div>"]
)
def test_a_profile_longer_than_the_post_is_left_out(count: int, box: str) -> None:
    found = text_of(page_of(paragraphs(PARAGRAPHS[:count]), below=box.format(paragraphs(PROFILE))))
    assert_story(found, PARAGRAPHS[:count])
    assert [text for text in PROFILE if text in found] == []


def test_a_story_that_is_much_discussed_is_one():
    story = "".join(f"<div class='par'><p>{' '.join(sentences(f's{part}', 3))}</p></div>" for part in range(3))
    said = "".join(
        f"<li class='comment'><cite><a href='/u/{reader}'>Reader {reader}</a> says:</cite>"
        f"<p>{' '.join(sentences(f'c{reader}', 1 + reader % 3))}</p><p>{' '.join(sentences(f'd{reader}', 2))}</p>"
        f"<a href='#r{reader}'>Reply</a></li>"
        for reader in range(200)
    )
    page = f"""<html><head><title>Outlaw the word harbour at work</title></head><body>
        <div id="header"><a href="/">Blog</a></div><h1>Outlaw the word harbour at work</h1>
        <div class="entry">{story}</div><h3>200 comments</h3><ol class="commentlist">{said}</ol></body></html>"""
    article = extract(page.encode(), url="https://lorne.example/p/12")
    assert article.is_article
    assert article.word_count < 300


@pytest.mark.parametrize("count", [3, 5])
def test_a_story_in_a_box_for_each_paragraph_above_what_readers_say_is_one(count: int) -> None:
    story = "".join(f"<div class='par'><p>{text}</p></div>" for text in PARAGRAPHS)
    said = "".join(
        f"<div class='talk'><div>Reader {reader}</div><p>{' '.join(PROFILE[reader % 6 : reader % 6 + 2])}</p></div>"
        for reader in range(count)
    )
    others = "".join(
        f"<div><a href='/{number}'>Another story of the coast, number {number}</a></div>" for number in range(9)
    )
    page = f"""<html><head><title>Lindvik rebuilds its old breakwater - Coast</title></head><body><div>Coast</div>
<h1><span>Lindvik rebuilds its old breakwater</span></h1><div class="text">{story}</div><div>{others}</div>
<div class="talks"><h3>Talk</h3>{said}</div></body></html>"""
    article = extract(page.encode(), url="https://coast.example/p/12.html")
    assert article.is_article
    assert_story(article.text)


@pytest.mark.parametrize(
    "page",
    [
        "<h1>Not Found</h1><p>The requested address was not found on this server.</p>",
        "<p>Just a moment...</p><p>Checking your browser before accessing the site.</p>",
        "<p>Hello world</p>",
    ],
)
def test_a_greeting_or_an_error_is_no_story(page):
    article = extract(page.encode(), url="https://lorne.example/news/harbour")
    assert (article.is_article, article.reason) == (False, "there is too little running text on the page")


def titled(title: str, texts: list[str], path: str, frame: str = "<div><h1>{}</h1>{}</div>") -> Article:
    page = f"<html><head><title>{title} | The Coast Courier</title></head><body>{frame}</body></html>"
    return extract(page.format(title, paragraphs(texts)).encode(), url=f"https://courier.example/{path}")


@pytest.mark.parametrize("frame", ["<div><h1>{}</h1>{}</div>", "<main><h1>{}</h1>{}</main>", "<h2>{}</h2>{}"])
@pytest.mark.parametrize(
    ("title", "texts", "path"),
    [
        ("Terms of Use", TERMS, "p/7"),
        ("Privacy Policy", TERMS, "p/7"),
        ("Allgemeine Geschäftsbedingungen", TERMS, "p/7"),
        ("利用規約", TERMS, "p/7"),
        ("About me", PROFILE, "p/7"),
        ("Ada Strand", PROFILE, "authors/ada-strand"),
    ],
)
def test_pages_of_the_sites_own_are_no_stories(title: str, texts: list[str], path: str, frame: str) -> None:
    article = titled(title, texts, path, frame)
    assert not article.is_article
    assert "a site's own" in (article.reason or "")


@pytest.mark.parametrize(
    ("title", "path"), [("Terms of use of the quay are settled", "news/7"), ("Ada Strand", "people/ada-strand")]
)
def test_stories_with_such_words_are_stories(title: str, path: str) -> None:
    assert titled(title, PARAGRAPHS, path).is_article


def test_a_page_of_teasers_is_a_list() -> None:
    cards = "".join(CARDS[0].format(f"news/{at}.html", *teaser) for at, teaser in enumerate(TEASERS))
    page = f"<html><head><title>Search</title></head><body><h1>What was found</h1><div>{cards}</div></body></html>"
    assert not extract(page.encode(), url="https://courier.example/found").is_article


@pytest.mark.parametrize("day", ["4 May 2026", "04.05.2026", "٤ مايو ٢٠٢٦"])
def test_a_headline_with_a_day_over_the_story_makes_a_story(day: str) -> None:
    """Beside as much that is none: without the day the page is refused."""
    said = "".join(f"<div><b>Reader {at}</b><p>{text}</p></div>" for at, text in enumerate(PROFILE + TERMS))
    others = "".join(f"<div><h4>{name}</h4><p>{first}</p></div>" for name, first in TEASERS)
    page = f"""<html><head><title>Lindvik rebuilds its old breakwater - Coast</title></head><body><div>{others}</div>
<h2>Lindvik rebuilds its old breakwater</h2><div>{day}</div><div>{FIRST}</div><div>{said}</div></body></html>"""
    assert extract(page.encode(), url="https://coast.example/p/12.html").is_article
    assert not extract(page.replace(f"<div>{day}</div>", "").encode(), url="https://coast.example/p/12.html").is_article
