"""Near duplicates over all shards: groups the articles in results of extraction that are copies of each other.

Each article becomes a MinHash signature, in the process that reads its shard. The signatures are shuffled by band: one
task reads one band's keys of all articles and finds equal keys. Articles with a key in common are compared, and the
groups are the connected components.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from newsloom.desk.minhash import BANDS, HASHES, band_keys, shared_part, signature
from newsloom.desk.shingles import LEAST_SHARE
from newsloom.disjointsets import DisjointSets
from newsloom.pipeline.bulk.jobs import JobOptions, run_tasks
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.results import Marker
from newsloom.pipeline.bulk.steps.meter import TaskMeter, rows_in_files
from newsloom.pipeline.bulk.steps.results import FileTask, OneTask, file_tasks, folder_of, read_columns, stamp_of
from newsloom.pipeline.bulk.steps.results import write_table as write_rows
from newsloom.pipeline.bulk.work import Tell

__all__ = ["group_signatures", "run_duplicates", "signature_schema"]

_PLACE: Final = ("source", "page", "url", "day")
# Each article is compared with the first article with the same key, and with this many before it.
_NEIGHBOURS: Final = 3
_PORTION: Final = 100_000


def run_duplicates(
    sources: Sequence[str], output: str, options: JobOptions, report: PhaseProgress | None = None
) -> PhaseReport:
    """Writes ``OUTPUT/duplicates.parquet``: signatures by shard, then bands, then groups."""
    tasks = file_tasks(sources, "duplicates")
    signatures = folder_of(f"{output}/signatures")
    signatures.open_job({"step": "duplicates", "bands": BANDS}, is_replacing=options.is_replacing)
    run_tasks("signatures", _Sign(folder=str(signatures.place)), tasks, signatures, options, report)
    return group_signatures(output, options, report)


def group_signatures(output: str, options: JobOptions, report: PhaseProgress | None = None) -> PhaseReport:
    """Groups the signatures in ``OUTPUT/signatures``."""
    job = {"step": "duplicates", "bands": BANDS}
    files = file_tasks([f"{output}/signatures"], "duplicates")
    folder, bands = folder_of(output), folder_of(f"{output}/bands")
    for one in (folder, bands):
        one.open_job(job, is_replacing=options.is_replacing)
    names, stamp = [task.source for task in files], stamp_of(files)
    # The stamp is in the name, because bands of more articles are other bands.
    wanted = [
        OneTask(name=f"band-{band:02}-{stamp}", stamp=stamp, source="bands", value=(band, names))
        for band in range(BANDS)
    ]
    run_tasks("bands", _FindPairs(folder=str(bands.place)), wanted, bands, options, report)
    pairs = [str(bands.place / f"{task.name}.parquet") for task in wanted]
    whole = OneTask(name="duplicates", stamp=stamp, value=(names, pairs))
    return run_tasks("duplicates", _Group(folder=str(folder.place)), [whole], folder, options, report)


def signature_schema() -> Any:
    """The columns for an article: its place, its signature, and the key of each band."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    place = [("source", pa.string()), ("page", pa.string()), ("url", pa.string()), ("day", pa.date32())]
    bands = [(f"band_{band:02}", pa.uint64()) for band in range(BANDS)]
    return pa.schema([*place, ("signature", pa.binary(2 * HASHES)), *bands])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sign:
    folder: str

    def __call__(self, task: FileTask) -> Marker:
        return write_rows(self.folder, task, signature_schema(), self._rows(task.source))

    def _rows(self, file: str) -> Iterator[list[dict[str, Any]]]:
        for batch in read_columns(file, (*_PLACE, "text", "language", "is_article")):
            rows, found = [], []
            for row in batch.to_pylist():
                one = signature(row["text"], row.get("language")) if row.get("is_article") and row["text"] else None
                if one is not None:
                    rows.append(row)
                    found.append(one)
            yield _signed(rows, np.array(found)) if found else []


