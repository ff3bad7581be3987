"""The old ChessBase format of DOS and Atari: games in ``.CBF``, their places in ``.CBI``.

The layout follows what free programs found out, Scidb's reader above all. All numbers are
big-endian. No file written by ChessBase itself was at hand, so what is written here is tried
against the reader here only, and says so.
"""

NOT_VERIFIED = "not verified against ChessBase"
"""Said of every file written."""

MOST_GAMES = 200_000
"""No index is larger; the DOS programs stopped long before."""
