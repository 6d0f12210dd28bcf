# ruff: noqa: E501 - pages are printed as newspapers print them
"""Six small newspapers of the kinds that are hard to read, on loopback: all that they print is invented.

One has no feed, one is made of tables, one sells its texts, one writes live; one is in Arabic, one in Chinese with a
page in Japanese. The four in English report the same events.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import dedent

from tests.newspaper import Newspaper

__all__ = ["KINDS", "Kind", "Story", "print_paper"]


@dataclass(frozen=True, kw_only=True)
class Story:
    """What a paper tells; ``event`` is what it is about, the same in all papers."""

    event: str
    title: str
    text: str
    author: str | None = None
    day: str = "2026-03-02"
    language: str = "en"

    @property
    def paragraphs(self) -> list[str]:
        return [" ".join(part.split()) for part in dedent(self.text).strip().split("\n\n")]

    @property
    def path(self) -> str:
        return f"/{self.day.replace('-', '/')}/{self.event}.html"


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A newspaper: its name, what it prints, and how."""

    name: str
    title: str
    stories: tuple[Story, ...]
    front: str
    page: str
    has_feed: bool = False
    language: str = "en"


FERRY = "ferry"
BRIDGE = "bridge"
CHOIR = "choir"

_NO_FEED = Kind(
    name="nofeed",
    title="Quendal Observer",
    front="""<!doctype html><html lang=en><head><meta charset=utf-8><title>Quendal Observer</title></head><body>
<header><a href="/">Quendal Observer</a><nav><a href="/about.html">About us</a> <a href="/contact.html">Contact</a></nav></header>
<main>{cards}</main><footer>© 2026 Quendal Observer. All rights reserved.</footer></body></html>""",
    page="""<!doctype html><html lang=en><head><meta charset=utf-8><title>{title} | Quendal Observer</title>
<meta name="author" content="{author}"><meta property="article:published_time" content="{day}T07:30:00+01:00"></head><body>
<header><a href="/">Quendal Observer</a><nav><a href="/about.html">About us</a> <a href="/contact.html">Contact</a></nav></header>
<main><article><h1>{title}</h1><p class="byline">By {author}</p>{body}</article>
<aside><h2>More from the Observer</h2><ul>{others}</ul></aside></main>
<footer>© 2026 Quendal Observer. All rights reserved.</footer></body></html>""",
    stories=(
        Story(
            event=FERRY,
            title="Last wooden ferry of Quendal leaves the strait after ninety years",
            author="Maud Ellery",
            text="""
            The Heron, the last wooden ferry of the Quendal strait, made her final crossing on Monday morning with two
            hundred passengers and a brass band on board.

            Captain Osric Vane, who has steered the Heron for twenty-six years, said the old boat had never once been
            late because of her engine. "She was late because of me," he said.

            The ferry company replaces the Heron with an electric boat built at Tarvik, which crosses the strait in
            eleven minutes instead of nineteen and makes no sound that can be heard from the quay.

            The Heron will be moored below the fish market and become a museum. Volunteers have collected forty
            thousand crowns for a new deck.
            """,
        ),
        Story(
            event=BRIDGE,
            title="Council closes Miller's Bridge to lorries after cracks are found",
            author="Jonas Petrie",
            text="""
            Lorries may no longer use Miller's Bridge, the council of Quendal decided on Tuesday, after engineers found
            cracks in two of its stone arches.

            The bridge of 1784 carries three hundred lorries a day to the quarry at Brannock. They must now go round by
            Ulvesund, a detour of forty kilometres.

            Engineer Salla Brook told the council that cars and bicycles were in no danger. The arches would be grouted
            in summer, when the river is low.

            The quarry's owners called the decision hasty and asked for a temporary bridge of steel.
            """,
            day="2026-03-03",
        ),
    ),
)

