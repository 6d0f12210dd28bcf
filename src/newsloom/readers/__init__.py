"""Reads news items off front pages: one room for each method, behind ``protocol.Reader``."""
