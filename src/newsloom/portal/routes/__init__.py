"""The portal's pages, one module for each kind: functions from ``PageRequest`` to ``View``."""