_TABLES = Kind(
    name="tables",
    title="Strait Gazette",
    front="""<HTML><HEAD><TITLE>Strait Gazette</TITLE></HEAD><BODY BGCOLOR="#FFFFFF"><TABLE WIDTH=760 BORDER=0><TR><TD COLSPAN=3>
<FONT SIZE=6>Strait Gazette</FONT></TD></TR><TR><TD WIDTH=140 VALIGN=top><A HREF="/weather.html">Weather</A><BR><A HREF="/shipping.html">Shipping</A></TD>
<TD WIDTH=480 VALIGN=top>{cards}</TD><TD WIDTH=140><FONT SIZE=1>Advertisement</FONT></TD></TR></TABLE></BODY></HTML>""",
    page="""<HTML><HEAD><TITLE>Strait Gazette: {title}</TITLE></HEAD><BODY BGCOLOR="#FFFFFF"><TABLE WIDTH=760 BORDER=0><TR><TD COLSPAN=3>
<FONT SIZE=6>Strait Gazette</FONT></TD></TR><TR><TD WIDTH=140 VALIGN=top><A HREF="/">Front page</A><BR><A HREF="/weather.html">Weather</A><BR><A HREF="/shipping.html">Shipping</A></TD>
<TD WIDTH=480 VALIGN=top><FONT SIZE=5><B>{title}</B></FONT><BR><FONT SIZE=2>By {author}<BR>{long_day}</FONT><P>{body}
<HR><FONT SIZE=1><A HREF="/print?{event}">Printer version</A> | <A HREF="mailto:x@strait.example">E-mail this page</A></FONT></TD>
<TD WIDTH=140><FONT SIZE=1>Advertisement</FONT></TD></TR></TABLE></BODY></HTML>""",
    stories=(
        Story(
            event=FERRY,
            title="Brass band plays as wooden ferry Heron crosses for the last time",
            author="Wilmot Crane",
            text="""
            A brass band played on deck as the Heron, the last wooden ferry between Quendal and Tarvik, crossed the
            strait for the last time on Monday.

            Captain Osric Vane rang the bell of the ferry ninety times, once for each year of her service, and was seen
            to wipe his eyes on the quay.

            The electric boat that takes her place needs eleven minutes for the crossing. It was built at Tarvik and
            cost thirty million crowns.

            The Heron will stay below the fish market as a museum, and children may ring her bell.
            """,
        ),
        Story(
            event=CHOIR,
            title="Choir of fishermen's widows wins the Brannock prize",
            author="Wilmot Crane",
            text="""
            A choir of fishermen's widows from Ostermoor has won the Brannock prize for music, which is given every
            third year.

            The nineteen women sing songs that their husbands sang at sea. The oldest of them, Agda Rhys, is
            ninety-one.

            The jury praised the clear voices and the courage to leave silence where the men once answered. The prize
            of fifty thousand crowns will pay for a journey to Iceland.
            """,
            day="2026-03-03",
        ),
    ),
)

_PAYWALL = Kind(
    name="paywall",
    title="The Strait Review",
    has_feed=True,
    front=_NO_FEED.front.replace("Quendal Observer", "The Strait Review").replace(
        "</head>", '<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head>'
    ),
    page="""<!doctype html><html lang=en><head><meta charset=utf-8><title>{title} – The Strait Review</title>
<link rel="alternate" type="application/rss+xml" href="/feed.xml">
<script type="application/ld+json">{{"@context":"https://schema.org","@type":"NewsArticle","headline":"{title}","datePublished":"{day}T06:00:00Z",
"author":{{"@type":"Person","name":"{author}"}},"isAccessibleForFree":false,"hasPart":{{"@type":"WebPageElement","isAccessibleForFree":false,"cssSelector":".paywall"}}}}</script></head>
<body><header><a href="/">The Strait Review</a> <a href="/login.html">Sign in</a></header><article><h1>{title}</h1><p class="meta">{author}</p>
{body}<div class="paywall"><h2>Subscribe to read on</h2><p>This article is for subscribers. Read it and everything else for one crown in the first month.</p><a href="/offers.html">See all offers</a></div></article>
<footer><p>The Strait Review is printed in Tarvik.</p></footer></body></html>""",
    stories=(
        Story(
            event=FERRY,
            title="What the strait loses with the Heron",
            author="Ines Calder",
            text="""
            When the Heron made her last crossing of the Quendal strait on Monday, with a brass band on deck and Captain
            Osric Vane at the wheel, the strait lost more than a wooden ferry.

            The electric boat that replaces her is quicker, cheaper and silent. It takes eleven minutes, and nobody will
            finish a conversation on it.
            """,
        ),
    ),
)

_LIVE = Kind(
    name="live",
    title="Tarvik Today",
    front=_NO_FEED.front.replace("Quendal Observer", "Tarvik Today"),
    page="""<!doctype html><html lang=en><head><meta charset=utf-8><title>{title} - Tarvik Today</title>
<script type="application/ld+json">{{"@context":"https://schema.org","@type":"LiveBlogPosting","headline":"{title}","datePublished":"{day}T06:00:00Z","coverageStartTime":"{day}T06:00:00Z"}}</script></head>
<body><header><a href="/">Tarvik Today</a></header><main><h1>{title}</h1><p class="standfirst">The ferry Heron leaves the strait of Quendal today. We follow her from quay to quay.</p>
<div class="liveblog">{body}</div></main><footer>Tarvik Today, 12 Quay Street</footer></body></html>""",
    stories=(
        Story(
            event=FERRY,
            title="Live: the ferry Heron crosses the Quendal strait for the last time",
            text="""
            The Heron has made fast at Tarvik. Captain Osric Vane is the last to leave the wooden ferry, and the crowd
            on the quay sings.

            Ninety strokes of the bell, one for every year that the ferry has crossed the strait, are heard from the
            middle of the water.

            The brass band of Quendal goes on board. Two hundred passengers have tickets, and twice as many have come to
            the quay.

            Good morning from the fish market, where the Heron will become a museum when the electric boat has taken her
            place.
            """,
        ),
    ),
)

