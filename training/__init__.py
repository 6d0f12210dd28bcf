"""Trains the models from labelled sets."""
