from __future__ import annotations

import io
import tarfile
import tracemalloc
from pathlib import Path

import pytest

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora import Corpus, open_corpus
from newsloom.evaluation.corpora.files import PAGE_LIMIT_BYTES

from ..sets import BRIDGE, FERRY, members_of, pack, page_of, truth_lines, unpack

TRUTHS = [FERRY, BRIDGE]


@pytest.fixture(params=["archive", "folder"])
def make(request, tmp_path: Path):
    def make_set(members: dict[str, bytes]) -> Corpus:
        if request.param == "archive":
            return open_corpus(pack(tmp_path / "coast.tar.xz", members))
        return open_corpus(unpack(tmp_path / "coast", members))

    return make_set


def test_pages_come_with_their_truth(make) -> None:
    corpus = make(members_of(TRUTHS))
    pages = list(corpus)
    assert corpus.name == "coast"
    assert [page.id for page in pages] == ["bridge", "ferry"]
    assert [page.truth.title for page in pages] == [BRIDGE["title"], FERRY["title"]]
    assert [page.page for page in pages] == [page_of(BRIDGE), page_of(FERRY)]


def test_only_wanted_pages_are_given(make) -> None:
    corpus = make(members_of(TRUTHS))
    wanted = {"ferry": corpus.truths()["ferry"]}
    assert [page.id for page in corpus.pages(wanted)] == ["ferry"]
    assert list(corpus.pages({})) == []


def test_a_page_without_truth_is_passed_over(make) -> None:
    corpus = make({"./pages/stray.html": b"<p>stray", "./pages/note.txt": b"note", **members_of(TRUTHS)})
    assert [page.id for page in corpus] == ["bridge", "ferry"]


def test_a_missing_page_is_named(make) -> None:
    members = members_of(TRUTHS)
    del members["./pages/ferry.html"]
    with pytest.raises(CorpusError, match=r"wanted 2 pages, 1 of them are missing: pages/ferry\.html"):
        list(make(members))


def test_a_missing_truth_says_what_was_wanted(make) -> None:
    members = members_of(TRUTHS)
    del members["./truth.jsonl"]
    with pytest.raises(CorpusError, match=r"wanted a truth\.jsonl .*found none"):
        make(members).truths()


def test_a_broken_line_names_set_file_and_line(make) -> None:
    members = members_of(TRUTHS) | {"./truth.jsonl": truth_lines(TRUTHS) + b"{oops}\n"}
    with pytest.raises(CorpusError, match=r"coast.*: truth\.jsonl, line 3: .*not JSON"):
        list(make(members))


def test_a_page_is_read_to_its_limit(make) -> None:
    members = members_of([FERRY]) | {"./pages/ferry.html": b"x" * (PAGE_LIMIT_BYTES + 5)}
    (page,) = make({name: members[name] for name in sorted(members)})
    assert len(page.page) == PAGE_LIMIT_BYTES


def test_the_digest_repeats_and_changes_with_the_set(tmp_path: Path) -> None:
    for kind, build in (("archive", pack), ("folder", unpack)):
        one = open_corpus(build(tmp_path / f"{kind}-one.tar.xz", members_of(TRUTHS)))
        same = open_corpus(build(tmp_path / f"{kind}-same.tar.xz", members_of(TRUTHS)))
        other = open_corpus(build(tmp_path / f"{kind}-other.tar.xz", members_of([FERRY])))
        assert one.digest() == same.digest() != other.digest()
        assert len(one.digest()) == 64


@pytest.mark.parametrize(("file", "name"), [("l3s.tar.xz", "l3s"), ("l3s.tar", "l3s"), ("a.b.tar.xz", "a.b")])
def test_a_set_is_named_by_the_stem_of_its_file(tmp_path: Path, file: str, name: str) -> None:
    assert open_corpus(pack(tmp_path / file, {})).name == name


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no such file or folder"):
        open_corpus(tmp_path / "nowhere.tar.xz")


@pytest.mark.parametrize("content", [b"", b"<html>not an archive</html>", b"\xfd7zXZ\x00 broken"])
def test_a_file_that_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "coast.tar.xz"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=r"coast\.tar\.xz"):
        open_corpus(path).truths()


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_half_downloaded_archive_is_refused(tmp_path: Path, kept: float) -> None:
    noise = bytes(n * n % 251 for n in range(60_000))  # squares: not so even that xz leaves nothing
    path = pack(tmp_path / "coast.tar.xz", {"./pages/a.html": noise, **members_of(TRUTHS)})
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * kept)])
    with pytest.raises(CorpusError, match="download complete"):
        list(open_corpus(path))


def test_flipped_bits_are_found(tmp_path: Path) -> None:
    path = pack(tmp_path / "coast.tar.xz", members_of(TRUTHS))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(CorpusError, match="cannot be read as"):
        list(open_corpus(path))


def test_what_is_not_a_file_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "coast.tar"
    with tarfile.open(path, "w") as tar:
        link = tarfile.TarInfo("./pages/bridge.html")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
        for name, content in members_of([FERRY]).items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    assert [page.id for page in open_corpus(path)] == ["ferry"]


def test_an_id_cannot_reach_outside_the_set(tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_bytes(b"secret")
    members = members_of([FERRY]) | {"./truth.jsonl": truth_lines([{"id": "../../secret"}])}
    with pytest.raises(CorpusError, match="1 of them are missing"):
        list(open_corpus(unpack(tmp_path / "coast", members)))


def test_a_folder_without_pages_is_refused(tmp_path: Path) -> None:
    (tmp_path / "truth.jsonl").write_bytes(truth_lines(TRUTHS))
    with pytest.raises(CorpusError, match="pages: cannot be read"):
        list(open_corpus(tmp_path))


def test_a_large_archive_is_streamed(tmp_path: Path) -> None:
    truths = [{"id": f"page{n:03}"} for n in range(120)]
    members = {f"./pages/{truth['id']}.html": bytes(500_000) for truth in truths}
    corpus = open_corpus(pack(tmp_path / "coast.tar.xz", members | {"./truth.jsonl": truth_lines(truths)}))
    tracemalloc.start()
    count = sum(1 for _ in corpus)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 120
    assert peak < 20_000_000  # of 60 MB; 8 MB are the dictionary of xz
