"""What the demo refuses; that it works is told by tests/journeys/test_press.py."""

from __future__ import annotations

import socket


def test_a_port_that_is_taken_is_said_before_anything_is_done(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        outcome = run("demo", "--port", str(port))
    assert outcome.code == 3
    assert f"127.0.0.1:{port}" in outcome.stderr
    assert not (tmp_path / "newsloom-demo").exists()


def test_notes_that_are_none_are_refused(run, tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "press.json").write_text('{"start": "yesterday"}')
    outcome = run("demo", "--no-serve", "--folder", "old")
    assert outcome.code == 3
    assert "remove the folder to start again" in outcome.stderr


def test_a_folder_that_cannot_be_made_is_an_input_error(run, tmp_path):
    (tmp_path / "file").write_text("")
    outcome = run("demo", "--no-serve", "--folder", "file/inside")
    assert outcome.code == 3


def test_a_second_demo_in_the_same_folder_is_told_that_the_papers_are_taken(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "press.json").write_text(
            f'{{"start": "2026-03-02T00:00:00+01:00", "ports": {{"courier": {port}}}}}'
        )
        outcome = run("demo", "--no-serve", "--folder", ".")
    assert outcome.code == 3
    assert "is the demo already running?" in outcome.stderr


def test_time_does_not_stand_still(run):
    assert run("demo", "--speed", "0").code == 2
