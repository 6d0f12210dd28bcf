"""Measurements of Newsloom, each a script: speed, memory, quality, and quality beside other people's extractors.

Never part of the test run, and nothing of ``newsloom`` imports it. Run by ``make bench`` and ``make scores``.
"""
