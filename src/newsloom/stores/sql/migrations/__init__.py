"""Migrations of a store from one version to the next; run when a store is opened."""
