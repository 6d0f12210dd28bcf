"""Rooms that put articles together: the same event from many papers is one story."""
