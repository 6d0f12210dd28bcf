from __future__ import annotations

from newsloom.portal.metrics import Requests


def test_a_request_counts_within_every_bound_that_it_kept():
    requests = Requests()
    for seconds in (0.001, 0.005, 0.006, 3.0, 60.0):
        requests.count("/", "GET", 200, seconds)
    lines = requests.lines()
    counted = {le: f'newsloom_http_request_seconds_bucket{{route="/",le="{le}"}} ' for le in ("0.005", "0.01", "2.5")}
    counted |= {le: f'newsloom_http_request_seconds_bucket{{route="/",le="{le}"}} ' for le in ("10.0", "+Inf")}
    assert {
        le: next(line for line in lines if line.startswith(start)).split()[-1] for le, start in counted.items()
    } == {
        "0.005": "2",
        "0.01": "3",
        "2.5": "3",
        "10.0": "4",
        "+Inf": "5",
    }
    assert 'newsloom_http_request_seconds_count{route="/"} 5' in lines
