"""Torture tests: kills, faults, hostile input and attacks, on this machine only, for as long as requested.

Not part of the tests, which run a short form of each part (``tests/torture``). See docs/explanation/what-we-promise.md.
"""
