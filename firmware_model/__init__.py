"""The machine itself: pure and deterministic, inputs in, outputs out."""
