from __future__ import annotations

import random
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.stores.delta import EncodedBody, pack, pack_version, unpack
from newsloom.stores.delta.encoding import Coding


def noisy_page(seed, lines=600):
    """A page that says the same each time, under names that are new each time."""
    source = random.Random(seed)  # noqa: S311 - a made-up page
    names = ["".join(source.choices("abcdefghijklmnop", k=6)) for _ in range(80)]
    ids = [str(uuid.UUID(int=source.getrandbits(128))) for _ in range(80)]
    story = random.Random("the same story")  # noqa: S311
    parts = []
    for line in range(lines):
        n = story.randrange(80)
        parts.append(f"<g id='{ids[n]}'>{names[n]}({line});if({names[(n * 7) % 80]}[{story.randrange(999)}])</g>\n")
    return "".join(parts).encode()


@given(st.binary(max_size=400), st.binary(max_size=400))
def test_any_bytes_come_back_with_any_base(body, base):
    assert unpack(pack(body)) == body
    assert unpack(pack(body, base), base) == body
    assert unpack(pack_version(body, base), base) == body


def test_a_page_that_hardly_changed_costs_hardly_anything():
    page = noisy_page(1)
    later = page.replace(b"(17);", b"(17);It is noon;")
    packed = pack_version(later, page)
    assert packed.coding == Coding.DIFFERENCE
    assert len(packed.data) < 200
    assert unpack(packed, page) == later


def test_new_names_for_everything_cost_little_more_than_the_names():
    earlier, later = noisy_page(1), noisy_page(2)
    packed = pack_version(later, earlier)
    assert packed.coding == Coding.RENAMED
    assert unpack(packed, earlier) == later
    assert len(packed.data) < len(pack(later, earlier).data) / 2


def test_a_page_beyond_the_ordinary_is_not_searched_for_names():
    source = random.Random(3)  # noqa: S311 - any bytes
    earlier, later = (source.randbytes(4_100_000) for _ in range(2))
    packed = pack_version(later, earlier)
    assert packed.coding == Coding.DIFFERENCE
    assert unpack(packed, earlier) == later


@pytest.mark.parametrize("coding", list(Coding))
def test_what_was_never_packed_is_refused(coding):
    with pytest.raises(ValueError, match=r".+"):
        unpack(EncodedBody(coding=coding, data=b"neither fish nor fowl"), b"a base")
