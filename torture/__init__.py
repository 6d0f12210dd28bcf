"""Hostile hours: kills, faults, input and doors, on this machine only, for as long as is asked for.

Never part of the tests, which run a short form of each part (``tests/torture``). See docs/explanation/what-we-promise.md.
"""
