"""Learns templates from documents: one folder for each method, behind the one-method ``Learner`` protocol."""
