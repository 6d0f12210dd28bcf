"""How a store of one version becomes one of the next; run when a store is opened."""
