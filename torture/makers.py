"""Makes hostile input from a seed: it has the structure of a real file, with something wrong in it."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable, Sequence
from typing import Final

__all__ = ["MAKERS", "mutated"]

Chance = random.Random

_WORDS: Final = "harbour ferry council bridge snow choir kıyı ñandú fjord 港 𐐷 museum".split()
_NASTY: Final = (
    "", "\0", "\ufeff", "\u202e", "\ud800", "\x85", "\u2028", "&amp;lt;", "&#0;", "&#x110000;", "&#99999999999;", "]]>",
    "<!--", "-->", "<![CDATA[", "'", '"', "<", ">", "\\", "%00", "%zz", "${7*7}", "{{7}}", "'; DROP TABLE x;--", "../" * 9,
    "9" * 5_000, "-1", "1e400", "NaN", "a" * 70_000, " " * 3_000, "\n" * 3_000, "İIıi", "\U0001f1f9\U0001f1f7",
)  # fmt: skip
_HOSTS: Final = (
    "paper.example", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:127.1]", "0x7f.1", "2130706433", "0", "127.1",
    "[fe80::1%25eth0]", "[64:ff9b::7f00:1]", "169.254.169.254", "xn--", "xn--a", "[`]@", "[", "]", "a@b@c", "①27.0.0.1",
    "localhost", "LOCALHOST.", "10.0.0.1:99999", "10.0.0.1:", "..", "-", "paper.example:0", "[v1.x]", "٣.example",
)  # fmt: skip
_TAGS: Final = (
    "html", "head", "body", "div", "p", "article", "main", "span", "a", "h1", "h2", "ul", "li", "table", "tr", "td",
    "script", "style", "svg", "title", "meta", "select", "button", "template", "figure", "time", "iframe", "noscript",
)  # fmt: skip


def mutated(chance: Chance, data: bytes) -> bytes:
    """Returns the data with some bytes changed, removed, repeated or moved."""
    body = bytearray(data)
    for _ in range(chance.randrange(6)):
        if not body:
            break
        at, length = chance.randrange(len(body)), chance.randrange(1, 60)
        match chance.randrange(5):
            case 0:
                body[at] = chance.randrange(256)
            case 1:
                del body[at : at + length]
            case 2:
                body[at:at] = body[at : at + length] * chance.choice([1, 2, 50, 2_000])
            case 3:
                body[at:at] = chance.choice(_NASTY).encode("utf-8", "surrogatepass")
            case _:
                other = chance.randrange(len(body))
                body[at : at + length] = body[other : other + length]
    return bytes(body[:4_000_000])


def _some(chance: Chance, make: Callable[[Chance], str], most: int = 6) -> str:
    return "".join(make(chance) for _ in range(chance.randrange(most)))


def _word(chance: Chance) -> str:
    return chance.choice(_NASTY) if chance.random() < 0.15 else chance.choice(_WORDS)


def _text(chance: Chance) -> str:
    return " ".join(_word(chance) for _ in range(chance.randrange(1, 30)))


def _address(chance: Chance) -> str:
    scheme = chance.choice(["http://", "https://", "//", "", "/", "HTTP:", "javascript:", "file://", "data:", "feed:"])
    path = "/".join(chance.choice(["a", "..", ".", "%2e", "é", "%ff", "a b", "\\", "2026", ""]) for _ in range(3))
    tail = chance.choice(["", "?a=b&utm_source=x", "#x", "?" + _word(chance), "?%", ";x"])
    return f"{scheme}{chance.choice(_HOSTS)}/{path}{tail}"


def _date(chance: Chance) -> str:
    n = chance.randrange
    return chance.choice(
        [
            f"{n(10_000):04}-{n(14):02}-{n(33):02}T{n(25):02}:{n(61):02}:{n(62):02}{chance.choice(['Z', '+99:99', '', '-00:00', '.9' * 40])}",
            f"{chance.choice(['Mon', 'Xyz', ''])}, {n(40)} {chance.choice(['Jan', 'Mai', 'Şub', 'desember'])} {n(99_999)} {n(30)}:{n(99)}:{n(99)} {chance.choice(['GMT', '+0000', 'EST', '+9999'])}",
            str(n(10**18)),
            f"{n(99)}.{n(99)}.{n(9_999)}",
            _word(chance),
        ]
    )


def _attributes(chance: Chance) -> str:
    many = 3_000 if chance.random() < 0.02 else chance.randrange(5)
    names = ("class", "id", "href", "src", "itemprop", "datetime", "content", "property", "rel", "style", "xmlns:a")
    made = []
    for number in range(many):
        name = chance.choice(names) if chance.random() < 0.6 else f"a{number}"
        value = chance.choice([_address, _date, _word])(chance)
        quote = chance.choice(['"', "'", ""])
        made.append(f" {name}={quote}{value}{quote}" if chance.random() < 0.95 else f" {name}")
    return "".join(made)


def _element(chance: Chance, depth: int = 0) -> str:
    if depth > 6 or chance.random() < 0.3:
        return _text(chance)
    tag = chance.choice(_TAGS)
    inside = "".join(_element(chance, depth + 1) for _ in range(chance.randrange(5)))
    if chance.random() < 0.02:
        inside = f"<{tag}>" * 3_000 + inside
    end = f"</{tag}>" if chance.random() < 0.9 else ""
    return f"<{tag}{_attributes(chance)}>{inside}{end}"


def make_page(chance: Chance) -> bytes:
    ld = f'<script type="application/ld+json">{make_jsonld(chance).decode("utf-8", "surrogateescape")}</script>'
    meta = _some(chance, lambda c: f'<meta property="og:{_word(c)}" content="{_text(c)}">')
    story = _some(chance, lambda c: f"<p>{_text(c)}</p>", 20)
    page = f"<!doctype html><html{_attributes(chance)}><head><title>{_text(chance)}</title>{meta}{ld}</head>"
    page += (
        f"<body>{_some(chance, _element)}<article><h1>{_text(chance)}</h1>{story}</article>{_some(chance, _element)}"
    )
    return mutated(chance, _encoded(chance, page))


def make_feed(chance: Chance) -> bytes:
    if chance.random() < 0.2:
        return mutated(chance, _json(chance, depth=0).encode("utf-8", "surrogatepass"))
    item = chance.choice(["item", "entry"])
    fields = ("title", "link", "guid", "pubDate", "description", "category", "dc:creator", "content:encoded", "updated")

    def one(c: Chance) -> str:
        inner = "".join(
            f"<{name}{_attributes(c)}>{c.choice([_text, _address, _date])(c)}{f'</{name}>' if c.random() < 0.9 else ''}"
            for name in c.sample(fields, c.randrange(1, len(fields)))
        )
        return f"<{item}>{inner}</{item}>"

    root = chance.choice(["rss", "feed", "rdf:RDF", "channel", "html"])
    entity = '<!DOCTYPE x [<!ENTITY a "&#x26;b;"><!ENTITY s SYSTEM "file:///etc/passwd">]>' * (chance.random() < 0.1)
    feed = f'<?xml version="1.0"?>{entity}<{root}{_attributes(chance)}><channel>{_some(chance, one, 12)}</channel></{root}>'
    body = mutated(chance, _encoded(chance, feed))
    return gzip.compress(body, mtime=0) if chance.random() < 0.1 else body


def make_opml(chance: Chance) -> bytes:
    outline = lambda c: f'<outline text="{_text(c)}" xmlUrl="{_address(c)}"{_attributes(c)}{c.choice(["/>", ">"])}'  # noqa: E731
    return mutated(chance, _encoded(chance, f"<opml><head/><body>{_some(chance, outline, 30)}</body></opml>"))


def make_sitemap(chance: Chance) -> bytes:
    if chance.random() < 0.2:
        return mutated(chance, _encoded(chance, "\n".join(_address(chance) for _ in range(50))))

    def one(c: Chance) -> str:
        news = f"<news:news><news:title>{_text(c)}</news:title></news:news>"
        return f"<url><loc>{_address(c)}</loc><lastmod>{_date(c)}</lastmod>{news}</url>"

    root = chance.choice(["urlset", "sitemapindex"])
    body = mutated(chance, _encoded(chance, f"<{root}{_attributes(chance)}>{_some(chance, one, 40)}</{root}>"))
    return gzip.compress(body, mtime=0) if chance.random() < 0.2 else body


def make_robots(chance: Chance) -> bytes:
    def line(c: Chance) -> str:
        path = c.choice(["/", "/*a*a*a*b$", "/" + "*" * 500, f"/{_word(c)}", "/%zz", _address(c)])
        return c.choice([f"User-agent: {c.choice(['*', 'newsloom', _word(c)])}", f"Disallow: {path}", f"Allow: {path}",
                         f"Crawl-delay: {c.choice(_NASTY)}", f"Sitemap: {_address(c)}", _text(c)]) + c.choice(["\n", "\r", "\r\n"])  # fmt: skip

    return mutated(chance, _encoded(chance, _some(chance, line, 60)))


def make_jsonld(chance: Chance) -> bytes:
    return mutated(chance, _json(chance, depth=0).encode("utf-8", "surrogatepass"))


def make_address(chance: Chance) -> bytes:
    return mutated(chance, _address(chance).encode("utf-8", "surrogatepass"))


def make_header(chance: Chance) -> bytes:
    made = chance.choice(
        [_date, _word, _text, _address, lambda c: f"text/html; charset={_word(c)}", lambda c: f"max-age={_word(c)}"]
    )
    return mutated(chance, made(chance).encode("utf-8", "surrogatepass"))[:30_000]


def make_date(chance: Chance) -> bytes:
    return mutated(chance, _date(chance).encode("utf-8", "surrogatepass"))


def make_question(chance: Chance) -> bytes:
    signs = ('"', "*", "-", "OR", "AND", "NOT", "NEAR(", ")", ":", "^", "{", "\\", "'", "|", "!", "&", "<->")
    parts = [chance.choice(signs) if chance.random() < 0.4 else _word(chance) for _ in range(chance.randrange(20))]
    return chance.choice([" ", ""]).join(parts).encode("utf-8", "surrogatepass")


def make_warc(chance: Chance) -> bytes:
    def record(c: Chance) -> bytes:
        body = make_page(c)[:20_000]
        head = f"HTTP/1.1 {c.choice(['200 OK', '200', '999 é', ''])}\r\nContent-Type: text/html\r\n\r\n".encode()
        length = c.choice([len(head + body), 0, -1, 10**17, "9" * 40, "x"])
        fields = f"WARC/1.1\r\nWARC-Type: {c.choice(['response', 'resource', _word(c)])}\r\nWARC-Target-URI: {_address(c)}\r\n"
        whole = (
            fields.encode("utf-8", "surrogatepass")
            + f"Content-Length: {length}\r\n\r\n".encode()
            + head
            + body
            + b"\r\n\r\n"
        )
        return gzip.compress(whole, mtime=0) if c.random() < 0.5 else whole

    return mutated(chance, b"".join(record(chance) for _ in range(chance.randrange(1, 4))))


def _json(chance: Chance, depth: int) -> str:
    kinds: Sequence[str] = "object array text number deep".split() if depth < 5 else ["text", "number"]
    match chance.choice(kinds):
        case "object":
            names = ("@type", "@graph", "headline", "author", "name", "datePublished", "image", "url", "items", "title",
                     "version", "home_page_url", "content_html", "articleBody", "@id", "date_published")  # fmt: skip
            pairs = (f'"{chance.choice(names)}": {_json(chance, depth + 1)}' for _ in range(chance.randrange(8)))
            return "{" + ", ".join(pairs) + chance.choice(["}", ",}", ""])
        case "array":
            return "[" + ",".join(_json(chance, depth + 1) for _ in range(chance.randrange(6))) + "]"
        case "deep":
            return chance.choice(["[" * 20_000, '{"a":' * 20_000]) if chance.random() < 0.1 else "null"
        case "number":
            return chance.choice(["1e999", "-0", "9" * 4_400, "NaN", "true", "null", "1.5"])
        case _:
            said = chance.choice(["NewsArticle", _text(chance), _address(chance), _date(chance), "\\ud800", "\\u0000"])
            return f'"{said}"'


def _encoded(chance: Chance, text: str) -> bytes:
    encoding = chance.choice(["utf-8"] * 6 + ["utf-16", "latin-1", "cp1254", "shift_jis", "utf-7", "iso2022_jp"])
    if encoding == "utf-8":
        return text.encode("utf-8", "surrogatepass")
    return text.encode(encoding, "replace")


MAKERS: Final[dict[str, Callable[[Chance], bytes]]] = {
    "page": make_page,
    "front": make_page,
    "feed": make_feed,
    "opml": make_opml,
    "sitemap": make_sitemap,
    "robots": make_robots,
    "jsonld": make_jsonld,
    "redirect": make_address,
    "address": make_address,
    "header": make_header,
    "date": make_date,
    "search": make_question,
    "warc": make_warc,
    "versions": make_page,
}
