"""How the trained models are made from labelled sets."""
