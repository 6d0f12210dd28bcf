"""What is printed is safe on a terminal, as text and as JSON."""

from __future__ import annotations

import json

from newsloom.cli.output import write, write_json

STEERING = "red \x9b31m, cleared \x1b[2J, turned \u202e, parted \u2067, rubbed \x7f"


def test_text_that_steers_a_terminal_is_printed_without_what_does(capsys):
    write(STEERING)
    assert capsys.readouterr().out == "red 31m, cleared [2J, turned , parted , rubbed \n"


def test_json_that_steers_a_terminal_is_escaped_and_reads_the_same(capsys):
    write_json({"title": STEERING, "town": "Ålesund ğ"})
    printed = capsys.readouterr().out
    assert json.loads(printed) == {"title": STEERING, "town": "Ålesund ğ"}
    assert "Ålesund ğ" in printed
    assert printed.rstrip("\n").isprintable()
