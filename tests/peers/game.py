"""The game that every peer plays through: all that move notation can be asked for."""

PLAYED = """
e2e4 d7d5 e4e5 f7f5 e5f6 g8h6 f6g7 h6f7 g7h8q c7c5 g1f3 b8c6 f1b5 c8d7 e1g1 d8b6 d2d4 e8c8
b5c6 d7c6 b1d2 d8d7 h8f8 c8c7 f3g5 e7e5 g5e6
"""
GAME = PLAYED.split()
"""En passant, a promotion that captures, both castlings, captures by pieces, check, mate."""
