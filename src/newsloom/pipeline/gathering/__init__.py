"""Gathering: what is due is fetched, read and stored."""
