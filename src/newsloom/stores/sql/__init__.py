"""What the stores in SQL share: one schema, its migrations, and the roles written once for every dialect."""
