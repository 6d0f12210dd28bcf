from __future__ import annotations

import fcntl
import json

import pytest

from newsloom.errors import InputError
from newsloom.pipeline.bulk.outputs import opened_file


def line(page: str) -> bytes:
    return json.dumps({"page": page}).encode() + b"\n"


def begin(file, *lines: bytes, job_key: str = "q"):
    """A run that ended before its end; its unfinished file comes back."""
    with opened_file(file, job_key, is_replacing=False) as output:
        for one in lines:
            output.write(one)
        return type(file)(output.name)


def test_a_file_appears_when_it_is_whole(tmp_path):
    file = tmp_path / "out.jsonl"
    with opened_file(file, "q", is_replacing=False) as output:
        output.write(line("a"))
        assert not file.exists()
        output.finish(["page"])
    assert file.read_bytes() == line("a")
    assert list(tmp_path.iterdir()) == [file]


def test_a_run_that_was_ended_is_taken_up_behind_its_last_whole_line(tmp_path):
    file = tmp_path / "out.jsonl"
    begin(file, line("a"), line("b"), b'{"page": "c')
    with opened_file(file, "q", is_replacing=False) as output:
        assert (output.count, output.last) == (2, "b")
        output.write(line("c"))
        output.finish(["page"])
    assert file.read_bytes() == line("a") + line("b") + line("c")


def test_another_question_begins_another_file(tmp_path):
    file = tmp_path / "out.jsonl"
    begin(file, line("a"), job_key="with loom")
    with opened_file(file, "with next", is_replacing=False) as output:
        assert (output.count, output.last) == (0, None)


def test_a_run_that_wrote_nothing_leaves_nothing(tmp_path):
    begin(tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_replaced_only_on_demand(tmp_path):
    file = tmp_path / "out.jsonl"
    file.write_bytes(b"precious")
    with pytest.raises(InputError, match="--overwrite"), opened_file(file, "q", is_replacing=False):
        pass
    with opened_file(file, "q", is_replacing=True) as output:
        output.write(line("a"))
        assert file.read_bytes() == b"precious"
        output.finish(["page"])
    assert file.read_bytes() == line("a")


def test_two_runs_do_not_write_one_file(tmp_path):
    unfinished = begin(tmp_path / "out.jsonl", line("a"))
    with unfinished.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with (
            pytest.raises(InputError, match="another run"),
            opened_file(tmp_path / "out.jsonl", "q", is_replacing=False),
        ):
            pass


@pytest.mark.parametrize("name", ["out.csv", "out", "out.parqet"])
def test_another_ending_is_refused(tmp_path, name):
    with (
        pytest.raises(InputError, match=r"\.jsonl or \.parquet"),
        opened_file(tmp_path / name, "q", is_replacing=False),
    ):
        pass


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with (
        pytest.raises(InputError, match="No such file"),
        opened_file(tmp_path / "no" / "out.jsonl", "q", is_replacing=False),
    ):
        pass


def test_a_folder_is_refused_before_anything_is_read(tmp_path):
    (tmp_path / "out.jsonl").mkdir()
    with (
        pytest.raises(InputError, match="is a folder"),
        opened_file(tmp_path / "out.jsonl", "q", is_replacing=True),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_nothing_is_written_or_cut_through_a_link(tmp_path):
    unfinished = begin(tmp_path / "out.jsonl", line("a"))
    unfinished.unlink()
    (tmp_path / "precious").write_bytes(b"no line")
    unfinished.symlink_to(tmp_path / "precious")
    with pytest.raises(InputError, match="symbolic links"):
        begin(tmp_path / "out.jsonl", line("a"))
    assert (tmp_path / "precious").read_bytes() == b"no line"


def test_an_unfinished_file_that_is_damaged_is_refused(tmp_path):
    begin(tmp_path / "out.jsonl", b"\0\0\0\n")
    with pytest.raises(InputError, match="remove it to start again"):
        begin(tmp_path / "out.jsonl")


def test_a_table_has_a_row_for_each_line(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "out.parquet"
    begin(
        file, json.dumps({"page": "a", "published": "2026-03-02T12:00:00+03:00", "authors": ["Ada"]}).encode() + b"\n"
    )
    with opened_file(file, "q", is_replacing=False) as output:
        output.write(json.dumps({"page": "b", "kind": "InputError", "images": [{"url": "x"}]}).encode() + b"\n")
        output.finish(["page", "published", "authors", "images", "kind"])
    first, second = parquet.read_table(file).to_pylist()
    assert (first["page"], first["authors"], first["kind"]) == ("a", ["Ada"], None)
    assert first["published"].isoformat() == "2026-03-02T09:00:00+00:00"
    assert (second["page"], second["images"], second["kind"]) == ("b", '[{"url": "x"}]', "InputError")
    assert list(tmp_path.iterdir()) == [file]


def test_a_table_that_got_its_name_just_before_its_run_was_killed_is_gone_on_with(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "out.parquet"
    work = begin(file, line("a"), line("b"))
    lines = work.read_bytes()
    with opened_file(file, "q", is_replacing=False) as output:
        output.finish(["page"])
    # As it was a moment before its end: the table has its name, and its lines are still there.
    work.write_bytes(lines)
    work.with_suffix(".named").touch()
    with opened_file(file, "q", is_replacing=False) as output:
        assert (output.count, output.last) == (2, "b")
        output.finish(["page"])
    assert [row["page"] for row in parquet.read_table(file).to_pylist()] == ["a", "b"]
    assert list(tmp_path.iterdir()) == [file]


def test_a_finished_table_is_not_written_again_whatever_a_killed_run_has_left(tmp_path):
    file = tmp_path / "out.parquet"
    work = begin(file, line("a"))
    work.unlink()
    work.with_suffix(".named").touch()
    file.write_bytes(b"precious")
    with pytest.raises(InputError, match="--overwrite"), opened_file(file, "q", is_replacing=False):
        pass
    assert list(tmp_path.iterdir()) == [file]
