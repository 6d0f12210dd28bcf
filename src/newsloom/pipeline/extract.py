"""A page in, its Article out: parse, extract, describe, and put the parts together.

No page makes this raise: one that cannot be read is an Article with ``is_article`` False and a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from newsloom import records
from newsloom.catalogue import build, reads_code
from newsloom.dom import Document, parse
from newsloom.dom.layout import Layout
from newsloom.dom.linepaths import field_lines
from newsloom.extractors.protocol import Extractor
from newsloom.metadata import Metadata, describe
from newsloom.metadata.nextpage import find_next_page
from newsloom.metadata.section import category_in_address
from newsloom.pipeline import arguments
from newsloom.pipeline.storyblocks import story_blocks
from newsloom.records import Article, Block, BlockImage, Extraction
from newsloom.text.categories import category_of

__all__ = ["DEFAULT_EXTRACTOR", "article_of", "extract", "with_method_name"]

DEFAULT_EXTRACTOR: Final = "loom"

UNKNOWN_CONFIDENCE: Final = 0.5
"""Published methods do not say how sure they are."""


def extract(  # noqa: PLR0913 - the published contract
    page: bytes | str | records.Page,
    *,
    url: str | None = None,
    title: str | None = None,
    anchor_text: str | None = None,
    teaser: str | None = None,
    extractor: str = DEFAULT_EXTRACTOR,
    template: records.Template | None = None,
    layout: Layout | None = None,
    language: str | None = None,
) -> Article:
    """The story on a page: its bytes or text, or what ``newsloom.fetch`` gave.

    ``title`` is the one under which a feed announced the page, ``anchor_text`` and ``teaser`` are a front page's, where
    known, ``language`` that of the feed or newspaper, for a page too short to tell its own. Raises ``UnknownName`` for
    an extractor that does not exist, ``ParameterError`` for settings that cannot be, ``TypeError`` for what is no page,
    and nothing for what is on the page.
    """
    method: Extractor = build("extractor", arguments.name_of_method(extractor, "extractor"))
    content, address, charset = arguments.fetched(page, url)
    document = parse(
        content,
        url=address,
        charset=charset,
        title=arguments.text(title, "title"),
        template=arguments.template(template, "template"),
        layout=layout or arguments.layout_of(page),
        keep_code=reads_code(method),
    )
    document.anchor_text = arguments.text(anchor_text, "anchor_text")
    document.teaser = arguments.text(teaser, "teaser")
    document.source_language = arguments.language(language, "language")
    return article_of(document, with_method_name(method.extract(document), extractor))


def with_method_name(extraction: Extraction, method: str) -> Extraction:
    """The extraction under its method as chosen, with settings: two settings of a room are not one method."""
    return extraction if extraction.method == method else replace(extraction, method=method)


def article_of(document: Document, extraction: Extraction) -> Article:
    """What a method found on a document, joined with what the document says of itself."""
    described = _titled_by_site(describe(document), document)
    described = _titled_by_story(described, document, extraction.headline, extraction.method)
    captions = [image.caption for image in described.images]
    titles = (described.title, document.headline, document.feed_title, extraction.headline)
    story = story_blocks(
        extraction.blocks,
        titles=titles,
        captions=captions,
        authors=described.authors,
        section=described.section,
    )
    blocks = _with_all_images(story, extraction.blocks)
    is_article = bool(blocks) and extraction.is_article is not False
    reason = None if is_article else extraction.reason or "the method found no text on the page"
    confidence = UNKNOWN_CONFIDENCE if extraction.confidence is None else extraction.confidence
    # On a list of stories, the next page is more of the list.
    next_page, pager = find_next_page(document) if is_article else (None, "")
    category = category_of(described.section)
    addressed = None if category else category_in_address(document.url)
    settled = {
        "text": f"{extraction.method}/{extraction.version}" if blocks else "",
        "layout": extraction.layout or "",
        "next_page": pager,
        "category": "address" if addressed else "",
    }
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
        category=category or addressed,
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


def _titled_by_story(described: Metadata, document: Document, headline: str | None, method: str) -> Metadata:
    """With the headline that a method found over the story, where all that the page is called by is a name."""
    if not headline or not document.is_titled_by_name:
        return described
    return described._replace(title=headline, provenance={**described.provenance, "title": method})


def _with_all_images(story: tuple[Block, ...], read: Sequence[Block]) -> tuple[Block, ...]:
    """The story's blocks with the pictures of those that are left out, which go on to the next: captions often are."""
    if len(story) == len(read) or not any(block.images for block in read):
        return story
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
