"""The short form of the torture's faults: some of them, once on each store."""

from __future__ import annotations

import random
import socket

import pytest

from torture.faults import FAULTS
from torture.wire import Wire


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
@pytest.mark.parametrize("name", ["disk full", "descriptors", "damaged records"])
def test_a_fault_costs_nothing_that_is_kept(lab, name, store):
    if store not in lab.stores:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    problems = FAULTS[name][0](lab, store, random.Random(name))  # noqa: S311
    if problems is None:
        pytest.skip(f"{name}: cannot be had here (it needs root)")
    assert problems == []


def test_a_wire_is_cut_and_mended():
    with socket.create_server(("127.0.0.1", 0)) as server, Wire(server.getsockname()[1]) as wire:
        with socket.create_connection(("127.0.0.1", wire.port)) as client, server.accept()[0] as served:
            client.sendall(b"so far")
            assert served.recv(9) == b"so far"
            wire.cut()
            with pytest.raises(ConnectionResetError):
                client.recv(9)
        wire.mend()
        with socket.create_connection(("127.0.0.1", wire.port)) as client, server.accept()[0] as served:
            served.sendall(b"again")
            assert client.recv(9) == b"again"
