"""Sapphire's own chess engine, pure Python, run as ``python -m sapphire_emu.opponent.engine``.

It speaks UCI, is limited by nodes, and after ``ucinewgame`` gives the same move for the same
position, options, seed and node limit. Nothing outside the standard library is imported here, and
of that little, so that the process is ready soon.

=================  ==================================================================
module             idea
=================  ==================================================================
``tables``         squares, bitboards, attack tables that fill themselves as asked
``position``       a position is one flat list; making a move copies it
``movegen``        captures, quiets, evasions, the legal list, perft
``evaluation``     tapered piece-square sums, pawns, mobility, king safety
``search``         principal variation search and quiescence
``root``           iterative deepening, limits, the lines reported
``uci``            the protocol
=================  ==================================================================
"""
