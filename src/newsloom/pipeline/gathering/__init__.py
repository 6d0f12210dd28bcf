"""Gathering: fetches, reads and stores what is due."""
