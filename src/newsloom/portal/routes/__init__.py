"""The portal's pages, a file for each kind: a ``PageRequest`` in, a ``View`` out."""
