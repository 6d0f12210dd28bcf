"""A made-up paper for the tests of the default reader: its home, and what it prints."""

from __future__ import annotations

HOME = "https://www.daily-loom.example/"

HEADLINES = (
    "Harbour bridge closes for two weeks of repairs",
    "Council votes to plant nine hundred street trees",
    "Ferry company cuts the late crossing in winter",
    "School kitchen wins the county cooking prize",
    "Old mill reopens as a museum of weaving",
    "Rain fills the reservoir after three dry years",
    "Night buses return to the northern villages",
    "Museum finds a lost map behind a cupboard",
)
