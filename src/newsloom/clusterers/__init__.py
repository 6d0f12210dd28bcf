"""Rooms that group articles: reports of one event by many papers become one story."""
