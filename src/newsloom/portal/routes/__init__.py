"""The portal's pages, a file for each kind: a ``Visit`` in, a ``View`` out."""