_ARABIC = Kind(
    name="arabic",
    title="مرآة الساحل",
    language="ar",
    front="""<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>مرآة الساحل</title></head><body>
<header><a href="/">مرآة الساحل</a><nav><a href="/about.html">من نحن</a> <a href="/contact.html">اتصل بنا</a></nav></header>
<main>{cards}</main><footer>جميع الحقوق محفوظة لصحيفة مرآة الساحل ٢٠٢٦</footer></body></html>""",
    page="""<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>{title} | مرآة الساحل</title>
<meta property="article:published_time" content="{day}T08:00:00+03:00"><meta name="author" content="{author}"></head><body>
<header><a href="/">مرآة الساحل</a><nav><a href="/about.html">من نحن</a> <a href="/contact.html">اتصل بنا</a></nav></header>
<main><article><h1>{title}</h1><p class="byline">{author} - مرآة الساحل</p>{body}</article>
<aside><h2>اقرأ أيضا</h2><ul>{others}</ul></aside></main><footer>جميع الحقوق محفوظة لصحيفة مرآة الساحل ٢٠٢٦</footer></body></html>""",
    stories=(
        Story(
            event="lighthouse",
            title="ترميم منارة الميناء القديم بعد مئة عام على بنائها",
            author="سلمى الدرويش",
            language="ar",
            text="""
            بدأت بلدية رأس الزيتون أعمال ترميم منارة الميناء القديم، بعد مرور مئة عام على بنائها من حجر البازلت الأسود.

            وقال المهندس نادر الخطيب إن الرياح المالحة أتلفت الدرج الداخلي، وإن العمال سيستبدلون سبعين درجة من درجاته.

            وستبقى المنارة مطفأة حتى نهاية الصيف، فيما ترشد القوارب أضواء مؤقتة نصبت على الرصيف الشمالي.
            """,
        ),
        Story(
            event="olives",
            title="موسم الزيتون يبدأ مبكرا في قرى الجبل",
            author="سلمى الدرويش",
            language="ar",
            text="""
            بدأ المزارعون في قرى الجبل قطف الزيتون قبل موعده بثلاثة أسابيع، بسبب حرارة الخريف وقلة الأمطار.

            وتوقع رئيس التعاونية مروان الحداد أن ينخفض إنتاج الزيت إلى النصف، وأن ترتفع أسعاره في الأسواق.

            وفتحت المعصرة الحجرية أبوابها ليلا ونهارا، ويصطف أمامها الفلاحون بأكياسهم منذ الفجر.
            """,
        ),
        Story(
            event="chess",
            title="تلميذة في العاشرة تفوز ببطولة الشطرنج",
            author="سلمى الدرويش",
            language="ar",
            text="""
            فازت التلميذة ريم العباسي، وهي في العاشرة من عمرها، ببطولة المدينة للشطرنج بعد تسع مباريات بلا هزيمة.

            وتعلمت ريم اللعبة من جدها الذي كان يلعب مع البحارة في مقهى الميناء، وتحفظ اليوم أكثر من مئة افتتاح.

            وتستعد البطلة الصغيرة للسفر إلى البطولة الوطنية في الربيع، وتقول إنها لا تخاف من الكبار.
            """,
        ),
    ),
)

