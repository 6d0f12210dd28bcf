from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.portal.serving import ask, serving

from newsloom.portal.serving import listen


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_it_is_and_ends_cleanly(tmp_path, number):
    with serving(tmp_path) as (process, url):
        assert "Newsloom" in ask(url).text
        process.send_signal(number)
        _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    assert (tmp_path / "newsloom.db").exists()


def test_several_processes_and_a_gatherer_end_together(tmp_path):
    with serving(tmp_path, "--processes", "2", "--gather") as (process, url):
        assert ask(url + "healthz").status == 200
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    # The gatherer may have had the time to say that it has nothing to do.
    said = [line for line in errors.splitlines() if "nothing is followed yet" not in line]
    assert (process.returncode, said) == (0, []), output


@pytest.mark.parametrize(("settings", "is_believed"), [('trusted_proxies = ["127.0.0.1"]\n', True), ("", False)])
def test_a_proxy_is_believed_only_where_a_setting_names_it(tmp_path, settings, is_believed):
    (tmp_path / "newsloom.toml").write_text(settings, encoding="utf-8")
    with serving(tmp_path) as (_, url):
        answer = ask(url, X_Forwarded_Proto="https")
    assert ("Strict-Transport-Security" in answer.headers) is is_believed


def test_answers_do_not_wait_for_the_network_to_confirm_their_heads():
    with listen("127.0.0.1", 0) as listener:
        with socket.create_connection(listener.getsockname()):
            accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = subprocess.run(
            [sys.executable, "-m", "newsloom", "serve", "--port", str(taken.getsockname()[1])],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert re.fullmatch(r"newsloom: 127\.0\.0\.1:\d+: cannot listen there: .+\n", done.stderr)


def test_without_the_extra_it_is_named(tmp_path):
    script = (
        "import importlib.util as u, sys; find = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'uvicorn' else find(name, *rest)\n"
        "sys.argv = ['newsloom', 'serve', '--port', '0']\n"
        "from newsloom.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 3
    assert "[portal]" in done.stderr


def test_a_helper_and_the_gatherer_end_with_a_server_that_was_killed(tmp_path):
    with serving(tmp_path, "--processes", "2", "--gather") as (process, url):
        assert ask(url + "healthz").status == 200
        process.kill()
        # They have the same pipes, which end when they do.
        process.communicate(timeout=120)
    with pytest.raises(ConnectionRefusedError):
        ask(url)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="only Linux shows command lines as files")
def test_the_newsroom_is_on_nobodys_command_line(tmp_path, monkeypatch):
    # As if it was an address of a server with a password.
    monkeypatch.setenv("NEWSLOOM_NEWSROOM", str(tmp_path / "secret.db"))
    with serving(tmp_path, "--gather") as (process, url):
        assert ask(url + "healthz").status == 200
        lines = [command_line(child) for child in children(process.pid)]
        process.terminate()
        process.communicate(timeout=120)
    assert any("gather" in line for line in lines)
    assert not any("secret" in line for line in lines)
    assert (tmp_path / "secret.db").exists()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command_line(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
