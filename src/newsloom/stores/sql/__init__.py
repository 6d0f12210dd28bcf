"""Shared by the SQL stores: one schema, its migrations, and the roles, written once for every dialect."""
