"""Opening books made from game files, and the refined ECO keys ``XDD/DD`` that order them.

A *book* is the graph of the positions that a collection of games passes through, transpositions
merged. *Refining* numbers the important positions of each ECO code from /99 down, so that one
code's games can be sorted, filtered and counted by the line they follow. The idea and its words
come from the help pages of ChessVU, a chess database of about 2000.
"""
