"""The machine in a terminal: Textual, an optional extra. Works over ssh and for a screen reader."""
