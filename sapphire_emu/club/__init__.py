"""What the machine never had: Z-Chess ratings, FRBE result files, refined ECO keys.

Nothing in here knows of the window or of the machine's modes.
"""
