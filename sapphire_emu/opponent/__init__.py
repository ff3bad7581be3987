"""Opponents: one interface, UCI inside; the embedded engine is the default."""
