from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newsloom.stores.delta.renaming import Rename, read_renames, renamed, renames, write_renames

UUID = b"0e27a1f0-7d52-4c0b-9a55-30b1c2d4e5f6"

script = st.lists(st.sampled_from(["a", "b", "cc", UUID.decode(), "(", ").", "={", "};\n", "\ud7ff"]), max_size=120)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1, max_size=40) | st.just(UUID)), max_size=30))
def test_a_list_of_renames_comes_back_as_it_was_written(pairs):
    found = [Rename(position, name) for position, name in sorted(pairs)]
    assert read_renames(write_renames(found)) == found


@given(script, script)
def test_whatever_is_found_can_be_applied(earlier, later):
    before, after = "".join(earlier).encode(), "".join(later).encode()
    renamed(before, renames(before, after))


def test_a_renamed_variable_is_found_everywhere():
    lines = [f"call{n}(e, [{n}], e.width + {n});\n" for n in range(30)]
    before = "".join(lines).encode()
    after = before.replace(b"e,", b"t,").replace(b"e.width", b"t.width")
    assert renamed(before, renames(before, after)) == after


def test_a_name_counts_only_from_where_it_changes():
    lines = [f"call{n}(e, [{n}], e.width + {n});\n" for n in range(60)]
    before = "".join(lines).encode()
    after = (
        "".join(lines[:30]).encode() + "".join(lines[30:]).replace("e,", "t,").replace("e.width", "t.width").encode()
    )
    found = renames(before, after)
    assert [rename.name for rename in found] == [b"t"]
    assert renamed(before, found) == after


def test_pages_too_short_to_compare_have_no_renames():
    assert renames(b"a b c", b"x y z") == []
