"""A page in, its Article out: parse, extract, describe, and put the parts together.

No page makes this raise: one that cannot be read is an Article with ``is_article`` False and a reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from newsloom import records
from newsloom.catalogue import build
from newsloom.dom import Document, parse
from newsloom.dom.places import field_lines
from newsloom.extractors.protocol import Extractor
from newsloom.metadata import Metadata, describe
from newsloom.metadata.pager import find_next_page
from newsloom.pipeline import arguments
from newsloom.records import Article, Block, BlockImage, Extraction
from newsloom.text.casing import fold
from newsloom.text.categories import category_of
from newsloom.text.datelines import is_date_line
from newsloom.text.patterns import pattern

__all__ = ["DEFAULT_EXTRACTOR", "article_of", "extract"]

DEFAULT_EXTRACTOR: Final = "loom"

UNKNOWN_CONFIDENCE: Final = 0.5
"""Published methods do not say how sure they are."""

# Where a byline stands, and how much of it there is beside the names: "By", a day, a place.
_OPENING_LINES: Final = 4
_MAX_BYLINE: Final = 160
_WORDS_BESIDE_NAMES: Final = 6
# Where so many days are named on lines of their own, they part the story, and the first is no date line.
_DAYS_OF_A_CHRONICLE: Final = 2

# So much of a text shows its first word as a rule.
_BEGINNING: Final = 32
_WORD: Final = pattern(r"\w+")
_TWO_WORDS: Final = pattern(r"\W*+(\w++)\W++\w")


def extract(  # noqa: PLR0913 - the published contract
    page: bytes | str | records.Page,
    *,
    url: str | None = None,
    title: str | None = None,
    extractor: str = DEFAULT_EXTRACTOR,
    template: records.Template | None = None,
    layout: object | None = None,
) -> Article:
    """The story on a page: its bytes or text, or what ``newsloom.fetch`` gave.

    ``title`` is the one under which a feed announced the page, where known. Raises ``UnknownName`` for
    an extractor that does not exist, ``TypeError`` for what is no page, and nothing for what is on the page.
    """
    method: Extractor = build("extractor", arguments.name_of_method(extractor, "extractor"))
    content, address, charset = arguments.fetched(page, url)
    document = parse(
        content,
        url=address,
        charset=charset,
        title=arguments.text(title, "title"),
        template=arguments.template(template, "template"),
        layout=layout,
    )
    return article_of(document, method.extract(document))


def article_of(document: Document, extraction: Extraction) -> Article:
    """What a method found on a document, joined with what the document says of itself."""
    described = _titled_by_site(describe(document), document)
    captions = [image.caption for image in described.images]
    told_elsewhere = (described.title, document.headline, document.feed_title, *captions)
    story = _story(_untold(extraction.blocks, told_elsewhere), described.authors)
    blocks = _with_all_images(story, extraction.blocks)
    is_article = bool(blocks) and extraction.is_article is not False
    reason = None if is_article else extraction.reason or "the method kept no text of the page"
    confidence = UNKNOWN_CONFIDENCE if extraction.confidence is None else extraction.confidence
    # On a list of stories, the next page is more of the list.
    next_page, pager = find_next_page(document) if is_article else (None, "")
    settled = {"text": f"{extraction.method}/{extraction.version}" if blocks else "", "next_page": pager}
    return Article(
        url=document.url,
        canonical_url=described.canonical_url,
        site=described.site,
        title=described.title,
        description=described.description,
        text="\n\n".join(block.text for block in blocks),
        blocks=blocks,
        published=described.published,
        modified=described.modified,
        date=described.date,
        authors=described.authors,
        section=described.section,
        category=category_of(described.section),
        keywords=described.keywords,
        language=described.language,
        images=described.images,
        next_page=next_page,
        access=described.access,
        is_article=is_article,
        reason=reason,
        confidence=confidence if blocks else 0.0,
        provenance={**described.provenance, **{name: method for name, method in settled.items() if method}},
    )


def _titled_by_site(described: Metadata, document: Document) -> Metadata:
    """With the headline that stands where it does on the other pages of the site, if nothing else tells it."""
    lines = () if described.title else field_lines(document).get("headline", ())
    if not lines:
        return described
    return described._replace(title=lines[0], provenance={**described.provenance, "title": "template"})


def _untold(blocks: Iterable[Block], told: Iterable[str | None]) -> list[Block]:
    """The blocks but those that are one of the texts told elsewhere."""
    apart = {_letters(text) for text in told if text}
    first_words = {letters.partition(" ")[0] for letters in apart}
    first_signs = {word[:1] for word in first_words}
    return [
        block
        for block in blocks
        if not (_may_begin(block.text, first_words, first_signs) and _letters(block.text) in apart)
    ]


def _may_begin(text: str, first_words: set[str], first_signs: set[str]) -> bool:
    """Whether the first word may be one of these: to fold all of a long text takes ten times as long."""
    # A letter of ASCII is folded by itself, unless a mark stands on it.
    if text[:2].isascii() and text[:1].isalpha() and text[0].lower() not in first_signs:
        return False
    two = _TWO_WORDS.match(fold(text[:_BEGINNING]))
    # A lone word may go on behind the beginning.
    return two is None or two[1] in first_words


def _story(blocks: list[Block], authors: tuple[str, ...]) -> tuple[Block, ...]:
    """The blocks without the lines at their beginning that say who wrote them and when."""
    opening, rest = blocks[:_OPENING_LINES], blocks[_OPENING_LINES:]
    is_chronicle = sum(is_date_line(block.text) for block in rest) >= _DAYS_OF_A_CHRONICLE
    return (
        *(
            block
            for block in opening
            if not _is_byline(block.text, authors)
            and (is_chronicle or block.kind == "heading" or not is_date_line(block.text))
        ),
        *rest,
    )


def _with_all_images(story: tuple[Block, ...], read: Iterable[Block]) -> tuple[Block, ...]:
    """The story's blocks with the pictures of those that are left out, which go on to the next: captions often are."""
    kept = set(map(id, story))
    blocks: list[Block] = []
    waiting: tuple[BlockImage, ...] = ()
    for block in read:
        if id(block) not in kept:
            waiting += tuple(replace(image, at=0) for image in block.images)
        else:
            blocks.append(replace(block, images=waiting + block.images) if waiting else block)
            waiting = ()
    if waiting and blocks:
        last = blocks[-1]
        behind = tuple(replace(image, at=len(last.text)) for image in waiting)
        blocks[-1] = replace(last, images=last.images + behind)
    return tuple(blocks)


def _is_byline(line: str, authors: tuple[str, ...]) -> bool:
    """Whether the line names an author and says little more: "By Ada Strand, 3 May 2024"."""
    if len(line) > _MAX_BYLINE:
        return False
    words = _letters(line).split()
    names = [_letters(author).split() for author in authors]
    named = {word for name in names if set(name) <= set(words) for word in name}
    return bool(named) and sum(word not in named for word in words) <= _WORDS_BESIDE_NAMES


def _letters(text: str) -> str:
    return " ".join(_WORD.findall(fold(text)))
