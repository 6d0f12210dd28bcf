"""A drawn story of a ferry, and what the perception extractor keeps of a page."""

from __future__ import annotations

from newsloom.dom import Document
from newsloom.extractors.perception import PerceptionExtractor

FERRY = "The ferry to the island of Sandry left the harbour an hour late because the crew of the ferry was ill."
CREW = "The crew of the ferry had eaten mussels in the harbour, the doctor of Sandry said on Monday evening."
HARBOUR = "The harbour of Sandry has no other crew, so the ferry will stay in the harbour until the crew is well."
CAT = "My cat would never do such a thing, and neither would my neighbour, who keeps geese."


def paragraph(text: str, top: float, *, left: float = 100, how: str = "18 400", more: str = "") -> str:
    return f'<p at="{left} {top} 600 60" set="{how}" {more}>{text}</p>'


STORY = (
    '<h1 at="100 100 600 50" set="36 700">Ferry crew falls ill in the harbour</h1>'
    + paragraph(FERRY, 200)
    + paragraph(CREW, 280)
    + paragraph(HARBOUR, 360)
)


def kept(document: Document, **parameters: object) -> list[str]:
    return [block.text for block in PerceptionExtractor(**parameters).extract(document).blocks]  # type: ignore[arg-type]