_CHINESE = Kind(
    name="chinese",
    title="海湾晨报",
    language="zh",
    front="""<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>海湾晨报</title></head><body>
<header><a href="/">海湾晨报</a><nav><a href="/about.html">关于我们</a> <a href="/contact.html">联系我们</a></nav></header>
<main>{cards}</main><footer>海湾晨报版权所有，未经许可不得转载</footer></body></html>""",
    page="""<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title} - 海湾晨报</title>
<meta property="article:published_time" content="{day}T09:00:00+08:00"></head><body>
<header><a href="/">海湾晨报</a><nav><a href="/about.html">关于我们</a> <a href="/contact.html">联系我们</a></nav></header>
<main><article><h1>{title}</h1><p class="source">来源：海湾晨报　记者 {author}</p>{body}</article>
<aside><h2>相关阅读</h2><ul>{others}</ul></aside></main><footer>海湾晨报版权所有，未经许可不得转载</footer></body></html>""",
    stories=(
        Story(
            event="tram",
            title="老城电车停运七年后重新上路",
            author="林晓岚",
            language="zh",
            text="""
            停运七年的老城电车星期一清晨重新驶出车库，首班车上坐满了提着早点的居民和带着相机的老人。

            电车公司负责人周启明说，八辆木制车厢全部按照旧图纸修复，座椅和铜铃都是原来的样子。

            新线路全长六公里，从南门集市开往灯塔公园，沿途设十一个车站，票价两元。
            """,
        ),
        Story(
            event="tea",
            title="山村茶农试种耐旱新品种",
            author="林晓岚",
            language="zh",
            text="""
            连续两年少雨之后，青竹岭的茶农今年春天试种了一种耐旱的新茶树，首批采摘的嫩叶已经送去烘干。

            农技员何素梅介绍，这种茶树的根比普通品种深一倍，在干旱的坡地上也能发芽。

            村里二十六户人家参加了试种，他们希望明年的收成能恢复到从前的水平。
            """,
        ),
        Story(
            event="museum",
            title="少年在河滩发现恐龙脚印化石",
            author="林晓岚",
            language="zh",
            text="""
            十三岁的少年陈小舟放学后在河滩上捡石头，无意中发现了一串三趾的恐龙脚印化石。

            博物馆的研究员冯致远说，这些脚印大约有一亿两千万年的历史，属于一种小型食肉恐龙。

            化石已经运到博物馆清理，展览预计在暑假开放，第一张门票将送给发现它的少年。
            """,
        ),
        Story(
            event="lantern",
            title="港町の灯籠祭り、三年ぶりに開催へ",
            author="水野かおり",
            language="ja",
            text="""
            港町の夏を彩る灯籠祭りが、三年ぶりに開かれることになった。実行委員会が月曜日に発表した。

            今年は子どもたちが作った二千個の灯籠を川に流す。委員長の杉本健吾さんは「待っていてくれた人たちに感謝したい」と話している。

            会場の橋は修理を終えたばかりで、当日は夕方から車の通行が止められる。
            """,
        ),
    ),
)

KINDS = (_NO_FEED, _TABLES, _PAYWALL, _LIVE, _ARABIC, _CHINESE)


def print_paper(kind: Kind, paper: Newspaper) -> None:
    """Put all pages of a newspaper on its server, and nothing else."""
    paper.pages.clear()
    paper.pages["/"] = (200, "text/html; charset=utf-8", kind.front.format(cards=_cards(kind)).encode())
    for name in ("about", "contact", "weather", "shipping", "login", "offers"):
        paper.pages[f"/{name}.html"] = (200, "text/html; charset=utf-8", f"<title>{name}</title><p>{name}".encode())
    for story in kind.stories:
        paper.pages[story.path] = (200, "text/html; charset=utf-8", _page(kind, story).encode())
    if kind.has_feed:
        paper.pages["/feed.xml"] = (200, "application/rss+xml", _feed(kind, paper.url).encode())


def _page(kind: Kind, story: Story) -> str:
    others = "".join(f'<li><a href="{one.path}">{one.title}</a></li>' for one in kind.stories if one is not story)
    return kind.page.format(
        title=html.escape(story.title, quote=False),
        author=story.author,
        day=story.day,
        long_day=f"March {int(story.day[-2:])}, 2026",
        language={"zh": "zh-CN"}.get(story.language, story.language),
        event=story.event,
        body=_body(kind, story.paragraphs),
        others=others,
    )


def _body(kind: Kind, paragraphs: Sequence[str]) -> str:
    if kind is _TABLES:
        return "<BR><BR>\n".join(paragraphs)
    if kind is _LIVE:
        return "".join(
            f'<article class="post"><time datetime="2026-03-02T{12 - place:02}:15:00Z">{12 - place:02}.15</time>'
            f"<p>{paragraph}</p></article>"
            for place, paragraph in enumerate(paragraphs)
        )
    return "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)


def _cards(kind: Kind) -> str:
    if kind is _TABLES:
        return "<HR>".join(
            f'<FONT SIZE=4><A HREF="{one.path}">{one.title}</A></FONT><BR><FONT SIZE=2>{one.paragraphs[0]}</FONT>'
            for one in kind.stories
        )
    return "".join(
        f'<article><h2><a href="{one.path}">{one.title}</a></h2><p>{one.paragraphs[0]}</p></article>'
        for one in kind.stories
    )


def _feed(kind: Kind, address: str) -> str:
    items = "".join(
        f"<item><title>{one.title}</title><link>{address}{one.path}</link>"
        f"<description>{one.paragraphs[0]}</description><pubDate>Mon, 02 Mar 2026 06:00:00 GMT</pubDate></item>"
        for one in kind.stories
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>{kind.title}</title>{items}</channel></rss>'
