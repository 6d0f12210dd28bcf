"""How far a phase is, by what is done and by what tasks under way tell."""

from __future__ import annotations

from newsloom.pipeline.bulk.phases import PhaseReport, TaskProgress
from newsloom.pipeline.bulk.steps.results import OneTask

TASKS = [OneTask(name="a", stamp="", size=30), OneTask(name="b", stamp="", size=10)]


def test_what_tasks_tell_is_added_to_what_is_done():
    reports: list[PhaseReport] = []
    progress = TaskProgress(reports.append, TASKS)
    progress.settle(PhaseReport(label="x", tasks=2, seconds=10.0), None)
    progress.hear({"task": "a", "pages": 5, "rows": 4, "failures": 1, "share": 0.5})
    progress.hear({"task": "b", "pages": 1, "rows": 1, "failures": 0, "share": 0.5})
    told = reports[-1]
    assert (told.counts, told.new_rows, told.failures) == ({"pages": 6, "rows": 5}, 5, {"so far": 1})
    assert told.share_done == 0.5
    assert told.seconds_left == told.seconds >= 10.0


def test_a_task_that_is_done_is_counted_once():
    reports: list[PhaseReport] = []
    progress = TaskProgress(reports.append, TASKS)
    progress.settle(PhaseReport(label="x", tasks=2), None)
    progress.hear({"task": "a", "pages": 5, "rows": 4, "share": 0.5})
    done = PhaseReport(label="x", tasks=2, done=1, counts={"pages": 9, "rows": 8}, new_rows=8, share_done=0.75)
    progress.settle(done, "a")
    # Told by a thread, or on its way from another machine, when the result was there already.
    progress.hear({"task": "a", "pages": 8, "rows": 7, "share": 0.9})
    assert (reports[-1].counts, reports[-1].new_rows, reports[-1].share_done) == ({"pages": 9, "rows": 8}, 8, 0.75)


def test_what_was_there_before_does_not_count_as_fast_work():
    reports: list[PhaseReport] = []
    progress = TaskProgress(reports.append, TASKS)
    progress.settle(PhaseReport(label="x", tasks=2, share_before=0.75, share_done=0.75, seconds=10.0), None)
    assert reports[-1].seconds_left is None
    progress.hear({"task": "b", "share": 0.5})
    assert reports[-1].seconds_left == reports[-1].seconds