def _signed(rows: Sequence[dict[str, Any]], signatures: npt.NDArray[np.uint16]) -> list[dict[str, Any]]:
    keys = band_keys(signatures).tolist()
    return [
        {
            **{name: row.get(name) for name in _PLACE},
            "signature": one.tobytes(),
            **{f"band_{band:02}": key for band, key in enumerate(own)},
        }
        for row, one, own in zip(rows, signatures, keys, strict=True)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _FindPairs:
    """Finds articles with the same key in one band, as pairs of their numbers over all shards."""

    folder: str

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        band, files = task.value
        name = f"band_{band:02}"
        parts = [batch.column(0).to_numpy() for file in files for batch in read_columns(file, (name,), _PORTION)]
        pairs = _equal_pairs(np.concatenate(parts) if parts else np.empty(0, np.uint64))
        schema = pa.schema([("first", pa.int64()), ("second", pa.int64())])
        return write_rows(self.folder, task, schema, _pair_rows(pairs))


def _equal_pairs(keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Pairs of places with equal keys: each with the first place with its key, and with a few before it."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    is_new = np.concatenate([[True], ordered[1:] != ordered[:-1]]) if len(keys) else np.empty(0, bool)
    starts = np.maximum.accumulate(np.where(is_new, np.arange(len(keys)), 0)) if len(keys) else np.empty(0, int)
    found = []
    for back in range(1, _NEIGHBOURS + 1):
        later = np.flatnonzero(ordered[back:] == ordered[:-back]) + back if len(keys) > back else np.empty(0, int)
        found.append(np.stack([order[later - back], order[later]], axis=1))
    far = np.flatnonzero(np.arange(len(keys)) - starts > _NEIGHBOURS)
    found.append(np.stack([order[starts[far]], order[far]], axis=1))
    return np.concatenate(found).astype(np.int64)


def _pair_rows(pairs: npt.NDArray[np.int64]) -> Iterator[list[dict[str, int]]]:
    for start in range(0, len(pairs), _PORTION):
        portion = pairs[start : start + _PORTION].tolist()
        yield [{"first": first, "second": second} for first, second in portion]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    folder: str
    tell: Tell | None = None

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        files, bands = task.value
        found, articles = rows_in_files(bands), rows_in_files(files)
        # Pairs are read and compared; articles are read twice, for their signatures and for their places.
        meter = TaskMeter(self.tell, task.name, 2 * found + 2 * articles)
        pairs = _known_pairs(bands, meter)
        signatures = _signatures(files, meter)
        sets, shares = _joined(pairs, signatures, meter, found / max(len(pairs), 1))
        schema = pa.schema(
            [
                *((name, pa.int64()) for name in ("group", "size")),
                *((name, pa.string()) for name in ("source", "page", "url")),
                *(("day", pa.date32()), ("is_first", pa.bool_()), ("share", pa.float64())),
            ]
        )
        roots = np.array(sets.roots())
        sizes = np.bincount(roots, minlength=len(roots)) if len(roots) else roots
        counts = {
            "articles": len(roots),
            "groups": int((sizes > 1).sum()),
            "copies": int((sizes[sizes > 1] - 1).sum()),
        }
        rows = _grouped_rows(files, roots, sizes, shares, meter)
        return write_rows(self.folder, task, schema, rows, lambda: counts)


def _joined(
    pairs: npt.NDArray[np.int64], signatures: npt.NDArray[np.uint16], meter: TaskMeter, rows_of_pair: float
) -> tuple[DisjointSets, dict[int, float]]:
    """The connected articles, and the share that each article has in common with the nearest before it."""
    sets = DisjointSets(len(signatures))
    shares: dict[int, float] = {}
    for start in range(0, len(pairs), _PORTION):
        portion = pairs[start : start + _PORTION]
        share = shared_part(signatures[portion[:, 0]], signatures[portion[:, 1]])
        for (first, second), found in zip(portion.tolist(), share.tolist(), strict=True):
            if found >= LEAST_SHARE:
                sets.join(first, second)
                shares[second] = max(shares.get(second, 0.0), found)
        meter.add(len(portion) * rows_of_pair)
    return sets, shares


def _known_pairs(bands: Sequence[str], meter: TaskMeter) -> npt.NDArray[np.int64]:
    """The pairs of all bands, each once."""
    known = np.empty(0, np.uint64)
    for file in bands:
        parts = [
            batch.column(0).to_numpy().astype(np.uint64) << np.uint64(32) | batch.column(1).to_numpy().astype(np.uint64)
            for batch in meter.over(read_columns(file, ("first", "second"), _PORTION))
        ]
        known = np.unique(np.concatenate([known, *parts]))
    return np.stack([known >> np.uint64(32), known & np.uint64(0xFFFFFFFF)], axis=1).astype(np.int64)


def _signatures(files: Sequence[str], meter: TaskMeter) -> npt.NDArray[np.uint16]:
    parts = []
    for file in files:
        for batch in meter.over(read_columns(file, ("signature",), _PORTION)):
            column = batch.column(0)
            buffer = np.frombuffer(column.buffers()[1], np.uint16)
            start = column.offset * HASHES
            parts.append(buffer[start : start + len(column) * HASHES].reshape(-1, HASHES).copy())
    return np.concatenate(parts) if parts else np.empty((0, HASHES), np.uint16)


def _grouped_rows(
    files: Sequence[str],
    roots: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
    shares: dict[int, float],
    meter: TaskMeter,
) -> Iterator[list[dict[str, Any]]]:
    number = 0
    for file in files:
        for batch in meter.over(read_columns(file, _PLACE, _PORTION)):
            here = np.flatnonzero(sizes[roots[number : number + len(batch)]] > 1)
            rows = []
            for place, row in zip(here.tolist(), batch.take(here).to_pylist(), strict=True):
                root = int(roots[number + place])
                is_first = root == number + place
                share = None if is_first else shares.get(number + place)
                rows.append({**row, "group": root, "size": int(sizes[root]), "is_first": is_first, "share": share})
            number += len(batch)
            yield rows
